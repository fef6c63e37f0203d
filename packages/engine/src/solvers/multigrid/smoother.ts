/**
 * Projected Gauss-Seidel over blocks of rows, coarse rows first, then fine; backwards the other way round.   docs/theory/multigrid.md (MG1)
 *
 * A correction leaves errors of fine rows only, so these come first after it and last before it. A block of several rows is solved
 * at once; if that would leave a bound its rows take turns. Either way the objective does not rise.
 */
import { clamp } from '../../problem/sets/box.ts';
import type { Nodes } from './coarsening.ts';
import { type Csr, diagonalOf } from './csr.ts';
import { factorShifted, solveShifted } from './dense-rows.ts';

/** What a sweep works on. */
export interface Unknowns {
  readonly x: Float64Array;
  readonly b: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}

export class Smoother {
  private readonly A: Csr;
  private readonly diagonal: Float64Array;
  /** Blocks in the order of a sweep: rows[start[k]] .. rows[start[k + 1] - 1]. */
  private readonly start: Int32Array;
  private readonly rows: Int32Array;
  /** L of each block, row-major; undefined: one row, or rows that have no factor. */
  private readonly factors: (Float64Array | undefined)[];
  private readonly step: Float64Array;

  /** @param coarse rows that the next grid keeps have an index there, others -1 */
  constructor(A: Csr, nodes: Nodes, coarse: Int32Array | undefined) {
    this.A = A;
    this.diagonal = diagonalOf(A);
    const blocks = inOrder(A.rows, nodes, coarse);
    this.start = new Int32Array(blocks.length + 1);
    blocks.forEach((block, k) => {
      this.start[k + 1] = this.start[k] + block.length;
    });
    this.rows = Int32Array.from(blocks.flat());
    const place = new Int32Array(A.rows).fill(-1);
    this.factors = blocks.map((block) => factorOf(A, block, place));
    this.step = new Float64Array(blocks.reduce((most, { length }) => Math.max(most, length), 1));
  }

  sweep(unknowns: Unknowns, forward: boolean): void {
    const count = this.start.length - 1;
    for (let k = 0; k < count; k++) this.block(forward ? k : count - 1 - k, unknowns, forward);
  }

  private block(k: number, unknowns: Unknowns, forward: boolean): void {
    const { rows, step } = this;
    const { x, lo, hi } = unknowns;
    const from = this.start[k];
    const m = this.start[k + 1] - from;
    const factor = this.factors[k];
    let within = factor !== undefined;
    if (factor) {
      for (let r = 0; r < m; r++) step[r] = -this.slope(rows[from + r], unknowns);
      solveShifted(factor, m, step);
      for (let r = 0; r < m; r++) {
        const i = rows[from + r];
        const next = x[i] + step[r];
        if (next < lo[i] || next > hi[i]) within = false; // NaN passes, to be seen
      }
    }
    if (within) for (let r = 0; r < m; r++) x[rows[from + r]] += step[r];
    else for (let r = 0; r < m; r++) this.row(rows[from + (forward ? r : m - 1 - r)], unknowns);
  }

  private row(i: number, unknowns: Unknowns): void {
    const a = this.diagonal[i];
    if (a === 0) return;
    const { x, lo, hi } = unknowns;
    x[i] = clamp(x[i] - this.slope(i, unknowns) / a, lo[i], hi[i]);
  }

  private slope(i: number, { x, b }: Unknowns): number {
    const { start, column, value } = this.A;
    let w = b[i];
    for (let q = start[i]; q < start[i + 1]; q++) w += value[q] * x[column[q]];
    return w;
  }
}

/** Blocks of coarse rows, then all others; rows of no node are blocks of their own. */
function inOrder(rowCount: number, nodes: Nodes, coarse: Int32Array | undefined): number[][] {
  const [first, then]: [number[][], number[][]] = [[], []];
  for (let i = 0; i < rowCount; i++) {
    const node = nodes.of[i];
    if (node >= 0 && nodes.rows[nodes.start[node]] !== i) continue; // with the first row of its node
    const block = node < 0 ? [i] : Array.from(nodes.rows.subarray(nodes.start[node], nodes.start[node + 1]));
    (coarse && coarse[i] >= 0 ? first : then).push(block);
  }
  return [...first, ...then];
}

/** @param place room, -1 everywhere before and after */
function factorOf(A: Csr, block: readonly number[], place: Int32Array): Float64Array | undefined {
  const m = block.length;
  if (m === 1) return undefined;
  const a = new Float64Array(m * m);
  block.forEach((i, r) => {
    place[i] = r;
  });
  block.forEach((i, r) => {
    for (let k = A.start[i]; k < A.start[i + 1]; k++)
      if (place[A.column[k]] >= 0) a[r * m + place[A.column[k]]] = A.value[k];
  });
  for (const i of block) place[i] = -1;
  return factorShifted(a, m) ? a : undefined;
}
