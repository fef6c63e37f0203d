/**
 * Any two convex shapes without a closed form: face axes first, and if the clipped gap proves the best of them, that
 * is the answer; otherwise GJK (apart) or EPA (overlapping) finds the direction and the features are clipped along it.
 * docs/theory/collision.md (CO9) (CO21) (CO24)
 */
import type { Convex, Core } from '../convex/convex.ts';
import { searchDirection, separation } from '../convex/direction-search.ts';
import { clipCapsule } from '../features/capsule-surface.ts';
import { INSIDE } from '../manifold/clip.ts';
import { keepEight } from '../manifold/keep-eight.ts';
import type { Pair } from '../pair.ts';

const BETTER = 1e-10; // as in box-box.ts, parts of the size
/** The nearest points are added if the features miss them by this part of it; an octagon may miss a little of its rim. */
const EXACT = 1e-10;
const SLACK = 1e-6;
const AGREE = 1e-11;
/** A polygon steeper than this (cosine) does not clip: its heights would be rounding. */
const STEEP = 0.2;
/** Below this part of the size the direction between nearest points is rounding. */
const TOUCHING = 1e-9;
/** Nearest points are used if they differ from the depth by less than this part of the size. */
const MEET = 1e-7;
/** Features may miss each other by this part of the size if the direction comes from an iteration on a round shape. */
const WIDE = 1e-4;

/** With more faces it pays to look for a good one before all are tried, so many times. */
const MANY = 100;
const ROUNDS = 4;

export function convexConvex(a: Core, b: Core, pair: Pair): void {
  pair.A.own(a);
  pair.B.place(b, pair.R, pair.t);
  collideConvex(pair);
}

/** pair.A and pair.B are set; B may be rounded. Leaves the direction in pair.axis, also if nothing is reported. */
export function collideConvex(pair: Pair): void {
  const { A, B, axes, margin } = pair;
  const limit = margin + B.radius;
  const last = pair.hint - 1;
  pair.hint = 0;
  const size = Math.max(A.core.size(A.shape), B.core.size(B.shape));
  // the axis of the last step first: at rest it is proven again and nothing else is looked at
  if (last >= 0 && last < A.faces + B.faces) {
    const s = faceSeparation(pair, last);
    if (s > limit || tryFace(pair, last, s, size)) return;
  }
  axes.begin(last, BETTER * size, limit);
  if (!offerFaces(pair)) return;
  const { best } = axes;
  let s = Number.NEGATIVE_INFINITY;
  if (best >= 0) {
    s = faceSeparation(pair, best);
    if (tryFace(pair, best, s, size)) return;
  }
  if (crossAxis(pair)) {
    const crossed = separation(pair);
    if (crossed > limit) return;
    if (crossed >= s && tryAxis(pair, crossed, size)) return;
  }
  iterate(pair, best, s, size);
  if (pair.count > 8) keepEight(pair, 0);
}

/** A manifold along the normal of face f, if it proves the separation s along it. */
function tryFace(pair: Pair, f: number, s: number, size: number): boolean {
  if (!tryAxis(pair, s, size)) return false;
  pair.hint = f + 1;
  if (pair.count > 8) keepEight(pair, 0);
  return true;
}

/** The direction by GJK, or by EPA if the cores overlap. @param best face of largest separation `onFace`, or -1 */
function iterate(pair: Pair, best: number, onFace: number, size: number): void {
  const { A, B, gjk, epa, axis } = pair;
  const limit = pair.margin + B.radius;
  const overlap = gjk.run(A, B, limit);
  if (gjk.distance > limit) return;
  let found: Float64Array | undefined; // where the nearest point of A is
  let s = Number.NEGATIVE_INFINITY;
  if (gjk.direction(axis)) {
    s = separation(pair);
    found = gjk.onA;
  }
  if (overlap || gjk.distance < TOUCHING * size) {
    found = undefined;
    if (epa.run(A, B, gjk)) {
      // what the last simplex shows counts only if EPA shows nothing better
      for (let i = 0; i < 3; i++) pair.spot3[i] = axis[i];
      for (let i = 0; i < 3; i++) axis[i] = epa.n[i];
      const deep = separation(pair);
      if (deep >= s - BETTER * size) {
        s = deep;
        if (meets(pair, s, size)) found = epa.onA;
      } else for (let i = 0; i < 3; i++) axis[i] = pair.spot3[i];
    }
    if (best >= 0 && onFace >= s - BETTER * size) {
      s = faceSeparation(pair, best);
      found = undefined;
    }
  }
  if (A.core.curved || B.core.curved) {
    const sharper = searchDirection(pair, s, size);
    if (sharper > s + EXACT * size) found = undefined; // the points belong to the blunter direction
    s = sharper;
  }
  manifold(pair, s, size, found);
}

