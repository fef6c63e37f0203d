/**
 * The linear system of one set of states when friction follows the normal impulses.   docs/theory/coupled-newton.md (NC2), (NC3)
 *
 * A row is FREE (w = 0), at a constant bound, or SLIDING: x_t = s mu x_n with the normal x_n of its contact free. Two
 * implementations: body space with an unsymmetric block LU, and dense rows of A where there is no J or no compliance.
 */
import { GROUP } from '../../kernels/body-kernels.ts';
import { BlockLu } from '../../linalg/block-lu.ts';
import { luSolve } from '../../linalg/dense.ts';
import type { Problem } from '../../problem/problem.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import { type ContactGraph, contactGraph } from '../free-set/contact-graph.ts';

export const FREE = 0;
/** At a value that does not depend on the unknowns: `held` has it. */
export const HELD = 1;
/** At slope times the normal impulse of its contact. */
export const SLIDING = 2;

export interface RowStates {
  readonly state: Uint8Array;
  /** Value of held rows, N s. */
  readonly held: Float64Array;
  /** x_t / x_n of sliding rows: +mu or -mu. */
  readonly slope: Float64Array;
  /** Normal row of each friction row; -1 for the others. */
  readonly normalOf: Int32Array;
}

export interface CoupledSystem {
  prepare(p: Problem): void;
  /** x for the states, with w = 0 on the free rows to rounding; false where the system is singular. */
  solve(states: RowStates, x: Float64Array, w: Float64Array): boolean;
}

/** Corrections of the free rows on the true A after a solve. */
const REFINEMENTS = 2;

/** x of held and sliding rows from the free ones. */
function fillIn({ state, held, slope, normalOf }: RowStates, x: Float64Array): void {
  for (let i = 0; i < state.length; i++) {
    if (state[i] === HELD) x[i] = held[i];
    else if (state[i] === SLIDING) x[i] = slope[i] * x[normalOf[i]];
  }
}

/** w = A x + b. */
function velocitiesOf(p: Problem, x: Float64Array, w: Float64Array): void {
  p.A.apply(x, w);
  for (let i = 0; i < p.n; i++) w[i] += p.b[i];
}

export class BodyCoupledSystem implements CoupledSystem {
  private p!: Problem;
  private A!: StructuredOperator;
  private graph: ContactGraph | undefined;
  private lu!: BlockLu;
  /** G: Jt, with the sliding tangents of a contact added to its normal row. */
  private G: Float64Array = new Float64Array(0);
  private y: Float64Array = new Float64Array(0);

  prepare(p: Problem): void {
    this.p = p;
    this.A = p.A as StructuredOperator;
    const graph = contactGraph(this.A, this.graph);
    if (graph !== this.graph) {
      this.graph = graph;
      this.lu = new BlockLu(graph.symbolic);
      this.G = new Float64Array(this.A.Jt.length);
      this.y = new Float64Array(6 * graph.symbolic.bodies);
    }
  }

  solve(states: RowStates, x: Float64Array, w: Float64Array): boolean {
    const { p, y } = this;
    const { C } = this.A.structure;
    this.slideNormals(states);
    this.assemble(states);
    if (!this.lu.factor()) return false;
    x.fill(0);
    fillIn(states, x); // held rows only: the normals are zero here, so sliding rows are too
    this.A.scaledVelocity(x, y);
    this.permute(y);
    this.addFree(states, y, (i) => -p.b[i] / C[i]);
    this.lu.solve(y);
    for (let i = 0; i < p.n; i++) if (states.state[i] === FREE) x[i] = -(p.b[i] + this.along(i)) / C[i];
    fillIn(states, x);
    velocitiesOf(p, x, w);
    for (let k = 0; k < REFINEMENTS; k++) {
      y.fill(0);
      this.addFree(states, y, (i) => -w[i] / C[i]);
      this.lu.solve(y);
      for (let i = 0; i < p.n; i++) if (states.state[i] === FREE) x[i] -= (w[i] + this.along(i)) / C[i];
      fillIn(states, x);
      velocitiesOf(p, x, w);
    }
    return true;
  }

