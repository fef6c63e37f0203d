/**
 * Errors of impulses from the coarse grid to the fine one.   docs/theory/multigrid.md (MG4), (MG5)
 *
 * Rows: direct interpolation, negative and positive couplings apart, as for linear systems (PIR Eq. 22). Blocks: the rows of a node
 * answer the errors of the coarse nodes around it with the impulses that keep its own velocities.
 */

import type { Nodes } from './coarsening.ts';
import { type Csr, CsrBuilder, diagonalOf } from './csr.ts';
import { factorShifted, solveShifted } from './dense-rows.ts';
import { type GroupAnswer, interpolationOf } from './group-answers.ts';

/** Index on the coarse grid of each row of a coarse node, -1 for others. */
export function coarseRows(nodes: Nodes, state: Uint8Array): { index: Int32Array; rows: Int32Array } {
  const index = new Int32Array(nodes.of.length).fill(-1);
  const rows: number[] = [];
  for (let i = 0; i < index.length; i++)
    if (nodes.of[i] >= 0 && state[nodes.of[i]] === 1) {
      index[i] = rows.length;
      rows.push(i);
    }
  return { index, rows: Int32Array.from(rows) };
}

/** One row a node. (MG4) */
export function interpolateRows(A: Csr, nodes: Nodes, strong: Csr, state: Uint8Array, coarse: Int32Array): Csr {
  const out = new CsrBuilder(coarse.reduce((most, k) => Math.max(most, k + 1), 0));
  const diagonal = diagonalOf(A);
  const isNear = new Int32Array(A.rows).fill(-1);
  for (let i = 0; i < A.rows; i++) {
    const node = nodes.of[i];
    if (coarse[i] >= 0) out.add(coarse[i], 1);
    else if (node >= 0 && diagonal[i] > 0) {
      for (let k = strong.start[node]; k < strong.start[node + 1]; k++)
        if (state[strong.column[k]] === 1) isNear[nodes.rows[nodes.start[strong.column[k]]]] = i;
      const [negative, positive, a] = shares(A, nodes, i, isNear, diagonal[i]);
      for (let k = A.start[i]; k < A.start[i + 1]; k++) {
        const v = A.value[k];
        if (isNear[A.column[k]] === i) out.add(coarse[A.column[k]], (-(v < 0 ? negative : positive) * v) / a);
      }
    }
    out.endRow();
  }
  return out.build();
}

/** What the couplings left out add to those kept, by sign; if none of a sign is kept, positive ones join the diagonal. */
function shares(A: Csr, nodes: Nodes, i: number, isNear: Int32Array, a: number): [number, number, number] {
  let [allNegative, allPositive, nearNegative, nearPositive] = [0, 0, 0, 0];
  for (let k = A.start[i]; k < A.start[i + 1]; k++) {
    const j = A.column[k];
    const v = A.value[k];
    if (j === i || nodes.of[j] < 0) continue;
    if (v < 0) allNegative += v;
    else allPositive += v;
    if (isNear[j] !== i) continue;
    if (v < 0) nearNegative += v;
    else nearPositive += v;
  }
  return [
    nearNegative < 0 ? allNegative / nearNegative : 0,
    nearPositive > 0 ? allPositive / nearPositive : 0,
    nearPositive > 0 ? a : a + allPositive,
  ];
}

/** All rows of a node together: e_I = -A_II^-1 sum over coarse J of A_IJ e_J, scaled for the neighbours left out. (MG5) */
export function interpolateBlocks(A: Csr, nodes: Nodes, strong: Csr, state: Uint8Array, coarse: Int32Array): Csr {
  const width = coarse.reduce((most, k) => Math.max(most, k + 1), 0);
  const found: GroupAnswer[] = [];
  const isNear = new Int32Array(state.length).fill(-1);
  const place = new Int32Array(A.rows).fill(-1); // of a row in its node
  for (let q = 0; q < nodes.rows.length; q++) place[nodes.rows[q]] = q - nodes.start[nodes.of[nodes.rows[q]]];
  const position = new Int32Array(width);
  for (let I = 0; I < state.length; I++) {
    found.push({ columns: [], values: new Float64Array(0), m: 0 });
    if (state[I] === 1) continue;
    for (let k = strong.start[I]; k < strong.start[I + 1]; k++)
      if (state[strong.column[k]] === 1) isNear[strong.column[k]] = I;
    found[I] = answer(A, nodes, I, isNear, { place, coarse, position });
  }
  return interpolationOf(width, coarse, place, (i) => (nodes.of[i] >= 0 ? found[nodes.of[i]] : undefined));
}

/** The columns -scale A_II^-1 A_IJ of a fine node, m numbers each. */
function answer(
  A: Csr,
  nodes: Nodes,
  I: number,
  isNear: Int32Array,
  { place, coarse, position }: Record<'place' | 'coarse' | 'position', Int32Array>,
): GroupAnswer {
  const from = nodes.start[I];
  const m = nodes.start[I + 1] - from;
  const own = new Float64Array(m * m);
  const columns: number[] = [];
  for (let r = 0; r < m; r++) {
    const i = nodes.rows[from + r];
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      const J = nodes.of[A.column[k]];
      if (J >= 0 && J !== I && isNear[J] === I) columns.push(coarse[A.column[k]]);
    }
  }
  const unique = [...new Set(columns)].sort((p, q) => p - q);
  unique.forEach((c, k) => {
    position[c] = k;
  });
  const values = new Float64Array(unique.length * m);
  let [all, near] = [0, 0];
  for (let r = 0; r < m; r++) {
    const i = nodes.rows[from + r];
    for (let k = A.start[i]; k < A.start[i + 1]; k++) {
      const j = A.column[k];
      const J = nodes.of[j];
      const v = A.value[k];
      if (J === I) own[r * m + place[j]] = v;
      if (J < 0 || J === I) continue;
      all += v * v;
      if (isNear[J] !== I) continue;
      near += v * v;
      values[position[coarse[j]] * m + r] = -v;
    }
  }
  if (unique.length === 0 || !factorShifted(own, m)) return { columns: [], values, m };
  const scale = Math.sqrt(all / near);
  for (let k = 0; k < unique.length; k++) {
    const column = values.subarray(k * m, (k + 1) * m);
    solveShifted(own, m, column);
    for (let r = 0; r < m; r++) column[r] *= scale;
  }
  return { columns: unique, values, m };
}
