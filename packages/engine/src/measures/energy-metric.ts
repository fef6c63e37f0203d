/**
 * The inverse mass of every row that the energy error uses: a_ii, and a stand-in of the same unit if A is unsymmetric and a_ii
 * is not positive.   docs/theory/error-measures.md (E14)
 *
 *   a_i = a_ii if that is positive;  else the largest of |a_ii| and max(|a_ij|, |a_ji|)^2/a_jj over rows j with a_jj > 0;
 *   if that is zero the largest |a_ij| or |a_ji|, and 1 for a row and column of zeros
 *
 * The first two follow a change of units as a_ii does. Symmetric problems have a positive diagonal (`solve` checks it), or
 * their error is not a number.
 */
import type { Operator } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';

const known = new WeakMap<Operator, Float64Array>();

/** The diagonal itself if nothing stands in for it. Computed once per operator. */
export function energyMetric({ A, symmetric }: Pick<Problem, 'A' | 'symmetric'>): Float64Array {
  if (symmetric) return A.diagonal;
  let metric = known.get(A);
  if (!metric) {
    metric = A.diagonal.every((a) => a > 0) ? A.diagonal : withStandIns(A);
    known.set(A, metric);
  }
  return metric;
}

function withStandIns(A: Operator): Float64Array {
  const { diagonal } = A;
  const { rowStart, column, value } = A.sparse();
  const metric = diagonal.map((a) => (a > 0 ? a : Math.abs(a))); // NaN stays NaN
  const largest = new Float64Array(A.n);
  const coupled = (i: number, j: number, size: number) => {
    largest[i] = Math.max(largest[i], size);
    if (!(diagonal[i] > 0) && diagonal[j] > 0) metric[i] = Math.max(metric[i], (size * size) / diagonal[j]);
  };
  for (let i = 0; i < A.n; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (column[k] === i) continue;
      coupled(i, column[k], Math.abs(value[k]));
      coupled(column[k], i, Math.abs(value[k]));
    }
  for (let i = 0; i < A.n; i++) if (metric[i] === 0) metric[i] = largest[i] > 0 ? largest[i] : 1;
  return metric;
}
