/** Shared by the TypeScript twins: the memory that they work on, sums in the order of two lanes, the product of two blocks. */

/** One memory, seen as f64, i32 and bytes. */
export interface Memory {
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly B: Uint8Array;
}

/** Six products in the order of two SIMD lanes: evens, odds, then their sum. */
export function dot6(F: Float64Array, a: number, b: number): number {
  const even = F[a + 4] * F[b + 4] + (F[a + 2] * F[b + 2] + F[a] * F[b]);
  const odd = F[a + 5] * F[b + 5] + (F[a + 3] * F[b + 3] + F[a + 1] * F[b + 1]);
  return even + odd;
}

/** target -= left right^T, 6 x 6 column-major. */
export function subtractProduct(F: Float64Array, target: number, left: number, right: number): void {
  for (let s = 0; s < 6; s++) {
    const b0 = F[right + s];
    const b1 = F[right + 6 + s];
    const b2 = F[right + 12 + s];
    const b3 = F[right + 18 + s];
    const b4 = F[right + 24 + s];
    const b5 = F[right + 30 + s];
    for (let r = 0; r < 6; r++) {
      const a = left + r;
      const v = F[target + 6 * s + r] - F[a] * b0 - F[a + 6] * b1 - F[a + 12] * b2;
      F[target + 6 * s + r] = v - F[a + 18] * b3 - F[a + 24] * b4 - F[a + 30] * b5;
    }
  }
}
