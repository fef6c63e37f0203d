/**
 * One damped Newton step on a coupled system: the linear solve of the current states, halved until the self-consistent
 * energy falls.   docs/theory/coupled-newton.md (NC2)
 */
import type { CoupledSystem } from '../linear-systems/coupled-system.ts';

/** Halvings of a step that does not lower the energy. */
const HALVINGS = 5;
/** What the free rows may lack of es before they are refined. */
const ENOUGH = 1e-22;

export class Descent {
  private system!: CoupledSystem;
  private enough = 0;
  private v = {} as Record<'x0' | 'w0' | 'x1' | 'w1', Float64Array>;

  /** @param es the energy error of doing nothing, J. */
  begin(system: CoupledSystem, n: number, es: number): void {
    this.system = system;
    this.enough = ENOUGH * es;
    if (this.v.x0?.length !== n)
      for (const name of ['x0', 'w0', 'x1', 'w1'] as const) this.v[name] = new Float64Array(n);
  }

  /** The energy after a step from a point with the energy `last` (Infinity: any), J; NaN if the system is singular. */
  step(last: number): number {
    const { rows } = this.system;
    if (!this.system.solve(this.enough)) return Number.NaN;
    const energy = rows.energy();
    if (!Number.isFinite(energy)) return Number.NaN;
    return last < Infinity && !(energy < last) ? this.shorten(last, energy) : energy;
  }

  /** The states at the end of the step, from which the next one starts. */
  accept(): void {
    const { rows } = this.system;
    this.v.x0.set(rows.x);
    this.v.w0.set(rows.w);
    rows.classify();
  }

  /** Halves the step from (x0, w0) to (x, w) until the energy falls below `last`; else the best of the halves. */
  private shorten(last: number, full: number): number {
    const { rows } = this.system;
    const { x1, w1 } = this.v;
    x1.set(rows.x);
    w1.set(rows.w);
    let best = full;
    let length = 1;
    for (let k = 1, part = 0.5; k <= HALVINGS; k++, part *= 0.5) {
      this.between(part);
      const energy = rows.energy();
      if (energy < best) [best, length] = [energy, part];
      if (energy < last) break;
    }
    this.between(length);
    rows.bounds();
    return best;
  }

  /** x and w are linear in the step. */
  private between(part: number): void {
    const { x, w } = this.system.rows;
    const { x0, w0, x1, w1 } = this.v;
    for (let i = 0; i < x0.length; i++) {
      x[i] = x0[i] + part * (x1[i] - x0[i]);
      w[i] = w0[i] + part * (w1[i] - w0[i]);
    }
  }
}
