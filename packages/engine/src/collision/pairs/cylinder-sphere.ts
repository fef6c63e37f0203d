/**
 * A cylinder and a sphere: the point of the cylinder nearest to the centre; if the centre is inside, out through the
 * nearer of cap and side.   docs/theory/collision.md (CO12)   One point with one name.
 */
import type { Pair } from '../pair.ts';
import type { Cylinder, Sphere } from '../shapes/shape.ts';

export function cylinderSphere(a: Cylinder, b: Sphere, pair: Pair): void {
  const { t, margin } = pair;
  const across = Math.sqrt(t[0] * t[0] + t[1] * t[1]);
  const ex = across > 0 ? t[0] / across : 1;
  const ey = across > 0 ? t[1] / across : 0;
  const side = across - a.radius;
  const cap = Math.abs(t[2]) - a.halfLength;
  const up = t[2] < 0 ? -1 : 1;
  if (side > 0 && cap > 0) {
    const distance = Math.sqrt(side * side + cap * cap);
    const gap = distance - b.radius;
    if (gap > margin) return;
    const n = side / distance;
    pair.along(n * ex, n * ey, (up * cap) / distance);
    pair.add(a.radius * ex, a.radius * ey, up * a.halfLength, gap, 0);
  } else if (side > cap) {
    const gap = side - b.radius;
    if (gap <= margin) {
      pair.along(ex, ey, 0);
      pair.add(a.radius * ex, a.radius * ey, t[2], gap, 0);
    }
  } else {
    const gap = cap - b.radius;
    if (gap <= margin) {
      pair.along(0, 0, up);
      pair.add(t[0], t[1], up * a.halfLength, gap, 0);
    }
  }
}
