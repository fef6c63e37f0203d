/**
 * The same problem in other units. A unit of mass that is `mass` times smaller makes every mass `mass` times larger,
 * and so on: kg to g is mass = 1000, m to mm is length = 1000, s to ms is time = 1000.
 *
 *   x:  kg m/s  (angular kg m^2/s)      w, b:  m/s  (angular 1/s)      a_ij = w_i / x_j      energy:  kg m^2/s^2
 *
 * Forces and accelerations (quantity: force) have one more 1/s each. docs/theory/error-measures.md (E9)
 */
import { fromTriplets } from './explicit.ts';
import { makeProblem, type Problem } from './problem.ts';

export interface UnitChange {
  /** How many new units of mass make one old unit; likewise below. */
  readonly mass: number;
  readonly length: number;
  readonly time: number;
}

export interface UnitFactors {
  /** Factor of each row's x. */
  readonly x: Float64Array;
  /** Factor of each row's w. */
  readonly w: Float64Array;
  /** Factor of energies. */
  readonly energy: number;
}

export function unitFactors(p: Problem, { mass, length, time }: UnitChange): UnitFactors {
  const rate = p.quantity === 'force' ? 1 / time : 1;
  const x = new Float64Array(p.n);
  const w = new Float64Array(p.n);
  for (let i = 0; i < p.n; i++) {
    const arm = p.unit?.[i] === 'angular' ? length : 1;
    x[i] = ((mass * length) / time) * arm * rate;
    w[i] = (length / time / arm) * rate;
  }
  return { x, w, energy: ((mass * length * length) / (time * time)) * rate * rate };
}

/** The problem with its numbers in the new units, in explicit form. Rows without a unit count as linear. */
export function changeUnits(p: Problem, change: UnitChange): Problem {
  const f = unitFactors(p, change);
  const a = p.A.sparse();
  const i: number[] = [];
  for (let r = 0; r < p.n; r++) for (let k = a.rowStart[r]; k < a.rowStart[r + 1]; k++) i.push(r);
  const values = a.value.map((v, k) => (v * f.w[i[k]]) / f.x[a.column[k]]);
  const scaled = (numbers: Float64Array, factor: Float64Array) => numbers.map((v, r) => v * factor[r]);
  return makeProblem({
    ...p,
    A: fromTriplets(p.n, { i, j: a.column, values }),
    structure: undefined,
    b: scaled(p.b, f.w),
    lo: scaled(p.lo, f.x),
    hi: scaled(p.hi, f.x),
    contacts: p.contacts.map((contact) => ({
      ...contact,
      muRolling: contact.muRolling * change.length,
      muSpinning: contact.muSpinning * change.length,
    })),
    h: p.h === undefined ? undefined : p.h * change.time,
    x: p.x && scaled(p.x, f.x),
    warm: p.warm && scaled(p.warm, f.x),
  });
}
