/** A line of fewer points that stays within a distance of all the points it had: Douglas and Peucker's way. */
import type { Flat } from './view.ts';

export function simplified(points: readonly Flat[], tolerance: number): Flat[] {
  const kept = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    let [farthest, distance] = [-1, tolerance * tolerance];
    for (let k = from + 1; k < to; k++) {
      const square = squareDistance(points[k]!, points[from]!, points[to]!);
      if (square > distance) [farthest, distance] = [k, square];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, k) => kept.has(k));
}

/** Squared distance of a point from the line between two others. */
function squareDistance(p: Flat, a: Flat, b: Flat): number {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  const square = x * x + y * y;
  const share = square === 0 ? 0 : ((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square;
  const t = Math.min(1, Math.max(0, share));
  const [u, v] = [p[0] - a[0] - t * x, p[1] - a[1] - t * y];
  return u * u + v * v;
}
