/** Extreme eigenvalues of a dense symmetric matrix: Householder to three diagonals, then bisection by Sturm's count. */

interface Extremes {
  /** The least that is no rounding. */
  readonly least: number;
  readonly largest: number;
  /** Eigenvalues that are zero to rounding. */
  readonly zeros: number;
}

/** An eigenvalue up to this part of the largest is zero. */
const ZERO = 1e-10;

/** Eigenvalues of s A s with s_i = sqrt(scale_i), which are those of diag(scale) A. @param a row-major, kept */
export function extremeEigenvalues(a: Float64Array, scale: Float64Array): Extremes {
  const n = scale.length;
  if (n === 0) return { least: 0, largest: 0, zeros: 0 };
  const s = Float64Array.from(scale, Math.sqrt);
  const scaled = a.map((value, k) => value * s[Math.floor(k / n)]! * s[k % n]!);
  const { diagonal, beside } = threeDiagonals(scaled, n);
  let bound = 0; // Gershgorin
  for (let i = 0; i < n; i++)
    bound = Math.max(bound, Math.abs(diagonal[i]!) + Math.abs(beside[i]!) + Math.abs(beside[i + 1]!));
  const below = (x: number) => countBelow(diagonal, beside, x);
  const largest = bisect(-bound, bound * (1 + 1e-12), (x) => below(x) === n);
  const zeros = below(ZERO * largest);
  return { least: zeros === n ? 0 : bisect(0, largest * (1 + 1e-12), (x) => below(x) > zeros), largest, zeros };
}

/** The least x in [from, to] at which `holds`, to rounding; it stays true from there on. */
function bisect(from: number, to: number, holds: (x: number) => boolean): number {
  let [lo, hi] = [from, to];
  for (let k = 0; k < 100; k++) {
    const middle = lo + (hi - lo) / 2;
    if (holds(middle)) hi = middle;
    else lo = middle;
  }
  return hi;
}

/** Eigenvalues below x: signs of the pivots of T - x. */
function countBelow(diagonal: Float64Array, beside: Float64Array, x: number): number {
  let count = 0;
  let pivot = 1;
  for (let i = 0; i < diagonal.length; i++) {
    pivot = diagonal[i]! - x - (beside[i]! * beside[i]!) / pivot;
    if (pivot === 0) pivot = 1e-300;
    if (pivot < 0) count++;
  }
  return count;
}

/** Householder's reflections; `beside[i]` couples i - 1 and i, its first and last are zero. @param a is overwritten */
function threeDiagonals(a: Float64Array, n: number): { diagonal: Float64Array; beside: Float64Array } {
  const beside = new Float64Array(n + 1);
  const v = new Float64Array(n);
  const q = new Float64Array(n);
  for (let c = 0; c < n - 2; c++) {
    let square = 0;
    for (let r = c + 1; r < n; r++) square += a[r * n + c]! ** 2;
    const first = a[(c + 1) * n + c]!;
    const alpha = first > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    beside[c + 1] = alpha;
    const size = square - alpha * first; // half of |v|^2
    if (size === 0) continue;
    for (let r = c + 1; r < n; r++) v[r] = a[r * n + c]! - (r === c + 1 ? alpha : 0);
    let along = 0;
    for (let r = c + 1; r < n; r++) {
      let sum = 0;
      for (let k = c + 1; k < n; k++) sum += a[r * n + k]! * v[k]!;
      q[r] = sum / size;
      along += (v[r]! * q[r]!) / (2 * size);
    }
    for (let r = c + 1; r < n; r++) q[r]! -= along * v[r]!;
    for (let r = c + 1; r < n; r++) for (let k = c + 1; k < n; k++) a[r * n + k]! -= v[r]! * q[k]! + q[r]! * v[k]!;
  }
  if (n > 1) beside[n - 1] = a[(n - 1) * n + n - 2]!;
  return { diagonal: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), beside };
}
