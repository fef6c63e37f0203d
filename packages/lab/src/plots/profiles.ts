/**
 * Performance profiles (Dolan, More 2002): the share of problems that a solver solves within the tolerance in at most
 * tau times the time of the quickest that does; and the share that it solves to a given error, whatever the time.
 */

import { largerError } from '../evaluate/larger-error.ts';
import type { ReplayRow } from '../replay/replay-row.ts';

export interface ProfileStep {
  readonly solver: string;
  /** tau, or an error. */
  readonly at: number;
  /** Share of the problems that the solver was given, 0 to 1, from here on. */
  readonly share: number;
}

/** Problems that no solver solved within the tolerance have no quickest solver and count for none. */
export function timeProfile(rows: readonly ReplayRow[], tolerance: number): ProfileStep[] {
  const good = rows.filter((row) => row.timeMs !== null && (largerError(row) ?? Infinity) <= tolerance);
  const quickest = new Map<string, number>();
  for (const { problem, timeMs } of good) quickest.set(problem, Math.min(quickest.get(problem) ?? Infinity, timeMs!));
  // two times of zero are alike: a clock that coarse shows nothing more
  const ratio = ({ problem, timeMs }: ReplayRow) =>
    timeMs === quickest.get(problem) ? 1 : timeMs! / quickest.get(problem)!;
  return shares(
    rows,
    good.map((row) => [row.solver, ratio(row)]),
  );
}

export function errorProfile(rows: readonly ReplayRow[]): ProfileStep[] {
  const known = rows.flatMap((row): [string, number][] => {
    const error = largerError(row);
    return error === null ? [] : [[row.solver, error]];
  });
  return shares(rows, known);
}

/** Sorted by solver and value, one step per value. */
function shares(
  rows: readonly ReplayRow[],
  values: readonly (readonly [solver: string, value: number])[],
): ProfileStep[] {
  const given = new Map<string, number>();
  for (const { solver } of rows) given.set(solver, (given.get(solver) ?? 0) + 1);
  return [...given].flatMap(([solver, problems]) => {
    const sorted = values
      .filter(([name]) => name === solver)
      .map(([, value]) => value)
      .sort((p, q) => p - q);
    const steps = sorted.map((at, k) => ({ solver, at, share: (k + 1) / problems }));
    return steps.filter(({ at }, k) => at !== steps[k + 1]?.at); // of equal values the last
  });
}
