/** 3 x 3 matrices in arrays, row-major, nine numbers at an offset; nothing here allocates. */

/** R of the unit quaternion q (x y z w at qAt): columns are the body's axes in the world. */
export function rotationMatrix(q: ArrayLike<number>, qAt: number, R: Float64Array, rAt: number): void {
  const x = q[qAt];
  const y = q[qAt + 1];
  const z = q[qAt + 2];
  const w = q[qAt + 3];
  R[rAt] = 1 - 2 * (y * y + z * z);
  R[rAt + 1] = 2 * (x * y - w * z);
  R[rAt + 2] = 2 * (x * z + w * y);
  R[rAt + 3] = 2 * (x * y + w * z);
  R[rAt + 4] = 1 - 2 * (x * x + z * z);
  R[rAt + 5] = 2 * (y * z - w * x);
  R[rAt + 6] = 2 * (x * z - w * y);
  R[rAt + 7] = 2 * (y * z + w * x);
  R[rAt + 8] = 1 - 2 * (x * x + y * y);
}

/** out = R^T v for the three numbers of v at `at`: from world axes into the body's. */
export function turnBack(R: Float64Array, v: ArrayLike<number>, at: number, out: Float64Array): void {
  const x = v[at];
  const y = v[at + 1];
  const z = v[at + 2];
  out[0] = R[0] * x + R[3] * y + R[6] * z;
  out[1] = R[1] * x + R[4] * y + R[7] * z;
  out[2] = R[2] * x + R[5] * y + R[8] * z;
}

/** out = R S R^T for a symmetric S; symmetric to the last bit. `out` may not be S. */
export function turnTensor(
  R: Float64Array,
  rAt: number,
  S: ArrayLike<number>,
  sAt: number,
  out: Float64Array,
  at: number,
): void {
  for (let j = 0; j < 3; j++) {
    const x = R[rAt + 3 * j];
    const y = R[rAt + 3 * j + 1];
    const z = R[rAt + 3 * j + 2];
    const p = S[sAt] * x + S[sAt + 1] * y + S[sAt + 2] * z;
    const q = S[sAt + 3] * x + S[sAt + 4] * y + S[sAt + 5] * z;
    const r = S[sAt + 6] * x + S[sAt + 7] * y + S[sAt + 8] * z;
    // 0 +: no entry is -0
    out[at + j] = 0 + R[rAt] * p + R[rAt + 1] * q + R[rAt + 2] * r;
    if (j > 0) out[at + 3 + j] = 0 + R[rAt + 3] * p + R[rAt + 4] * q + R[rAt + 5] * r;
    if (j > 1) out[at + 8] = 0 + R[rAt + 6] * p + R[rAt + 7] * q + R[rAt + 8] * r;
  }
  out[at + 3] = out[at + 1];
  out[at + 6] = out[at + 2];
  out[at + 7] = out[at + 5];
}

/** out = S^-1 of a symmetric S; false if S is singular to rounding. `out` may not be S. */
export function invertSymmetric(S: ArrayLike<number>, sAt: number, out: Float64Array, at: number): boolean {
  const a = S[sAt];
  const b = S[sAt + 1];
  const c = S[sAt + 2];
  const d = S[sAt + 4];
  const e = S[sAt + 5];
  const f = S[sAt + 8];
  const xx = d * f - e * e;
  const xy = c * e - b * f;
  const xz = b * e - c * d;
  const determinant = a * xx + b * xy + c * xz;
  if (!(Math.abs(determinant) > 1e-14 * Math.abs(a * d * f))) return false;
  out[at] = xx / determinant;
  out[at + 1] = xy / determinant;
  out[at + 3] = out[at + 1];
  out[at + 2] = xz / determinant;
  out[at + 6] = out[at + 2];
  out[at + 4] = (a * f - c * c) / determinant;
  out[at + 5] = (b * c - a * e) / determinant;
  out[at + 7] = out[at + 5];
  out[at + 8] = (a * d - b * b) / determinant;
  return true;
}
