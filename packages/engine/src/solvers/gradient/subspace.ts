/**
 * The least objective over a point and the span of three directions: the change of the last sweep and the last two steps.
 * docs/theory/accelerated-gradient.md (AG6), (AG7)
 *
 *   min over c of f(x + V c),  V = (z, d, d_last):   V'A V c = -V'(A x + b)
 *
 * Both sides need images only. Rows that a step would take out of their bounds are moved back, and where that costs more than
 * the step gains, the sweep stands alone.
 */
import type { Imaged, SweepRows } from './sweep-rows.ts';

const COUNT = 3;
/** A direction whose part across the others has less than this share of its energy is left out. */
const DEPENDENT = 1e-12;
/** A sweep that changes x by less than this share, as energies: its image is rounding, and a step along it would be anything. */
const ROUNDING = 1e-24;
/** The image of x is made anew after so many iterations: rounding adds up in it. */
const REFRESH = 50;

export class Subspace {
  /** Steps known before this sweep, 0 to 2. */
  private known = 0;
  private count = 0;
  /** x'A x when last looked at, or the largest change of a sweep, J. */
  private scale = 0;
  private before!: Imaged;
  /** Change of the sweep, last step, the step before it. */
  private z!: Imaged;
  private d!: Imaged;
  private last!: Imaged;
  /** Lower triangle of V'A V by rows, then -V'w. */
  private G: Float64Array = new Float64Array(0);
  private readonly c = new Float64Array(COUNT);
  private readonly L = new Float64Array(COUNT * COUNT);

  prepare({ spare, arena, at }: SweepRows): void {
    [this.before, this.z, this.d, this.last] = spare;
    this.G = arena.F.subarray(at.G, at.G + 9);
    this.known = 0;
    this.count = 0;
    this.scale = 0;
  }

  /** A sweep begins. */
  remember(rows: SweepRows): void {
    if (this.count++ % REFRESH === 0) this.scale = Math.max(this.scale, rows.refresh());
    this.keep(rows);
  }

  private keep({ current }: SweepRows): void {
    this.before.v.set(current.v);
    this.before.y.set(current.y);
  }

  /** A sweep has ended: x goes on to the least objective of the span, clamped, unless that raises it. */
  accelerate(rows: SweepRows): void {
    const { before, c, G, z, d, last, known } = this;
    const { current } = rows;
    rows.kernels.difference(rows.even, current.atV, before.atV, z.atV);
    rows.kernels.difference(current.y.length, current.atY, before.atY, z.atY);
    this.keepInside(rows);
    if (rows.structured) this.gramOfBodies(rows);
    else this.gramOfRows(rows);
    this.scale = Math.max(this.scale, G[0]);
    const moves = G[0] > ROUNDING * this.scale && this.solve(1 + known);
    if (moves) {
      this.keep(rows);
      const gain = 0.5 * (c[0] * G[6] + c[1] * G[7] + c[2] * G[8]); // of the objective, J
      if (this.move(rows) <= gain) {
        [this.d, this.last] = [last, d];
        this.known = Math.min(known + 1, COUNT - 1);
        return;
      }
      current.v.set(before.v);
      current.y.set(before.y);
    }
    [this.z, this.d, this.last] = [last, z, d]; // the sweep stands alone
    this.known = Math.min(known, 1) + 1;
  }

  /** Directions that leave the bounds at x lose those rows (CG3). */
  private keepInside(rows: SweepRows): void {
    const { z, d, last } = this;
    const { kernels, current, at, even, arena } = rows;
    const count = kernels.outward(even, current.atV, at.lo, at.hi, z.atV, d.atV, last.atV, at.list);
    for (let k = at.list; k < at.list + count; k++) {
      const entry = arena.I[k];
      const which = entry % COUNT;
      const { v, y } = which === 0 ? z : which === 1 ? d : last;
      const j = (entry - which) / COUNT;
      rows.add(j, -v[j], y);
      v[j] = 0;
    }
  }

  private gramOfBodies({ kernels, current, even, at }: SweepRows): void {
    const { z, d, last, G } = this;
    G.fill(0);
    kernels.gramOfRows(even, current.atV, at.b, at.C, z.atV, d.atV, last.atV, at.G);
    kernels.gramOfBodies(current.y.length, current.atY, z.atY, d.atY, last.atY, at.G);
  }

  /** The same where images are A v. */
  private gramOfRows({ current, b, rows, m }: SweepRows): void {
    const { z, d, last, G } = this;
    G.fill(0);
    for (let j = 0; j < m; j++) {
      const i = rows[j];
      const w = current.y[i] + b[j];
      G[0] += z.v[j] * z.y[i];
      G[1] += d.v[j] * z.y[i];
      G[2] += d.v[j] * d.y[i];
      G[3] += last.v[j] * z.y[i];
      G[4] += last.v[j] * d.y[i];
      G[5] += last.v[j] * last.y[i];
      G[6] -= w * z.v[j];
      G[7] -= w * d.v[j];
      G[8] -= w * last.v[j];
    }
  }

  /** c = (V'A V)^-1 (-V'w) by Cholesky over the first `count` directions, dependent ones left out; false: no step. */
  private solve(count: number): boolean {
    const { G, L, c } = this;
    for (let q = 0, at = 0; q < COUNT; q++) {
      const diagonal = G[at + q];
      for (let r = 0; r <= q; r++, at++) {
        let sum = G[at];
        for (let t = 0; t < r; t++) sum -= L[COUNT * q + t] * L[COUNT * r + t];
        if (r < q) L[COUNT * q + r] = L[COUNT * r + r] > 0 ? sum / L[COUNT * r + r] : 0;
        else L[COUNT * q + q] = q < count && sum > DEPENDENT * diagonal ? Math.sqrt(sum) : 0;
      }
    }
    for (let q = 0; q < COUNT; q++) {
      let sum = G[6 + q];
      for (let t = 0; t < q; t++) sum -= L[COUNT * q + t] * c[t];
      c[q] = L[COUNT * q + q] > 0 ? sum / L[COUNT * q + q] : 0;
    }
    for (let q = COUNT - 1; q >= 0; q--) {
      let sum = c[q];
      for (let t = q + 1; t < COUNT; t++) sum -= L[COUNT * t + q] * c[t];
      c[q] = L[COUNT * q + q] > 0 ? sum / L[COUNT * q + q] : 0;
    }
    return Number.isFinite(c[0] + c[1] + c[2]) && (c[0] !== 0 || c[1] !== 0 || c[2] !== 0);
  }

  /** The step, clamped; what clamping costs, J. `last` becomes the whole step, that of the sweep included. */
  private move(rows: SweepRows): number {
    const { kernels, current, lo, hi, a, even, at, arena } = rows;
    const { z, d, last } = this;
    const [c0, c1, c2] = this.c;
    kernels.combine(current.y.length, current.atY, z.atY, d.atY, last.atY, c0, c1, c2);
    kernels.combine(even, current.atV, z.atV, d.atV, last.atV, c0, c1, c2);
    const count = kernels.outside(even, current.atV, at.lo, at.hi, at.list);
    const x = current.v;
    let loss = 0;
    for (let k = at.list; k < at.list + count; k++) {
      const j = arena.I[k];
      const to = x[j] < lo[j] ? lo[j] : hi[j];
      const delta = to - x[j];
      loss += delta * (rows.velocity(j) + 0.5 * a[j] * delta);
      x[j] = to;
      rows.add(j, delta, current.y);
    }
    return loss;
  }
}
