/**
 * The least objective over a point and the span of three directions: the change of the last sweep and the last two steps.
 * docs/theory/accelerated-gradient.md (AG6), (AG7)
 *
 *   min over c of f(x + V c),  V = (z, d, d_last):   V'A V c = -V'(A x + b)
 *
 * Both sides need images only. Rows that a step would take out of their bounds are moved back, and if that costs more than
 * the step gains, the sweep stands alone.
 */
import { SUBSPACE_BODIES, SUBSPACE_ROWS } from '../../kernels/layouts.ts';
import { writeTable } from '../../kernels/tables.ts';
import type { Imaged, SweepRows } from '../sweeps/carried-sweeps.ts';

const COUNT = 3;
/** A direction whose part across the others has less than this share of its energy is left out. */
const DEPENDENT = 1e-12;
/** A direction with less than this share of x'A x: its image is rounding, and a step along it would be arbitrary. */
const ROUNDING = 1e-24;
/**
 * A change x - x_last and that of the image are each rounded on their own, by 1e-16 of x. If the change has less than this share
 * of x'A x, the slope b'z + y'y_z would be that rounding: it is then summed row by row, from w, which is small by then.
 */
const RESOLVED = 1e-13;
/** The image of x is made anew after so many iterations: rounding adds up in it. */
const REFRESH = 200;

export class Subspace {
  /** The layout that the tables are written for. */
  private layout = -1;
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

  prepare(rows: SweepRows): void {
    [this.before, this.z, this.d, this.last] = rows.spare;
    if (this.layout !== rows.layout) this.writeTables(rows);
    this.layout = rows.layout;
    this.known = 0;
    this.count = 0;
    this.scale = rows.start;
  }

  private writeTables({ arena, at, even, current, searchRows, searchBodies }: SweepRows): void {
    const { before, z, d, last } = this;
    const { lo, hi, b, C, G, values, list } = at;
    writeTable(arena.I, searchRows, SUBSPACE_ROWS, {
      count: even,
      x: current.atV,
      before: before.atV,
      lo,
      hi,
      b,
      C,
      p: z.atV,
      q: d.atV,
      r: last.atV,
      G,
      values,
      list,
    });
    writeTable(arena.I, searchBodies, SUBSPACE_BODIES, {
      count: current.y.length,
      y: current.atY,
      before: before.atY,
      p: z.atY,
      q: d.atY,
      r: last.atY,
      G,
    });
    this.G = arena.F.subarray(at.G, at.G + 9);
  }

  /** A sweep begins. */
  remember(rows: SweepRows): void {
    if (++this.count % REFRESH === 0) this.scale = Math.max(this.scale, rows.refresh());
    this.keep(rows);
  }

  private keep({ current }: SweepRows): void {
    this.before.v.set(current.v);
    this.before.y.set(current.y);
  }

  /** A sweep has ended: x goes on to the least objective of the span, clamped, unless that raises it. */
  accelerate(rows: SweepRows): void {
    const { before, G, z, d, last, known } = this;
    const { current } = rows;
    this.point(rows);
    G.fill(0);
    this.changeOfRows(rows);
    if (rows.structured) rows.kernels.subspaceBodies(rows.searchBodies);
    else this.gramOfRows(rows);
    this.scale = Math.max(this.scale, G[0]);
    if (rows.structured && this.isSmall()) this.slopes(rows);
    if (this.solve(1 + known)) {
      const gain = this.gain();
      this.keep(rows);
      if (this.move(rows) <= gain) {
        this.d = last;
        this.last = d;
        this.known = Math.min(known + 1, COUNT - 1);
        return;
      }
      current.v.set(before.v);
      current.y.set(before.y);
    }
    this.z = last; // the sweep stands alone
    this.d = z;
    this.last = d;
    this.known = Math.min(known, 1) + 1;
  }

  /** Passes the places of the directions to the kernels after these were exchanged. */
  private point({ arena, searchRows, searchBodies }: SweepRows): void {
    const { z, d, last } = this;
    const { I } = arena;
    I[searchRows + SUBSPACE_ROWS.p] = z.atV;
    I[searchRows + SUBSPACE_ROWS.q] = d.atV;
    I[searchRows + SUBSPACE_ROWS.r] = last.atV;
    I[searchBodies + SUBSPACE_BODIES.p] = z.atY;
    I[searchBodies + SUBSPACE_BODIES.q] = d.atY;
    I[searchBodies + SUBSPACE_BODIES.r] = last.atY;
  }

  private isSmall(): boolean {
    const { G, known } = this;
    const least = RESOLVED * this.scale;
    return G[0] < least || (known > 0 && G[2] < least) || (known > 1 && G[5] < least);
  }

  /** What the step gains of the objective, J. */
  private gain(): number {
    const { c, G } = this;
    return 0.5 * (c[0] * G[6] + c[1] * G[7] + c[2] * G[8]);
  }

  /** -V'w from the velocities of the rows. */
  private slopes(rows: SweepRows): void {
    const { z, d, last, G } = this;
    G.fill(0, 6);
    for (let j = 0; j < rows.m; j++) {
      const w = rows.velocity(j);
      G[6] -= w * z.v[j];
      G[7] -= w * d.v[j];
      G[8] -= w * last.v[j];
    }
  }

  /** z and its part of V'A V. Rows that the sweep leaves on a bound are active: directions lose them. */
  private changeOfRows(rows: SweepRows): void {
    const { d, last, before } = this;
    const { arena } = rows;
    const { values, list } = rows.at;
    const count = rows.kernels.subspaceRows(rows.searchRows);
    for (let k = 0; k < count; k++) {
      const entry = arena.I[list + k];
      const which = entry % COUNT;
      const row = (entry - which) / COUNT;
      const value = arena.F[values + k];
      // the image of z is y - before, still to be taken
      if (which === 0) rows.add(row, value, before.y);
      else rows.add(row, -value, which === 1 ? d.y : last.y);
    }
  }

  /** The same if images are A v. */
  private gramOfRows({ current, b, rows, m }: SweepRows): void {
    const { z, d, last, before, G } = this;
    G.fill(0);
    for (let i = 0; i < current.y.length; i++) z.y[i] = current.y[i] - before.y[i];
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
    const least = ROUNDING * this.scale;
    for (let q = 0, at = 0; q < COUNT; q++) {
      const diagonal = G[at + q];
      for (let r = 0; r <= q; r++, at++) {
        let sum = G[at];
        for (let t = 0; t < r; t++) sum -= L[COUNT * q + t] * L[COUNT * r + t];
        if (r < q) L[COUNT * q + r] = L[COUNT * r + r] > 0 ? sum / L[COUNT * r + r] : 0;
        else L[COUNT * q + q] = q < count && sum > DEPENDENT * diagonal && diagonal > least ? Math.sqrt(sum) : 0;
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
    const { kernels, current, lo, hi, a, at, arena } = rows;
    const { c } = this;
    const c0 = c[0];
    const c1 = c[1];
    const c2 = c[2];
    kernels.combine(rows.searchBodies, c0, c1, c2);
    const count = kernels.combineRows(rows.searchRows, c0, c1, c2);
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