  /** G_n = Jt_n + sum of slope Jt_t over the sliding rows of its contact (their bodies are the same). */
  private slideNormals({ state, slope, normalOf }: RowStates): void {
    const { G, A } = this;
    const { rowStart } = A.structure;
    G.set(A.Jt);
    for (let t = 0; t < state.length; t++) {
      if (state[t] !== SLIDING) continue;
      const [from, to, length] = [6 * rowStart[t], 6 * rowStart[normalOf[t]], 6 * (rowStart[t + 1] - rowStart[t])];
      for (let c = 0; c < length; c++) G[to + c] += slope[t] * A.Jt[from + c];
    }
  }

  /** 1 + sum over free rows of G_i^T Jt_i / C_i. */
  private assemble({ state }: RowStates): void {
    const { lu, G, A } = this;
    const { C } = A.structure;
    const { groups, pairs } = this.graph as ContactGraph;
    lu.reset();
    for (let q = 0; q < groups.length; q += GROUP) {
      const stride = 6 * groups[q + 3];
      const end = groups[q + 5] + 3 * groups[q + 6];
      for (let i = groups[q], at = groups[q + 2]; i < groups[q + 1]; i++, at += stride) {
        if (state[i] !== FREE) continue;
        for (let pair = groups[q + 5]; pair < end; pair += 3)
          lu.add(pairs[pair] / 36, 1 / C[i], G, A.Jt, at + 6 * pairs[pair + 1], at + 6 * pairs[pair + 2]);
      }
    }
  }

  /** y += sum over free rows of G_i^T value(i), y by position. */
  private addFree({ state }: RowStates, y: Float64Array, value: (i: number) => number): void {
    const { G, A } = this;
    const { rowStart, body } = A.structure;
    const { symbolic, still } = this.graph as ContactGraph;
    for (let i = 0; i < state.length; i++) {
      if (state[i] !== FREE) continue;
      const v = value(i);
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        if (still[body[k]]) continue;
        const at = 6 * symbolic.position[body[k]];
        for (let c = 0; c < 6; c++) y[at + c] += G[6 * k + c] * v;
      }
    }
  }

  /** Jt_i y, y by position. */
  private along(i: number): number {
    const { A, y } = this;
    const { rowStart, body } = A.structure;
    const { symbolic, still } = this.graph as ContactGraph;
    let sum = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (still[body[k]]) continue;
      const at = 6 * symbolic.position[body[k]];
      for (let c = 0; c < 6; c++) sum += A.Jt[6 * k + c] * y[at + c];
    }
    return sum;
  }

  /** y from body order to elimination order. */
  private permute(y: Float64Array): void {
    const { symbolic } = this.graph as ContactGraph;
    const copy = y.slice();
    for (let k = 0; k < symbolic.bodies; k++)
      for (let c = 0; c < 6; c++) y[6 * symbolic.position[k] + c] = copy[6 * k + c];
  }
}

export class DenseCoupledSystem implements CoupledSystem {
  private p!: Problem;
  private A: Float64Array = new Float64Array(0);
  private of: unknown;

  prepare(p: Problem): void {
    this.p = p;
    if (this.of === p.A) return;
    this.of = p.A;
    this.A = p.A.dense();
  }

  /** A_FF with the sliding columns added to those of their normals; solved by LU with row exchanges. */
  solve(states: RowStates, x: Float64Array, w: Float64Array): boolean {
    const { p, A } = this;
    const { n } = p;
    const { state, slope, normalOf } = states;
    const free: number[] = [];
    for (let i = 0; i < n; i++) if (state[i] === FREE) free.push(i);
    const m = free.length;
    const local = new Int32Array(n).fill(-1);
    free.forEach((i, r) => {
      local[i] = r;
    });
    const B = new Float64Array(m * m);
    for (let r = 0; r < m; r++) {
      for (let c = 0; c < m; c++) B[r * m + c] = A[free[r] * n + free[c]];
      for (let t = 0; t < n; t++)
        if (state[t] === SLIDING) B[r * m + local[normalOf[t]]] += slope[t] * A[free[r] * n + t];
    }
    x.fill(0);
    fillIn(states, x); // normals are zero here, so sliding rows are too
    for (let k = 0; k <= REFINEMENTS; k++) {
      velocitiesOf(p, x, w);
      const step = Float64Array.from(free, (i) => -w[i]);
      if (!luSolve(B.slice(), m, step)) return false;
      for (let r = 0; r < m; r++) x[free[r]] += step[r];
      fillIn(states, x);
    }
    velocitiesOf(p, x, w);
    return true;
  }
}
