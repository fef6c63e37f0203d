/** A sweep as text and as JSON: a line per item, the failures in sentences, times by machine. */
import {
  commandOf,
  counted,
  frictionText,
  median,
  type SweepResult,
  short,
  valueText,
  worstError,
} from '@signorini/lab';
import type { SweepOutcome, SweepRow } from '@signorini/lab/node';
import { aligned } from './table.ts';

const LONGEST_TABLE = 60;
const LONGEST_LIST = 10;

/** The JSON document of `signorini sweep`. */
export function sweepDocument({ document, rows }: SweepOutcome): object {
  return { ...document, rows: rows.map(({ place, result }) => ({ place, ...result })) };
}

export function sweepText(outcome: SweepOutcome, folder: string, ms?: number): string {
  const { document, rows, kept } = outcome;
  const failed = rows.filter(({ result }) => result.outcome !== 'done');
  const parts = [
    `${document.source.name}: ${counted(rows.length, 'item')}`,
    ...(document.shard ? [`shard ${document.shard.index}/${document.shard.of} of ${document.items}`] : []),
    ...(kept > 0 ? [`${kept} of them kept`] : []),
    failed.length === 0 ? 'all done' : `${failed.length} FAILED`,
    ...(ms === undefined ? [] : [`${(ms / 1000).toFixed(1)} s`]),
  ];
  return [
    `${parts.join(', ')}\n`,
    ...tableOf(outcome),
    ...failuresOf(outcome, failed),
    ...frictionOf(rows),
    ...timesOf(rows),
    `${folder}\n`,
  ].join('');
}

function tableOf({ document, rows }: SweepOutcome): string[] {
  const keys = document.axes.map(({ key }) => key);
  const problems = document.source.kind === 'problems';
  const unit = rows[0]?.result.unit ?? 'J';
  const head = [
    ...keys,
    'verdict',
    problems ? 'unsolved problems' : 'unsolved steps',
    `median error, ${unit}`,
    `worst error, ${unit}`,
  ];
  const lines = rows
    .slice(0, LONGEST_TABLE)
    .map(({ place, item, result }) => [
      ...document.axes.map((axis) => valueText(axis, place, item)),
      result.outcome === 'done' ? (result.verdict ?? 'none') : result.outcome,
      `${result.unsolved}/${result.countAsked}`,
      ...[medianError(result), worstError(result)].map((v) => (v === null ? '-' : short(v))),
      ...(problems ? [] : [result.budget?.total == null ? '-' : short(result.budget.total)]),
    ]);
  const table = aligned([[...head, ...(problems ? [] : ['in doubt, J'])], ...lines]);
  if (rows.length <= LONGEST_TABLE) return table;
  return [
    ...table,
    `and ${counted(rows.length - LONGEST_TABLE, 'item')} more: signorini report writes a page of all\n`,
  ];
}

function medianError({ energyError, frictionConsistency }: SweepResult): number | null {
  const { median: p } = energyError;
  const { median: q } = frictionConsistency;
  return p === null || q === null ? null : Math.max(p, q);
}

function failuresOf({ document }: SweepOutcome, failed: readonly SweepRow[]): string[] {
  const lines = failed
    .slice(0, LONGEST_LIST)
    .map(({ item, result }) => `${result.outcome}: ${result.sentence}\n  ${commandOf(item, document.source)}\n`);
  if (failed.length > LONGEST_LIST)
    lines.push(`and ${counted(failed.length - LONGEST_LIST, 'item')} more that failed\n`);
  return lines;
}

/** One line per friction; if items differ in it, whose it is: their errors are those of different problems. */
function frictionOf(rows: readonly SweepRow[]): string[] {
  const solvers = new Map<string, Set<string>>();
  for (const { item, result } of rows) {
    if (!result.friction) continue;
    const text = frictionText(result.friction);
    solvers.set(text, (solvers.get(text) ?? new Set()).add(item.solver));
  }
  if (solvers.size <= 1) return [...solvers.keys()].map((text) => `${text}\n`);
  return [...solvers].map(([text, names]) => `${text} with ${[...names].join(', ')}\n`);
}

/** One figure per machine: times of two machines have no median. */
function timesOf(rows: readonly SweepRow[]): string[] {
  const counting = rows.filter(({ result }) => result.timing.counts && result.timing.medianMs !== null);
  const noun = rows[0]?.item.steps === null ? 'solve' : 'step';
  if (counting.length === 0) return ['times are not comparable: items ran beside each other\n'];
  const machines = new Map<string, number[]>();
  for (const { result } of counting) {
    const { machine, medianMs } = result.timing;
    const name = machine ? `${machine.host}, ${machine.cpu}` : 'unknown machine';
    machines.set(name, [...(machines.get(name) ?? []), medianMs!]);
  }
  return [...machines].map(
    ([name, times]) =>
      `time per ${noun} over ${counted(times.length, 'item')}, median ${short(median(times))} ms${machines.size > 1 ? ` on ${name}` : ''}\n`,
  );
}
