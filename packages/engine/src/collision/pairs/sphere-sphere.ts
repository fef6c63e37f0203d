/**
 * Two spheres: along the line of the centres.   docs/theory/collision.md (CO11)
 * If the centres coincide, every direction is as good: z is taken.
 */
import type { Pair } from '../pair.ts';
import type { Sphere } from '../shapes/shape.ts';

export function sphereSphere(a: Sphere, b: Sphere, pair: Pair): void {
  const x = pair.t[0];
  const y = pair.t[1];
  const z = pair.t[2];
  const reach = a.radius + b.radius + pair.margin;
  const square = x * x + y * y + z * z;
  if (square > reach * reach) return;
  const distance = Math.sqrt(square);
  const gap = distance - a.radius - b.radius;
  if (gap > pair.margin) return;
  if (distance === 0) {
    pair.along(0, 0, 1);
    pair.add(0, 0, a.radius, gap, 0);
  } else {
    const nx = x / distance;
    const ny = y / distance;
    const nz = z / distance;
    pair.along(nx, ny, nz);
    pair.add(a.radius * nx, a.radius * ny, a.radius * nz, gap, 0);
  }
}
