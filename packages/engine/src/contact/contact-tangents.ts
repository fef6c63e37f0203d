/**
 * The tangents of a contact point: those of its normal, or along the line of contact of what rolls.   docs/theory/contact-rows.md (CR21)
 *
 *   t1 = the line through both points of the pair, in the tangent plane,   t2 = n x t1
 */
import type { ContactPoints } from '../collision/detector.ts';
import { setTangents } from '../linalg/vec3.ts';

/** A line steeper than this against the tangent plane, as a sine of the rest, is no line of contact. */
const LEAST_ALONG = 0.1;

/** Writes t1 and t2 of point i, six numbers from `to`. @param rolls its material has rolling friction */
export function setContactTangents(
  points: ContactPoints,
  i: number,
  rolls: boolean,
  out: Float64Array,
  to: number,
): void {
  setTangents(points.normal, 3 * i, out, to);
  const first = rolls ? firstOfTwo(points, i) : -1;
  if (first < 0) return;
  const { normal: n, pointA: p } = points;
  const [nx, ny, nz] = [n[3 * i], n[3 * i + 1], n[3 * i + 2]];
  let x = p[3 * first + 3] - p[3 * first];
  let y = p[3 * first + 4] - p[3 * first + 1];
  let z = p[3 * first + 5] - p[3 * first + 2];
  const far = Math.sqrt(x * x + y * y + z * z);
  const above = x * nx + y * ny + z * nz;
  x -= above * nx;
  y -= above * ny;
  z -= above * nz;
  const along = Math.sqrt(x * x + y * y + z * z);
  if (!(along > LEAST_ALONG * far)) return;
  out[to] = x / along;
  out[to + 1] = y / along;
  out[to + 2] = z / along;
  out[to + 3] = ny * out[to + 2] - nz * out[to + 1];
  out[to + 4] = nz * out[to] - nx * out[to + 2];
  out[to + 5] = nx * out[to + 1] - ny * out[to];
}

/** The first of the points of a pair that touches in exactly two, of which i is one; -1 otherwise. Points of a pair are neighbours. */
function firstOfTwo({ a, b, count }: ContactPoints, i: number): number {
  const same = (k: number) => k >= 0 && k < count && a[k] === a[i] && b[k] === b[i];
  const first = same(i - 1) ? i - 1 : i;
  return same(first + 1) && !same(first - 1) && !same(first + 2) ? first : -1;
}
