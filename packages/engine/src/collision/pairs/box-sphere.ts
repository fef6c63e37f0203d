/**
 * A box and a sphere: the point of the box nearest to the centre; if the centre is inside, out through the nearest
 * face.   docs/theory/collision.md (CO12)   One point with one name, whether on a face, an edge or a corner.
 */
import type { Pair } from '../pair.ts';
import type { Box, Sphere } from '../shapes/shape.ts';

export function boxSphere({ half }: Box, { radius }: Sphere, pair: Pair): void {
  const { t, margin } = pair;
  const cx = Math.min(Math.max(t[0], -half[0]), half[0]);
  const cy = Math.min(Math.max(t[1], -half[1]), half[1]);
  const cz = Math.min(Math.max(t[2], -half[2]), half[2]);
  const x = t[0] - cx;
  const y = t[1] - cy;
  const z = t[2] - cz;
  const square = x * x + y * y + z * z;
  if (square > 0) {
    const distance = Math.sqrt(square);
    const gap = distance - radius;
    if (gap > margin) return;
    pair.along(x / distance, y / distance, z / distance);
    pair.add(cx, cy, cz, gap, 0);
    return;
  }
  let axis = 0;
  for (let i = 1; i < 3; i++) if (half[i] - Math.abs(t[i]) < half[axis] - Math.abs(t[axis])) axis = i;
  const sign = t[axis] < 0 ? -1 : 1;
  const gap = Math.abs(t[axis]) - half[axis] - radius;
  const face = sign * half[axis];
  pair.along(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0);
  pair.add(axis === 0 ? face : t[0], axis === 1 ? face : t[1], axis === 2 ? face : t[2], gap, 0);
}
