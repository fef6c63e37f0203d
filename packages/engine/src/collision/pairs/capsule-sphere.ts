/**
 * A capsule and a sphere: the point of the axis nearest to the centre.   docs/theory/collision.md (CO11)
 * One point with one name wherever it is: a sphere that rolls from the tube onto a cap keeps its contact.
 */
import type { Pair } from '../pair.ts';
import type { Capsule, Sphere } from '../shapes/shape.ts';

export function capsuleSphere(a: Capsule, b: Sphere, pair: Pair): void {
  const { t, margin } = pair;
  const s = Math.min(Math.max(t[2], -a.halfLength), a.halfLength);
  const x = t[0];
  const y = t[1];
  const z = t[2] - s;
  const distance = Math.sqrt(x * x + y * y + z * z);
  const gap = distance - a.radius - b.radius;
  if (gap > margin) return;
  if (distance === 0) {
    // the centre on the axis: out through the side
    pair.along(1, 0, 0);
    pair.add(a.radius, 0, s, gap, 0);
  } else {
    const nx = x / distance;
    const ny = y / distance;
    const nz = z / distance;
    pair.along(nx, ny, nz);
    pair.add(a.radius * nx, a.radius * ny, s + a.radius * nz, gap, 0);
  }
}
