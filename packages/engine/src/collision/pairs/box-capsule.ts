/**
 * A box and a capsule: the axis segment of the capsule against the box, less the radius; the same rule as for two
 * boxes over the six axes of a segment and a box, so also if the segment is inside.   docs/theory/collision.md (CO16)
 */
import { facing, ownFace } from '../features/box-features.ts';
import { clipCapsule } from '../features/capsule-surface.ts';
import { edgeName, vertexName } from '../features/feature-names.ts';
import type { Pair } from '../pair.ts';
import type { Box, Capsule } from '../shapes/shape.ts';

const BETTER = 1e-10; // as in box-box.ts, parts of the size
const SLACK = 1e-6;
const AGREE = 1e-11;
const TOUCHING = 1e-9;

export function boxCapsule(a: Box, b: Capsule, pair: Pair): void {
  const { margin, axis } = pair;
  const h = b.halfLength;
  const size = Math.max(a.half[0], a.half[1], a.half[2], h);
  const last = pair.hint - 1;
  let best = -1;
  let s = Number.NEGATIVE_INFINITY;
  let sLast = Number.NEGATIVE_INFINITY;
  pair.hint = 0;
  // axes 0-2 are faces, 3-5 edges of the box across the segment
  for (let k = 0; k < 6; k++) {
    const gap = separation(a, b, pair, k);
    if (gap - b.radius > margin) return;
    if (gap > s + BETTER * size) {
      s = gap;
      best = k;
    }
    if (k === last) sLast = gap;
  }
  let kept = last >= 0 && sLast > s - SLACK * size ? last : best;
  segment(b, pair);
  for (;;) {
    const bound = kept === best ? s : sLast;
    takeAxis(pair, kept);
    clipAlong(a, b, pair, axis[0], axis[1], axis[2]);
    const excess = pair.clipper.smallest - bound;
    if (excess <= AGREE * size || (bound <= 0 && excess <= SLACK * size)) {
      pair.hint = kept + 1;
      return;
    }
    pair.count = 0;
    if (kept === best) break;
    kept = best;
  }
  if (s > 0) nearest(a, b, pair, size);
  else lowerEnd(b, pair, s);
}

/** Distance of the projections on axis k, m; minus infinity if the axis does not exist. */
function separation(a: Box, b: Capsule, { R, t }: Pair, k: number): number {
  if (k < 3) return Math.abs(t[k]) - a.half[k] - Math.abs(R[3 * k + 2]) * b.halfLength;
  const i = k - 3;
  const i1 = i === 2 ? 0 : i + 1;
  const i2 = i === 0 ? 2 : i - 1;
  const y = R[3 * i1 + 2];
  const z = R[3 * i2 + 2];
  const square = y * y + z * z;
  if (square < 1e-20) return Number.NEGATIVE_INFINITY;
  const reach = a.half[i1] * Math.abs(z) + a.half[i2] * Math.abs(y);
  return (Math.abs(t[i2] * y - t[i1] * z) - reach) / Math.sqrt(square);
}

function takeAxis({ R, t, axis: n }: Pair, k: number): void {
  if (k < 3) for (let i = 0; i < 3; i++) n[i] = i === k ? 1 : 0;
  else {
    const i = k - 3;
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const y = R[3 * i1 + 2];
    const z = R[3 * i2 + 2];
    const length = Math.sqrt(y * y + z * z);
    n[i] = 0;
    n[i1] = -z / length;
    n[i2] = y / length;
  }
  if (t[0] * n[0] + t[1] * n[1] + t[2] * n[2] < 0) for (let i = 0; i < 3; i++) n[i] = -n[i];
}

/** The axis of the capsule as a polygon with two corners. */
function segment(b: Capsule, { R, t, second }: Pair): void {
  second.count = 2;
  second.side = 2 * b.halfLength;
  second.face = edgeName(0);
  for (let end = 0; end < 2; end++) {
    const r = end === 0 ? b.halfLength : -b.halfLength;
    for (let i = 0; i < 3; i++) second.corner[3 * end + i] = t[i] + r * R[3 * i + 2];
    second.vertex[end] = vertexName(end);
    second.edge[end] = edgeName(0);
  }
}

function clipAlong(a: Box, b: Capsule, pair: Pair, x: number, y: number, z: number): void {
  ownFace(a.half, facing(x, y, z), pair.first);
  clipCapsule(b, pair, x, y, z);
}

