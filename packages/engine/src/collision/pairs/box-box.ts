/**
 * Two boxes: the axis of largest separation among the 15 of the separating-axis theorem, then the two faces that look
 * along it clipped against each other.   docs/theory/collision.md (CO7) (CO9) (CO14)
 *
 *   s(n) <= distance <= smallest clipped gap along n
 *
 * If both ends agree the manifold is exact, for face, edge and corner contacts alike; if they do not (boxes past
 * each other's corners) the nearest features are searched and the faces are clipped along the true direction.
 */
import { facing, ownFace, posedFace } from '../features/box-features.ts';
import type { Pair } from '../pair.ts';
import type { Box } from '../shapes/shape.ts';
import { boxBoxClosest } from './box-box-closest.ts';

/** An axis must be better than those before it by this part of the size: rounding must not choose. */
const BETTER = 1e-10;
/** The axis of the last step stays while it is worse than the best by less than this part of the size. */
const SLACK = 1e-6;
/** Clipped gap and separation agree to this part of the size. */
const AGREE = 1e-11;
/** Below this part of the size the direction between nearest points is rounding. */
const TOUCHING = 1e-9;
/** Deeper than this part of the shortest half side, the other side may be nearer: all axes are looked at. */
const SHALLOW = 0.5;

export function boxBox(a: Box, b: Box, pair: Pair): void {
  const last = pair.hint - 1;
  pair.hint = 0;
  if (last >= 0 && last < 6) {
    // the face of the last step first: at rest it is proven again and the other axes are not looked at
    faceSeparation(a, b, pair, last);
    if (pair.plane[0] > pair.margin || face(a, b, pair, last)) return;
    pair.count = 0;
  }
  allAxes(a, b, pair, last);
}

/** Axes 0-2 are the faces of a, 3-5 those of b, 6 + 3 i + j edge i of a across edge j of b. */
function allAxes(a: Box, b: Box, pair: Pair, last: number): void {
  const { axes } = pair;
  const size = Math.max(a.half[0], a.half[1], a.half[2], b.half[0], b.half[1], b.half[2]);
  axes.begin(last, BETTER * size, pair.margin);
  if (!(offerFaces(a, b, pair) && offerEdges(a, b, pair))) return;
  const { best, separation: s, ofLast: sLast } = axes;
  if (best < 6) {
    faceSeparation(a, b, pair, best);
    if (face(a, b, pair, best)) return;
  }
  pair.count = 0;
  const kept = last >= 0 && sLast > s - SLACK * size ? last : best;
  if (manifold(a, b, pair, kept, kept === last ? sLast : s, size)) {
    pair.hint = kept + 1;
    return;
  }
  pair.count = 0;
  if (kept !== best && manifold(a, b, pair, best, s, size)) {
    pair.hint = best + 1;
    return;
  }
  pair.count = 0;
  nearest(a, b, pair, size);
}

/** False: the boxes are apart along one of them. */
function offerFaces(a: Box, b: Box, { R, t, axes }: Pair): boolean {
  const [ax, ay, az] = a.half;
  const [bx, by, bz] = b.half;
  for (let i = 0; i < 3; i++) {
    const row = 3 * i;
    const reach = Math.abs(R[row]) * bx + Math.abs(R[row + 1]) * by + Math.abs(R[row + 2]) * bz;
    if (!axes.offer(i, Math.abs(t[i]) - (a.half[i] + reach))) return false;
  }
  for (let j = 0; j < 3; j++) {
    const reach = Math.abs(R[j]) * ax + Math.abs(R[3 + j]) * ay + Math.abs(R[6 + j]) * az;
    const gap = Math.abs(t[0] * R[j] + t[1] * R[3 + j] + t[2] * R[6 + j]) - (b.half[j] + reach);
    if (!axes.offer(3 + j, gap)) return false;
  }
  return true;
}

/** False: the boxes are apart along one of them. */
function offerEdges(a: Box, b: Box, { R, t, axes }: Pair): boolean {
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    for (let j = 0; j < 3; j++) {
      const y = R[3 * i1 + j];
      const z = R[3 * i2 + j];
      const square = y * y + z * z;
      if (square < 1e-20) continue; // parallel edges: their normals are those of faces
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      const reach =
        a.half[i1] * Math.abs(z) +
        a.half[i2] * Math.abs(y) +
        b.half[j1] * Math.abs(R[3 * i + j2]) +
        b.half[j2] * Math.abs(R[3 * i + j1]);
      const gap = (Math.abs(t[i2] * y - t[i1] * z) - reach) / Math.sqrt(square);
      if (!axes.offer(6 + 3 * i + j, gap)) return false;
    }
  }
  return true;
}

/** Separation along a face normal, to pair.plane[0]; the longest and the shortest half side to pair.plane[1] and [2]. */
function faceSeparation(a: Box, b: Box, { R, t, plane }: Pair, axis: number): void {
  const p = a.half;
  const q = b.half;
  plane[1] = Math.max(p[0], p[1], p[2], q[0], q[1], q[2]);
  plane[2] = Math.min(p[0], p[1], p[2], q[0], q[1], q[2]);
  if (axis < 3) {
    const row = 3 * axis;
    const reach = Math.abs(R[row]) * q[0] + Math.abs(R[row + 1]) * q[1] + Math.abs(R[row + 2]) * q[2];
    plane[0] = Math.abs(t[axis]) - (p[axis] + reach);
    return;
  }
  const j = axis - 3;
  const reach = Math.abs(R[j]) * p[0] + Math.abs(R[3 + j]) * p[1] + Math.abs(R[6 + j]) * p[2];
  plane[0] = Math.abs(t[0] * R[j] + t[1] * R[3 + j] + t[2] * R[6 + j]) - (q[j] + reach);
}

