/**
 * Free-set solves in body space: with y = Jt^T x the scaled velocities,
 *
 *   (1 + Jt_F^T C_F^-1 Jt_F) y = Jt_N^T x_N - Jt_F^T C_F^-1 b_F,    x_F = -C_F^-1 (Jt_F y + b_F)        (BS1), (BS2)
 *
 * 6 x 6 block-sparse Cholesky over bodies, symbolic analysis once per contact graph, H kept and updated by the rows
 * that change sides. Needs C > 0 on every row.   docs/theory/body-space.md
 */

import { Arena } from '../../kernels/arena.ts';
import { type BodyKernels, GROUP } from '../../kernels/body-kernels.ts';
import type { Problem } from '../../problem/problem.ts';
import type { StructuredOperator } from '../../problem/structured.ts';
import { type ContactGraph, contactGraph } from './contact-graph.ts';
import { FREE, type FreeSetEngine } from './engine.ts';

/** Share of the rows that may change sides before H is assembled afresh instead of updated. */
const UPDATE_LIMIT = 0.3;

export class BodyEngine implements FreeSetEngine {
  n = 0;
  x: Float64Array = new Float64Array(0);
  w: Float64Array = new Float64Array(0);
  state: Uint8Array = new Uint8Array(0);
  bad: Int32Array = new Int32Array(0);
  factorisations = 0;
  private p!: Problem;
  private operator: StructuredOperator | undefined;
  private graph: ContactGraph | undefined;
  private readonly arena: Arena;
  private kernels!: BodyKernels;
  private at!: Offsets;
  private g!: Float64Array;
  private s!: Float64Array;
  private weight!: Float64Array;
  /** H holds nothing of use. */
  private fresh = true;
  private shifted: Float64Array = new Float64Array(0);

  /** @param kernels 'twin' for the plain kernels, whatever the platform has. */
  constructor(kernels: 'auto' | 'twin' = 'auto') {
    this.arena = new Arena(kernels);
  }

  /** The symbolic analysis of p's contact graph, unless the last one serves. */
  analyse(p: Problem): void {
    if (this.operator && p.A === this.operator) return;
    const graph = contactGraph(p.A as StructuredOperator, this.graph);
    if (graph !== this.graph) this.operator = undefined; // the layout changes
    this.graph = graph;
  }

  prepare(p: Problem): void {
    this.analyse(p);
    this.p = p;
    this.factorisations = 0;
    this.fresh = true;
    const A = p.A as StructuredOperator;
    if (A === this.operator) {
      this.arena.F.set(p.b, this.at.b);
      return;
    }
    if (!this.operator) this.layOut(this.graph as ContactGraph, A);
    const { F } = this.arena;
    const { at } = this;
    const { C } = A.structure;
    F.set(A.Jt, at.Jt);
    F.set(C, at.C);
    F.set(A.diagonal, at.a);
    for (let i = 0; i < p.n; i++) {
      F[at.inverseC + i] = 1 / C[i];
      F[at.inverseA + i] = 1 / A.diagonal[i];
    }
    this.operator = A;
    F.set(p.b, at.b);
  }

  solveSet(): boolean {
    const { n, p, at, kernels, arena } = this;
    if (!this.factorSet()) return false;
    arena.F.set(p.lo, at.lo);
    arena.F.set(p.hi, at.hi);
    kernels.target(n, at.state, at.b, at.inverseC, at.lo, at.hi, at.x, at.g);
    this.solveBodies();
    kernels.answer(n, at.state, at.b, at.C, at.inverseC, at.s, at.x, at.w);
    return true;
  }

