/**
 * The linear system of one set of states when friction follows the normal impulses.   docs/theory/coupled-newton.md (NC2), (NC3)
 *
 * Two implementations: body space, with an unsymmetric block LU if a row slides and the Cholesky factor if none
 * does, and dense rows of A if there is no J or no compliance (dense-system.ts).
 */
import { BLOCK_LU, FOLLOWERS, FREE_ROWS } from '../../kernels/layouts.ts';
import type { Table } from '../../kernels/tables.ts';
import type { Problem } from '../../problem/problem.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import { BodySpace, type Extension } from './body-space.ts';
import type { ContactGraphs } from './contact-graph.ts';
import { CoupledRows, type PlacedRows, placeRows, viewRows, writeRowTables } from './coupled-rows.ts';

export interface CoupledSystem {
  readonly rows: CoupledRows;
  /** The symbolic part, if there is one. */
  analyse(p: Problem): void;
  prepare(p: Problem): void;
  /** w = A x + b. */
  velocities(): void;
  /**
   * x for the rows' states with w = 0 on the free ones, refined until they lack at most `enough` joules or that does not
   * help; false if the system is singular.
   */
  solve(enough: number): boolean;
  /** (NC8): factor a_i (x_i - centre_i) is added to w_i on the rows of contacts, until `firm`. */
  soften(factor: number, centre: Float64Array): void;
  /** The problem as it is. */
  firm(): void;
  /**
   * (NC7): factors A + diag(barrier), less coupling_t in column n of every friction row t with normal n. Rows of infinite
   * barrier do not move. False if that is singular.
   */
  factorBarrier(barrier: Float64Array, coupling: Float64Array): boolean;
  /** The solution for that factor. */
  solveBarrier(rhs: Float64Array, dx: Float64Array): void;
  /** The numbers of operators seen before may have changed. */
  forget(): void;
  release(): void;
}

/** Most corrections of the free rows on the true A after a solve, each of which must divide what they lack by four. */
export const REFINEMENTS = 8;

/** Room in the arena of body space for rows that follow. */
interface Placed {
  readonly lower: number;
  readonly upper: number;
  readonly rows: PlacedRows;
  readonly lu: Table<typeof BLOCK_LU>;
  /** Sliding rows. */
  readonly sliding: Table<typeof FOLLOWERS>;
  /** Friction rows of a barrier. */
  readonly friction: Table<typeof FOLLOWERS>;
  /** Rows at a bound are at `held`, whichever bound it is. */
  readonly held: Table<typeof FREE_ROWS>;
}

const EXTENSION: Extension<Placed> = {
  inverses: true,
  place: (arena, { symbolic }, at) => ({
    lower: arena.f64(36 * symbolic.blocks),
    upper: arena.f64(36 * symbolic.blocks),
    lu: arena.table(BLOCK_LU),
    sliding: arena.table(FOLLOWERS),
    friction: arena.table(FOLLOWERS),
    held: arena.table(FREE_ROWS),
    rows: placeRows(arena, at.n, at),
  }),
  write(I, written, at, { lower, upper, lu, sliding, friction, held, rows }) {
    const followers = { ...at, count: 0, leaderOf: rows.at.normalOf, slope: rows.at.slope, lower, upper };
    written.write(I, lu, BLOCK_LU, { ...at, lower, upper });
    written.write(I, sliding, FOLLOWERS, { ...followers, rows: rows.at.sliding, scale: at.inverseC });
    written.write(I, friction, FOLLOWERS, { ...followers, rows: rows.at.friction, scale: at.weight });
    written.write(I, held, FREE_ROWS, { ...at, lo: rows.at.held, hi: rows.at.held });
    writeRowTables(I, written, rows);
  },
};

export class BodyCoupledSystem implements CoupledSystem {
  readonly rows = new CoupledRows();
  private readonly space: BodySpace<Placed>;
  private p!: Problem;
  private v!: ReturnType<BodyCoupledSystem['views']>;
  /** The matrix of the last factor: H, or the unsymmetric one. */
  private factored: 'H' | 'both' | 'nothing' = 'nothing';

  constructor(graphs: ContactGraphs, kernels: 'auto' | 'twin' = 'auto') {
    this.space = new BodySpace(kernels, graphs, EXTENSION);
  }

  analyse(p: Problem): void {
    this.space.analyse(p);
  }

