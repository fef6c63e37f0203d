/**
 * Proximal points: contacts that yield about the last answer, ever less, so that what cannot be reached at once is
 * approached.   docs/theory/coupled-newton.md (NC8)
 *
 *   w_i + f a_i (x_i - c_i) in place of w_i on the rows of contacts;  c <- x + (x - c)/2,  f smaller after a solve, larger after none
 */

import type { CoupledSystem } from '../linear-systems/coupled-system.ts';
import type { Descent } from './coupled-step.ts';

const FIRST = 1e-2;
/** No more: nothing moves any longer. */
const MOST = 1e6;
/** Newton steps of one solve, fewer if a step does not lower the energy. */
const STEPS = 10;
/** Energy at which a yielding problem counts as solved, as a part of es. */
const SOLVED = 1e-12;
/** f is multiplied by this after a solve of so many steps, and after none. */
const DOWN = { quick: 0.1, quickSteps: 3, fair: 0.3, fairSteps: 6 } as const;
const UP = 4;
/** After a failure f falls at most by half, in the next solve by a quarter, and so on. */
const CAUTION = 0.5;
/** Over-relaxation of the centre; 0.9 cycles. */
const BEYOND = 0.5;

export class ProximalPoints {
  /** Factorisations of the last solve. */
  steps = 0;
  private system!: CoupledSystem;
  private descent!: Descent;
  private enough = 0;
  private centre: Float64Array = new Float64Array(0);
  private f = FIRST;
  private caution = 0;
  private failed = false;

  begin(system: CoupledSystem, descent: Descent, from: Float64Array, es: number): void {
    this.system = system;
    this.descent = descent;
    this.enough = SOLVED * es;
    this.f = FIRST;
    this.caution = 0;
    this.failed = false;
    if (this.centre.length !== from.length) this.centre = new Float64Array(from.length);
    this.centre.set(from);
    system.rows.x.set(from);
  }

  /** One solve; the system is firm afterwards, w that of x. False if no f is left to try. */
  next(): boolean {
    const { system, centre } = this;
    const { rows } = system;
    if (this.failed) rows.x.set(centre); // the end of a failed solve is a bad start
    system.soften(this.f, centre);
    system.velocities();
    rows.bounds();
    rows.classify();
    const solved = this.solve();
    system.firm();
    system.velocities();
    this.move(solved);
    return this.f <= MOST;
  }

  private solve(): boolean {
    let last = Infinity;
    for (this.steps = 1; this.steps <= STEPS; this.steps++) {
      const energy = this.descent.step(last);
      if (energy <= this.enough) return true;
      if (!(energy < last)) return false;
      last = energy;
      this.descent.accept();
    }
    this.steps = STEPS;
    return false;
  }

  private move(solved: boolean): void {
    const { centre } = this;
    const { x } = this.system.rows;
    this.failed = !solved;
    if (this.failed) {
      this.f *= UP;
      this.caution = CAUTION;
      return;
    }
    for (let i = 0; i < x.length; i++) centre[i] = x[i] + BEYOND * (x[i] - centre[i]);
    const down = this.steps <= DOWN.quickSteps ? DOWN.quick : this.steps <= DOWN.fairSteps ? DOWN.fair : 1;
    this.f *= Math.max(down, this.caution);
    this.caution *= 0.5;
  }
}
