/** How a change of units changes the order of iterates, measure by measure. */
import { rowEnergy, rowFischerBurmeister, rowNaturalResidual } from '@signorini/engine/measures';
import { type Problem, type UnitChange, type UnitFactors, unitFactors } from '@signorini/engine/problem';
import { eachIterate, type IterateRequest, THREE_MEASURES, type ThreeMeasure } from './iterates.ts';

export const SI: UnitChange = { mass: 1, length: 1, time: 1 };
/** From (kg, m, s) to (g, mm, ms). */
export const SMALL_UNITS: UnitChange = { mass: 1000, length: 1000, time: 1000 };

/** Two errors that are closer than this part of them are equal: rounding must not decide about an order. */
const EQUAL = 1e-9;

const ROW: Readonly<Record<ThreeMeasure, (a: number, x: number, w: number, lo: number, hi: number) => number>> = {
  fischer: (_, x, w, lo, hi) => rowFischerBurmeister(x, w, lo, hi),
  natural: (_, x, w, lo, hi) => rowNaturalResidual(x, w, lo, hi),
  energy: rowEnergy,
};

/**
 * The l1 error of x and w after a change of units: the numbers of `changeUnits`, without a second A.
 * Solvers take the same steps in all units, so the iterates themselves need not be computed again.
 */
export function errorInUnits(
  measure: ThreeMeasure,
  p: Problem,
  x: Float64Array,
  w: Float64Array,
  f: UnitFactors,
): number {
  const row = ROW[measure];
  let sum = 0;
  for (let i = 0; i < p.n; i++) {
    const [fx, fw] = [f.x[i]!, f.w[i]!];
    sum += row((p.A.diagonal[i]! * fw) / fx, x[i]! * fx, w[i]! * fw, p.lo[i]! * fx, p.hi[i]! * fx);
  }
  return sum;
}

/** By measure and unit system: the errors of all iterates of a solve. */
type ErrorTable = Readonly<Record<ThreeMeasure, readonly number[][]>>;

/** @param changes unit systems */
export function errorTable(p: Problem, request: IterateRequest, changes: readonly UnitChange[]): ErrorTable {
  const factors = changes.map((change) => unitFactors(p, change));
  const table: Record<ThreeMeasure, number[][]> = { fischer: [], natural: [], energy: [] };
  for (const { name } of THREE_MEASURES) table[name] = changes.map(() => []);
  eachIterate(p, request, (_, x, w) => {
    for (const { name } of THREE_MEASURES)
      factors.forEach((f, k) => {
        table[name][k]!.push(errorInUnits(name, p, x, w, f));
      });
  });
  return table;
}

interface PickChange {
  /** Limits at which the least-error iterate is picked. */
  readonly limits: number;
  /** The iterates picked in old and new units, for each limit at which they differ. */
  readonly picks: readonly (readonly [number, number])[];
}

const below = (p: number, q: number) => p < q * (1 - EQUAL);

/** Limits are 1, 2, ... up to the iterate before the last: with the last the solve has ended, or met its own limit. */
export function pickChange(old: readonly number[], now: readonly number[]): PickChange {
  const picks: [number, number][] = [];
  let [before, after] = [0, 0];
  const last = old.length - 1;
  for (let k = 1; k < last; k++) {
    if (below(old[k]!, old[before]!)) before = k;
    if (below(now[k]!, now[after]!)) after = k;
    const differs = below(old[before]!, old[after]!) && below(now[after]!, now[before]!);
    if (differs) picks.push([before, after]);
  }
  return { limits: Math.max(0, last - 1), picks };
}

/** Pairs of iterates, and how many are ordered the other way round. */
export function pairChange(old: readonly number[], now: readonly number[]): { pairs: number; turned: number } {
  let turned = 0;
  for (let i = 0; i < old.length; i++)
    for (let j = 0; j < i; j++) {
      const up = below(old[j]!, old[i]!) && below(now[i]!, now[j]!);
      const down = below(old[i]!, old[j]!) && below(now[j]!, now[i]!);
      if (up || down) turned++;
    }
  return { pairs: (old.length * (old.length - 1)) / 2, turned };
}
