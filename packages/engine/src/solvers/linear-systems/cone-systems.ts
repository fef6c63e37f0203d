/**
 * The linear systems of Newton on cones, B1 dx + B2 A dx = r with 1 to 6 rows per block, in body space: if J is known.
 * docs/theory/newton-cone.md (CN5)
 */
import { BLOCK_LU, FOLLOWERS } from '../../kernels/layouts.ts';
import type { Table } from '../../kernels/tables.ts';
import { luFactor, luSubstitute } from '../../linalg/dense.ts';
import { sameBodies } from '../../problem/bodies-of-rows.ts';
import type { Problem } from '../../problem/problem.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import { BLOCK, type ConeBlocks, OPEN, STICKS } from '../newton/cone-blocks.ts';
import { BodySpace, type Extension } from './body-space.ts';
import type { ContactGraphs } from './contact-graph.ts';

/** Added to the diagonal of A in the factor, as a part of it: redundant contacts without compliance make it singular. */
export const REGULARISATION = 1e-10;

/** Square of an entry of E off the diagonal that counts as zero, as a part of the product of the diagonal ones. */
const ROUNDING = 1e-28;
/** Multiplications per row of a step besides the factorisation: blocks, products of rank one, a line search. */
export const BESIDES = 900;

export interface ConeSystem {
  prepare(p: Problem, blocks: ConeBlocks): void;
  /** Multiplications of a factorisation. */
  readonly work: number;
  /** Factors for the current blocks, with `soft` times its diagonal added to A; false if that is singular. */
  factor(soft: number): boolean;
  /** r <- dx. */
  solve(r: Float64Array): void;
  release(): void;
}

/** Body space can serve: the rows of each block touch the same bodies. */
export function servesBlocks({ structure }: StructuredOperator, { count, start, rows }: ConeBlocks): boolean {
  const { rowStart, body } = structure;
  for (let k = 0; k < count; k++)
    for (let r = start[k] + 1; r < start[k + 1]; r++)
      if (!sameBodies(rowStart, body, rows[start[k]], rows[r])) return false;
  return true;
}

/** Room in the arena of body space for the entries of E off its diagonal. */
interface Placed {
  readonly lower: number;
  readonly upper: number;
  readonly slope: number;
  readonly ones: number;
  readonly partner: number;
  readonly list: number;
  readonly lu: Table<typeof BLOCK_LU>;
  /** Rows with a partner d places on in their block, for d = 1 .. BLOCK - 1. */
  readonly followers: readonly Table<typeof FOLLOWERS>[];
}

const EXTENSION: Extension<Placed> = {
  inverses: false,
  place: (arena, { symbolic }, { n }) => ({
    lower: arena.f64(36 * symbolic.blocks),
    upper: arena.f64(36 * symbolic.blocks),
    slope: arena.f64(n),
    ones: arena.f64(n),
    partner: arena.i32((BLOCK - 1) * n),
    list: arena.i32((BLOCK - 1) * n),
    lu: arena.table(BLOCK_LU),
    followers: Array.from({ length: BLOCK }, () => arena.table(FOLLOWERS)),
  }),
  write(I, written, at, { lower, upper, slope, ones, partner, list, lu, followers }) {
    written.write(I, lu, BLOCK_LU, { ...at, lower, upper });
    for (let d = 1; d < BLOCK; d++) {
      const [rows, leaderOf] = [list + (d - 1) * at.n, partner + (d - 1) * at.n];
      const own = { count: 0, rows, leaderOf, slope, scale: ones, lower, upper };
      written.write(I, followers[d], FOLLOWERS, { ...at, ...own });
    }
  },
};

/**
 * With y = Jt^T dx:   K = B1 + B2 C,   E = K^-1 B2,   (1 + Jt^T E Jt) y = Jt^T K^-1 r,   dx = K^-1 r - E Jt y   (CN5)
 */
