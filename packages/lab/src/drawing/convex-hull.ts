/** The convex hull of points on paper, counter-clockwise from the leftmost: the chain of Andrew, without points on straight sides. */
import type { Flat } from './view.ts';

export function convexHull(points: readonly Flat[]): Flat[] {
  const sorted = points.toSorted((p, q) => p[0] - q[0] || p[1] - q[1]);
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** One side, without its last point, which the other begins with. */
function half(sorted: readonly Flat[]): Flat[] {
  const size = sorted.reduce((most, [x, y]) => Math.max(most, Math.abs(x), Math.abs(y)), 0);
  const straight = 1e-12 * size * size; // twice the area of a triangle that counts as none
  const chain: Flat[] = [];
  for (const point of sorted) {
    for (;;) {
      const [p, q] = [chain.at(-2), chain.at(-1)];
      if (!p || !q) break;
      if ((q[0] - p[0]) * (point[1] - q[1]) - (q[1] - p[1]) * (point[0] - q[0]) > straight) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}
