/**
 * Free-set solves in body space: with y = Jt^T x the scaled velocities,
 *
 *   (1 + Jt_F^T C_F^-1 Jt_F) y = Jt_N^T x_N - Jt_F^T C_F^-1 b_F,    x_F = -C_F^-1 (Jt_F y + b_F)        (BS1), (BS2)
 *
 * 6 x 6 block-sparse Cholesky over bodies, symbolic analysis once per contact graph, H kept and updated by the rows
 * that change sides. Needs C > 0 on every row.   docs/theory/body-space.md
 */
import type { Problem } from '../../problem/problem.ts';
import { BodySpace } from './body-space.ts';
import { ContactGraphs } from './contact-graph.ts';
import { type FactorWork, FREE, type FreeSetEngine } from './free-rows.ts';

export class BodyEngine implements FreeSetEngine {
  x: Float64Array = new Float64Array(0);
  w: Float64Array = new Float64Array(0);
  state: Uint8Array = new Uint8Array(0);
  bad: Int32Array = new Int32Array(0);
  private p!: Problem;
  private readonly space: BodySpace;
  private g!: Float64Array;
  private s!: Float64Array;
  private weight!: Float64Array;
  private shifted: Float64Array = new Float64Array(0);

  /** @param kernels 'twin' for the plain kernels, whatever the platform has. @param graphs shared with other engines. */
  constructor(kernels: 'auto' | 'twin' = 'auto', graphs = new ContactGraphs()) {
    this.space = new BodySpace(kernels, graphs);
  }

  get n(): number {
    return this.space.n;
  }

  get factorisations(): number {
    return this.space.factorisations;
  }

  get work(): FactorWork {
    const { symbolic, body } = this.space.graph;
    const products = 12 * body.length; // with Jt, once each way
    return { factor: 216 * symbolic.products + 3 * products, solve: 72 * symbolic.blocks + products };
  }

  /** Prepared for this A before, and not told to forget it. */
  holds(A: Problem['A']): boolean {
    return this.space.holds(A);
  }

  /** The symbolic analysis of p's contact graph, unless an old one serves. */
  analyse(p: Problem): void {
    this.space.analyse(p);
  }

  /** The numbers of operators seen before may have changed. */
  forget(): void {
    this.space.forget();
  }

  prepare(p: Problem): void {
    this.p = p;
    if (this.space.prepare(p)) this.see();
  }

  nothing(): number {
    this.readBounds();
    const { tables, kernels } = this.space;
    return kernels.nothing(tables.rows);
  }

  solveSet(): boolean {
    const { space } = this;
    const { tables, kernels } = space;
    if (space.update() && !space.factor()) return false;
    this.readBounds();
    kernels.target(tables.freeRows);
    space.solveBodies();
    kernels.answer(tables.freeRows);
    return true;
  }

  residual(): number {
    return this.space.residual();
  }

  refine(): void {
    const { space } = this;
    space.solveBodies();
    space.kernels.correct(space.tables.freeRows);
  }

  energy(): number {
    const { tables, kernels } = this.space;
    return kernels.rowsEnergy(tables.rows);
  }

  infeasible(share: number): number {
    this.readBounds();
    const { tables, kernels } = this.space;
    return kernels.infeasible(tables.rows, share);
  }

  factorShifted(D: Float64Array): boolean {
    const { state, weight, shifted, space } = this;
    const { n, C } = space;
    for (let i = 0; i < n; i++) {
      shifted[i] = 1 / (C[i] + D[i]);
      weight[i] = state[i] === FREE ? shifted[i] : 0;
    }
    return space.factorWeights();
  }

  solveShifted(r: Float64Array): void {
    const { n, state, g, s, shifted } = this;
    for (let i = 0; i < n; i++) g[i] = state[i] === FREE ? r[i] * shifted[i] : 0;
    this.space.solveBodies();
    for (let i = 0; i < n; i++) r[i] = state[i] === FREE ? (r[i] - s[i]) * shifted[i] : 0;
  }

  release(): void {
    this.space.release();
  }

  private readBounds(): void {
    const { p, space } = this;
    const { at, arena } = space;
    arena.F.set(p.lo, at.lo);
    arena.F.set(p.hi, at.hi);
  }

  private see(): void {
    const { space } = this;
    const { n, at, arena } = space;
    if (this.shifted.length !== n) this.shifted = new Float64Array(n);
    const views = space.seen(() => ({
      x: space.f64(at.x, n),
      w: space.f64(at.w, n),
      g: space.f64(at.g, n),
      s: space.f64(at.s, n),
      weight: space.f64(at.weight, n),
      bad: arena.I.subarray(at.bad, at.bad + n),
      state: arena.B.subarray(at.state, at.state + n),
    }));
    this.x = views.x;
    this.w = views.w;
    this.g = views.g;
    this.s = views.s;
    this.weight = views.weight;
    this.bad = views.bad;
    this.state = views.state;
  }
}
