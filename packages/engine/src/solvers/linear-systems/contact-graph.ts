/**
 * The contact graph of a structured problem: rows in groups over the same bodies, and the symbolic factor of the body
 * matrix. Found once per pattern, used by every body-space engine.   docs/theory/body-space.md (BS3)
 */
import { expectMemory } from '../../checks/sizes.ts';
import { GROUP, PAIR } from '../../kernels/layouts.ts';
import { type BlockSymbolic, blockSymbolic } from '../../linalg/block-symbolic.ts';
import { isStill, sameBodies, stillBodies } from '../../problem/bodies-of-rows.ts';
import type { Operator } from '../../problem/operator.ts';
import type { StructuredOperator } from '../../problem/structured.ts';

export interface ContactGraph {
  readonly rowStart: Int32Array;
  readonly body: Int32Array;
  readonly still: Uint8Array;
  readonly symbolic: BlockSymbolic;
  /** A GROUP each; its offsets of Jt, bodies and pairs count from the start of these lists. */
  readonly groups: Int32Array;
  readonly groupBodies: Int32Array;
  readonly pairs: Int32Array;
  readonly groupOf: Int32Array;
}

/** Numbers that the graphs kept may have, about 16 MB; beyond that all are forgotten: such a scene changes all the time. */
const MOST_NUMBERS = 2e6;

/** Of one block of 6 x 6: the matrix and its factor. */
const BLOCK_BYTES = 2 * 36 * 8;

/** The graphs that one solver instance has met: islands of the same shape share one, and a step finds those of the last. */
export class ContactGraphs {
  private last: ContactGraph | undefined;
  /** Whose graph `last` is: a solve asks for it several times. The pattern of an operator never changes. */
  private lastOperator: StructuredOperator | undefined;
  private readonly known = new Map<number, ContactGraph[]>();
  private numbers = 0;

  /** The graph of A's structure, found once. */
  of(A: StructuredOperator): ContactGraph {
    if (this.last && (A === this.lastOperator || fits(this.last, A))) {
      this.lastOperator = A;
      return this.last;
    }
    const key = hashOf(A);
    const alike = this.known.get(key);
    this.last = alike?.find((graph) => fits(graph, A)) ?? this.add(A, key);
    this.lastOperator = A;
    return this.last;
  }

  /** A has the pattern of `before`, as the caller knows: nothing is compared again if that was the last. */
  follow(before: Operator, A: Operator): void {
    if (before === this.lastOperator) this.lastOperator = A as StructuredOperator;
  }

  clear(): void {
    this.last = undefined;
    this.lastOperator = undefined;
    this.known.clear();
    this.numbers = 0;
  }

  private add(A: StructuredOperator, key: number): ContactGraph {
    const graph = contactGraph(A);
    const numbers = graph.symbolic.blocks + 4 * A.structure.body.length;
    if (this.numbers + numbers > MOST_NUMBERS) this.clear();
    const alike = this.known.get(key);
    if (alike) alike.push(graph);
    else this.known.set(key, [graph]);
    this.numbers += numbers;
    return graph;
  }
}

function fits(graph: ContactGraph, { structure, L }: StructuredOperator): boolean {
  const { rowStart, body, bodies } = structure;
  if (graph.still.length !== bodies || !same(graph.rowStart, rowStart) || !same(graph.body, body)) return false;
  for (let k = 0; k < bodies; k++) if ((graph.still[k] === 1) !== isStill(L, k)) return false;
  return true;
}

/** Of what `fits` compares; FNV-1a on whole numbers. */
function hashOf({ structure, L }: StructuredOperator): number {
  const { rowStart, body, bodies } = structure;
  let hash = 0x811c9dc5 ^ bodies;
  for (let i = 0; i < rowStart.length; i++) hash = Math.imul(hash ^ rowStart[i], 0x01000193);
  for (let k = 0; k < body.length; k++) hash = Math.imul(hash ^ body[k], 0x01000193);
  for (let k = 0; k < bodies; k++) if (isStill(L, k)) hash = Math.imul(hash ^ k, 0x01000193);
  return hash;
}

/** The graph of A's structure. */
function contactGraph(A: StructuredOperator): ContactGraph {
  // copies: the caller may write into the arrays of the structure for the next step
  const rowStart = A.structure.rowStart.slice();
  const body = A.structure.body.slice();
  const { bodies } = A.structure;
  const still = stillBodies(A.L, bodies);
  const n = rowStart.length - 1;
  const groupOf = new Int32Array(n);
  const edges: number[] = [];
  const spans: { first: number; end: number }[] = [];
  for (let i = 0; i < n; ) {
    let end = i + 1;
    while (end < n && sameBodies(rowStart, body, i, end)) end++;
    groupOf.fill(spans.length, i, end);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let q = rowStart[i]; q < k; q++) if (!still[body[k]] && !still[body[q]]) edges.push(body[k], body[q]);
    spans.push({ first: i, end });
    i = end;
  }
  const factor = `a factor over ${bodies} bodies`;
  const symbolic = blockSymbolic(bodies, edges, (blocks) => expectMemory(BLOCK_BYTES * blocks, factor));
  const groups = new Int32Array(GROUP.size * spans.length);
  const groupBodies: number[] = [];
  const pairs: number[] = [];
  for (const [g, { first, end }] of spans.entries()) {
    const at = GROUP.size * g;
    const from = rowStart[first];
    const blocks = rowStart[first + 1] - from;
    groups[at + GROUP.firstRow] = first;
    groups[at + GROUP.endRow] = end;
    groups[at + GROUP.Jt] = 6 * from;
    groups[at + GROUP.blocks] = blocks;
    groups[at + GROUP.bodies] = groupBodies.length;
    groups[at + GROUP.pairs] = pairs.length;
    for (let k = 0; k < blocks; k++) {
      const here = symbolic.position[body[from + k]];
      groupBodies.push(still[body[from + k]] ? -1 : 6 * here);
      for (let q = 0; q <= k; q++) {
        if (still[body[from + k]] || still[body[from + q]]) continue;
        const there = symbolic.position[body[from + q]];
        const [row, left, column, right] = here >= there ? [here, k, there, q] : [there, q, here, k];
        pairs.push(36 * symbolic.blockAt(row, column), left, right); // a PAIR
      }
    }
    groups[at + GROUP.pairCount] = (pairs.length - groups[at + GROUP.pairs]) / PAIR.size;
  }
  return {
    rowStart,
    body,
    still,
    symbolic,
    groups,
    groupBodies: Int32Array.from(groupBodies),
    pairs: Int32Array.from(pairs),
    groupOf,
  };
}

function same(p: Int32Array, q: Int32Array): boolean {
  if (p === q) return true;
  if (p.length !== q.length) return false;
  for (let i = 0; i < p.length; i++) if (p[i] !== q[i]) return false;
  return true;
}