export class BodyConeSystem implements ConeSystem {
  private readonly space: BodySpace<Placed>;
  private blocks!: ConeBlocks;
  private v!: ReturnType<BodyConeSystem['views']>;
  /** E and the factor of K of each block. */
  private E: Float64Array = new Float64Array(0);
  private K: Float64Array = new Float64Array(0);
  private exchanges: Int32Array = new Int32Array(0);
  private readonly kBlock = new Float64Array(BLOCK * BLOCK);
  private readonly kExchanges = new Int32Array(BLOCK);
  private readonly column = new Float64Array(BLOCK);
  /** The last factor is that of a symmetric matrix. */
  private diagonal = false;
  private n = 0;
  /** Rows of the blocks whose partners are in the arena. */
  private paired: Int32Array | undefined;

  constructor(graphs: ContactGraphs) {
    this.space = new BodySpace('auto', graphs, EXTENSION);
  }

  prepare(p: Problem, blocks: ConeBlocks): void {
    const { space } = this;
    this.blocks = blocks;
    const moved = space.prepare(p);
    if (moved) {
      this.v = space.seen(() => this.views());
      this.n = p.n;
      this.v.ones.fill(1);
    }
    const room = BLOCK * BLOCK * blocks.count;
    if (this.E.length < room) {
      this.E = new Float64Array(room);
      this.K = new Float64Array(room);
      this.exchanges = new Int32Array(BLOCK * blocks.count);
    }
    if (moved || blocks.rows !== this.paired) this.pair(space.more);
    this.paired = blocks.rows;
  }

  factor(soft: number): boolean {
    const { space, blocks } = this;
    const { kernels } = space;
    this.diagonal = true;
    for (let k = 0; k < blocks.count; k++) {
      if (blocks.state[k] === STICKS) this.eliminateStuck(k, soft);
      else if (!this.eliminate(k, soft)) return false;
    }
    space.fresh = true;
    kernels.assemble(space.tables.bodies, space.at.H);
    if (this.diagonal) return space.factor();
    kernels.bothTriangles(space.more.lu);
    for (let d = 1; d < BLOCK; d++) {
      const count = this.slopes(d, space.more);
      if (count === 0) continue;
      space.arena.I[space.more.followers[d] + FOLLOWERS.count] = count;
      kernels.addSliding(space.more.followers[d]);
    }
    space.factorisations++;
    return kernels.factorLu(space.more.lu) === 1;
  }

  solve(r: Float64Array): void {
    const { space, v, blocks } = this;
    const { kernels, tables } = space;
    const { state, count } = blocks;
    for (let k = 0; k < count; k++) {
      if (state[k] === STICKS) this.divideStuck(k, r);
      else if (state[k] !== OPEN) this.divide(k, r);
    }
    v.g.set(r);
    kernels.gather(tables.products, space.at.g);
    if (this.diagonal) kernels.solve(tables.bodies);
    else kernels.solveLu(space.more.lu);
    kernels.spread(tables.products);
    for (let k = 0; k < count; k++) {
      if (state[k] === STICKS) this.subtractStuck(k, r);
      else if (state[k] !== OPEN) this.subtract(k, r);
    }
  }

  get work(): number {
    return 432 * this.space.graph.symbolic.products + BESIDES * this.n;
  }

  forget(): void {
    this.space.forget();
  }

  release(): void {
    this.space.release();
  }

  private views() {
    const { space } = this;
    const { at, n, more } = space;
    return {
      C: space.f64(at.C, n),
      a: space.f64(at.a, n),
      g: space.f64(at.g, n),
      s: space.f64(at.s, n),
      weight: space.f64(at.weight, n),
      slope: space.f64(more.slope, n),
      ones: space.f64(more.ones, n),
    };
  }

