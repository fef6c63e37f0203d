/**
 * When sweeps end by themselves: the energy of the change of every impulse is a small part of that of doing nothing.
 * docs/theory/gauss-seidel.md (GS7)
 *
 *   max over rows of  a_i dx_i^2/2  <=  tolerance^2 es,   es that of (BP6)
 *
 * The same sweep in any system of units. With fixed bounds it bounds the energy error: what a sweep leaves in a row is what later
 * rows of it have changed, so that the error is at most n m^2 tolerance^2 es, m the number of rows that share a row's bodies.
 */
import { problemScale } from '../../measures/converged.ts';
import { real } from '../../problem/option-specs.ts';
import type { Problem } from '../../problem/problem.ts';

/** The option of every solver that ends so. */
export const changeTolerance = real(
  1e-8,
  '',
  'stop when the energy of the change of every impulse in a sweep is at most the square of this part of that of doing nothing',
  { max: 1 },
);

/** EATK18's test, for Table 3's settings. */
export const impulseChange = real(
  0,
  'N s',
  'stop also when no impulse changes by more in a sweep (EATK18 Table 3 has 1e-5)',
);

export class ChangeTest {
  private before: Float64Array = new Float64Array(0);
  private a: Float64Array = new Float64Array(0);
  /** J, twice the energy of a row that may remain. */
  private limit = 0;
  private least = 0;
  private impulse = 0;

  /** @param impulse N s; 0 = not asked for */
  prepare(p: Problem, tolerance: number, impulse = 0): void {
    if (this.before.length !== p.n) this.before = new Float64Array(p.n);
    this.a = p.A.diagonal;
    this.limit = 2 * tolerance * tolerance * problemScale(p);
    this.impulse = impulse;
    this.least = Infinity;
    for (let i = 0; i < p.n; i++) this.least = Math.min(this.least, this.a[i]);
  }

  /** A sweep begins at x. */
  keep(x: Float64Array): void {
    this.before.set(x);
  }

  /** Cheap: false if `change`, the largest of an impulse in N s, rules out that the test is met. */
  mayMeet(change: number): boolean {
    if (change <= this.impulse) return true;
    return change === 0 || this.least * change * change <= this.limit;
  }

  /** Of the sweep from what was kept to x, whose largest change is `change`, N s. */
  meets(x: Float64Array, change: number): boolean {
    if (!this.mayMeet(change)) return false;
    return change <= this.impulse || this.isWithin(x, this.limit);
  }

  /** The same for some rows alone. */
  rowsMeet(rows: readonly number[], x: Float64Array): boolean {
    const { before, a, limit, impulse } = this;
    for (let k = 0; k < rows.length; k++) {
      const i = rows[k];
      const dx = Math.abs(x[i] - before[i]);
      if (!(a[i] * dx * dx <= limit || dx <= impulse)) return false;
    }
    return true;
  }

  private isWithin(x: Float64Array, limit: number): boolean {
    const { before, a } = this;
    for (let i = 0; i < x.length; i++) {
      const dx = x[i] - before[i];
      if (!(a[i] * dx * dx <= limit)) return false;
    }
    return true;
  }
}
