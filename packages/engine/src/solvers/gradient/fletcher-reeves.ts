/**
 * Fletcher and Reeves' steps on the change of a sweep, as Silcowitz, Niebe and Erleben take them: a restart when the change
 * grows.   docs/theory/accelerated-gradient.md (AG5)
 */
import type { Imaged, SweepRows } from '../sweeps/carried-sweeps.ts';

export class FletcherReeves {
  private before!: Imaged;
  private d!: Imaged;
  /** sum a z^2 of the last change. */
  private last = 0;

  prepare({ spare }: SweepRows): void {
    [this.before, this.d] = spare;
    this.last = 0;
  }

  /** A sweep begins. */
  remember({ current }: SweepRows): void {
    this.before.v.set(current.v);
    this.before.y.set(current.y);
  }

  /** A sweep has ended: x goes on along the last direction, clamped. */
  accelerate(rows: SweepRows): void {
    const { a, lo, hi, m } = rows;
    const { v: x, y } = rows.current;
    const { d, before } = this;
    let size = 0;
    for (let j = 0; j < m; j++) {
      const z = x[j] - before.v[j];
      size += a[j] * z * z;
    }
    const beta = this.last > 0 ? size / this.last : 0;
    this.last = size;
    if (!(beta <= 1)) {
      d.v.fill(0);
      d.y.fill(0);
      return;
    }
    for (let k = 0; k < y.length; k++) {
      const along = beta * d.y[k];
      d.y[k] = along + y[k] - before.y[k];
      y[k] += along;
    }
    for (let j = 0; j < m; j++) {
      const along = beta * d.v[j];
      d.v[j] = along + x[j] - before.v[j];
      const free = x[j] + along;
      x[j] = Math.min(Math.max(free, lo[j]), hi[j]);
      if (x[j] !== free) rows.add(j, x[j] - free, y);
    }
  }
}
