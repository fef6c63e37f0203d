/**
 * Orders of the rows in a Gauss-Seidel sweep (EATK18 Sec. 6.5: contacts near the ground first converge better).
 * docs/theory/gauss-seidel.md (GS4)
 */

import { ContractError } from '../../checks/errors.ts';
import { Rng } from '../../linalg/rng.ts';
import { isStill } from '../../problem/bodies-of-rows.ts';
import { colouring } from '../../problem/colouring.ts';
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator } from '../../problem/structured.ts';

export type RowOrder = 'natural' | 'reverse' | 'random' | 'bottom-up' | 'colour';

/** Row numbers in the order of a sweep; undefined for the natural one. @throws ContractError for an order that needs J. */
export function rowOrder(p: Problem, order: RowOrder, seed: number): Int32Array | undefined {
  if (order === 'natural') return undefined;
  const rows = Int32Array.from({ length: p.n }, (_, i) => i);
  if (order === 'reverse') return rows.reverse();
  if (order === 'random') return shuffled(rows, new Rng(seed));
  if (!(p.A instanceof StructuredOperator))
    throw new ContractError(`pgs: order ${order} needs J to know which bodies a row touches, this problem gives A`);
  if (order === 'colour') return colouring(p.A).order;
  const level = levels(p.A);
  return rows.sort((i, j) => level[i] - level[j] || i - j);
}

/** Fisher and Yates. */
function shuffled(rows: Int32Array, rng: Rng): Int32Array {
  for (let k = rows.length - 1; k > 0; k--) {
    const other = rng.below(k + 1);
    [rows[k], rows[other]] = [rows[other], rows[k]];
  }
  return rows;
}

/**
 * How many bodies stand between a row and the ground: rows that touch one moving body only are at level 0, its
 * neighbours' rows one higher, and so on; what hangs free of the ground comes last.
 */
function levels({ structure, L, n }: StructuredOperator): Float64Array {
  const { rowStart, body, bodies } = structure;
  const movingBodies = Array.from({ length: n }, (_, i) =>
    Array.from(body.subarray(rowStart[i], rowStart[i + 1])).filter((k) => !isStill(L, k)),
  );
  const rowsOf = Array.from({ length: bodies }, (): number[] => []);
  movingBodies.forEach((list, i) => {
    for (const k of list) rowsOf[k].push(i);
  });
  const distance = new Float64Array(bodies).fill(Infinity);
  let front = [...new Set(movingBodies.filter((list) => list.length === 1).flat())];
  for (let d = 0; front.length > 0; d++) {
    for (const k of front) distance[k] = d;
    const next = front.flatMap((k) => rowsOf[k].flatMap((row) => movingBodies[row]));
    front = [...new Set(next)].filter((k) => distance[k] === Infinity);
  }
  return Float64Array.from(movingBodies, (list) =>
    list.length <= 1 ? 0 : 1 + list.reduce((least, k) => Math.min(least, distance[k]), Infinity),
  );
}
