/**
 * Sharpens the direction of largest separation of two cores if one is round: a compass search on the sphere, since
 * EPA on a curved surface ends in slivers.   docs/theory/collision.md (CO20)
 * Eight directions turned a little at every halving: s(n) has ridges, and a fixed compass stops on them.
 */
import type { Pair } from '../pair.ts';

const START = 1e-3; // rad
const END = 1e-9;
const MOST = 256; // rounds
/** Less than this part of the size is rounding. */
const GAIN = 1e-15;
const TURN_COS = 0.9238795325112867; // 22.5 degrees
const TURN_SIN = 0.3826834323650898;

/** Improves pair.axis, whose separation is `start`; returns the better one. @param size of the cores, m */
export function searchDirection(pair: Pair, start: number, size: number): number {
  const { axis, spot3 } = pair;
  let s = start;
  let c = 1;
  let d = 0;
  let rounds = 0;
  for (let step = START; step > END && rounds < MOST; rounds++) {
    const x = axis[0];
    const y = axis[1];
    const z = axis[2];
    // two directions across the axis
    const i = Math.abs(x) < 0.6 ? 0 : 1;
    let ux = (i === 0 ? 1 : 0) - (i === 0 ? x : y) * x;
    let uy = (i === 1 ? 1 : 0) - (i === 0 ? x : y) * y;
    let uz = -(i === 0 ? x : y) * z;
    const across = Math.sqrt(ux * ux + uy * uy + uz * uz);
    ux /= across;
    uy /= across;
    uz /= across;
    const vx = y * uz - z * uy;
    const vy = z * ux - x * uz;
    const vz = x * uy - y * ux;
    let better = s;
    for (let k = 0; k < 8; k++) {
      // eighths of a turn from (c, d)
      const a = k % 2 === 0 ? c : (c - d) * Math.SQRT1_2;
      const b = k % 2 === 0 ? d : (c + d) * Math.SQRT1_2;
      const quarter = k >> 1;
      const p = step * (quarter === 0 ? a : quarter === 1 ? -b : quarter === 2 ? -a : b);
      const q = step * (quarter === 0 ? b : quarter === 1 ? a : quarter === 2 ? -b : -a);
      const nx = x + p * ux + q * vx;
      const ny = y + p * uy + q * vy;
      const nz = z + p * uz + q * vz;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      axis[0] = nx / length;
      axis[1] = ny / length;
      axis[2] = nz / length;
      const found = separation(pair);
      if (found > better) {
        better = found;
        for (let m = 0; m < 3; m++) spot3[m] = axis[m];
      }
    }
    if (better > s + GAIN * size) {
      s = better;
      for (let m = 0; m < 3; m++) axis[m] = spot3[m];
    } else {
      axis[0] = x;
      axis[1] = y;
      axis[2] = z;
      step /= 2;
      const turned = c * TURN_COS - d * TURN_SIN;
      d = c * TURN_SIN + d * TURN_COS;
      c = turned;
    }
  }
  return s;
}

/** Separation of the cores along pair.axis. */
export function separation({ A, B, axis, spot, spot2 }: Pair): number {
  A.support(axis[0], axis[1], axis[2], spot, 0);
  B.support(-axis[0], -axis[1], -axis[2], spot2, 0);
  return axis[0] * (spot2[0] - spot[0]) + axis[1] * (spot2[1] - spot[1]) + axis[2] * (spot2[2] - spot[2]);
}
