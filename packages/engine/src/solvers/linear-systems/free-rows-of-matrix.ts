/**
 * Free-set solves on the rows of A: dense L L^T if A is small or full, sparse L D L^T otherwise.
 *
 *   A_FF x_F = -(b_F + A_FN x_N)                                             docs/theory/block-pivoting.md (BP1)
 *
 * A free block that is singular to rounding (redundant rows without compliance) is factored with 1e-10 of its diagonal
 * added, with 1e-8 or 1e-6 if it is slightly indefinite; refinement on the true A then finds a solution if one exists.
 */
import { expectMemory } from '../../checks/sizes.ts';
import { Arena } from '../../kernels/arena.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import { DENSE, ROWS } from '../../kernels/layouts.ts';
import { type Entries, type Table, writeTable } from '../../kernels/tables.ts';
import type { SparseOperator } from '../../problem/explicit.ts';
import type { Problem } from '../../problem/problem.ts';
import { type FactorWork, FREE, type FreeSetEngine, LOWER } from './free-rows.ts';
import { SparseLdlt } from './sparse-ldlt.ts';

/** Dense below this many rows, or above this share of entries. */
const DENSE_ROWS = 48;
const DENSE_SHARE = 0.35;
/** Added to the diagonal, as a part of it, if a block is singular; the later ones if it has negative eigenvalues. */
const REGULARISATIONS = [1e-10, 1e-8, 1e-6] as const;
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
  /** One memory for whatever factor the last problem needed: a new one for each costs more than a small solve. */
  private readonly arena = new Arena();
  /** Where the rows are in it. */
  private at = { x: 0, w: 0, b: 0, a: 0, inverseA: 0, lo: 0, hi: 0, bad: 0, state: 0 };
  private rows!: Table<typeof ROWS>;
  private kernels!: Kernels;
  private moved = true;
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

  /** The order of elimination, if A is given; a structured A is assembled as part of the solve, and ordered there. */
  analyse(p: Problem): void {
    if (!p.structure) this.order(p);
  }

  private order(p: Problem): void {
    if (this.alwaysDense) expectMemory(16 * p.n * p.n, `A and its factor, full, of ${p.n} rows`);
    const A = p.A.sparse();
    if (A === this.A) return;
    const dense = this.alwaysDense || A.n <= DENSE_ROWS || A.value.length > DENSE_SHARE * A.n * A.n;
    const place = () => this.place(A.n);
    this.factorOf = this.factorOf?.renewed(A, dense, place) ?? this.newFactor(A, dense, place);
    this.A = A;
    if (this.moved) this.see();
    if (this.n === A.n) return;
    this.n = A.n;
    for (const name of ['g', 'shift'] as const) this[name] = new Float64Array(A.n);
    this.active = new Uint8Array(A.n);
  }

  private newFactor(A: SparseOperator, dense: boolean, place: Place): FreeFactor {
    return dense ? new DenseFactor(A, this.arena, place) : new SparseFactor(A, this.arena, place);
  }

  /** Room for the rows in an arena that is being laid out. */
  private place(n: number): { readonly x: number; readonly w: number } {
    const f64 = () => this.arena.f64(n);
    const [bad, state] = [this.arena.i32(n), this.arena.u8(n)];
    this.at = { x: f64(), w: f64(), b: f64(), a: f64(), inverseA: f64(), lo: f64(), hi: f64(), bad, state };
    this.rows = this.arena.table(ROWS);
    this.moved = true;
    return this.at;
  }

  private see(): void {
    const { arena, at } = this;
    const { n } = this.A as SparseOperator;
    this.moved = false;
    this.kernels = arena.end();
    writeTable(arena.I, this.rows, ROWS, { ...at, n });
    this.x = arena.F.subarray(at.x, at.x + n);
    this.w = arena.F.subarray(at.w, at.w + n);
    this.bad = arena.I.subarray(at.bad, at.bad + n);
    this.state = arena.B.subarray(at.state, at.state + n);
  }

  prepare(p: Problem): void {
    this.order(p);
    this.p = p;
    this.valid = false;
    this.factorisations = 0;
    const { at, arena, kernels } = this;
    arena.F.set(p.b, at.b);
    arena.F.set(p.A.diagonal, at.a);
    kernels.inverses(p.n, at.a, at.inverseA);
  }

  get work(): FactorWork {
    return this.factorOf?.work ?? { factor: 0, solve: 0 };
  }

  nothing(): number {
    this.readBounds();
    return this.kernels.nothing(this.rows);
  }

  solveSet(): boolean {
    const { n, p, state, x, w, g } = this;
    if (!this.factorSet(undefined)) return false;
    this.readBounds();
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
    return this.kernels.rowsEnergy(this.rows);
  }

  infeasible(share: number): number {
    this.readBounds();
    return this.kernels.infeasible(this.rows, share);
  }

  private readBounds(): void {
    const { p, at, arena } = this;
    arena.F.set(p.lo, at.lo);
    arena.F.set(p.hi, at.hi);
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
    this.arena.release();
    this.A = undefined;
    this.factorOf = undefined;
    this.n = 0;
  }

  /** By the problem's own operator: the stored entries of a structured A have lost what C adds to them by rounding. */
  private velocities(): void {
    const { p, x, w, factorOf } = this;
    if (p.A === this.A && factorOf?.product) factorOf.product();
    else p.A.apply(x, w);
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
    for (let k = 0; k < REGULARISATIONS.length && !this.valid; k++) {
      for (let i = 0; i < n; i++) shift[i] = (D ? D[i] : 0) + REGULARISATIONS[k] * diagonal[i];
      this.factorisations++;
      this.valid = this.factorOf?.factor(active, shift, 0) ?? false;
    }
    return this.valid;
  }
}

