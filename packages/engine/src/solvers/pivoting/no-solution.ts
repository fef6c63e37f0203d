/**
 * A proof that a problem has no solution: weights y of its rows that no admissible impulses can satisfy.   docs/theory/lemke.md (LK8)
 *
 *   y_i >= 0 if u_i = inf,  y_i <= 0 if l_i = -inf,  else y_i = 0:  then y'w >= 0 at every solution;
 *   but  y'w = y'b + (A'y)'x <= y'b + max over l <= x <= u of (A'y)'x < 0
 *
 * Farkas' lemma; A may be anything. Checked in square roots of joules, to 1e-9 of its terms. Such weights are what the nearest
 * miss leaves, a convex problem that always has a solution:
 *
 *   min over l <= x <= u and s of sum (w_i - s_i)^2/2a_i,   s_i >= 0 if u_i = inf, <= 0 if l_i = -inf, 0 if both;   y = (s - w)/a
 */
import { energyMetric } from '../../measures/energy-metric.ts';
import { fromDense } from '../../problem/explicit.ts';
import { makeProblem, type Problem } from '../../problem/problem.ts';

const SMALL = 1e-9;

export function provesNoSolution(p: Problem, y: Float64Array): boolean {
  const { n, b, lo, hi } = p;
  const a = energyMetric(p);
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(y[i]) * Math.sqrt(a[i]));
  if (!(largest > 0 && largest < Infinity)) return false;
  const c = transposed(p, y);
  let value = 0;
  let size = 0;
  for (let i = 0; i < n; i++) {
    const weight = y[i] * Math.sqrt(a[i]);
    if (weight > SMALL * largest && hi[i] !== Infinity) return false;
    if (weight < -SMALL * largest && lo[i] !== -Infinity) return false;
    const most = largestProduct(c[i], lo[i], hi[i], SMALL * largest * Math.sqrt(a[i]));
    value += b[i] * y[i] + most;
    size += Math.abs(b[i] * y[i]) + Math.abs(most);
  }
  return value < -SMALL * size;
}

/** Rows above which the search for a proof, a dense problem of twice the size, is not begun. */
const LARGEST = 150;

/** @param solveConvex writes a solution of a convex problem into x */
export function hasNoSolution(p: Problem, solveConvex: (q: Problem, x: Float64Array) => void): boolean {
  const { n, b, lo, hi } = p;
  if (n === 0 || n > LARGEST) return false;
  const a = energyMetric(p);
  const rows = Array.from(b.keys()).filter((i) => lo[i] === -Infinity || hi[i] === Infinity); // w of boxes is arbitrary
  const slack = rows.filter((i) => lo[i] > -Infinity || hi[i] < Infinity);
  const size = n + slack.length;
  const B = new Float64Array(rows.length * size); // w - s of the rows, by (x, s)
  const row = new Float64Array(n);
  rows.forEach((i, r) => {
    p.A.row(i, row);
    B.set(row, r * size);
    const s = slack.indexOf(i);
    if (s >= 0) B[r * size + n + s] = -1;
  });
  const H = new Float64Array(size * size);
  const g = new Float64Array(size);
  rows.forEach((i, r) => {
    for (let j = 0; j < size; j++) {
      const left = B[r * size + j] / a[i];
      if (left === 0) continue;
      g[j] += left * b[i];
      for (let k = 0; k < size; k++) H[j * size + k] += left * B[r * size + k];
    }
  });
  const bound = (of: Float64Array, k: number, free: number) => (k < n ? of[k] : of[slack[k - n]] === free ? free : 0);
  const x = new Float64Array(size);
  const low = Float64Array.from(x, (_, k) => bound(lo, k, -Infinity));
  const high = Float64Array.from(x, (_, k) => bound(hi, k, Infinity));
  solveConvex(makeProblem({ A: fromDense(size, H), b: g, lo: low, hi: high, symmetric: false }), x);
  const y = new Float64Array(n);
  rows.forEach((i, r) => {
    let miss = b[i];
    for (let k = 0; k < size; k++) miss += B[r * size + k] * x[k];
    y[i] = -miss / a[i];
  });
  return provesNoSolution(p, y);
}

/** The largest c x between the bounds; c of at most `rounding` counts as zero if its bound is infinite. */
function largestProduct(c: number, lo: number, hi: number, rounding: number): number {
  const bound = c > 0 ? hi : lo;
  if (c === 0 || (!Number.isFinite(bound) && Math.abs(c) <= rounding)) return 0;
  return c * bound;
}

/** A'y. */
function transposed({ n, A }: Problem, y: Float64Array): Float64Array {
  const out = new Float64Array(n);
  const row = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (y[i] === 0) continue;
    A.row(i, row);
    for (let j = 0; j < n; j++) out[j] += y[i] * row[j];
  }
  return out;
}
