/**
 * Symbolic 6 x 6 block Cholesky of a body graph: which blocks the factor has. Done once per contact graph; the numeric
 * kernels follow these lists.   docs/theory/body-space.md (BS3)
 */
import { minimumDegree } from './minimum-degree.ts';

export interface BlockSymbolic {
  readonly bodies: number;
  /** position[body] = its place in the elimination order. */
  readonly position: Int32Array;
  /** Blocks of column k are colStart[k] .. colStart[k + 1] - 1; the first is the diagonal one. */
  readonly colStart: Int32Array;
  /** Row (position) of each block; rising within a column. */
  readonly blockRow: Int32Array;
  readonly blocks: number;
  /** Products of two blocks that a factorisation takes: m (m + 1)/2 for a column of m blocks below its diagonal. */
  readonly products: number;
  /** The block at (row, column) of the lower triangle, by position; -1 if there is none. */
  blockAt(row: number, column: number): number;
}

/** @param grown is told how many blocks the factor has so far, and may throw */
export function blockSymbolic(
  bodies: number,
  edges: ArrayLike<number>,
  grown?: (blocks: number) => void,
): BlockSymbolic {
  const { position, columns } = minimumDegree(bodies, edges, undefined, grown);
  const colStart = new Int32Array(bodies + 1);
  let products = 0;
  for (let k = 0; k < bodies; k++) {
    const m = columns[k].length;
    colStart[k + 1] = colStart[k] + 1 + m;
    products += (m * (m + 1)) / 2;
  }
  const blocks = colStart[bodies];
  const blockRow = new Int32Array(blocks);
  for (let k = 0; k < bodies; k++) {
    blockRow[colStart[k]] = k;
    columns[k].forEach((body, q) => {
      blockRow[colStart[k] + 1 + q] = position[body];
    });
    blockRow.subarray(colStart[k] + 1, colStart[k + 1]).sort();
  }
  const blockAt = (row: number, column: number) => {
    let low = colStart[column];
    let high = colStart[column + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (blockRow[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low < colStart[column + 1] && blockRow[low] === row ? low : -1;
  };
  return { bodies, position, colStart, blockRow, blocks, products, blockAt };
}
