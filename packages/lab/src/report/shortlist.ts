/** The first screen: the few solvers that matter, each with median and worst of time and both errors as dots on log axes. */
import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';
import { plain, short } from '../number-text.ts';
import { type LogAxis, logAxis } from '../plots/log-axis.ts';
import { summaryFigure } from '../replay/replay-summary.ts';
import { fixed } from './chart.ts';
import { type Html, html, joined, symbol } from './html.ts';
import { type Entry, type Limits, reasonOf, shortlist } from './ranking.ts';

interface Strip {
  readonly title: string;
  readonly unit: string;
  readonly limit: number;
  readonly axis: LogAxis;
  readonly of: (entry: Entry) => { readonly median: number | null; readonly worst: number | null };
}

const [WIDTH, HEIGHT, PAD] = [240, 22, 12];

export function shortlistOf(entries: readonly Entry[], limits: Limits): Html {
  const listed = shortlist(entries).map(({ roles, entry }) => ({ roles, entry: entries[entry.rank]! }));
  if (listed.length === 0) return html``;
  const strips = stripsOf(
    listed.map(({ entry }) => entry),
    limits,
  );
  const rows = listed.map(({ roles, entry }) => {
    const cells = strips.map((strip) => {
      const { median, worst } = strip.of(entry);
      const words = `${short(median)} – ${short(worst)} ${strip.unit}`;
      return html`<div class="strip"><span class="what">${strip.title}</span>${drawn(strip, entry)}<span class="figures">${words}</span></div>`;
    });
    const tone = entry.verdict.passes ? 'yes' : 'no';
    return html`<div class="candidate"><div class="who"><span class="role ${tone}">${entry.verdict.passes ? '✓' : '✗'} ${roles.join(', ')}</span><b>${symbol(entry.style)}${entry.name}</b> <small>${entry.family}</small><span class="why">${reasonOf(entry, limits)}</span></div>${cells}</div>`;
  });
  const heads = strips.map(
    ({ title, unit, limit }) =>
      html`<span>${title} [${unit}]${Number.isFinite(limit) ? html`<small> ${title === 'time' ? 'budget' : 'tolerance'} ${plain(limit)}</small>` : ''}</span>`,
  );
  return html`<section class="shortlist" aria-label="Shortlist"><div class="heads"><span>shortlist</span>${heads}</div>
${joined(rows, '\n')}
<div class="heads scales"><span class="key">● median, ○ worst; shaded: within the limit</span>${strips.map(scale)}</div></section>`;
}

function stripsOf(listed: readonly Entry[], { tolerance, unit, budget }: Limits): Strip[] {
  const measures = measureList.flatMap(({ key, title, reported }) =>
    reported?.charts ? [{ measure: key as ReplayedMeasure, title }] : [],
  );
  const strips = [
    {
      title: 'time',
      unit: 'ms',
      limit: budget,
      of: ({ line }: Entry) => ({ median: line.medianTimeMs, worst: line.maxTimeMs }),
    },
    ...measures.map(({ measure, title }) => ({
      title,
      unit,
      limit: tolerance,
      of: ({ line }: Entry) => ({
        median: line[summaryFigure('median', measure)],
        worst: line[summaryFigure('worst', measure)],
      }),
    })),
  ];
  return strips.map((strip) => {
    const values = listed.map(strip.of).flatMap(({ median, worst }) => [median, worst]);
    return { ...strip, axis: logAxis(values, Number.isFinite(strip.limit) ? [strip.limit] : []) };
  });
}

const placeOn = ({ domain: [lo, hi] }: LogAxis, at: number): number =>
  fixed(PAD + ((at - lo) / (hi - lo)) * (WIDTH - 2 * PAD));

function drawn(strip: Strip, entry: Entry): Html {
  const { axis, limit } = strip;
  const { median, worst } = strip.of(entry);
  const [from, to] = [placeOn(axis, axis.at(median)), placeOn(axis, axis.at(worst))];
  const edge = Number.isFinite(limit) ? placeOn(axis, axis.at(limit)) : WIDTH;
  const middle = HEIGHT / 2;
  const ticks = axis.ticks.map(([at]) => html`<path class="grid" d="M${placeOn(axis, at)} 0V${HEIGHT}"/>`);
  const label = `${strip.title}: median ${short(median)}, worst ${short(worst)} ${strip.unit}`;
  return html`<svg class="dotplot" role="img" aria-label="${label}" viewBox="0 0 ${WIDTH} ${HEIGHT}" style="--c:${entry.style.color}" xmlns="http://www.w3.org/2000/svg"><rect class="pass" width="${edge}" height="${HEIGHT}"/>${ticks}${Number.isFinite(limit) ? html`<path class="limit" d="M${edge} 0V${HEIGHT}"/>` : ''}<path class="span" d="M${from} ${middle}H${to}"/><circle class="worst" cx="${to}" cy="${middle}" r="4.5"/><circle class="median" cx="${from}" cy="${middle}" r="4.5"/></svg>`;
}

function scale({ axis }: Strip): Html {
  const few = axis.ticks.filter((_, k) => axis.ticks.length < 5 || k % 2 === 0);
  const labels = few.map(
    ([at, text]) => html`<text x="${placeOn(axis, at)}" y="12" text-anchor="middle">${text}</text>`,
  );
  return html`<svg class="dotplot" aria-hidden="true" viewBox="0 0 ${WIDTH} 16" xmlns="http://www.w3.org/2000/svg">${labels}</svg>`;
}
