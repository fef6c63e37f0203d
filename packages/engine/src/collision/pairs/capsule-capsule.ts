/**
 * Two capsules: the nearest points of the axes, and if the axes are nearly parallel the ends of their common
 * stretch, each with its own true gap, so that one lies on the other on two points.   docs/theory/collision.md (CO13)
 */
import { capsuleReach } from '../features/capsule-surface.ts';
import { edgeName, featurePair, vertexName } from '../features/feature-names.ts';
import type { Pair } from '../pair.ts';
import type { Capsule } from '../shapes/shape.ts';

/** Axes at a smaller angle (its sine) count as nearly parallel. */
const PARALLEL = 0.1;
/** The nearest point counts beside the ends if it is closer by more than this part of the radii. */
const MIDDLE = 1e-6;
/** Ends of the stretch that are closer than this part of the shorter half length are one. */
const MERGED = 1e-2;

export function capsuleCapsule(a: Capsule, b: Capsule, pair: Pair): void {
  const { R, t, margin } = pair;
  const dx = R[2];
  const dy = R[5];
  const dz = R[8];
  const reach = a.radius + b.radius;
  const s = nearest(a, b, pair);
  const onB = Math.min(Math.max((s - t[2]) * dz - t[0] * dx - t[1] * dy, -b.halfLength), b.halfLength);
  let nx = t[0] + onB * dx;
  let ny = t[1] + onB * dy;
  let nz = t[2] + onB * dz - s;
  const distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (distance - reach > margin) return;
  const across = Math.sqrt(dx * dx + dy * dy);
  if (distance > 1e-12 * reach) {
    nx /= distance;
    ny /= distance;
    nz /= distance;
  } else if (across > 1e-12) {
    // axes that meet: out along the common perpendicular
    nx = -dy / across;
    ny = dx / across;
    nz = 0;
  } else {
    nx = 1;
    ny = 0;
    nz = 0;
  }
  const ends = across < PARALLEL && distance > 0.1 * reach ? addEnds(a, b, pair, nx, ny, nz) : Number.POSITIVE_INFINITY;
  if (distance - reach >= ends - MIDDLE * reach) return;
  const feature = featurePair(edgeName(0), edgeName(0));
  pair.along(nx, ny, nz);
  pair.add(a.radius * nx, a.radius * ny, s + a.radius * nz, distance - reach, feature);
}

/** Height on the axis of the first, clamped, of the point nearest to the axis of the second. */
function nearest({ halfLength: h }: Capsule, { halfLength: l }: Capsule, { R, t }: Pair): number {
  const dx = R[2];
  const dy = R[5];
  const dz = R[8];
  const z = t[2];
  const along = t[0] * dx + t[1] * dy + z * dz;
  const det = dx * dx + dy * dy; // 1 - dz^2, without its rounding
  // lines: s - dz r = z, dz s - r = along
  let r = det > 1e-24 ? (dz * z - along) / det : 0;
  r = Math.min(Math.max(r, -l), l);
  let s = Math.min(Math.max(z + r * dz, -h), h);
  r = Math.min(Math.max(s * dz - along, -l), l);
  s = Math.min(Math.max(z + r * dz, -h), h);
  return s;
}

/** Adds the ends of the common stretch; returns the smallest gap among them, infinite if there is none. */
function addEnds(a: Capsule, b: Capsule, pair: Pair, nx: number, ny: number, nz: number): number {
  const { R, t, margin } = pair;
  const merge = MERGED * Math.min(a.halfLength, b.halfLength);
  let smallest = Number.POSITIVE_INFINITY;
  for (let end = 0; end < 4; end++) {
    const ofB = end < 2;
    const sign = end & 1 ? -1 : 1;
    let s: number;
    let r: number;
    if (ofB) {
      r = sign * b.halfLength;
      s = t[2] + r * R[8];
      if (Math.abs(s) > a.halfLength) continue;
    } else {
      s = sign * a.halfLength;
      r = (s - t[2]) * R[8] - t[0] * R[2] - t[1] * R[5];
      if (Math.abs(r) > b.halfLength) continue;
    }
    const x = t[0] + r * R[2];
    const y = t[1] + r * R[5];
    const z = t[2] + r * R[8] - s;
    const distance = Math.sqrt(x * x + y * y + z * z);
    // the normal is square to the axis on which the foot lies, and slants to the other one
    const slant = (ofB ? -(x * R[2] + y * R[5] + z * R[8]) : z) / distance;
    const reachA = ofB ? a.radius : endReach(a, sign * slant);
    const reachB = ofB ? endReach(b, sign * slant) : b.radius;
    const gap = distance - reachA - reachB;
    if (x * nx + y * ny + z * nz < 0.9 * distance || gap > margin) continue;
    let twin = -1;
    for (let k = 0; k < pair.count; k++) if (Math.abs(pair.point[3 * k + 2] - s) < merge) twin = k;
    if (twin >= 0 && pair.gap[twin] <= gap) continue;
    smallest = Math.min(smallest, gap);
    const name = ofB ? featurePair(edgeName(0), vertexName(end & 1)) : featurePair(vertexName(end & 1), edgeName(0));
    pair.along(x / distance, y / distance, z / distance);
    pair.put(
      twin >= 0 ? twin : pair.count++,
      (reachA * x) / distance,
      (reachA * y) / distance,
      s + (reachA * z) / distance,
      gap,
      name,
    );
  }
  return smallest;
}

/** From an end of the axis along a ray to the surface; `outward` is the part of the ray along the axis, away from the middle. */
function endReach({ radius, halfLength }: Capsule, outward: number): number {
  if (outward >= 0) return radius;
  return capsuleReach(radius, 2 * halfLength, -outward, Math.sqrt(1 - outward * outward));
}
