/**
 * Symbolic 6 x 6 block Cholesky of a body graph: which blocks the factor has, and which products its elimination needs.
 * Done once per contact graph; the numeric kernels only follow these lists.   docs/theory/body-space.md (BS3)
 */
import { minimumDegree } from './minimum-degree.ts';

export interface BlockSymbolic {
  readonly bodies: number;
  /** position[body] = its place in the elimination order. */
  readonly position: Int32Array;
  /** Blocks of column k are colStart[k] .. colStart[k + 1] - 1; the first is the diagonal one. */
  readonly colStart: Int32Array;
  /** Row (position) of each block. */
  readonly blockRow: Int32Array;
  /** Products after column k: taskStart[k] .. taskStart[k + 1] - 1, three blocks each: target -= left right^T. */
  readonly taskStart: Int32Array;
  readonly tasks: Int32Array;
  readonly blocks: number;
  /** The block at (row, column) of the lower triangle, by position. */
  blockAt(row: number, column: number): number;
}

export function blockSymbolic(bodies: number, edges: ArrayLike<number>): BlockSymbolic {
  const { position, columns } = minimumDegree(bodies, edges);
  const colStart = new Int32Array(bodies + 1);
  const blockRow: number[] = [];
  const place = new Map<number, number>();
  for (let k = 0; k < bodies; k++) {
    const rows = [k, ...columns[k].map((body) => position[body]).sort((p, q) => p - q)];
    for (const row of rows) {
      place.set(k * bodies + row, blockRow.length);
      blockRow.push(row);
    }
    colStart[k + 1] = blockRow.length;
  }
  const blockAt = (row: number, column: number) => place.get(column * bodies + row) ?? -1;
  const taskStart = new Int32Array(bodies + 1);
  const tasks: number[] = [];
  for (let k = 0; k < bodies; k++) {
    for (let right = colStart[k] + 1; right < colStart[k + 1]; right++)
      for (let left = right; left < colStart[k + 1]; left++)
        tasks.push(blockAt(blockRow[left], blockRow[right]), left, right);
    taskStart[k + 1] = tasks.length / 3;
  }
  return {
    bodies,
    position,
    colStart,
    blockRow: Int32Array.from(blockRow),
    taskStart,
    tasks: Int32Array.from(tasks),
    blocks: blockRow.length,
    blockAt,
  };
}
