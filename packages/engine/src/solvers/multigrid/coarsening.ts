/**
 * Which unknowns the coarse grid keeps: Ruge and Stueben's splitting by strong dependence.   docs/theory/multigrid.md (MG2), (MG3)
 *
 * Nodes are rows, or the rows of a joint or contact together. I depends strongly on J if the largest of their couplings, freed
 * of units by the diagonal, reaches theta times the largest coupling of I. Signs are ignored: contacts have both.
 */
import { type Csr, diagonalOf } from './csr.ts';

/** Rows of node I are rows[start[I]] .. rows[start[I + 1] - 1]; rows of no node stay out of the coarse grid. */
export interface Nodes {
  readonly start: Int32Array;
  readonly rows: Int32Array;
  /** Node of each row, -1 for none. */
  readonly of: Int32Array;
}

export function makeNodes(rowCount: number, lists: readonly (readonly number[])[]): Nodes {
  const of = new Int32Array(rowCount).fill(-1);
  const start = new Int32Array(lists.length + 1);
  const rows: number[] = [];
  lists.forEach((list, node) => {
    for (const row of list) {
      of[row] = node;
      rows.push(row);
    }
    start[node + 1] = rows.length;
  });
  return { start, rows: Int32Array.from(rows), of };
}

export const nodeCount = ({ start }: Nodes) => start.length - 1;

/** For every node the nodes that it is coupled to, with the size of the coupling: max |a_ij|/sqrt(a_ii a_jj). */
export function couplings(A: Csr, nodes: Nodes): Csr {
  const count = nodeCount(nodes);
  const scale = diagonalOf(A).map((a) => (a > 0 ? 1 / Math.sqrt(a) : 0));
  const size = new Float64Array(count);
  const seen = new Int32Array(count).fill(-1);
  const column: number[] = [];
  const value: number[] = [];
  const start = new Int32Array(count + 1);
  for (let I = 0; I < count; I++) {
    const touched: number[] = [];
    for (let q = nodes.start[I]; q < nodes.start[I + 1]; q++) {
      const i = nodes.rows[q];
      for (let k = A.start[i]; k < A.start[i + 1]; k++) {
        const j = A.column[k];
        const J = nodes.of[j];
        if (J < 0 || J === I) continue;
        if (seen[J] !== I) {
          seen[J] = I;
          size[J] = 0;
          touched.push(J);
        }
        size[J] = Math.max(size[J], Math.abs(A.value[k]) * scale[i] * scale[j]);
      }
    }
    for (const J of touched)
      if (size[J] > 0) {
        column.push(J);
        value.push(size[J]);
      }
    start[I + 1] = column.length;
  }
  return { rows: count, columns: count, start, column: Int32Array.from(column), value: Float64Array.from(value) };
}

/** Couplings of at least theta times the largest of their row. */
export function strongOnes({ rows, start, column, value }: Csr, theta: number): Csr {
  const keptColumn: number[] = [];
  const keptValue: number[] = [];
  const keptStart = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) {
    let largest = 0;
    for (let k = start[i]; k < start[i + 1]; k++) largest = Math.max(largest, value[k]);
    for (let k = start[i]; k < start[i + 1]; k++)
      if (value[k] >= theta * largest) {
        keptColumn.push(column[k]);
        keptValue.push(value[k]);
      }
    keptStart[i + 1] = keptColumn.length;
  }
  return {
    rows,
    columns: rows,
    start: keptStart,
    column: Int32Array.from(keptColumn),
    value: Float64Array.from(keptValue),
  };
}

/** 1: coarse, 0: fine. `depends` has the nodes that each depends on, `influences` is its transpose. */
export function split(depends: Csr, influences: Csr): Uint8Array {
  const n = depends.rows;
  const [UNDECIDED, COARSE, FINE] = [2, 1, 0];
  const state = new Uint8Array(n).fill(UNDECIDED);
  const queue = new Buckets(n, (i) => influences.start[i + 1] - influences.start[i]);
  for (let i = queue.take(); i >= 0; i = queue.take()) {
    if (queue.weight(i) === 0) {
      state[i] = FINE; // no row depends on it: left to the smoother
      continue;
    }
    state[i] = COARSE;
    for (let k = influences.start[i]; k < influences.start[i + 1]; k++) {
      const j = influences.column[k];
      if (state[j] !== UNDECIDED) continue;
      state[j] = FINE;
      queue.remove(j);
      // whatever the new fine node depends on would serve it well as a coarse one
      for (let q = depends.start[j]; q < depends.start[j + 1]; q++)
        if (state[depends.column[q]] === UNDECIDED) queue.raise(depends.column[q], 1);
    }
    for (let k = depends.start[i]; k < depends.start[i + 1]; k++)
      if (state[depends.column[k]] === UNDECIDED) queue.raise(depends.column[k], -1);
  }
  return state;
}

/** Items by weight; of equals the one that came to its bucket last goes first, so that the splitting grows outwards. */
class Buckets {
  private readonly weights: Int32Array;
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly inside: Uint8Array;
  private top: number;

  constructor(n: number, weight: (item: number) => number) {
    this.weights = Int32Array.from({ length: n }, (_, i) => weight(i));
    let most = 0;
    for (const w of this.weights) most = Math.max(most, w);
    this.head = new Int32Array(2 * most + 2).fill(-1); // an item is raised at most once by each that depends on it
    this.next = new Int32Array(n).fill(-1);
    this.previous = new Int32Array(n).fill(-1);
    this.inside = new Uint8Array(n);
    this.top = most;
    for (let i = n - 1; i >= 0; i--) this.insert(i);
  }

  weight(i: number): number {
    return this.weights[i];
  }

  /** The heaviest, or -1. */
  take(): number {
    while (this.top >= 0 && this.head[this.top] < 0) this.top--;
    if (this.top < 0) return -1;
    const i = this.head[this.top];
    this.remove(i);
    return i;
  }

  raise(i: number, by: number): void {
    this.remove(i);
    this.weights[i] += by;
    this.insert(i);
  }

  remove(i: number): void {
    if (this.inside[i] === 0) return;
    const { next, previous, head } = this;
    if (previous[i] >= 0) next[previous[i]] = next[i];
    else head[this.weights[i]] = next[i];
    if (next[i] >= 0) previous[next[i]] = previous[i];
    this.inside[i] = 0;
  }

  private insert(i: number): void {
    const w = this.weights[i];
    this.next[i] = this.head[w];
    this.previous[i] = -1;
    if (this.head[w] >= 0) this.previous[this.head[w]] = i;
    this.head[w] = i;
    this.inside[i] = 1;
    this.top = Math.max(this.top, w);
  }
}
