/**
 * The second collider of a pair in the axes of the first: differences first, so that distance from the origin costs
 * nothing.   docs/theory/collision.md (CO5)
 */
import type { Pair } from './pair.ts';

/** Writes pair.R and pair.t; rotations are 9 numbers per collider. */
export function relativePose(
  pose: Float64Array,
  R: Float64Array,
  first: number,
  second: number,
  firstIsSphere: boolean,
  pair: Pair,
): void {
  const p = 7 * first;
  const q = 7 * second;
  const r = 9 * first;
  const s = 9 * second;
  const x = pose[q] - pose[p];
  const y = pose[q + 1] - pose[p + 1];
  const z = pose[q + 2] - pose[p + 2];
  const { t, R: out } = pair;
  if (firstIsSphere) {
    // only spheres come after spheres: both have the world's axes
    t[0] = x;
    t[1] = y;
    t[2] = z;
    for (let k = 0; k < 9; k++) out[k] = k % 4 === 0 ? 1 : 0;
    return;
  }
  for (let i = 0; i < 3; i++) {
    const c0 = R[r + i];
    const c1 = R[r + 3 + i];
    const c2 = R[r + 6 + i];
    t[i] = c0 * x + c1 * y + c2 * z;
    out[3 * i] = c0 * R[s] + c1 * R[s + 3] + c2 * R[s + 6];
    out[3 * i + 1] = c0 * R[s + 1] + c1 * R[s + 4] + c2 * R[s + 7];
    out[3 * i + 2] = c0 * R[s + 2] + c1 * R[s + 5] + c2 * R[s + 8];
  }
}
