/** The report's figures: time against error, error over the steps, profiles, iterations by kind. */
import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';

import { plain, short } from '../number-text.ts';
import { logAxis } from '../plots/log-axis.ts';
import { placesOf } from '../plots/places.ts';
import { errorProfile, type ProfileStep, timeProfile } from '../plots/profiles.ts';
import type { ReplayRow } from '../replay/replay-row.ts';
import { type Axis, across, BOX, chart, dots, down, fixed, limitLine, line, linear, logarithmic } from './chart.ts';
import { histogramsOf } from './histograms.ts';
import { type Html, html, joined } from './html.ts';
import type { ChartData, Entry } from './ranking.ts';

/** The measures that are drawn. */
const CHARTED = measureList.flatMap(({ key, title, summary, reported }) =>
  reported?.charts ? [{ error: key as ReplayedMeasure, title, summary }] : [],
);

const COLUMN: Readonly<Record<string, string>> = { energy: 'energy', frictionConsistency: 'friction' };

export function chartSections(request: ChartData): Html {
  const taken = request.rows.filter(({ status }) => status !== 'refused');
  const figures = { ...request, rows: taken };
  const stopped = request.entries.some(({ line }) => line.stoppedAfter !== null);
  return joined(
    [
      section(
        'Time against error',
        'A point is one solve of one problem; lower left is better, and the shaded corner is what passes. Exact zeros stand below the dotted line, what is not finite above it. Points of a solver that fall on the same half pixel are drawn once.',
        CHARTED.map((measure) => scatter(figures, measure)),
      ),
      section(
        'Error over the steps',
        `In which steps of the scene a solver is wrong; the worst steps of the solvers in colour are named.${stopped ? ' Points without a line: solvers that were stopped, on the problems that they were given.' : ''}`,
        CHARTED.map((measure) => overSteps(figures, measure)),
      ),
      section(
        'Profiles',
        `Left: the share of problems solved within ${plain(request.limits.tolerance)} ${request.limits.unit} (both errors) in at most τ times the time of the quickest that does; higher is better. Right: the share solved to a given error, the larger of the two.${stopped ? ' Dashed: solvers that were stopped, as a share of the problems that they were given.' : ''}`,
        profiles(request),
      ),
      html`<h2>Iterations</h2><p class="note">Problems by the number of iterations that they took, each kind of iteration apart: a sweep is cheap, a factorisation is not. Heights are on a square-root scale so that single problems show; hatched: did not converge.</p>
${histogramsOf(figures)}`,
    ],
    '\n',
  );
}

function section(title: string, note: string, figures: readonly Html[]): Html {
  return html`<h2>${title}</h2><p class="note">${note}</p><div class="charts">${joined(figures, '\n')}</div>`;
}

/** Worst steps that are named in a chart. */
const LABELS = 3;

type Measure = (typeof CHARTED)[number];
const figure = (caption: string, drawn: Html): Html =>
  html`<figure><figcaption>${caption}</figcaption>${drawn}</figure>`;
const captionOf = ({ title, summary }: Measure) => `${title[0]?.toUpperCase()}${title.slice(1)}: ${summary}`;

/** Grey ones first: what is emphasised lies on top. */
const drawnOrder = (entries: readonly Entry[]) =>
  entries.toSorted((p, q) => Number(p.featured) - Number(q.featured) || q.rank - p.rank);

function scatter({ rows, entries, limits }: ChartData, measure: Measure): Html {
  const { tolerance, budget, unit } = limits;
  const xs = logAxis(
    rows.map(({ timeMs }) => timeMs),
    Number.isFinite(budget) ? [budget] : [],
  );
  const ys = logAxis(
    rows.map((row) => row[measure.error]),
    [tolerance],
  );
  const x = logarithmic(xs, 'time of a solve [ms]', 'time');
  const y = logarithmic(ys, `${measure.title} [${unit}]`, COLUMN[measure.error]!);
  const edge = Number.isFinite(budget) ? across(x, xs.at(budget)) : BOX.width;
  const top = down(y, ys.at(tolerance));
  const marks = drawnOrder(entries).map((entry) =>
    dots(
      entry,
      ownOf(rows, entry).map((row) => [across(x, xs.at(row.timeMs)), down(y, ys.at(row[measure.error]))]),
    ),
  );
  const under = [
    html`<rect class="pass" x="0" y="${fixed(top)}" width="${fixed(edge)}" height="${fixed(BOX.height - top)}"/>`,
    limitLine(y, 'y', ys.at(tolerance), `tolerance ${plain(tolerance)} ${unit}`),
    ...(Number.isFinite(budget) ? [limitLine(x, 'x', xs.at(budget), `budget ${plain(budget)} ms`)] : []),
  ];
  const drawn = chart({ name: `time-${measure.error}`, label: `Time against ${measure.title}`, x, y, under, marks });
  return figure(captionOf(measure), drawn);
}

const ownOf = (rows: readonly ReplayRow[], { name }: Entry) => rows.filter(({ solver }) => solver === name);

