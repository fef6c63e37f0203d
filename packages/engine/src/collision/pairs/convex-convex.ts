/**
 * Any two convex shapes without a closed form: face axes first, and where the clipped gap proves the best of them that
 * is the answer; otherwise GJK (apart) or EPA (overlapping) finds the direction and the features are clipped along it.
 * docs/theory/collision.md (CO9) (CO21) (CO24)
 */
import { clipCapsule } from '../capsule-surface.ts';
import type { Convex, Core } from '../convex.ts';
import type { Pair } from '../pair.ts';

const BETTER = 1e-10; // as in box-box.ts, parts of the size
const SLACK = 1e-6;
const AGREE = 1e-11;
/** A polygon steeper than this (cosine) does not clip: its heights would be rounding. */
const STEEP = 0.2;
/** Below this part of the size the direction between nearest points is rounding. */
const TOUCHING = 1e-9;

export function convexConvex(a: Core, b: Core, pair: Pair): void {
  pair.A.own(a);
  pair.B.place(b, pair.R, pair.t);
  collideConvex(pair);
}

/** pair.A and pair.B are set; B may be rounded. Leaves the direction in pair.axis, also where nothing is reported. */
export function collideConvex(pair: Pair): void {
  const { A, B, gjk, epa, axis, margin } = pair;
  const limit = margin + B.radius;
  const last = pair.hint - 1;
  pair.hint = 0;
  let best = -1;
  let s = Number.NEGATIVE_INFINITY;
  const size = Math.max(sizeOf(A), sizeOf(B));
  if (last >= 0 && last < A.faces + B.faces) {
    // the axis of the last step first: at rest it is proven again and nothing else is looked at
    s = faceSeparation(pair, last);
    if (s > limit) return;
    if (tryAxis(pair, s, size)) {
      pair.hint = last + 1;
      return;
    }
  }
  s = Number.NEGATIVE_INFINITY;
  for (let f = 0; f < A.faces + B.faces; f++) {
    const gap = faceSeparation(pair, f);
    if (gap > limit) return;
    if (gap > s + BETTER * size) {
      s = gap;
      best = f;
    }
  }
  if (best >= 0) {
    s = faceSeparation(pair, best);
    if (tryAxis(pair, s, size)) {
      pair.hint = best + 1;
      return;
    }
  }
  if (crossAxis(pair)) {
    const crossed = separation(pair);
    if (crossed > limit) return;
    if (crossed >= s && tryAxis(pair, crossed, size)) return;
  }
  const overlap = gjk.run(A, B, limit);
  if (gjk.distance > limit) return;
  if (!overlap && gjk.distance > TOUCHING * size) {
    for (let i = 0; i < 3; i++) axis[i] = gjk.v[i] / gjk.distance;
    s = separation(pair);
  } else if (epa.run(A, B, gjk)) {
    const deeper = s;
    for (let i = 0; i < 3; i++) axis[i] = epa.n[i];
    s = separation(pair);
    if (best >= 0 && deeper >= s - BETTER * size) s = faceSeparation(pair, best);
  } else if (best >= 0) s = faceSeparation(pair, best);
  else return;
  manifold(pair, s, size);
}

function sizeOf({ shape }: Convex): number {
  switch (shape.kind) {
    case 'box':
      return Math.max(shape.half[0], shape.half[1], shape.half[2]);
    case 'triangle':
      return 0;
    case 'sphere':
    case 'hull':
      return shape.radius;
    default:
      return shape.radius + shape.halfLength;
  }
}

/** Axis f, from A to B, goes to pair.axis; the separation of the cores along it is returned. */
function faceSeparation(pair: Pair, f: number): number {
  const { A, B, axis, plane, spot } = pair;
  const ofA = f < A.faces;
  if (ofA) A.face(f, plane);
  else B.face(f - A.faces, plane);
  const sign = ofA ? 1 : -1;
  for (let i = 0; i < 3; i++) axis[i] = sign * plane[i];
  const other = ofA ? B : A;
  other.support(-plane[0], -plane[1], -plane[2], spot, 0);
  return plane[0] * spot[0] + plane[1] * spot[1] + plane[2] * spot[2] - plane[3];
}

/** The common perpendicular of two round shapes goes to pair.axis; false where there is none. */
function crossAxis({ A, B, R, t, axis }: Pair): boolean {
  if (A.shape.kind !== 'cylinder' || (B.shape.kind !== 'cylinder' && B.shape.kind !== 'capsule')) return false;
  const length = Math.sqrt(R[2] * R[2] + R[5] * R[5]);
  if (!(length > 1e-6)) return false;
  const sign = R[5] * t[0] - R[2] * t[1] < 0 ? 1 : -1;
  axis[0] = (-sign * R[5]) / length;
  axis[1] = (sign * R[2]) / length;
  axis[2] = 0;
  return true;
}

/** Separation of the cores along pair.axis. */
function separation({ A, B, axis, spot, spot2 }: Pair): number {
  A.support(axis[0], axis[1], axis[2], spot, 0);
  B.support(-axis[0], -axis[1], -axis[2], spot2, 0);
  return axis[0] * (spot2[0] - spot[0]) + axis[1] * (spot2[1] - spot[1]) + axis[2] * (spot2[2] - spot[2]);
}