/**
 * All faces; false if one of them shows that the cores are apart. The separation along a face is at most the height of any
 * one point of the other core, and that is enough for nearly all: hulls have thousands of faces and of corners.
 */
function offerFaces(pair: Pair): boolean {
  const { A, B, axes, plane, spot, spot2, spot3, t } = pair;
  B.support(-t[0], -t[1], -t[2], spot2, 0);
  A.support(t[0], t[1], t[2], spot3, 0);
  const count = A.faces;
  const all = count + B.faces;
  if (all > MANY) axes.expect(Math.max(climb(pair, 0, count), climb(pair, count, all)));
  for (let f = 0; f < all; f++) {
    const ofA = f < count;
    const near = ofA ? spot2 : spot3; // of the other core, over the best face so far
    loadPlane(pair, f);
    if (axes.cannotWin(over(plane, near))) continue;
    if (!axes.offer(f, supportOver(pair, ofA))) return false;
    if (axes.best === f) for (let i = 0; i < 3; i++) near[i] = spot[i];
  }
  return true;
}

/** A good separation along a face of one core: the face that is lowest under a point of the other, then its lowest point, and so on. */
function climb(pair: Pair, from: number, to: number): number {
  const { A, plane, spot, spot2, spot3 } = pair;
  const ofA = from < A.faces;
  const near = ofA ? spot2 : spot3;
  let best = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < ROUNDS && from < to; round++) {
    let face = from;
    let most = Number.NEGATIVE_INFINITY;
    for (let f = from; f < to; f++) {
      loadPlane(pair, f);
      const height = over(plane, near);
      if (height > most) {
        most = height;
        face = f;
      }
    }
    loadPlane(pair, face);
    const s = supportOver(pair, ofA);
    if (s <= best) break;
    best = s;
    for (let i = 0; i < 3; i++) near[i] = spot[i];
  }
  return best;
}

/** Axis f, from A to B, goes to pair.axis; the separation of the cores along it is returned. */
function faceSeparation(pair: Pair, f: number): number {
  const { A, axis, plane } = pair;
  const ofA = f < A.faces;
  loadPlane(pair, f);
  const sign = ofA ? 1 : -1;
  for (let i = 0; i < 3; i++) axis[i] = sign * plane[i];
  return supportOver(pair, ofA);
}

function loadPlane({ A, B, plane }: Pair, f: number): void {
  if (f < A.faces) A.face(f, plane);
  else B.face(f - A.faces, plane);
}

/** Height of the other core's lowest point over pair.plane; the point goes to pair.spot. */
function supportOver({ A, B, plane, spot }: Pair, ofA: boolean): number {
  const other = ofA ? B : A;
  other.support(-plane[0], -plane[1], -plane[2], spot, 0);
  return over(plane, spot);
}

const over = (plane: Float64Array, p: Float64Array): number =>
  plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] - plane[3];

/** The common perpendicular of two round shapes goes to pair.axis; false if there is none. */
function crossAxis({ A, B, R, t, axis }: Pair): boolean {
  if (!A.core.curved || !A.core.axial || !B.core.axial) return false;
  const length = Math.sqrt(R[2] * R[2] + R[5] * R[5]);
  if (!(length > 1e-6)) return false;
  const sign = R[5] * t[0] - R[2] * t[1] < 0 ? 1 : -1;
  axis[0] = (-sign * R[5]) / length;
  axis[1] = (sign * R[2]) / length;
  axis[2] = 0;
  return true;
}

