/**
 * Free-set solves on the rows of A: dense L L^T where A is small or full, sparse L D L^T otherwise.
 *
 *   A_FF x_F = -(b_F + A_FN x_N)                                             docs/theory/block-pivoting.md (BP1)
 *
 * A free block that is singular to rounding (redundant rows without compliance) is factored with 1e-10 of its diagonal
 * added; refinement on the true A then finds a solution where one exists.
 */
import { isInfeasible } from '../../kernels/body-kernels.ts';
import { cholesky, choleskySolve } from '../../linalg/dense.ts';
import { SparseLdlt } from '../../linalg/sparse-ldlt.ts';
import { energySum } from '../../measures/energy.ts';
import type { SparseOperator } from '../../problem/explicit.ts';
import type { Problem } from '../../problem/problem.ts';
import { FREE, type FreeSetEngine, LOWER } from './engine.ts';

/** Dense below this many rows, or above this share of entries. */
const DENSE_ROWS = 48;
const DENSE_SHARE = 0.35;
/** Added to the diagonal, as a part of it, where a block is singular. */
const REGULARISATION = 1e-10;
const RELATIVE_PIVOT = 1e-13;

export class ExplicitEngine implements FreeSetEngine {
  n = 0;
  x: Float64Array = new Float64Array(0);
  w: Float64Array = new Float64Array(0);
  state: Uint8Array = new Uint8Array(0);
  bad: Int32Array = new Int32Array(0);
  factorisations = 0;
  private readonly alwaysDense: boolean;
  private p!: Problem;
  private A: SparseOperator | undefined;
  private factorOf: FreeFactor | undefined;
  private g: Float64Array = new Float64Array(0);
  private shift: Float64Array = new Float64Array(0);
  /** 1 = free; what the factor holds while `valid`. */
  private active: Uint8Array = new Uint8Array(0);
  private valid = false;

  /** @param alwaysDense the papers' own way: dense whatever the size and pattern. */
  constructor(alwaysDense = false) {
    this.alwaysDense = alwaysDense;
  }

  /** The order of elimination, where A is given; a structured A is assembled as part of the solve, and ordered there. */
  analyse(p: Problem): void {
    if (!p.structure) this.order(p);
  }

  private order(p: Problem): void {
    const A = p.A.sparse();
    if (A === this.A) return;
    const dense = this.alwaysDense || A.n <= DENSE_ROWS || A.value.length > DENSE_SHARE * A.n * A.n;
    this.factorOf = this.factorOf?.renewed(A, dense) ?? (dense ? new DenseFactor(A) : new SparseFactor(A));
    this.A = A;
    if (this.n === A.n) return;
    this.n = A.n;
    for (const name of ['x', 'w', 'g', 'shift'] as const) this[name] = new Float64Array(A.n);
    this.state = new Uint8Array(A.n);
    this.bad = new Int32Array(A.n);
    this.active = new Uint8Array(A.n);
  }

  prepare(p: Problem): void {
    this.order(p);
    this.p = p;
    this.valid = false;
    this.factorisations = 0;
  }

  solveSet(): boolean {
    const { n, p, state, x, w, g } = this;
    if (!this.factorSet(undefined)) return false;
    for (let i = 0; i < n; i++) x[i] = state[i] === FREE ? 0 : state[i] === LOWER ? p.lo[i] : p.hi[i];
    this.velocities();
    for (let i = 0; i < n; i++) g[i] = state[i] === FREE ? -w[i] : 0;
    this.factorOf?.solve(g);
    for (let i = 0; i < n; i++) if (state[i] === FREE) x[i] = g[i];
    this.velocities();
    for (let i = 0; i < n; i++) if (state[i] === FREE) w[i] = 0;
    return true;
  }

  residual(): number {
    const { n, state, w, g } = this;
    const { diagonal } = this.A as SparseOperator;
    this.velocities();
    let energy = 0;
    for (let i = 0; i < n; i++) {
      g[i] = state[i] === FREE ? -w[i] : 0;
      if (state[i] === FREE) energy += (w[i] * w[i]) / diagonal[i];
    }
    return 0.5 * energy;
  }

  refine(): void {
    const { n, state, x, g } = this;
    this.factorOf?.solve(g);
    for (let i = 0; i < n; i++) if (state[i] === FREE) x[i] += g[i];
  }

  energy(): number {
    const { p, x, w } = this;
    return energySum(x, w, p.A.diagonal, p.lo, p.hi);
  }