/** The segment reaches into the box and the clip lost it to rounding: its lower end, at the depth of the axis. */
function lowerEnd(b: Capsule, pair: Pair, s: number): void {
  const { R, t, axis } = pair;
  const end = axis[0] * R[2] + axis[1] * R[5] + axis[2] * R[8] > 0 ? 1 : 0;
  const r = end === 0 ? b.halfLength : -b.halfLength;
  pair.along(axis[0], axis[1], axis[2]);
  pair.add(
    t[0] + r * R[2] - s * axis[0],
    t[1] + r * R[5] - s * axis[1],
    t[2] + r * R[8] - s * axis[2],
    s - b.radius,
    (pair.first.face << 16) | vertexName(end),
  );
}

/** Segment and box apart, and no axis shows the distance: nearest points, then the face along their direction. */
function nearest(a: Box, b: Capsule, pair: Pair, size: number): void {
  const { closest, margin, axis } = pair;
  boxSegmentClosest(a, b, pair);
  const { distance, onA, onB } = closest;
  if (distance - b.radius > margin) return;
  if (distance >= TOUCHING * size) {
    for (let i = 0; i < 3; i++) axis[i] = (onB[i] - onA[i]) / distance;
    clipAlong(a, b, pair, axis[0], axis[1], axis[2]);
    if (pair.clipper.smallest - distance <= TOUCHING * size) return;
    pair.count = 0;
  }
  pair.along(axis[0], axis[1], axis[2]);
  pair.add(onA[0], onA[1], onA[2], distance - b.radius, closest.feature);
}

/** Ends of the segment against the box, corners and edges of the box against the inside of the segment. */
function boxSegmentClosest(a: Box, b: Capsule, pair: Pair): void {
  const { R, t, closest, second } = pair;
  const [hx, hy, hz] = a.half;
  const dx = R[2];
  const dy = R[5];
  const dz = R[8];
  closest.distance = Number.POSITIVE_INFINITY;
  for (let end = 0; end < 2; end++) {
    const x = second.corner[3 * end];
    const y = second.corner[3 * end + 1];
    const z = second.corner[3 * end + 2];
    const cx = Math.min(Math.max(x, -hx), hx);
    const cy = Math.min(Math.max(y, -hy), hy);
    const cz = Math.min(Math.max(z, -hz), hz);
    closest.from(cx, cy, cz);
    closest.offer(x, y, z, (pair.first.face << 16) | vertexName(end));
  }
  for (let k = 0; k < 8; k++) {
    const x = k & 1 ? hx : -hx;
    const y = k & 2 ? hy : -hy;
    const z = k & 4 ? hz : -hz;
    const r = (x - t[0]) * dx + (y - t[1]) * dy + (z - t[2]) * dz;
    if (Math.abs(r) >= b.halfLength) continue;
    closest.from(x, y, z);
    closest.offer(t[0] + r * dx, t[1] + r * dy, t[2] + r * dz, (vertexName(k) << 16) | edgeName(0));
  }
  for (let i = 0; i < 3; i++) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    const d1 = R[3 * i1 + 2];
    const d2 = R[3 * i2 + 2];
    const det = d1 * d1 + d2 * d2;
    if (det < 1e-20) continue;
    for (let m = 0; m < 4; m++) {
      const p1 = m & 1 ? a.half[i1] : -a.half[i1];
      const p2 = m & 2 ? a.half[i2] : -a.half[i2];
      const r = ((p1 - t[i1]) * d1 + (p2 - t[i2]) * d2) / det;
      const s = t[i] + r * R[3 * i + 2];
      if (Math.abs(r) >= b.halfLength || Math.abs(s) >= a.half[i]) continue;
      const b1 = t[i1] + r * d1;
      const b2 = t[i2] + r * d2;
      const feature = (edgeName(4 * i + m) << 16) | edgeName(0);
      if (i === 0) {
        closest.from(s, p1, p2);
        closest.offer(s, b1, b2, feature);
      } else if (i === 1) {
        closest.from(p2, s, p1);
        closest.offer(b2, s, b1, feature);
      } else {
        closest.from(p1, p2, s);
        closest.offer(b1, b2, s, feature);
      }
    }
  }
}
