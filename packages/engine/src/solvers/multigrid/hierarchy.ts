/**
 * The grids of one problem, finest first: operators, transfers, and the room that a cycle needs.   docs/theory/multigrid.md (MG1)-(MG9)
 */

import { matrixOf } from '../../checks/sizes.ts';
import { sameBodies } from '../../problem/bodies-of-rows.ts';
import type { Problem } from '../../problem/problem.ts';
import { frictionRows } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { group, type RowBodies } from './aggregation.ts';
import { BoxDescent } from './box-descent.ts';
import { couplings, makeNodes, type Nodes, split, strongOnes } from './coarsening.ts';
import { type Csr, product, transpose } from './csr.ts';
import { coarseRows, interpolateBlocks, interpolateRows } from './interpolation.ts';
import { Smoother } from './smoother.ts';

export type Transfer = 'impulse' | 'velocity';
export type Coarsening = 'rows' | 'blocks';

export type HierarchyOptions = {
  transfer: Transfer;
  coarsening: Coarsening;
  theta: number;
  coarsest: number;
};

export interface Level {
  readonly A: Csr;
  readonly nodes: Nodes;
  readonly x: Float64Array;
  readonly b: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  /** w = A x + b, and the correction, which share nothing with the levels around. */
  readonly w: Float64Array;
  readonly d: Float64Array;
  readonly Ad: Float64Array;
  /** To the next level; undefined on the last. */
  P: Csr | undefined;
  /** Rows of this level that the next one keeps. */
  kept: Int32Array;
  smoother: Smoother;
  /** On the last level, if it is small enough. */
  direct: BoxDescent | undefined;
}

/** A grid that keeps more than this share of its rows is not worth having. */
const WORTH = 0.9;
const MOST_LEVELS = 25;

/** @param active 0: a row that no coarse grid sees, one at a bound */
export function buildHierarchy(p: Problem, x: Float64Array, active: Uint8Array, options: HierarchyOptions): Level[] {
  const levels = [finestLevel(p, x, active, options)];
  let coarsen = firstCoarsening(p, active, options);
  while (levels.length < MOST_LEVELS) {
    const fine = levels[levels.length - 1];
    const { A } = fine;
    if (levels.length > 1 && A.rows <= options.coarsest) break;
    const next = coarsen(A, fine.nodes);
    const m = next.rows.length;
    if (m === 0 || (m > options.coarsest && m > WORTH * A.rows)) break;
    fine.P = next.P;
    fine.kept = next.rows;
    fine.smoother = new Smoother(A, next.inside ? together(fine.nodes, next) : fine.nodes, next.index);
    const coarse = product(transpose(next.P), product(A, next.P)); // (MG9)
    levels.push(makeLevel(coarse, keptNodes(fine.nodes, next.index, m), ...room(m)));
    coarsen = next.coarsen;
  }
  const last = levels[levels.length - 1];
  if (levels.length > 1 && last.A.rows <= options.coarsest) last.direct = new BoxDescent(last.A.rows, dense(last.A));
  return levels;
}

/** The problem itself, before any other grid is made. */
export function finestLevel(
  p: Problem,
  x: Float64Array,
  active: Uint8Array,
  { coarsening }: Pick<HierarchyOptions, 'coarsening'>,
): Level {
  const { n, rowStart, column, value } = p.A.sparse();
  const nodes = makeNodes(n, coarsening === 'blocks' ? blocksOf(p, active) : rowsOf(active));
  return makeLevel({ rows: n, columns: n, start: rowStart, column, value }, nodes, x, p.b, p.lo, p.hi);
}

const room = (m: number): [Float64Array, Float64Array, Float64Array, Float64Array] => [
  new Float64Array(m),
  new Float64Array(m),
  new Float64Array(m),
  new Float64Array(m),
];

function makeLevel(A: Csr, nodes: Nodes, x: Float64Array, b: Float64Array, lo: Float64Array, hi: Float64Array): Level {
  const n = A.rows;
  return {
    A,
    nodes,
    x,
    b,
    lo,
    hi,
    smoother: new Smoother(A, nodes, undefined),
    w: new Float64Array(n),
    d: new Float64Array(n),
    Ad: new Float64Array(n),
    P: undefined,
    kept: new Int32Array(0),
    direct: undefined,
  };
}

