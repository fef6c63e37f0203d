/** A ray in the axes of a shape, and what several shapes need to meet it.   docs/theory/collision.md (CO30) */
import { corners, normalOf, type Surface, TriangleView } from './triangles.ts';

export class Ray {
  /** Origin, unit direction, and the normal where the ray meets the shape. */
  readonly o = new Float64Array(3);
  readonly d = new Float64Array(3);
  readonly n = new Float64Array(3);
  /** For surfaces of triangles. */
  readonly box = new Float64Array(6);
  readonly corner = new Float64Array(9);
  readonly view = new TriangleView();

  set(x: number, y: number, z: number): void {
    this.n[0] = x;
    this.n[1] = y;
    this.n[2] = z;
  }

  /** The ray starts inside: it meets the shape at once. */
  inside(): number {
    const { d } = this;
    this.set(-d[0], -d[1], -d[2]);
    return 0;
  }

  /** A sphere about (0, 0, z). */
  sphere(radius: number, z: number): number {
    const { o, d } = this;
    const oz = o[2] - z;
    const along = -(o[0] * d[0] + o[1] * d[1] + oz * d[2]);
    const x = o[0] + along * d[0];
    const y = o[1] + along * d[1];
    const w = oz + along * d[2];
    const under = radius * radius - (x * x + y * y + w * w); // from the foot: no cancellation far away
    if (o[0] * o[0] + o[1] * o[1] + oz * oz <= radius * radius) return this.inside();
    if (under < 0 || along < 0) return Number.POSITIVE_INFINITY;
    const way = along - Math.sqrt(under);
    this.set((o[0] + way * d[0]) / radius, (o[1] + way * d[1]) / radius, (oz + way * d[2]) / radius);
    return way;
  }

  /** A tube about z without ends; infinite if the ray misses or starts inside. */
  tube(radius: number, halfLength: number): number {
    const { o, d } = this;
    const a = d[0] * d[0] + d[1] * d[1];
    if (a < 1e-24) return Number.POSITIVE_INFINITY;
    const along = -(o[0] * d[0] + o[1] * d[1]) / a;
    const x = o[0] + along * d[0];
    const y = o[1] + along * d[1];
    const under = radius * radius - x * x - y * y;
    if (under < 0) return Number.POSITIVE_INFINITY;
    const way = along - Math.sqrt(under / a);
    if (way < 0 || Math.abs(o[2] + way * d[2]) > halfLength) return Number.POSITIVE_INFINITY;
    this.set((o[0] + way * d[0]) / radius, (o[1] + way * d[1]) / radius, 0);
    return way;
  }
}

/** Triangles in the box of the ray, from the front. */
export function surfaceRay(surface: Surface, ray: Ray, most: number): number {
  const { o, d, box, view, corner, n } = ray;
  for (let i = 0; i < 3; i++) {
    const end = o[i] + Math.min(most, 1e9) * d[i];
    box[i] = Math.min(o[i], end);
    box[3 + i] = Math.max(o[i], end);
  }
  view.query(surface, box);
  let best = Number.POSITIVE_INFINITY;
  let hit = -1;
  for (let k = 0; k < view.count; k++) {
    corners(surface, view.found[k], corner);
    normalOf(corner, n);
    const way = triangleRay(ray);
    if (way < best) {
      best = way;
      hit = view.found[k];
    }
  }
  if (hit >= 0) {
    corners(surface, hit, corner);
    normalOf(corner, n);
  }
  return best;
}

/** The triangle of ray.corner, whose normal is ray.n. */
function triangleRay({ o, d, corner, n }: Ray): number {
  const fall = -(n[0] * d[0] + n[1] * d[1] + n[2] * d[2]);
  if (!(fall > 0)) return Number.POSITIVE_INFINITY;
  const way = (n[0] * (o[0] - corner[0]) + n[1] * (o[1] - corner[1]) + n[2] * (o[2] - corner[2])) / fall;
  if (!(way >= 0)) return Number.POSITIVE_INFINITY;
  const x = o[0] + way * d[0];
  const y = o[1] + way * d[1];
  const z = o[2] + way * d[2];
  for (let k = 0; k < 3; k++) {
    const m = 3 * ((k + 1) % 3);
    const ux = corner[m] - corner[3 * k];
    const uy = corner[m + 1] - corner[3 * k + 1];
    const uz = corner[m + 2] - corner[3 * k + 2];
    const px = x - corner[3 * k];
    const py = y - corner[3 * k + 1];
    const pz = z - corner[3 * k + 2];
    const turn = n[0] * (uy * pz - uz * py) + n[1] * (uz * px - ux * pz) + n[2] * (ux * py - uy * px);
    if (turn < -1e-12 * (ux * ux + uy * uy + uz * uz)) return Number.POSITIVE_INFINITY;
  }
  return way;
}
