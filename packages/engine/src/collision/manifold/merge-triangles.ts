/**
 * Makes one manifold of the points of many triangles: points with one normal are reduced to the corners of their hull
 * and the points deeper than those, eight at most.   docs/theory/collision.md (CO25)
 */
import type { Pair } from '../pair.ts';
import { keepEight } from './keep-eight.ts';

/** Normals with a larger cosine are one. */
const SAME = 1 - 1e-6;
/** Points closer than this part of the shape's size are one, and flatter corners than that are none. */
const MERGED = 1e-3;
/** Deeper than the corners by this part of it counts. */
const DEEPER = 1e-6;

/** @param size of the shape on the surface, m */
export function mergeTriangles(pair: Pair, size: number): void {
  const total = pair.count;
  if (total < 2) return;
  const { normal } = pair;
  let done = 0; // points before are final
  while (done < pair.count) {
    // gather the group of the first one behind it
    let end = done + 1;
    for (let k = end; k < pair.count; k++) {
      const cosine =
        normal[3 * k] * normal[3 * done] +
        normal[3 * k + 1] * normal[3 * done + 1] +
        normal[3 * k + 2] * normal[3 * done + 2];
      if (cosine > SAME) exchange(pair, k, end++);
    }
    const kept = corners(pair, done, end, size);
    // close the gap that the dropped ones leave
    const dropped = end - kept;
    for (let k = kept; k + dropped < pair.count; k++) pair.move(k + dropped, k);
    pair.count -= dropped;
    done = kept;
  }
}

function exchange(pair: Pair, k: number, m: number): void {
  if (k === m) return;
  const { point, normal, gap, feature } = pair;
  for (let i = 0; i < 3; i++) {
    const p = point[3 * k + i];
    point[3 * k + i] = point[3 * m + i];
    point[3 * m + i] = p;
    const n = normal[3 * k + i];
    normal[3 * k + i] = normal[3 * m + i];
    normal[3 * m + i] = n;
  }
  const g = gap[k];
  gap[k] = gap[m];
  gap[m] = g;
  const f = feature[k];
  feature[k] = feature[m];
  feature[m] = f;
}

/** Leaves the corners of the hull of points from..to, and deeper ones, in front; returns where they end. */
function corners(pair: Pair, from: number, to: number, size: number): number {
  const { point, normal, gap } = pair;
  // a point counts if some other direction across n has nothing farther; collinear ones and twins do not
  let kept = from;
  for (let k = from; k < to; k++) {
    if (isTwin(pair, k, from, kept, MERGED * size)) continue;
    exchange(pair, k, kept++);
  }
  const end = kept;
  let deepest = Number.POSITIVE_INFINITY;
  kept = from;
  for (let k = from; k < end; k++) {
    if (!isCorner(point, normal, from, end, k, MERGED * size)) continue;
    deepest = Math.min(deepest, gap[k]);
    pair.mark[k] = 1;
  }
  for (let k = from; k < end; k++) {
    if (pair.mark[k] === 0 && !(gap[k] < deepest - DEEPER * size)) continue;
    pair.mark[k] = 0;
    exchange(pair, k, kept++);
  }
  if (kept - from > 8) {
    const rest = pair.count;
    if (to < rest) return kept; // other groups follow: leave it
    pair.count = kept;
    keepEight(pair, from);
    const after = pair.count;
    pair.count = rest;
    return after;
  }
  return kept;
}

/** True if a kept point lies in the same place; the deeper of the two stays. */
function isTwin(pair: Pair, k: number, from: number, kept: number, near: number): boolean {
  const { point, gap } = pair;
  for (let m = from; m < kept; m++) {
    const x = point[3 * k] - point[3 * m];
    const y = point[3 * k + 1] - point[3 * m + 1];
    const z = point[3 * k + 2] - point[3 * m + 2];
    if (x * x + y * y + z * z > near * near) continue;
    if (gap[k] < gap[m]) exchange(pair, k, m);
    return true;
  }
  return false;
}

/** True if a point is a corner of the hull across its normal: all others fit into less than half a turn around it. */
function isCorner(
  point: Float64Array,
  normal: Float64Array,
  from: number,
  to: number,
  k: number,
  flat: number,
): boolean {
  if (to - from <= 2) return true;
  const nx = normal[3 * k];
  const ny = normal[3 * k + 1];
  const nz = normal[3 * k + 2];
  // the two extreme neighbours: everything is to the left of one and to the right of the other
  for (let m = from; m < to; m++) {
    if (m === k) continue;
    const dx = point[3 * m] - point[3 * k];
    const dy = point[3 * m + 1] - point[3 * k + 1];
    const dz = point[3 * m + 2] - point[3 * k + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    let left = false;
    let behind = false;
    for (let j = from; j < to; j++) {
      if (j === k || j === m) continue;
      const ex = point[3 * j] - point[3 * k];
      const ey = point[3 * j + 1] - point[3 * k + 1];
      const ez = point[3 * j + 2] - point[3 * k + 2];
      const side = (nx * (dy * ez - dz * ey) + ny * (dz * ex - dx * ez) + nz * (dx * ey - dy * ex)) / length;
      if (side > flat) left = true;
      else if (side > -flat && dx * ex + dy * ey + dz * ez < 0) behind = true;
    }
    // nothing to the left of the way to m, and nothing straight behind: m is a neighbour on the hull
    if (!left && !behind) return true;
  }
  return false;
}
