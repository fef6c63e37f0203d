/**
 * The linear systems of coupled Newton and of its barrier on dense rows of A, for problems without J or without
 * compliance.   docs/theory/coupled-newton.md (NC2), (NC7), (NC8)
 */
import { matrixOf } from '../../checks/sizes.ts';
import { Arena } from '../../kernels/arena.ts';
import { WrittenTables } from '../../kernels/tables.ts';
import { luFactor, luSubstitute } from '../../linalg/dense.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import {
  CoupledRows,
  FREE,
  HELD,
  placeRows,
  type RowOffsets,
  SLIDING,
  viewRows,
  writeRowTables,
} from './coupled-rows.ts';
import { type CoupledSystem, REFINEMENTS } from './coupled-system.ts';

export class DenseCoupledSystem implements CoupledSystem {
  readonly rows = new CoupledRows();
  private readonly arena = new Arena();
  private p!: Problem;
  private A: Float64Array = new Float64Array(0);
  private of: unknown;
  private B: Float64Array = new Float64Array(0);
  private free: Int32Array = new Int32Array(0);
  private local: Int32Array = new Int32Array(0);
  private exchanges: Int32Array = new Int32Array(0);
  private step: Float64Array = new Float64Array(0);

  /** What `soften` adds to the diagonal, and about which x; zero if firm. */
  private more: Float64Array = new Float64Array(0);
  private centre: Float64Array = new Float64Array(0);
  private soft = false;
  /** Rows of the last barrier that move. */
  private moving = 0;

  analyse(): void {}

  prepare(p: Problem): void {
    const { rows, arena } = this;
    const { n } = p;
    this.p = p;
    if (rows.n !== n || !rows.kernels) this.layOut(n);
    const { at, kernels } = rows;
    rows.read(p);
    arena.F.set(p.A.diagonal, at.a);
    kernels.inverses(n, at.a, at.inverseA);
    this.soft = false;
    this.more.fill(0);
    if (this.of === p.A) return;
    this.of = p.A;
    this.A = p.A.dense();
  }

  forget(): void {
    this.of = undefined;
  }

  velocities(): void {
    const { more, centre } = this;
    const { x, w } = this.rows;
    velocities(this.p, x, w);
    if (this.soft) for (let i = 0; i < x.length; i++) w[i] += more[i] * (x[i] - centre[i]);
  }

  soften(factor: number, centre: Float64Array): void {
    const { diagonal } = this.p.A;
    this.centre.set(centre);
    for (const { normal, tangents, rolling, spinning } of this.p.contacts) {
      this.more[normal] = factor * diagonal[normal];
      for (const row of tangents) this.more[row] = factor * diagonal[row];
      for (const row of rolling) this.more[row] = factor * diagonal[row];
      for (const row of spinning) this.more[row] = factor * diagonal[row];
    }
    this.soft = true;
    this.renew();
  }

  firm(): void {
    this.soft = false;
    this.more.fill(0);
    this.renew();
  }

  /** LU with row exchanges; the rows that move are listed in `free`. */
  factorBarrier(barrier: Float64Array, coupling: Float64Array): boolean {
    const { A, B, free, local, exchanges } = this;
    const { n, normalOf } = this.rows;
    let m = 0;
    for (let i = 0; i < n; i++) {
      local[i] = barrier[i] < Infinity ? m : -1;
      if (local[i] >= 0) free[m++] = i;
    }
    for (let r = 0; r < m; r++) {
      const row = free[r];
      for (let c = 0; c < m; c++) B[r * m + c] = A[row * n + free[c]];
      B[r * m + r] += barrier[row];
      if (normalOf[row] >= 0 && local[normalOf[row]] >= 0) B[r * m + local[normalOf[row]]] -= coupling[row];
    }
    this.moving = m;
    return luFactor(B, m, exchanges);
  }

  solveBarrier(rhs: Float64Array, dx: Float64Array): void {
    const { B, free, exchanges, step, moving } = this;
    for (let r = 0; r < moving; r++) step[r] = rhs[free[r]];
    luSubstitute(B, moving, exchanges, step);
    dx.fill(0);
    for (let r = 0; r < moving; r++) dx[free[r]] = step[r];
  }

  /** A_FF with the sliding columns added to those of their normals; LU with row exchanges. */
  solve(enough: number): boolean {
    const { rows, free, step, exchanges, B, arena } = this;
    const { x, w, state, held, at } = rows;
    const m = this.assemble();
    if (!luFactor(B, m, exchanges)) return false;
    for (let i = 0; i < x.length; i++) x[i] = state[i] === HELD ? held[i] : 0;
    let lacking = Infinity;
    for (let k = 0; k <= REFINEMENTS; k++) {
      this.velocities();
      let next = 0;
      for (let r = 0; r < m; r++) {
        step[r] = -w[free[r]];
        next += (w[free[r]] * w[free[r]]) / (2 * arena.F[at.a + free[r]]);
      }
      if (k > 0 && (next <= enough || !(next < 0.25 * lacking))) return true;
      lacking = k === 0 ? Infinity : next;
      luSubstitute(B, m, exchanges, step);
      for (let r = 0; r < m; r++) x[free[r]] += step[r];
      rows.follow(at.x);
    }
    this.velocities();
    return true;
  }

  release(): void {
    this.arena.release();
    this.rows.n = 0;
    this.of = undefined;
    this.A = new Float64Array(0);
    this.B = new Float64Array(0);
  }

  /** B, and its number of rows. */
  private assemble(): number {
    const { rows, free, local, A, B, more } = this;
    const { n, state, slope, normalOf } = rows;
    let m = 0;
    for (let i = 0; i < n; i++) {
      local[i] = state[i] === FREE ? m : -1;
      if (state[i] === FREE) free[m++] = i;
    }
    for (let r = 0; r < m; r++) {
      for (let c = 0; c < m; c++) B[r * m + c] = A[free[r] * n + free[c]];
      B[r * m + r] += more[free[r]];
      for (let t = 0; t < n; t++)
        if (state[t] === SLIDING) B[r * m + local[normalOf[t]]] += slope[t] * A[free[r] * n + t];
    }
    return m;
  }

  private layOut(n: number): void {
    const { arena, rows } = this;
    arena.begin();
    const at: RowOffsets = {
      x: arena.f64(n),
      w: arena.f64(n),
      a: arena.f64(n),
      inverseA: arena.f64(n),
      lo: arena.f64(n),
      hi: arena.f64(n),
      state: arena.u8(n),
    };
    const placed = placeRows(arena, n, at);
    const kernels = arena.end();
    writeRowTables(arena.I, new WrittenTables(), placed);
    rows.see(arena, placed, viewRows(arena, placed), kernels);
    this.B = matrixOf(n, n);
    this.free = new Int32Array(n);
    this.local = new Int32Array(n);
    this.exchanges = new Int32Array(n);
    this.step = new Float64Array(n);
    this.more = new Float64Array(n);
    this.centre = new Float64Array(n);
  }

  private renew(): void {
    const { arena, rows, more } = this;
    const { at, n } = rows;
    const { diagonal } = this.p.A;
    for (let i = 0; i < n; i++) arena.F[at.a + i] = diagonal[i] + more[i];
    rows.kernels.inverses(n, at.a, at.inverseA);
  }
}
