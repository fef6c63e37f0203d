/**
 * From the axis of a capsule to its surface: along a ray that leaves a point of the axis at a slant, and for the points
 * of a manifold of the axis.   docs/theory/collision.md (CO13)
 *
 *   r/cos on the tube;   s sin + sqrt(r^2 - s^2 cos^2) on the cap that the ray leans to, s the way to that end
 */
import type { Pair } from '../pair.ts';
import type { Capsule } from '../shapes/shape.ts';
import { vertexName } from './feature-names.ts';

export function capsuleReach(radius: number, s: number, sine: number, cosine: number): number {
  if (radius * sine <= s * cosine) return radius / cosine;
  return s * sine + Math.sqrt(Math.max(radius * radius - s * s * cosine * cosine, 0));
}

/**
 * Clips the axis of the second shape (pair.second, two corners) with pair.first along n and puts the points on the
 * surface under it. What the clipper keeps as its smallest gap is that of the axis.
 */
export function clipCapsule(b: Capsule, pair: Pair, x: number, y: number, z: number): void {
  const { margin } = pair;
  const rise = x * pair.R[2] + y * pair.R[5] + z * pair.R[8]; // sine of the tilt, positive towards end 0
  const cosine = Math.sqrt(Math.max(1 - rise * rise, 0));
  pair.margin = margin + Math.min(b.radius / cosine, b.radius + 2 * b.halfLength);
  if (pair.first.count === 2) pair.clipper.cross(pair, x, y, z);
  else pair.clipper.clip(pair, x, y, z, 0, 0);
  pair.margin = margin;
  toSurface(b, pair, Math.abs(rise), cosine, rise > 0 ? 1 : 0);
}

function toSurface(b: Capsule, pair: Pair, sine: number, cosine: number, lowerEnd: number): void {
  const { second, point, normal, gap, feature, margin } = pair;
  const lower = vertexName(lowerEnd);
  const end = 3 * lowerEnd;
  let hasLower = false;
  for (let k = 0; k < pair.count; k++) hasLower ||= (feature[k] & 0xffff) === lower;
  let kept = 0;
  for (let k = 0; k < pair.count; k++) {
    const x = point[3 * k] + gap[k] * normal[3 * k] - second.corner[end];
    const y = point[3 * k + 1] + gap[k] * normal[3 * k + 1] - second.corner[end + 1];
    const z = point[3 * k + 2] + gap[k] * normal[3 * k + 2] - second.corner[end + 2];
    const s = Math.sqrt(x * x + y * y + z * z);
    const isLower = (feature[k] & 0xffff) === lower;
    if (hasLower && !isLower && s * cosine < b.radius * sine) continue; // under the same cap as the lower end
    const g = gap[k] - (isLower ? b.radius : capsuleReach(b.radius, s, sine, cosine));
    if (g > margin) continue;
    pair.move(k, kept);
    gap[kept++] = g;
  }
  pair.count = kept;
}