  /** K factored, E = K^-1 B2 and its diagonal as weights of block k. */
  private eliminate(k: number, soft: number): boolean {
    const { blocks, v, K, E, column, kBlock, kExchanges } = this;
    const { start, rows, B1, B2 } = blocks;
    const at = BLOCK * BLOCK * k;
    const m = start[k + 1] - start[k];
    if (blocks.state[k] === OPEN) {
      for (let r = 0; r < m; r++) v.weight[rows[start[k] + r]] = 0; // E = 0
      return true;
    }
    for (let r = 0; r < m; r++)
      for (let c = 0; c < m; c++) {
        const i = rows[start[k] + c];
        kBlock[r * m + c] = B1[at + r * m + c] + B2[at + r * m + c] * (v.C[i] + (soft + REGULARISATION) * v.a[i]);
      }
    if (!luFactor(kBlock, m, kExchanges, 1e-300)) return false;
    for (let q = 0; q < m * m; q++) K[at + q] = kBlock[q];
    for (let q = 0; q < m; q++) this.exchanges[BLOCK * k + q] = kExchanges[q];
    for (let c = 0; c < m; c++) {
      for (let r = 0; r < m; r++) column[r] = B2[at + r * m + c];
      this.byK(k, m);
      for (let r = 0; r < m; r++) E[at + r * m + c] = column[r];
    }
    for (let r = 0; r < m; r++) v.weight[rows[start[k] + r]] = E[at + r * m + r];
    this.diagonal &&= this.isDiagonal(at, m);
    return true;
  }

  /** The same for a block that sticks: K and E have a diagonal and a first row, as B2 has; nothing else of them is written or read. */
  private eliminateStuck(k: number, soft: number): void {
    const { v, K, E } = this;
    const { B2, rows, start } = this.blocks;
    const { C, a, weight } = v;
    const at = BLOCK * BLOCK * k;
    const n = rows[start[k]];
    const i = rows[start[k] + 1];
    const j = rows[start[k] + 2];
    const yieldsI = C[i] + (soft + REGULARISATION) * a[i];
    const yieldsJ = C[j] + (soft + REGULARISATION) * a[j];
    const k0 = B2[at] * (C[n] + (soft + REGULARISATION) * a[n]);
    const k1 = B2[at + 1] * yieldsI;
    const k2 = B2[at + 2] * yieldsJ;
    const k4 = B2[at + 4] * yieldsI;
    const k8 = B2[at + 8] * yieldsJ;
    const e0 = B2[at] / k0;
    const e4 = B2[at + 4] / k4;
    const e8 = B2[at + 8] / k8;
    const e1 = (B2[at + 1] - k1 * e4) / k0;
    const e2 = (B2[at + 2] - k2 * e8) / k0;
    K[at] = k0;
    K[at + 1] = k1;
    K[at + 2] = k2;
    K[at + 4] = k4;
    K[at + 8] = k8;
    E[at] = e0;
    E[at + 1] = e1;
    E[at + 2] = e2;
    E[at + 4] = e4;
    E[at + 8] = e8;
    weight[n] = e0;
    weight[i] = e4;
    weight[j] = e8;
    const slides = e1 * e1 > ROUNDING * Math.abs(e0 * e4) || e2 * e2 > ROUNDING * Math.abs(e0 * e8);
    if (slides || !(e0 >= 0 && e4 >= 0 && e8 >= 0)) this.diagonal = false;
  }

  /** r <- K^-1 r in the rows of block k. */
  private divide(k: number, r: Float64Array): void {
    const { column } = this;
    const { start, rows } = this.blocks;
    const m = start[k + 1] - start[k];
    for (let q = 0; q < m; q++) column[q] = r[rows[start[k] + q]];
    this.byK(k, m);
    for (let q = 0; q < m; q++) r[rows[start[k] + q]] = column[q];
  }

  private divideStuck(k: number, r: Float64Array): void {
    const { K } = this;
    const { start, rows } = this.blocks;
    const at = BLOCK * BLOCK * k;
    const n = rows[start[k]];
    const i = rows[start[k] + 1];
    const j = rows[start[k] + 2];
    const ri = r[i] / K[at + 4];
    const rj = r[j] / K[at + 8];
    r[i] = ri;
    r[j] = rj;
    r[n] = (r[n] - K[at + 1] * ri - K[at + 2] * rj) / K[at];
  }

