/**
 * The papers' lagged friction bounds, accelerated: g <- normals of the solve with bounds mu g, as a fixed point with
 * Anderson mixing over the last four updates.   docs/theory/coupled-newton.md (NC4)
 */
import type { Problem } from '../../problem/problem.ts';
import { Anderson } from '../fixed-points/anderson.ts';

const MEMORY = 4;

export class LaggedBounds {
  private readonly p: Problem;
  /** Estimates of the normal impulses, one per contact; the first is "sticks": no bound. */
  private g: Float64Array;
  private first = true;
  private readonly estimates: Float64Array[] = [];
  private readonly residuals: Float64Array[] = [];
  private readonly anderson = new Anderson({ method: 'lu', within: 'matrix' });
  private readonly ones: Float64Array;

  constructor(p: Problem) {
    this.p = p;
    this.g = new Float64Array(p.contacts.length);
    this.ones = new Float64Array(p.contacts.length).fill(1);
  }

  /** Writes the friction bounds of the current estimate. */
  bounds(lo: Float64Array, hi: Float64Array): void {
    this.p.contacts.forEach(({ tangents, mu, rolling, muRolling, spinning, muSpinning }, c) => {
      this.setAll(tangents, mu, this.g[c], lo, hi);
      this.setAll(rolling, muRolling, this.g[c], lo, hi);
      this.setAll(spinning, muSpinning, this.g[c], lo, hi);
    });
  }

  private setAll(rows: readonly number[], mu: number, normal: number, lo: Float64Array, hi: Float64Array): void {
    for (const t of rows) {
      hi[t] = this.first && mu > 0 ? Infinity : mu * normal;
      lo[t] = -hi[t];
    }
  }

  /** Takes the answer of the solve with those bounds and makes the next estimate. */
  learn(x: Float64Array): void {
    const answer = Float64Array.from(this.p.contacts, ({ normal }) => Math.max(x[normal], 0));
    if (this.first) {
      this.first = false;
      this.g = answer;
      return;
    }
    this.estimates.push(this.g);
    this.residuals.push(answer.map((v, c) => v - this.g[c]));
    if (this.estimates.length > MEMORY + 1) {
      this.estimates.shift();
      this.residuals.shift();
    }
    this.g = this.mix(answer);
  }

  /** (NC4): from differences of every remembered estimate to the last one. */
  private mix(answer: Float64Array): Float64Array {
    const { estimates, residuals, anderson, ones } = this;
    const last = residuals[residuals.length - 1];
    anderson.prepare(answer.length, MEMORY);
    for (let k = 0; k + 1 < residuals.length; k++) {
      const { dF, dG } = anderson.next();
      for (let c = 0; c < last.length; c++) {
        dF[c] = last[c] - residuals[k][c];
        dG[c] = this.g[c] - estimates[k][c] + dF[c];
      }
      anderson.remember(ones);
    }
    const mixed = answer.slice();
    return anderson.combine(mixed, last, ones) ? mixed.map((v) => Math.max(v, 0)) : answer;
  }
}
