/**
 * The linear system of one set of states when friction follows the normal impulses.   docs/theory/coupled-newton.md (NC2), (NC3)
 *
 * Two implementations: body space, with an unsymmetric block LU where a row slides and the Cholesky factor where none
 * does, and dense rows of A where there is no J or no compliance.
 */
import { Arena } from '../../kernels/arena.ts';
import { luFactor, luSubstitute } from '../../linalg/dense.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { BodySpace } from '../free-set/body-space.ts';
import type { ContactGraphs } from '../free-set/contact-graph.ts';
import { CoupledRows, FREE, HELD, type RowOffsets, SLIDING } from './rows.ts';

export interface CoupledSystem {
  readonly rows: CoupledRows;
  /** The symbolic part, where there is one. */
  analyse(p: Problem): void;
  prepare(p: Problem): void;
  /** w = A x + b. */
  velocities(): void;
  /**
   * x for the rows' states with w = 0 on the free ones, refined until they lack at most `enough` joules or that does not
   * help; false where the system is singular.
   */
  solve(enough: number): boolean;
  /** The numbers of operators seen before may have changed. */
  forget(): void;
  release(): void;
}

/** Most corrections of the free rows on the true A after a solve, each of which must divide what they lack by four. */
const REFINEMENTS = 8;

export class BodyCoupledSystem implements CoupledSystem {
  readonly rows = new CoupledRows();
  private readonly space: BodySpace;
  private lower = 0;
  private upper = 0;
  /** What the last factor is of: H, or the unsymmetric matrix. */
  private factored: 'H' | 'both' | 'nothing' = 'nothing';

  constructor(graphs: ContactGraphs, kernels: 'auto' | 'twin' = 'auto') {
    this.space = new BodySpace(kernels, graphs, ({ symbolic }, n) => {
      const { arena } = this.space;
      this.lower = arena.f64(36 * symbolic.blocks);
      this.upper = arena.f64(36 * symbolic.blocks);
      this.rows.place(arena, n);
    });
  }

  analyse(p: Problem): void {
    this.space.analyse(p);
  }

  prepare(p: Problem): void {
    const { space, rows } = this;
    if (space.prepare(p)) rows.see(space.arena, space.at, space.kernels);
    rows.read(p, space.arena);
    this.factored = 'nothing';
  }

  forget(): void {
    this.space.forget();
  }

  velocities(): void {
    this.space.residual();
  }

  solve(enough: number): boolean {
    const { rows, space } = this;
    const { n, at, kernels } = space;
    if (!this.factor()) return false;
    const { held } = rows.at;
    kernels.target(n, at.state, at.b, at.inverseC, held, held, at.x, at.g); // sliding rows are held at zero until they follow
    this.throughBodies();
    kernels.answer(n, at.state, at.b, at.C, at.inverseC, at.s, at.x, at.w);
    rows.follow(at.x);
    let lacking = space.residual();
    for (let k = 0; k < REFINEMENTS && lacking > enough; k++) {
      this.throughBodies();
      kernels.correct(n, at.state, at.inverseC, at.w, at.s, at.x);
      rows.follow(at.x);
      const next = space.residual();
      const falls = next < 0.25 * lacking;
      lacking = next;
      if (!falls) break;
    }
    return true;
  }

  release(): void {
    this.space.release();
  }

  /** Of 1 + sum over free rows of G_i^T Jt_i / C_i, G_n = Jt_n + sum of slope Jt_t over the sliding rows (NC3). */
  private factor(): boolean {
    const { rows, space, lower, upper } = this;
    const { at, kernels } = space;
    const { symbolic } = space.graph;
    const changed = space.update();
    if (rows.slides === 0) {
      if (!changed && this.factored === 'H') return true;
      this.factored = 'H';
      return space.factor();
    }
    this.factored = 'both';
    const { sliding, normalOf, slope } = rows.at;
    kernels.bothTriangles(symbolic.bodies, symbolic.blocks, at.colStart, at.H, lower, upper);
    kernels.addSliding(rows.slides, sliding, normalOf, slope, at.inverseC, at.groupOf, at.groups, lower, upper);
    return kernels.factorLu(symbolic.bodies, at.colStart, at.taskStart, at.tasks, lower, upper) === 1;
  }

  /** s = Jt times what the factor makes of G^T g; g of sliding rows follows that of their normals. */
  private throughBodies(): void {
    const { rows, space, lower, upper } = this;
    const { at, kernels } = space;
    const { bodies } = space.graph.symbolic;
    if (this.factored === 'H') {
      space.solveBodies();
      return;
    }
    rows.follow(at.g);
    kernels.gather(bodies, at.groups, at.groupCount, at.g, at.y);
    kernels.solveLu(bodies, at.colStart, at.blockRow, lower, upper, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
  }
}

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

  analyse(): void {}

  prepare(p: Problem): void {
    const { rows, arena } = this;
    const { n } = p;
    this.p = p;
    if (rows.n !== n || !rows.kernels) this.layOut(n);
    const { at, kernels } = rows;
    rows.read(p, arena);
    arena.F.set(p.A.diagonal, at.a);
    kernels.inverses(n, at.a, at.inverseA);
    if (this.of === p.A) return;
    this.of = p.A;
    this.A = p.A.dense();
  }

  forget(): void {
    this.of = undefined;
  }

  velocities(): void {
    velocities(this.p, this.rows.x, this.rows.w);
  }

  /** A_FF with the sliding columns added to those of their normals; LU with row exchanges. */
  solve(enough: number): boolean {
    const { rows, free, step, exchanges, B } = this;
    const { diagonal } = this.p.A;
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
        next += (w[free[r]] * w[free[r]]) / (2 * diagonal[free[r]]);
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
    const { rows, free, local, A, B } = this;
    const { n, state, slope, normalOf } = rows;
    let m = 0;
    for (let i = 0; i < n; i++) {
      local[i] = state[i] === FREE ? m : -1;
      if (state[i] === FREE) free[m++] = i;
    }
    for (let r = 0; r < m; r++) {
      for (let c = 0; c < m; c++) B[r * m + c] = A[free[r] * n + free[c]];
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
    rows.place(arena, n);
    rows.see(arena, at, arena.end());
    this.B = new Float64Array(n * n);
    this.free = new Int32Array(n);
    this.local = new Int32Array(n);
    this.exchanges = new Int32Array(n);
    this.step = new Float64Array(n);
  }
}