  prepare(p: Problem): void {
    const { space, rows } = this;
    this.p = p;
    if (space.prepare(p)) {
      this.v = space.seen(() => this.views());
      rows.see(space.arena, space.more.rows, this.v.rows, space.kernels);
    }
    rows.read(p);
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
    const { at, tables, kernels } = space;
    if (!this.factor()) return false;
    kernels.target(space.more.held); // sliding rows are held at zero until they follow
    this.throughBodies();
    kernels.answer(tables.freeRows);
    rows.follow(at.x);
    let lacking = space.residual();
    for (let k = 0; k < REFINEMENTS && lacking > enough; k++) {
      this.throughBodies();
      kernels.correct(tables.freeRows);
      rows.follow(at.x);
      const next = space.residual();
      const falls = next < 0.25 * lacking;
      lacking = next;
      if (!falls) break;
    }
    return true;
  }

  soften(factor: number, centre: Float64Array): void {
    const { C, a, b } = this.v;
    const { diagonal } = this.p.A;
    this.numbers();
    const soften = (row: number) => {
      const more = factor * diagonal[row];
      C[row] += more;
      a[row] += more;
      b[row] -= more * centre[row];
    };
    for (const { normal, tangents, rolling, spinning } of this.p.contacts) {
      soften(normal);
      tangents.forEach(soften);
      rolling.forEach(soften);
      spinning.forEach(soften);
    }
    this.renewed();
  }

  firm(): void {
    this.numbers();
    this.renewed();
  }

  factorBarrier(barrier: Float64Array, coupling: Float64Array): boolean {
    const { rows, space } = this;
    const { at, kernels, n } = space;
    const { C, weight } = this.v;
    for (let i = 0; i < n; i++) {
      weight[i] = 1 / (C[i] + barrier[i]);
      rows.slope[i] = coupling[i] * weight[i];
    }
    this.forgetFactor();
    kernels.assemble(space.tables.bodies, at.H);
    return this.factorBoth(space.more.friction, rows.frictionRows);
  }

  solveBarrier(rhs: Float64Array, dx: Float64Array): void {
    const { rows, space } = this;
    const { at, kernels, n } = space;
    const { g, s, weight } = this.v;
    for (let i = 0; i < n; i++) g[i] = rhs[i] * weight[i];
    rows.addFollowing(g);
    kernels.gather(space.tables.products, at.g);
    kernels.solveLu(space.more.lu);
    kernels.spread(space.tables.products);
    for (let i = 0; i < n; i++) dx[i] = (rhs[i] - s[i]) * weight[i];
    rows.addFollowing(dx);
  }

  release(): void {
    this.space.release();
  }

  private numbers(): void {
    const A = this.p.A as StructuredOperator;
    this.v.C.set(A.structure.C);
    this.v.a.set(A.diagonal);
    this.v.b.set(this.p.b);
  }

  /** C and a are new. */
  private renewed(): void {
    const { at, kernels, n } = this.space;
    kernels.inverses(n, at.C, at.inverseC);
    kernels.inverses(n, at.a, at.inverseA);
    this.forgetFactor();
  }

  private forgetFactor(): void {
    this.space.fresh = true;
    this.factored = 'nothing';
  }

  /** Of 1 + sum over free rows of G_i^T Jt_i / C_i, G_n = Jt_n + sum of slope Jt_t over the sliding rows (NC3). */
  private factor(): boolean {
    const { rows, space } = this;
    const changed = space.update();
    if (rows.slides === 0) {
      if (!changed && this.factored === 'H') return true;
      this.factored = 'H';
      return space.factor();
    }
    this.factored = 'both';
    return this.factorBoth(space.more.sliding, rows.slides);
  }

  /** L U of H and what `count` rows add that follow their normals. */
  private factorBoth(followers: Table<typeof FOLLOWERS>, count: number): boolean {
    const { kernels, arena, more } = this.space;
    arena.I[followers + FOLLOWERS.count] = count;
    kernels.bothTriangles(more.lu);
    kernels.addSliding(followers);
    return kernels.factorLu(more.lu) === 1;
  }

  private views() {
    const { space } = this;
    const { at, n } = space;
    return {
      C: space.f64(at.C, n),
      a: space.f64(at.a, n),
      b: space.f64(at.b, n),
      g: space.f64(at.g, n),
      s: space.f64(at.s, n),
      weight: space.f64(at.weight, n),
      rows: viewRows(space.arena, space.more.rows),
    };
  }

  /** s = Jt times what the factor makes of G^T g; g of sliding rows follows that of their normals. */
  private throughBodies(): void {
    const { rows, space } = this;
    const { at, kernels } = space;
    if (this.factored === 'H') {
      space.solveBodies();
      return;
    }
    rows.follow(at.g);
    kernels.gather(space.tables.products, at.g);
    kernels.solveLu(space.more.lu);
    kernels.spread(space.tables.products);
  }
}