/** Room for the engine's rows in an arena that is being laid out; where x and w are. */
type Place = () => { readonly x: number; readonly w: number };

/** A factor of the active rows of A + diag(shift). */
interface FreeFactor {
  /** If all rows are active. */
  readonly work: FactorWork;
  /** This factor for another matrix of the same kind and pattern, or undefined; `place` if the arena is laid out anew. */
  renewed(A: SparseOperator, dense: boolean, place: Place): FreeFactor | undefined;
  factor(active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean;
  /** z <- A^-1 z on the active rows. */
  solve(z: Float64Array): void;
  /** w = A x of the engine's rows, if that is faster than by the operator; the same bits. */
  product?(): void;
}

/** All of A by columns in the memory of the kernels, and room for the factor of a block. */
class DenseFactor implements FreeFactor {
  private A: SparseOperator;
  private readonly arena: Arena;
  private kernels!: Kernels;
  private at!: Entries<typeof DENSE>;
  private table!: Table<typeof DENSE>;
  private m = 0;

  constructor(A: SparseOperator, arena: Arena, place: Place) {
    this.A = A;
    this.arena = arena;
    this.layOut(A.n, place);
    this.load(A);
  }

  renewed(A: SparseOperator, dense: boolean, place: Place): FreeFactor | undefined {
    if (!dense) return undefined;
    if (A.n !== this.A.n) this.layOut(A.n, place);
    this.A = A;
    this.load(A);
    return this;
  }

  factor(active: Uint8Array, shift: Float64Array | undefined, relativePivot: number): boolean {
    const { at, table, kernels } = this;
    const { F, I } = this.arena;
    let m = 0;
    for (let i = 0; i < active.length; i++) if (active[i] === 1) I[at.rows + m++] = i;
    this.m = m;
    if (shift) F.set(shift, at.shift);
    I[table + DENSE.m] = m;
    I[table + DENSE.shift] = shift ? at.shift : -1;
    kernels.denseBlock(table);
    return kernels.denseFactor(table, relativePivot) === 1;
  }

  get work(): FactorWork {
    const { n } = this.A;
    return { factor: (n * n * n) / 6, solve: n * n };
  }

  solve(out: Float64Array): void {
    const { at, m } = this;
    const { F, I } = this.arena;
    for (let r = 0; r < m; r++) F[at.z + r] = out[I[at.rows + r]];
    this.kernels.denseSolve(this.table);
    for (let r = 0; r < m; r++) out[I[at.rows + r]] = F[at.z + r];
  }

  product(): void {
    this.kernels.denseProduct(this.table);
  }

  private layOut(n: number, place: Place): void {
    const { arena } = this;
    const apart = n + (n & 1);
    arena.begin();
    const { x, w } = place();
    this.at = {
      n,
      m: 0,
      apart,
      A: arena.f64(n * apart),
      L: arena.f64(n * apart),
      rows: arena.i32(n),
      shift: arena.f64(n),
      z: arena.f64(n),
      x,
      product: w,
    };
    this.table = arena.table(DENSE);
    this.kernels = arena.end();
    writeTable(arena.I, this.table, DENSE, this.at);
  }

  private load({ n, rowStart, column, value }: SparseOperator): void {
    const { F } = this.arena;
    const { at } = this;
    const { apart } = at;
    F.fill(0, at.A, at.A + n * apart);
    for (let i = 0; i < n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) F[at.A + apart * column[k] + i] = value[k];
  }
}

class SparseFactor implements FreeFactor {
  private A: SparseOperator;
  private readonly ldlt: SparseLdlt;

  constructor(A: SparseOperator, arena: Arena, place: Place) {
    this.A = A;
    this.ldlt = new SparseLdlt(A.n, A.rowStart, A.column, arena, place);
  }

  renewed(A: SparseOperator, dense: boolean): FreeFactor | undefined {
    if (dense || !equal(A.rowStart, this.A.rowStart) || !equal(A.column, this.A.column)) return undefined;
    this.A = A;
    return this;
  }

  get work(): FactorWork {
    const { entries, n } = this.ldlt;
    return { factor: (entries * entries) / (2 * n), solve: 2 * entries };
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