/** Clips along pair.axis; true if that proves s to be the signed distance of the cores (CO9) (CO24). */
function tryAxis(pair: Pair, s: number, size: number): boolean {
  const { clipper, B, first } = pair;
  pair.count = 0;
  const smallest = clipAlong(pair);
  if (smallest - s <= AGREE * size) {
    if (s >= 0) return true;
    if (B.shape.kind === 'sphere' && pair.A.shape.kind !== 'triangle') return true; // a point leaves by the nearest face
    if (first.count > 0 && clipper.clearance(pair, AGREE * size) >= -s && isShallow(pair, s)) return true;
  }
  pair.count = 0;
  return false;
}

/** True if s is less than a quarter of both widths along pair.axis: deeper, the other side may be nearer. */
function isShallow({ A, B, axis, spot, spot2 }: Pair, s: number): boolean {
  const width = (core: Convex) => {
    core.support(axis[0], axis[1], axis[2], spot, 0);
    core.support(-axis[0], -axis[1], -axis[2], spot2, 0);
    const along = axis[0] * (spot[0] - spot2[0]) + axis[1] * (spot[1] - spot2[1]) + axis[2] * (spot[2] - spot2[2]);
    return along + 2 * core.radius;
  };
  return (A.shape.kind === 'triangle' || -4 * s <= width(A)) && -4 * s <= width(B);
}

/** The features along pair.axis against each other; returns the smallest gap of the cores. */
export function clipAlong(pair: Pair): number {
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

/** A point over a polygon or a segment of A: its gap if its foot is inside. */
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
  if (A.core.curved || !holds(pair, px, py, pz)) return Number.POSITIVE_INFINITY;
  if (height - B.radius <= margin) {
    const name = (first.face << 16) | second.vertex[0];
    pair.along(axis[0], axis[1], axis[2]);
    pair.add(px, py, pz, height - B.radius, name);
  }
  return height;
}

/** True if a point in the plane of pair.first is inside it. */
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

/** True if the points that EPA found are s apart along its direction: those of a sliver are not. */
function meets({ epa, axis }: Pair, s: number, size: number): boolean {
  let off = 0;
  for (let i = 0; i < 3; i++) off = Math.max(off, Math.abs(epa.onB[i] - epa.onA[i] - s * axis[i]));
  return off <= MEET * size;
}

/** The manifold along pair.axis, the true direction; the nearest points themselves if the features miss them. */
function manifold(pair: Pair, s: number, size: number, found: Float64Array | undefined): void {
  pair.count = 0;
  const { A, B, axis, spot, spot2, first, second, margin } = pair;
  const slack = (A.core.curved || B.core.curved ? SLACK : EXACT) * size;
  if (clipAlong(pair) - s <= slack) return;
  if (s - B.radius > margin) return;
  for (let k = 0; k < pair.count; k++) if (pair.gap[k] + B.radius - s <= slack) return;
  if (found === undefined) {
    // features that meet along a line, missed by the rounding of an iterated direction
    pair.count = 0;
    pair.clipper.inside = WIDE;
    const wider = clipAlong(pair);
    pair.clipper.inside = INSIDE;
    if (wider - s <= SLACK * size) {
      // what lies outside by that much may seem deeper than the direction allows
      for (let k = 0; k < pair.count; k++) pair.gap[k] = Math.max(pair.gap[k], s - B.radius);
      return;
    }
  }
  if (found !== undefined) for (let i = 0; i < 3; i++) spot[i] = found[i];
  else {
    // the support point of one whose foot is on the other
    A.support(axis[0], axis[1], axis[2], spot, 0);
    B.support(-axis[0], -axis[1], -axis[2], spot2, 0);
    const offB = B.outside(spot[0] + s * axis[0], spot[1] + s * axis[1], spot[2] + s * axis[2]);
    const offA = A.outside(spot2[0] - s * axis[0], spot2[1] - s * axis[1], spot2[2] - s * axis[2]);
    if (offA < offB) for (let i = 0; i < 3; i++) spot[i] = spot2[i] - s * axis[i];
  }
  const name = (nameOf(first) << 16) | nameOf(second);
  pair.along(axis[0], axis[1], axis[2]);
  pair.add(spot[0], spot[1], spot[2], s - B.radius, name);
}

const nameOf = ({ count, vertex, face }: Pair['second']): number => (count === 1 ? vertex[0] : face);