  /** r <- r - E s in the rows of block k. */
  private subtract(k: number, r: Float64Array): void {
    const { E } = this;
    const { s } = this.v;
    const { start, rows } = this.blocks;
    const m = start[k + 1] - start[k];
    for (let q = 0; q < m; q++) {
      let sum = 0;
      for (let c = 0; c < m; c++) sum += E[BLOCK * BLOCK * k + q * m + c] * s[rows[start[k] + c]];
      r[rows[start[k] + q]] -= sum;
    }
  }

  private subtractStuck(k: number, r: Float64Array): void {
    const { E } = this;
    const { s } = this.v;
    const { start, rows } = this.blocks;
    const at = BLOCK * BLOCK * k;
    const n = rows[start[k]];
    const i = rows[start[k] + 1];
    const j = rows[start[k] + 2];
    r[n] -= E[at] * s[n] + E[at + 1] * s[i] + E[at + 2] * s[j];
    r[i] -= E[at + 4] * s[i];
    r[j] -= E[at + 8] * s[j];
  }

  /** column <- K^-1 column. */
  private byK(k: number, m: number): void {
    const { K, column, kBlock, kExchanges, exchanges } = this;
    const at = BLOCK * BLOCK * k;
    if (m === 1) {
      column[0] /= K[at];
      return;
    }
    for (let q = 0; q < m * m; q++) kBlock[q] = K[at + q];
    for (let q = 0; q < m; q++) kExchanges[q] = exchanges[BLOCK * k + q];
    luSubstitute(kBlock, m, kExchanges, column);
  }

  /** Row j of a block meets row j + d of it, for every d: all entries of E off its diagonal. */
  private pair({ partner }: Placed): void {
    const { I } = this.space.arena;
    const { start, rows, count } = this.blocks;
    for (let k = 0; k < count; k++) {
      const m = start[k + 1] - start[k];
      for (let d = 1; d < m; d++)
        for (let r = 0; r < m; r++) I[partner + (d - 1) * this.n + rows[start[k] + r]] = rows[start[k] + ((r + d) % m)];
    }
  }

  /** E of a block is diagonal to rounding and not negative. If all are, nothing slides: the matrix is symmetric positive definite. */
  private isDiagonal(at: number, m: number): boolean {
    const { E } = this;
    for (let r = 0; r < m; r++)
      for (let c = 0; c < m; c++) if (r === c ? !(E[at + r * m + r] >= 0) : this.isSlope(at, m, r, c)) return false;
    return true;
  }

  /** E_rc of a block is more than rounding next to its diagonal. */
  private isSlope(at: number, m: number, r: number, c: number): boolean {
    const { E } = this;
    const slope = E[at + r * m + c];
    return slope * slope > ROUNDING * Math.abs(E[at + r * m + r] * E[at + c * m + c]);
  }

  /** Lists the rows whose entry of E d places on is not zero; their number. */
  private slopes(d: number, { list }: Placed): number {
    const { v, E, blocks } = this;
    const { I } = this.space.arena;
    const { start, rows, count } = blocks;
    let sliding = 0;
    for (let k = 0; k < count; k++) {
      const m = start[k + 1] - start[k];
      if (d >= m || blocks.state[k] === OPEN) continue;
      const at = BLOCK * BLOCK * k;
      const last = blocks.state[k] === STICKS ? 1 : m; // what sticks has slopes in its first row alone
      for (let r = 0; r < last; r++) {
        if (!this.isSlope(at, m, r, (r + d) % m)) continue;
        const row = rows[start[k] + r];
        v.slope[row] = E[at + r * m + ((r + d) % m)];
        I[list + (d - 1) * this.n + sliding++] = row;
      }
    }
    return sliding;
  }
}