  infeasible(share: number): number {
    const { n, p, state, x, w, bad } = this;
    const { diagonal } = this.A as SparseOperator;
    let count = 0;
    for (let i = 0; i < n; i++)
      if (isInfeasible(state[i], diagonal[i], p.lo[i], p.hi[i], x[i], w[i], share)) bad[count++] = i;
    return count;
  }

  factorShifted(D: Float64Array): boolean {
    this.valid = false;
    const done = this.factorSet(D);
    this.valid = false;
    return done;
  }

  solveShifted(r: Float64Array): void {
    for (let i = 0; i < this.n; i++) if (this.state[i] !== FREE) r[i] = 0;
    this.factorOf?.solve(r);
  }

  release(): void {
    this.A = undefined;
    this.factorOf = undefined;
    this.n = 0;
  }

  /** By the problem's own operator: the stored entries of a structured A have lost what C adds to them by rounding. */
  private velocities(): void {
    const { p, x, w } = this;
    p.A.apply(x, w);
    for (let i = 0; i < w.length; i++) w[i] += p.b[i];
  }

  private factorSet(D: Float64Array | undefined): boolean {
    const { n, state, active, shift } = this;
    let changed = !this.valid;
    for (let i = 0; i < n; i++) {
      const free = state[i] === FREE ? 1 : 0;
      if (free !== active[i]) changed = true;
      active[i] = free;
    }
    if (!changed) return true;
    this.factorisations++;
    this.valid = this.factorOf?.factor(active, D, RELATIVE_PIVOT) ?? false;
    if (this.valid) return true;
    const { diagonal } = this.A as SparseOperator;
    for (let i = 0; i < n; i++) shift[i] = (D ? D[i] : 0) + REGULARISATION * diagonal[i];
    this.factorisations++;
    this.valid = this.factorOf?.factor(active, shift, 0) ?? false;
    return this.valid;
  }
}

/** A factor of the active rows of A + diag(shift). */
interface FreeFactor {
  /** This factor for another matrix of the same kind and pattern, or undefined. */
  renewed(A: SparseOperator, dense: boolean): FreeFactor | undefined;
  factor(active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean;
  /** z <- A^-1 z on the active rows. */
  solve(z: Float64Array): void;
}

class DenseFactor implements FreeFactor {
  private A: SparseOperator;
  private L: Float64Array;
  private rows: Int32Array;
  private local: Int32Array;
  private z: Float64Array;
  private m = 0;

  constructor(A: SparseOperator) {
    this.A = A;
    this.L = new Float64Array(A.n * A.n);
    this.rows = new Int32Array(A.n);
    this.local = new Int32Array(A.n);
    this.z = new Float64Array(A.n);
  }

  renewed(A: SparseOperator, dense: boolean): FreeFactor | undefined {
    if (!dense || A.n !== this.A.n) return undefined;
    this.A = A;
    return this;
  }

  factor(active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean {
    const { A, L, rows, local } = this;
    let m = 0;
    for (let i = 0; i < A.n; i++) {
      local[i] = active[i] === 1 ? m : -1;
      if (active[i] === 1) rows[m++] = i;
    }
    this.m = m;
    L.fill(0, 0, m * m);
    for (let r = 0; r < m; r++) {
      const i = rows[r];
      for (let k = A.rowStart[i]; k < A.rowStart[i + 1]; k++) {
        const c = local[A.column[k]];
        if (c >= 0 && c <= r) L[r * m + c] = A.value[k];
      }
      if (shift) L[r * m + r] += shift[i];
    }
    return cholesky(L, m, relativePivot);
  }

  solve(out: Float64Array): void {
    const { L, rows, z, m } = this;
    for (let r = 0; r < m; r++) z[r] = out[rows[r]];
    choleskySolve(L, m, z);
    for (let r = 0; r < m; r++) out[rows[r]] = z[r];
  }
}

class SparseFactor implements FreeFactor {
  private A: SparseOperator;
  private readonly ldlt: SparseLdlt;

  constructor(A: SparseOperator) {
    this.A = A;
    this.ldlt = new SparseLdlt(A.n, A.rowStart, A.column);
  }

  renewed(A: SparseOperator, dense: boolean): FreeFactor | undefined {
    if (dense || !equal(A.rowStart, this.A.rowStart) || !equal(A.column, this.A.column)) return undefined;
    this.A = A;
    return this;
  }

  factor(active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean {
    return this.ldlt.factor(this.A.value, active, shift, relativePivot);
  }

  solve(z: Float64Array): void {
    this.ldlt.solve(z);
  }
}

function equal(p: Int32Array, q: Int32Array): boolean {
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}
