/** The regions of body space for a small pile, as the kernels read them, and the same matrices in full. */

import { GROUP } from '../../src/kernels/layouts.ts';
import type { Rng } from '../../src/linalg/rng.ts';
import type { StructuredOperator } from '../../src/problem/structured.ts';
import { ContactGraphs } from '../../src/solvers/linear-systems/contact-graph.ts';
import { contactPile } from './contact-pile.ts';

/** A pile of `contacts` between `bodies`: lists of its contact graph, Jt, and Jt as a full matrix in the order of the graph. */
export function smallPile(rng: Rng, contacts: number, bodies: number) {
  const p = contactPile(rng, contacts, bodies);
  const A = p.A as StructuredOperator;
  const { symbolic, groups, groupBodies, pairs, groupOf } = new ContactGraphs().of(A);
  const { colStart, blockRow, blocks, position } = symbolic;
  const size = 6 * bodies;
  const full = Array.from({ length: p.n }, (_, i) => {
    const row = new Float64Array(size);
    const { rowStart, body } = A.structure;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let c = 0; c < 6; c++) row[6 * position[body[k]] + c] += A.Jt[6 * k + c];
    return row;
  });
  const lists = { colStart, blockRow, groups, groupOf, groupBodies, pairs };
  return { n: p.n, bodies, size, blocks, groupCount: groups.length / GROUP.size, Jt: A.Jt, ...lists, full };
}

/** Offsets of a graph count from the start of its own lists: here they become places in the memory. */
export function placeGroups(
  groups: { [index: number]: number; readonly length: number },
  at: { readonly Jt: number; readonly groupBodies: number; readonly pairs: number },
): void {
  for (let q = 0; q < groups.length; q += GROUP.size) {
    groups[q + GROUP.Jt] += at.Jt;
    groups[q + GROUP.bodies] += at.groupBodies;
    groups[q + GROUP.pairs] += at.pairs;
  }
}

/** 1 + sum of w_i left_i^T right_i, by rows. */
export function bodyMatrix(
  size: number,
  terms: readonly { readonly w: number; readonly left: Float64Array; readonly right: Float64Array }[],
): Float64Array {
  const H = new Float64Array(size * size);
  for (let k = 0; k < size; k++) H[k * size + k] = 1;
  for (const { w, left, right } of terms)
    for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) H[r * size + c] += w * left[r] * right[c];
  return H;
}
