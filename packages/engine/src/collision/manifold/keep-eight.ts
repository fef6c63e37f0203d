/**
 * Eight points of many that lie in one plane: the extremes along eight directions of the second shape's own axes, so
 * that the choice does not change with noise, and the deepest.   docs/theory/collision.md (CO25)
 */
import type { Pair } from '../pair.ts';

const MOST = 8;
/** The deepest point counts beside the extremes if it is deeper by this part of the spread. */
const DEEPER = 1e-6;
const HALF = Math.SQRT1_2;
const ALONG = [1, HALF, 0, -HALF, -1, -HALF, 0, HALF] as const;
const ACROSS = [0, HALF, 1, HALF, 0, -HALF, -1, -HALF] as const;

/** Reduces the points from `start` on, which share a normal, to eight. */
export function keepEight(pair: Pair, start: number): void {
  const count = pair.count - start;
  if (count <= MOST) return;
  const { point, normal, R, chosen } = pair;
  const nx = normal[3 * start];
  const ny = normal[3 * start + 1];
  const nz = normal[3 * start + 2];
  // the axis of the second shape that is most across n, made square to it
  let u0 = 0;
  let u1 = 0;
  let u2 = 0;
  let least = 2;
  for (let i = 0; i < 3; i++) {
    const along = Math.abs(R[i] * nx + R[3 + i] * ny + R[6 + i] * nz);
    if (along >= least - 1e-6) continue;
    least = along;
    u0 = R[i];
    u1 = R[3 + i];
    u2 = R[6 + i];
  }
  const v0 = ny * u2 - nz * u1;
  const v1 = nz * u0 - nx * u2;
  const v2 = nx * u1 - ny * u0;
  chosen.fill(-1);
  let spread = 0;
  for (let d = 0; d < MOST; d++) {
    const x = ALONG[d] * u0 + ACROSS[d] * v0;
    const y = ALONG[d] * u1 + ACROSS[d] * v1;
    const z = ALONG[d] * u2 + ACROSS[d] * v2;
    let farthest = Number.NEGATIVE_INFINITY;
    for (let k = start; k < pair.count; k++) {
      const along = point[3 * k] * x + point[3 * k + 1] * y + point[3 * k + 2] * z;
      if (along <= farthest + 1e-9 * spread) continue;
      farthest = along;
      chosen[d] = k;
    }
    spread = Math.max(spread, Math.abs(farthest));
  }
  keepDeepest(pair, start, DEEPER * spread);
  let kept = start;
  for (let k = start; k < pair.count; k++) {
    if (chosen.includes(k)) pair.move(k, kept++);
  }
  pair.count = kept;
}

/** The deepest of all replaces the chosen point nearest to it if none of the chosen is as deep. */
function keepDeepest({ count, gap, point, chosen }: Pair, start: number, level: number): void {
  let deepest = start;
  for (let k = start; k < count; k++) if (gap[k] < gap[deepest]) deepest = k;
  let best = Number.POSITIVE_INFINITY;
  let nearest = 0;
  let reach = Number.POSITIVE_INFINITY;
  for (let d = 0; d < chosen.length; d++) {
    const k = chosen[d];
    best = Math.min(best, gap[k]);
    const x = point[3 * k] - point[3 * deepest];
    const y = point[3 * k + 1] - point[3 * deepest + 1];
    const z = point[3 * k + 2] - point[3 * deepest + 2];
    const square = x * x + y * y + z * z;
    if (square < reach) {
      reach = square;
      nearest = d;
    }
  }
  if (gap[deepest] < best - level) chosen[nearest] = deepest;
}