/** Clips along a face normal; true if that proves its separation to be the signed distance (CO9) (CO24). */
function face(a: Box, b: Box, pair: Pair, axis: number): boolean {
  const { faceClip, plane } = pair;
  faceClip.run(a, b, pair, axis);
  const s = plane[0];
  if (!(faceClip.result[0] - s <= AGREE * plane[1])) return false;
  if (s < 0 && (faceClip.result[1] < -s || SHALLOW * plane[2] < -s)) return false;
  pair.hint = axis + 1;
  return true;
}

/**
 * Clips along an axis of separation s; false if the boxes are apart and the clipped gap does not prove that s is
 * their distance.
 */
function manifold(a: Box, b: Box, pair: Pair, axis: number, s: number, size: number): boolean {
  takeAxis(pair, axis);
  const x = pair.axis[0];
  const y = pair.axis[1];
  const z = pair.axis[2];
  clipFaces(a, b, pair, x, y, z);
  if (pair.clipper.smallest - s <= AGREE * size) return true;
  if (s > 0) return false;
  // overlapping, and the clip lost the corner to rounding: the lowest corner of b, at the depth of the axis
  if (pair.clipper.smallest - s > SLACK * size) {
    pair.count = 0;
    lowestCorner(b, pair, x, y, z, s);
  }
  return true;
}

/** Writes the axis, unit and from a to b, into pair.axis. */
function takeAxis({ R, t, axis: n }: Pair, axis: number): void {
  if (axis < 3) for (let i = 0; i < 3; i++) n[i] = i === axis ? 1 : 0;
  else if (axis < 6) for (let i = 0; i < 3; i++) n[i] = R[3 * i + axis - 3];
  else {
    const i = axis < 9 ? 0 : axis < 12 ? 1 : 2;
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const j = axis - 6 - 3 * i;
    const y = R[3 * i1 + j];
    const z = R[3 * i2 + j];
    const length = Math.sqrt(y * y + z * z);
    n[i] = 0;
    n[i1] = -z / length;
    n[i2] = y / length;
  }
  if (t[0] * n[0] + t[1] * n[1] + t[2] * n[2] < 0) for (let i = 0; i < 3; i++) n[i] = -n[i];
}

function clipFaces(a: Box, b: Box, pair: Pair, x: number, y: number, z: number): void {
  const { R, t } = pair;
  ownFace(a.half, facing(x, y, z), pair.first);
  const onB = facing(
    -(R[0] * x + R[3] * y + R[6] * z),
    -(R[1] * x + R[4] * y + R[7] * z),
    -(R[2] * x + R[5] * y + R[8] * z),
  );
  posedFace(b.half, onB, R, t, pair.second);
  pair.clipper.clip(pair, x, y, z, 0, 0);
}

/** The single point under the corner of b that is lowest along n. */
function lowestCorner(b: Box, pair: Pair, x: number, y: number, z: number, gap: number): void {
  const { R, t } = pair;
  const [hx, hy, hz] = b.half;
  const px = R[0] * x + R[3] * y + R[6] * z > 0 ? -hx : hx;
  const py = R[1] * x + R[4] * y + R[7] * z > 0 ? -hy : hy;
  const pz = R[2] * x + R[5] * y + R[8] * z > 0 ? -hz : hz;
  const vertex = (px > 0 ? 1 : 0) + (py > 0 ? 2 : 0) + (pz > 0 ? 4 : 0);
  pair.along(x, y, z);
  pair.add(
    t[0] + (R[0] * px + R[1] * py + R[2] * pz) - gap * x,
    t[1] + (R[3] * px + R[4] * py + R[5] * pz) - gap * y,
    t[2] + (R[6] * px + R[7] * py + R[8] * pz) - gap * z,
    gap,
    (pair.first.face << 16) | (3 * vertex),
  );
}

/** Boxes apart whose distance no axis shows: nearest features, then the faces along that direction. */
function nearest(a: Box, b: Box, pair: Pair, size: number): void {
  const { closest, margin } = pair;
  boxBoxClosest(a, b, pair);
  const { distance, onA, onB } = closest;
  if (distance > margin) return;
  if (distance < TOUCHING * size) {
    const { axis } = pair;
    pair.along(axis[0], axis[1], axis[2]);
    pair.add(onA[0], onA[1], onA[2], distance, closest.feature);
    return;
  }
  const x = (onB[0] - onA[0]) / distance;
  const y = (onB[1] - onA[1]) / distance;
  const z = (onB[2] - onA[2]) / distance;
  clipFaces(a, b, pair, x, y, z);
  if (pair.clipper.smallest - distance <= TOUCHING * size) return;
  pair.count = 0;
  pair.along(x, y, z);
  pair.add(onA[0], onA[1], onA[2], distance, closest.feature);
}