  residual(): number {
    const { n, at, kernels } = this;
    const { symbolic } = this.graph as ContactGraph;
    kernels.gather(symbolic.bodies, at.groups, at.groupCount, at.x, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
    return 0.5 * kernels.remains(n, at.state, at.b, at.C, at.inverseC, at.inverseA, at.s, at.x, at.w, at.g);
  }

  refine(): void {
    const { n, at, kernels } = this;
    this.solveBodies();
    kernels.correct(n, at.state, at.inverseC, at.w, at.s, at.x);
  }

  infeasible(share: number): number {
    const { n, p, at, kernels, arena } = this;
    arena.F.set(p.lo, at.lo);
    arena.F.set(p.hi, at.hi);
    return kernels.infeasible(n, at.state, at.a, at.lo, at.hi, at.x, at.w, share, at.bad);
  }

  factorShifted(D: Float64Array): boolean {
    const { n, state, weight, shifted } = this;
    const { C } = (this.operator as StructuredOperator).structure;
    for (let i = 0; i < n; i++) {
      shifted[i] = 1 / (C[i] + D[i]);
      weight[i] = state[i] === FREE ? shifted[i] : 0;
    }
    this.fresh = true;
    return this.assembleAndFactor(this.at.L);
  }

  solveShifted(r: Float64Array): void {
    const { n, state, g, s, shifted } = this;
    for (let i = 0; i < n; i++) g[i] = state[i] === FREE ? r[i] * shifted[i] : 0;
    this.solveBodies();
    for (let i = 0; i < n; i++) r[i] = state[i] === FREE ? (r[i] - s[i]) * shifted[i] : 0;
  }

  release(): void {
    this.arena.release();
    this.graph = undefined;
    this.operator = undefined;
  }

  /** s = Jt (L L^T)^-1 Jt^T g. */
  private solveBodies(): void {
    const { at, kernels } = this;
    const { symbolic } = this.graph as ContactGraph;
    kernels.gather(symbolic.bodies, at.groups, at.groupCount, at.g, at.y);
    kernels.solve(symbolic.bodies, at.colStart, at.blockRow, at.L, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
  }

  /** H for the current set, by adding and subtracting the rows that changed sides, and its factor. */
  private factorSet(): boolean {
    const { n, at, kernels, arena } = this;
    let [entering, leaving] = [0, 0];
    if (!this.fresh) {
      kernels.changes(n, at.state, at.inH, at.list);
      entering = arena.I[at.list + n];
      leaving = arena.I[at.list + n + 1];
      if (entering + leaving === 0) return true;
    }
    const { symbolic } = this.graph as ContactGraph;
    if (this.fresh || entering + leaving > UPDATE_LIMIT * n) {
      kernels.weights(n, at.state, at.inverseC, at.inH, at.weight);
      kernels.assemble(symbolic.bodies, symbolic.blocks, at.colStart, at.groups, at.groupCount, at.weight, at.H);
    } else {
      if (entering > 0) kernels.addRows(entering, at.list, 1, at.groupOf, at.groups, at.inverseC, at.H);
      if (leaving > 0) kernels.addRows(leaving, at.list + n - leaving, -1, at.groupOf, at.groups, at.inverseC, at.H);
    }
    this.factorisations++;
    arena.F.copyWithin(at.L, at.H, at.H + 36 * symbolic.blocks);
    const done = kernels.factor(symbolic.bodies, at.colStart, at.taskStart, at.tasks, at.L) === 1;
    this.fresh = !done;
    return done;
  }

  private assembleAndFactor(target: number): boolean {
    const { at, kernels } = this;
    const { symbolic } = this.graph as ContactGraph;
    kernels.assemble(symbolic.bodies, symbolic.blocks, at.colStart, at.groups, at.groupCount, at.weight, target);
    this.factorisations++;
    return kernels.factor(symbolic.bodies, at.colStart, at.taskStart, at.tasks, target) === 1;
  }

  /** Places everything in the arena and writes what belongs to the contact graph. */
  private layOut(graph: ContactGraph, A: StructuredOperator): void {
    const { symbolic, groups, groupBodies, pairs, groupOf } = graph;
    const { arena } = this;
    const n = A.n;
    if (this.n !== n) {
      this.n = n;
      this.shifted = new Float64Array(n);
    }
    arena.begin();
    const f64 = (length: number) => arena.f64(length);
    const i32 = (length: number) => arena.i32(length);
    this.at = {
      Jt: f64(A.Jt.length),
      x: f64(n),
      w: f64(n),
      g: f64(n),
      s: f64(n),
      weight: f64(n),
      b: f64(n),
      C: f64(n),
      a: f64(n),
      inverseC: f64(n),
      inverseA: f64(n),
      lo: f64(n),
      hi: f64(n),
      y: f64(6 * symbolic.bodies),
      H: f64(36 * symbolic.blocks),
      L: f64(36 * symbolic.blocks),
      colStart: i32(symbolic.colStart.length),
      blockRow: i32(symbolic.blockRow.length),
      taskStart: i32(symbolic.taskStart.length),
      tasks: i32(symbolic.tasks.length),
      groups: i32(groups.length),
      groupBodies: i32(groupBodies.length),
      pairs: i32(pairs.length),
      groupOf: i32(groupOf.length),
      list: i32(n + 2),
      bad: i32(n),
      state: arena.u8(n),
      inH: arena.u8(n),
      groupCount: groups.length / GROUP,
    };
    const { at } = this;
    this.kernels = arena.end();
    const { F, I } = arena;
    I.set(symbolic.colStart, at.colStart);
    I.set(symbolic.blockRow, at.blockRow);
    I.set(symbolic.taskStart, at.taskStart);
    I.set(symbolic.tasks, at.tasks);
    I.set(groupBodies, at.groupBodies);
    I.set(pairs, at.pairs);
    I.set(groupOf, at.groupOf);
    for (let k = 0; k < groups.length; k += GROUP) {
      const q = at.groups + k;
      I.set(groups.subarray(k, k + GROUP), q);
      I[q + 2] += at.Jt;
      I[q + 4] += at.groupBodies;
      I[q + 5] += at.pairs;
    }
    this.x = F.subarray(at.x, at.x + n);
    this.w = F.subarray(at.w, at.w + n);
    this.g = F.subarray(at.g, at.g + n);
    this.s = F.subarray(at.s, at.s + n);
    this.weight = F.subarray(at.weight, at.weight + n);
    this.bad = I.subarray(at.bad, at.bad + n);
    this.state = arena.B.subarray(at.state, at.state + n);
  }
}

/** Where things are: element offsets in the arena. */
interface Offsets {
  readonly Jt: number;
  readonly x: number;
  readonly w: number;
  readonly g: number;
  readonly s: number;
  readonly weight: number;
  readonly b: number;
  readonly C: number;
  readonly a: number;
  readonly inverseC: number;
  readonly inverseA: number;
  readonly lo: number;
  readonly hi: number;
  readonly y: number;
  readonly H: number;
  readonly L: number;
  readonly colStart: number;
  readonly blockRow: number;
  readonly taskStart: number;
  readonly tasks: number;
  readonly groups: number;
  readonly groupBodies: number;
  readonly pairs: number;
  readonly groupOf: number;
  readonly list: number;
  readonly bad: number;
  /** Bytes. */
  readonly state: number;
  readonly inH: number;
  readonly groupCount: number;
}
