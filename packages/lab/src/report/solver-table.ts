/** The table of all solvers, in the order of merit; every column explains itself, sorts by a click and shows bars. */
import { measureList, type ReplayedMeasure } from '@signorini/engine/measures';
import { counted, short } from '../number-text.ts';
import { logAxis } from '../plots/log-axis.ts';
import { type ReplaySummary, summaryFigure } from '../replay/replay-summary.ts';
import { type Html, html, joined, symbol } from './html.ts';
import { type Entry, type Limits, reasonOf, STOPPED } from './ranking.ts';

interface Column {
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly of: (line: ReplaySummary) => number | null;
  /** Bars on a logarithmic scale. */
  readonly bars?: boolean;
  /** Counts are whole; other figures have two digits. */
  readonly count?: boolean;
}

/** The measures of the table. */
const REPORTED = measureList.flatMap(({ key, title, summary, unit, reported }) =>
  reported ? [{ measure: key as ReplayedMeasure, title, summary, inJoules: unit === 'energy', ...reported }] : [],
);

function columnsOf(unit: string): Column[] {
  const mixed = unit === 'J/s^2' ? 'N, m/s^2' : 'N s, m/s';
  return [
    {
      title: 'time, median',
      unit: 'ms',
      help: 'median over the problems of the time of a solve',
      of: (l) => l.medianTimeMs,
      bars: true,
    },
    {
      title: 'slowest',
      unit: 'ms',
      help: 'the slowest problem; the budget is for this one',
      of: (l) => l.maxTimeMs,
      bars: true,
    },
    ...REPORTED.flatMap(({ measure, title, summary, inJoules, figures }) =>
      figures.map((which, k) => ({
        title: k === 0 ? `${title}, ${which}` : which,
        unit: inJoules ? unit : mixed,
        help: `${title}: ${summary}; ${which} over the problems`,
        of: (line: ReplaySummary) => line[summaryFigure(which, measure)],
        bars: true,
      })),
    ),
    {
      title: 'converged',
      unit: 'problems',
      help: 'problems whose larger error is at most 1e-10 of that of doing nothing',
      of: (l) => l.solved,
      count: true,
    },
    {
      title: 'given',
      unit: 'problems',
      help: 'problems that it solved or tried; fewer than all if it was stopped or refused some',
      of: (l) => l.problems,
      count: true,
    },
  ];
}

export function solverTable(entries: readonly Entry[], limits: Limits, chosen: string | null): Html {
  const columns = columnsOf(limits.unit);
  const lengths = columns.map((column) =>
    column.bars ? lengthOf(entries.map(({ line }) => column.of(line))) : undefined,
  );
  const head = [
    heading('solver', '', 'name and family: direct, iterative, hybrid, or your own', true),
    heading(
      'verdict',
      '',
      'passes if both worst errors are within the tolerance and the slowest problem within the budget; a failure names what it fails by',
      true,
    ),
    ...columns.map(({ title, unit, help }) => heading(title, unit, help, false)),
  ];
  const rows = entries.map((entry) => {
    const cells = columns.map((column, k) => figureCell(column, entry, lengths[k]));
    return html`<tr data-s="${entry.rank}"><th scope="row" data-v="${entry.name}">${symbol(entry.style)}${entry.name} <span class="family ${entry.family}">${entry.family}</span></th>${verdictCell(entry, limits, chosen)}${cells}</tr>`;
  });
  return html`<div class="scroll"><table class="sortable solvers"><thead><tr>${head}</tr></thead><tbody>
${joined(rows, '\n')}
</tbody></table></div>
<p class="note">${notes(entries).join(' ')}</p>`;
}

function heading(title: string, unit: string, help: string, text: boolean): Html {
  const second = unit === '' ? '' : html`<br><small>${unit}</small>`;
  return html`<th scope="col" class="${text ? 'text' : 'figure'}" title="${help}">${title}${second}</th>`;
}

/** Share of the cell, from the least to the largest positive figure, by their logarithms. */
function lengthOf(values: readonly (number | null)[]): (v: number | null) => number {
  const axis = logAxis(values);
  return (v) => Math.round((100 * (axis.at(v) - axis.domain[0])) / (axis.domain[1] - axis.domain[0]));
}

function figureCell(column: Column, { line }: Entry, length: ((v: number | null) => number) | undefined): Html {
  const value = column.of(line);
  if (line.problems === 0 && !column.count) return html`<td data-v="">–</td>`;
  const text = column.count ? String(value) : short(value);
  const sort = value === null ? '' : value;
  return length
    ? html`<td class="bars" data-v="${sort}" style="--p:${length(value)}%">${text}</td>`
    : html`<td data-v="${sort}">${text}</td>`;
}

function verdictCell(entry: Entry, limits: Limits, chosen: string | null): Html {
  const { verdict, rank } = entry;
  const words = verdict.passes
    ? entry.name === chosen
      ? '✓ chosen'
      : '✓ passes'
    : `✗ ${verdict.fails.map((fail) => (fail === 'stopped' ? 'too slow' : fail)).join(', ')}`;
  return html`<td class="text" data-v="${rank}" title="${reasonOf(entry, limits)}"><span class="${verdict.passes ? 'yes' : 'no'}">${words}</span></td>`;
}

function notes(entries: readonly Entry[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, line } of entries) {
    if (line.stoppedFor === null) continue;
    const why = `${STOPPED[line.stoppedFor] ?? line.stoppedFor}, after ${counted(line.stoppedAfter ?? 0, 'problem')}`;
    groups.set(why, [...(groups.get(why) ?? []), name]);
  }
  const stopped = [...groups].map(([why, names]) => `${why}: ${names.join(', ')}`);
  return [
    'Sorted by merit: those that pass by time, then the others by how near they are.',
    'The energy error is against the friction bounds that the solver ended with; friction consistency is the energy error against the bounds μ x_n of its own normals. Both are joules of the solver alone: what the time step, the joints and the friction model are wrong by is in the budget that signorini run prints.',
    ...(stopped.length > 0 ? [`Stopped, figures of these problems only: ${stopped.join('; ')}.`] : []),
  ];
}