function dense({ rows, start, column, value }: Csr): Float64Array {
  const out = matrixOf(rows, rows);
  for (let i = 0; i < rows; i++) for (let k = start[i]; k < start[i + 1]; k++) out[i * rows + column[k]] = value[k];
  return out;
}

/** One grid from the one before, and how to go on from there. */
interface Coarsened {
  readonly P: Csr;
  /** Rows kept, and for each row its index among them or -1. */
  readonly rows: Int32Array;
  readonly index: Int32Array;
  /** Fine rows that the smoother takes together; undefined: node by node. */
  readonly inside?: readonly (readonly number[])[];
  readonly coarsen: Coarsen;
}
type Coarsen = (A: Csr, nodes: Nodes) => Coarsened;

function firstCoarsening(p: Problem, active: Uint8Array, { transfer, coarsening, theta }: HierarchyOptions): Coarsen {
  if (transfer === 'velocity' && p.A instanceof StructuredOperator) return byGroups(movingBodies(p.A), active);
  const byNodes: Coarsen = (A, nodes) => {
    const strong = strongOnes(couplings(A, nodes), theta);
    const state = split(strong, transpose(strong));
    const { index, rows } = coarseRows(nodes, state);
    const interpolate = coarsening === 'blocks' ? interpolateBlocks : interpolateRows;
    return { P: interpolate(A, nodes, strong, state, index), rows, index, coarsen: byNodes };
  };
  return byNodes;
}

function byGroups(over: RowBodies, active: Uint8Array): Coarsen {
  return (A) => {
    const next = group(A, over, active);
    return { ...next, coarsen: byGroups(next.over, new Uint8Array(next.rows.length).fill(1)) };
  };
}

/** Fine rows group by group, coarse ones node by node. */
function together(nodes: Nodes, { index, inside = [] }: Coarsened): Nodes {
  const lists = nodeLists(nodes).filter(([first]) => index[first] >= 0);
  return makeNodes(index.length, [...lists, ...inside]);
}

const nodeLists = ({ start, rows }: Nodes) =>
  Array.from({ length: start.length - 1 }, (_, I) => Array.from(rows.subarray(start[I], start[I + 1])));

function keptNodes(nodes: Nodes, index: Int32Array, rowCount: number): Nodes {
  const lists = nodeLists(nodes).map((list) => list.map((i) => index[i]).filter((k) => k >= 0));
  return makeNodes(
    rowCount,
    lists.filter(({ length }) => length > 0),
  );
}

function rowsOf(active: Uint8Array): number[][] {
  const lists: number[][] = [];
  for (let i = 0; i < active.length; i++) if (active[i] !== 0) lists.push([i]);
  return lists;
}

/** Rows of a contact together, and those of a joint: neighbours over the same bodies. */
function blocksOf(p: Problem, active: Uint8Array): number[][] {
  const owner = new Int32Array(p.n).fill(-1);
  p.contacts.forEach((contact, c) => {
    for (const row of [contact.normal, ...frictionRows(contact)]) owner[row] = c;
  });
  const lists: number[][] = [];
  const listOf = new Map<number, number[]>();
  let last = -1;
  for (let i = 0; i < p.n; i++) {
    const c = owner[i];
    const together =
      c >= 0 ? listOf.get(c) : last >= 0 && owner[last] < 0 && alike(p, last, i) ? lists.at(-1) : undefined;
    last = i;
    const list = together ?? [];
    if (active[i] !== 0) list.push(i);
    if (together) continue;
    lists.push(list);
    if (c >= 0) listOf.set(c, list);
  }
  return lists.filter((list) => list.length > 0);
}

/** Both touch the same bodies, at least one. */
function alike({ A }: Problem, i: number, j: number): boolean {
  if (!(A instanceof StructuredOperator)) return false;
  const { rowStart, body } = A.structure;
  return rowStart[i + 1] > rowStart[i] && sameBodies(rowStart, body, i, j);
}

/** Bodies of each row that can move. */
function movingBodies({ structure, L }: StructuredOperator): RowBodies {
  const { bodies, rowStart, body, C } = structure;
  const moves = Array.from({ length: bodies }, (_, k) => L.subarray(36 * k, 36 * (k + 1)).some((v) => v !== 0));
  const start = new Int32Array(C.length + 1);
  const list: number[] = [];
  for (let i = 0; i < C.length; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (moves[body[k]]) list.push(body[k]);
    start[i + 1] = list.length;
  }
  return { bodies, start, body: Int32Array.from(list) };
}