function overSteps({ rows, entries, limits }: ChartData, measure: Measure): Html {
  const { tolerance, unit } = limits;
  const places = placesOf(rows);
  const all = [...places.at.values()];
  const [first, last] = [all.reduce((p, q) => Math.min(p, q), Infinity), all.reduce((p, q) => Math.max(p, q), 1)];
  const ys = logAxis(
    rows.map((row) => row[measure.error]),
    [tolerance],
  );
  const x = linear([Math.min(first, last), last], places.title, 'step');
  const y = logarithmic(ys, `${measure.title} [${unit}]`, COLUMN[measure.error]!);
  const point = (row: ReplayRow) =>
    [across(x, places.at.get(row.problem)!), down(y, ys.at(row[measure.error]))] as const;
  const marks = drawnOrder(entries).map((entry) => {
    const points = ownOf(rows, entry).map(point);
    return entry.line.stoppedAfter === null && points.length > 1 ? line(entry, points) : dots(entry, points);
  });
  const seen = entries.filter(({ featured }) => featured).flatMap((entry) => ownOf(rows, entry));
  const over = labelled(
    worstSteps(seen, measure, tolerance).map((row) => ({
      at: point(row),
      text: `${nameOf(places, row)}: ${short(row[measure.error])} ${unit}, ${row.solver}`,
    })),
  );
  const under = [
    html`<rect class="pass" x="0" y="${fixed(down(y, ys.at(tolerance)))}" width="${BOX.width}" height="${fixed(BOX.height - down(y, ys.at(tolerance)))}"/>`,
    limitLine(y, 'y', ys.at(tolerance), `tolerance ${plain(tolerance)} ${unit}`),
  ];
  const name = `steps-${measure.error}`;
  return figure(
    captionOf(measure),
    chart({ name, label: `${measure.title} over the steps`, x, y, under, marks, over }),
  );
}

const nameOf = (places: ReturnType<typeof placesOf>, { problem }: ReplayRow) =>
  places.title === 'step' ? `step ${places.at.get(problem)}` : problem;

/** The largest finite errors beyond the tolerance, of different problems. */
function worstSteps(rows: readonly ReplayRow[], { error }: Measure, tolerance: number): ReplayRow[] {
  const beyond = rows.filter((row) => (row[error] ?? 0) > tolerance).toSorted((p, q) => q[error]! - p[error]!);
  const first = new Map<string, ReplayRow>();
  for (const row of beyond) if (!first.has(row.problem)) first.set(row.problem, row);
  return [...first.values()].slice(0, LABELS);
}

/** Words beside points, moved apart if they would cover each other. */
function labelled(labels: readonly { readonly at: readonly [number, number]; readonly text: string }[]): Html[] {
  const placed: number[] = [];
  return labels
    .toSorted((p, q) => p.at[1] - q.at[1])
    .map(({ at: [x, y], text }) => {
      const above = placed.at(-1) ?? -Infinity;
      const place = Math.min(BOX.height - 4, Math.max(y + 4, above + 14, 12));
      placed.push(place);
      const left = x > BOX.width / 2;
      const side = left ? x - 12 : x + 12;
      return html`<path class="lead-line" d="M${fixed(x)} ${fixed(y)}L${fixed(left ? side + 3 : side - 3)} ${fixed(place - 4)}"/><text class="mark-label" x="${fixed(side)}" y="${fixed(place)}" text-anchor="${left ? 'end' : 'start'}">${text}</text>`;
    });
}

function profiles({ rows, entries, limits }: ChartData): Html[] {
  const { tolerance, unit } = limits;
  const within = timeProfile(rows, tolerance);
  const errors = errorProfile(rows);
  const xs = logAxis(within.map(({ at }) => at));
  const es = logAxis(
    errors.map(({ at }) => at),
    [tolerance],
  );
  const time = logarithmic(xs, 'τ, time over that of the quickest [–]', 'ratio');
  const error = logarithmic(es, `error [${unit}]`, 'larger');
  const bounds = [limitLine(error, 'x', es.at(tolerance), `tolerance ${plain(tolerance)} ${unit}`)];
  return [
    figure(
      `Within ${plain(tolerance)} ${unit}, and how much slower than the quickest`,
      profile('profile-time', { x: time, at: xs.at, steps: within, entries }),
    ),
    figure(
      'The larger of the two errors, whatever the time',
      profile('profile-error', { x: error, at: es.at, steps: errors, entries, under: bounds }),
    ),
  ];
}

interface ProfileParts {
  readonly x: Axis;
  readonly at: (v: number) => number;
  readonly steps: readonly ProfileStep[];
  readonly entries: readonly Entry[];
  readonly under?: readonly Html[];
}

function profile(name: string, { x, at, steps, entries, under = [] }: ProfileParts): Html {
  const y: Axis = {
    title: 'share of problems [%]',
    domain: [0, 103] as const,
    breaks: [],
    column: 'share',
    ticks: [0, 20, 40, 60, 80, 100].map((share) => [share, String(share)] as const),
  };
  const marks = drawnOrder(entries).flatMap((entry) => {
    const own = steps.filter(({ solver }) => solver === entry.name);
    if (own.length === 0) return [];
    const points: [number, number][] = [[across(x, at(own[0]!.at)), BOX.height]];
    for (const step of own) {
      const next: [number, number] = [across(x, at(step.at)), down(y, 100 * step.share)];
      if (next[0] - points.at(-1)![0] > 0.5) points.push([next[0], points.at(-1)![1]], next);
      else points[points.length - 1] = [points.at(-1)![0], next[1]]; // steps closer than a half unit are one
    }
    points.push([BOX.width, points.at(-1)![1]]);
    return [line(entry, points, entry.line.stoppedAfter !== null)];
  });
  return chart({ name, label: x.title, x, y, under, marks });
}
