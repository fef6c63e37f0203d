/**
 * Anderson's acceleration of sweeps.   docs/theory/nonlinear-gauss-seidel.md (NG7)
 *
 * A change that has grown ends the memory, so that in the worst case sweeps are plain ones.
 */
import { Anderson } from '../fixed-points/anderson.ts';

/** A change this much larger than the least since the memory began ends it. */
const GROWTH = 2;

export class AcceleratedSweeps {
  private readonly anderson = new Anderson({ method: 'lu', pivot: 1e-16, within: 'column' });
  private least = Infinity;
  private started = false;
  /** Change and result of the last sweep. */
  private f: Float64Array = new Float64Array(0);
  private g: Float64Array = new Float64Array(0);

  /** @param depth past sweeps that are combined */
  prepare(n: number, depth: number): void {
    this.anderson.prepare(n, depth);
    if (this.f.length !== n) {
      this.f = new Float64Array(n);
      this.g = new Float64Array(n);
    }
    this.restart();
  }

  /** x: what a sweep has made of `from`; becomes what the next sweep begins with. @param a weights of the rows */
  mix(from: Float64Array, x: Float64Array, a: Float64Array): void {
    const { f, g, anderson } = this;
    const n = x.length;
    let size = 0;
    for (let i = 0; i < n; i++) size += a[i] * (x[i] - from[i]) * (x[i] - from[i]);
    if (size > GROWTH * GROWTH * this.least) this.restart();
    this.least = Math.min(this.least, size);
    if (this.started) {
      const { dF, dG } = anderson.next();
      for (let i = 0; i < n; i++) {
        dF[i] = x[i] - from[i] - f[i];
        dG[i] = x[i] - g[i];
      }
      anderson.remember(a);
    }
    for (let i = 0; i < n; i++) {
      f[i] = x[i] - from[i];
      g[i] = x[i];
    }
    if (this.started && !anderson.combine(x, f, a)) this.restart();
    this.started = true;
  }

  private restart(): void {
    this.anderson.forget();
    this.least = Infinity;
    this.started = false;
  }
}