/** Clips along pair.axis; true where that proves s to be the signed distance of the cores (CO9) (CO24). */
function tryAxis(pair: Pair, s: number, size: number): boolean {
  const { clipper, B, first } = pair;
  pair.count = 0;
  const smallest = clipAlong(pair);
  if (smallest - s <= AGREE * size) {
    if (s >= 0) return true;
    if (B.shape.kind === 'sphere' && pair.A.shape.kind !== 'triangle') return true; // a point leaves by the nearest face
    if (first.count > 0 && clipper.room(pair, AGREE * size) >= -s) return true;
  }
  pair.count = 0;
  return false;
}

/** The features along pair.axis against each other; returns the smallest gap of the cores. */
function clipAlong(pair: Pair): number {
  const { A, B, axis, first, second, clipper } = pair;
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  A.feature(x, y, z, first);
  B.feature(-x, -y, -z, second);
  clipper.smallest = Number.POSITIVE_INFINITY;
  clipper.forget();
  if (first.count === 1) return Number.POSITIVE_INFINITY;
  if (second.count === 1) return overPoint(pair);
  if (B.shape.kind === 'capsule') {
    if (first.count === 2 || Math.abs(first.nx * x + first.ny * y + first.nz * z) > STEEP)
      clipCapsule(B.shape, pair, x, y, z);
  } else if (first.count === 2 && second.count === 2) clipper.cross(pair, x, y, z);
  else {
    const cosA = first.count > 2 ? Math.abs(first.nx * x + first.ny * y + first.nz * z) : 0;
    const cosB = second.count > 2 ? Math.abs(second.nx * x + second.ny * y + second.nz * z) : 0;
    if (Math.max(cosA, cosB) > STEEP) clipper.clip(pair, x, y, z, 0, 0);
  }
  return clipper.smallest;
}

/** A point over a polygon or a segment of A: its gap where its foot is inside. */
function overPoint(pair: Pair): number {
  const { A, B, axis, first, second, margin } = pair;
  const { corner } = second;
  if (first.count === 2) return Number.POSITIVE_INFINITY;
  const cosine = first.nx * axis[0] + first.ny * axis[1] + first.nz * axis[2];
  if (!(cosine > STEEP)) return Number.POSITIVE_INFINITY;
  const height =
    (first.nx * (corner[0] - first.corner[0]) +
      first.ny * (corner[1] - first.corner[1]) +
      first.nz * (corner[2] - first.corner[2])) /
    cosine;
  const px = corner[0] - height * axis[0];
  const py = corner[1] - height * axis[1];
  const pz = corner[2] - height * axis[2];
  if (A.shape.kind === 'cylinder' || !holds(pair, px, py, pz)) return Number.POSITIVE_INFINITY;
  if (height - B.radius <= margin) {
    const name = (first.face << 16) | second.vertex[0];
    pair.add(px, py, pz, axis[0], axis[1], axis[2], height - B.radius, name);
  }
  return height;
}

/** Whether a point in the plane of pair.first is inside it. */
function holds({ first }: Pair, x: number, y: number, z: number): boolean {
  const { corner, count, nx, ny, nz } = first;
  for (let k = 0; k < count; k++) {
    const m = k + 1 === count ? 0 : k + 1;
    const ux = corner[3 * m] - corner[3 * k];
    const uy = corner[3 * m + 1] - corner[3 * k + 1];
    const uz = corner[3 * m + 2] - corner[3 * k + 2];
    const dx = x - corner[3 * k];
    const dy = y - corner[3 * k + 1];
    const dz = z - corner[3 * k + 2];
    if (nx * (uy * dz - uz * dy) + ny * (uz * dx - ux * dz) + nz * (ux * dy - uy * dx) < 0) return false;
  }
  return true;
}

/** The manifold along pair.axis, the true direction; the nearest points themselves where the features miss them. */
function manifold(pair: Pair, s: number, size: number): void {
  pair.count = 0;
  const smallest = clipAlong(pair);
  if (smallest - s > SLACK * size && !Number.isFinite(smallest)) pair.count = 0;
  if (smallest - s > SLACK * size) addNearest(pair, s);
}

/** The nearest points: where GJK has them, else under the support point of B. */
function addNearest(pair: Pair, s: number): void {
  const { A, B, axis, spot, gjk, first, second, margin } = pair;
  if (s - B.radius > margin) return;
  const name = (first.count === 1 ? first.vertex[0] : first.face) << 16;
  if (gjk.distance > 0) {
    const { onA } = gjk;
    pair.add(onA[0], onA[1], onA[2], axis[0], axis[1], axis[2], s - B.radius, name | nameOf(second));
    return;
  }
  if (first.count === 1) {
    // under the point of A
    A.support(axis[0], axis[1], axis[2], spot, 0);
    pair.add(spot[0], spot[1], spot[2], axis[0], axis[1], axis[2], s - B.radius, name | nameOf(second));
    return;
  }
  B.support(-axis[0], -axis[1], -axis[2], spot, 0);
  pair.add(
    spot[0] - s * axis[0],
    spot[1] - s * axis[1],
    spot[2] - s * axis[2],
    axis[0],
    axis[1],
    axis[2],
    s - B.radius,
    name | nameOf(second),
  );
}

const nameOf = ({ count, vertex, face }: Pair['second']): number => (count === 1 ? vertex[0] : face);
