/**
 * How much room the deepest part of a manifold has inside the features that touch: with more room than depth no other
 * direction is a shorter way out.   docs/theory/collision.md (CO24)
 */
import type { Polygon } from '../features/polygon.ts';
import type { PairPoints } from '../pair-points.ts';

/** Distance of a projected point from the sides of a projected polygon, negative outside; minus infinity for segments. */
export function clearanceIn({ u, v, count }: Polygon, x: number, y: number): number {
  if (count < 3) return Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let area = 0;
  for (let k = 0; k < count; k++) {
    const m = k + 1 === count ? 0 : k + 1;
    area += u[k] * v[m] - u[m] * v[k];
  }
  const turn = area < 0 ? -1 : 1;
  for (let k = 0; k < count; k++) {
    const m = k + 1 === count ? 0 : k + 1;
    const du = u[m] - u[k];
    const dv = v[m] - v[k];
    const length = Math.sqrt(du * du + dv * dv);
    if (length > 0) least = Math.min(least, (turn * (du * (y - v[k]) - dv * (x - u[k]))) / length);
  }
  return least;
}

/** Two crossing segments: the way to the nearest end times the sine of their angle. */
export function clearanceOfCrossing({ first, second }: PairPoints, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 2; k++) {
    least = Math.min(least, (first.u[k] - x) * (first.u[k] - x) + (first.v[k] - y) * (first.v[k] - y));
    least = Math.min(least, (second.u[k] - x) * (second.u[k] - x) + (second.v[k] - y) * (second.v[k] - y));
  }
  const pu = first.u[1] - first.u[0];
  const pv = first.v[1] - first.v[0];
  const du = second.u[1] - second.u[0];
  const dv = second.v[1] - second.v[0];
  const sine = Math.abs(pu * dv - pv * du) / Math.sqrt((pu * pu + pv * pv) * (du * du + dv * dv));
  return sine * Math.sqrt(least);
}
