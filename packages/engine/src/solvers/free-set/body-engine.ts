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
import { FREE, type FreeSetEngine, LOWER } from './engine.ts';

/** Share of the rows that may change sides before H is assembled afresh instead of updated. */
const UPDATE_LIMIT = 0.3;

export class BodyEngine implements FreeSetEngine {
  n = 0;
  x: Float64Array = new Float64Array(0);
  w: Float64Array = new Float64Array(0);
  state: Uint8Array = new Uint8Array(0);
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
  private list!: Int32Array;
  /** 1 where a row is in H; the whole of it is void while `fresh`. */
  private inH: Uint8Array = new Uint8Array(0);
  private fresh = true;
  private inverseC: Float64Array = new Float64Array(0);
  private inverseDiagonal: Float64Array = new Float64Array(0);
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
    if (A === this.operator) return;
    if (!this.operator) this.layOut(this.graph as ContactGraph, A);
    this.arena.F.set(A.Jt, this.at.Jt);
    const { C } = A.structure;
    for (let i = 0; i < p.n; i++) {
      this.inverseC[i] = 1 / C[i];
      this.inverseDiagonal[i] = 1 / A.diagonal[i];
    }
    this.operator = A;
  }

  solveSet(): boolean {
    const { n, p, state, x, w, g, s, at, kernels, inverseC } = this;
    if (!this.factorSet()) return false;
    const { b, lo, hi } = p;
    for (let i = 0; i < n; i++) {
      if (state[i] === FREE) g[i] = -b[i] * inverseC[i];
      else g[i] = x[i] = state[i] === LOWER ? lo[i] : hi[i];
    }
    const { symbolic } = this.graph as ContactGraph;
    kernels.gather(symbolic.bodies, at.groups, at.groupCount, at.g, at.y);
    kernels.solve(symbolic.bodies, at.colStart, at.blockRow, at.L, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
    const { C } = (this.operator as StructuredOperator).structure;
    for (let i = 0; i < n; i++) {
      const t = b[i] + s[i];
      if (state[i] === FREE) {
        x[i] = -t * inverseC[i];
        w[i] = 0;
      } else w[i] = t + C[i] * x[i];
    }
    return true;
  }

  residual(): number {
    const { n, p, state, x, w, g, s, at, kernels, inverseC, inverseDiagonal } = this;
    const { symbolic } = this.graph as ContactGraph;
    const { structure } = this.operator as StructuredOperator;
    kernels.gather(symbolic.bodies, at.groups, at.groupCount, at.x, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
    let energy = 0;
    for (let i = 0; i < n; i++) {
      w[i] = s[i] + structure.C[i] * x[i] + p.b[i];
      if (state[i] === FREE) {
        energy += w[i] * w[i] * inverseDiagonal[i];
        g[i] = -w[i] * inverseC[i];
      } else g[i] = 0;
    }
    return 0.5 * energy;
  }

  refine(): void {
    const { n, state, x, w, s, at, kernels, inverseC } = this;
    const { symbolic } = this.graph as ContactGraph;
    kernels.gather(symbolic.bodies, at.groups, at.groupCount, at.g, at.y);
    kernels.solve(symbolic.bodies, at.colStart, at.blockRow, at.L, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
    for (let i = 0; i < n; i++) if (state[i] === FREE) x[i] -= (w[i] + s[i]) * inverseC[i];
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
    const { n, state, g, s, at, kernels, shifted } = this;
    const { symbolic } = this.graph as ContactGraph;
    for (let i = 0; i < n; i++) g[i] = state[i] === FREE ? r[i] * shifted[i] : 0;
    kernels.gather(symbolic.bodies, at.groups, at.groupCount, at.g, at.y);
    kernels.solve(symbolic.bodies, at.colStart, at.blockRow, at.L, at.y);
    kernels.spread(at.groups, at.groupCount, at.y, at.s);
    for (let i = 0; i < n; i++) r[i] = state[i] === FREE ? (r[i] - s[i]) * shifted[i] : 0;
  }

  release(): void {
    this.arena.release();
    this.graph = undefined;
    this.operator = undefined;
  }

  /** H for the current set, by adding and subtracting the rows that changed sides, and its factor. */
  private factorSet(): boolean {
    const { n, state, weight, inverseC, inH, list, at, kernels } = this;
    let entering = 0;
    let leaving = 0;
    if (!this.fresh)
      for (let i = 0; i < n; i++) {
        const free = state[i] === FREE ? 1 : 0;
        if (free === inH[i]) continue;
        if (free) list[entering++] = i;
        else list[n - 1 - leaving++] = i;
      }
    const changed = entering + leaving;
    if (!this.fresh && changed === 0) return true;
    const { symbolic } = this.graph as ContactGraph;
    if (this.fresh || changed > UPDATE_LIMIT * n) {
      for (let i = 0; i < n; i++) weight[i] = state[i] === FREE ? inverseC[i] : 0;
      kernels.assemble(symbolic.bodies, symbolic.blocks, at.colStart, at.groups, at.groupCount, at.weight, at.H);
    } else {
      for (let i = 0; i < n; i++) weight[i] = inverseC[i];
      if (entering > 0) kernels.addRows(entering, at.list, 1, at.groupOf, at.groups, at.weight, at.H);
      if (leaving > 0) kernels.addRows(leaving, at.list + n - leaving, -1, at.groupOf, at.groups, at.weight, at.H);
    }
    for (let i = 0; i < n; i++) inH[i] = state[i] === FREE ? 1 : 0;
    this.factorisations++;
    this.arena.F.copyWithin(at.L, at.H, at.H + 36 * symbolic.blocks);
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
      this.inverseC = new Float64Array(n);
      this.inverseDiagonal = new Float64Array(n);
      this.shifted = new Float64Array(n);
      this.inH = new Uint8Array(n);
      this.state = new Uint8Array(n);
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
      list: i32(n),
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
    this.list = I.subarray(at.list, at.list + n);
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
  readonly groupCount: number;
}
