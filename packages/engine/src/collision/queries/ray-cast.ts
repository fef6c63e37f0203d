/**
 * Where a ray first meets a shape from outside: closed forms for the primitives, slabs for hulls, every near triangle of
 * a surface.   docs/theory/collision.md (CO30)   A ray that starts inside a solid meets it at once.
 */
import { rotationMatrix } from '../../linalg/mat3.ts';
import type { Colliders } from '../colliders.ts';
import type { Capsule, Compound, Cylinder, Hull, Shape } from '../shapes/shapes.ts';
import { corners, normalOf, type Surface, TriangleView } from '../shapes/triangles.ts';

export class RayCast {
  /** Of the last call that hit: the way along the unit direction, m, and the outward normal, world. */
  distance = 0;
  readonly normal = new Float64Array(3);
  /** The collider that castAll() hit. */
  collider = -1;
  private readonly o = new Float64Array(3);
  private readonly d = new Float64Array(3);
  private readonly n = new Float64Array(3); // in the shape's axes
  private readonly R = new Float64Array(9);
  private readonly box = new Float64Array(6);
  private readonly corner = new Float64Array(9);
  private readonly view = new TriangleView();
  private readonly kept = new Float64Array(3);

  /** From `origin` along the unit vector `direction`, at most `most` m. */
  find(
    shape: Shape,
    pose: ArrayLike<number>,
    origin: ArrayLike<number>,
    direction: ArrayLike<number>,
    most: number,
  ): boolean {
    const { R, o, d } = this;
    rotationMatrix(pose, 3, R, 0);
    for (let i = 0; i < 3; i++) {
      o[i] = R[i] * (origin[0] - pose[0]) + R[3 + i] * (origin[1] - pose[1]) + R[6 + i] * (origin[2] - pose[2]);
      d[i] = R[i] * direction[0] + R[3 + i] * direction[1] + R[6 + i] * direction[2];
    }
    const way = this.local(shape, most);
    if (!(way <= most && way < Number.POSITIVE_INFINITY)) return false;
    this.distance = way;
    const { n } = this;
    for (let i = 0; i < 3; i++) this.normal[i] = R[3 * i] * n[0] + R[3 * i + 1] * n[1] + R[3 * i + 2] * n[2];
    return true;
  }

  /** The nearest of all colliders; of equally near ones the first. */
  findAll(colliders: Colliders, origin: ArrayLike<number>, direction: ArrayLike<number>, most: number): boolean {
    let nearest = most;
    this.collider = -1;
    for (let k = 0; k < colliders.count; k++) {
      const pose = colliders.pose.subarray(7 * k, 7 * k + 7);
      if (!this.find(colliders.shape[k], pose, origin, direction, nearest)) continue;
      if (this.collider >= 0 && this.distance >= nearest) continue;
      nearest = this.distance;
      this.collider = k;
      for (let i = 0; i < 3; i++) this.kept[i] = this.normal[i];
    }
    if (this.collider < 0) return false;
    this.distance = nearest;
    for (let i = 0; i < 3; i++) this.normal[i] = this.kept[i];
    return true;
  }

  /** The way in the shape's axes, infinite if it misses; the normal to this.n. */
  private local(shape: Shape, most: number): number {
    switch (shape.kind) {
      case 'plane':
        return this.plane();
      case 'sphere':
        return this.sphere(shape.radius, 0);
      case 'box':
        return this.slabs(shape.half);
      case 'capsule':
        return this.capsule(shape);
      case 'cylinder':
        return this.cylinder(shape);
      case 'hull':
        return this.hull(shape);
      case 'compound':
        return this.compound(shape, most);
      default:
        return this.surface(shape, most);
    }
  }

  private set(x: number, y: number, z: number): void {
    this.n[0] = x;
    this.n[1] = y;
    this.n[2] = z;
  }

  private inside(): number {
    const { d } = this;
    this.set(-d[0], -d[1], -d[2]);
    return 0;
  }

  private plane(): number {
    const { o, d } = this;
    if (o[2] <= 0) return this.inside();
    this.set(0, 0, 1);
    return d[2] < 0 ? -o[2] / d[2] : Number.POSITIVE_INFINITY;
  }

  /** A sphere about (0, 0, z). */
  private sphere(radius: number, z: number): number {
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

  private slabs(half: ArrayLike<number>): number {
    const { o, d } = this;
    let enter = Number.NEGATIVE_INFINITY;
    let leave = Number.POSITIVE_INFINITY;
    let axis = -1;
    for (let i = 0; i < 3; i++) {
      if (d[i] === 0) {
        if (Math.abs(o[i]) > half[i]) return Number.POSITIVE_INFINITY;
        continue;
      }
      const sign = d[i] > 0 ? 1 : -1;
      const near = (-sign * half[i] - o[i]) / d[i];
      const far = (sign * half[i] - o[i]) / d[i];
      if (near > enter) {
        enter = near;
        axis = i;
      }
      leave = Math.min(leave, far);
    }
    if (enter > leave || leave < 0) return Number.POSITIVE_INFINITY;
    if (enter <= 0) return this.inside();
    const sign = d[axis] > 0 ? -1 : 1;
    this.set(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0);
    return enter;
  }

  /** The tube of a cylinder or a capsule about z, without ends; infinite if it misses or starts inside. */
  private tube(radius: number, halfLength: number): number {
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

  private capsule({ radius, halfLength }: Capsule): number {
    const { o } = this;
    const z = Math.min(Math.max(o[2], -halfLength), halfLength);
    if (o[0] * o[0] + o[1] * o[1] + (o[2] - z) * (o[2] - z) <= radius * radius) return this.inside();
    let best = this.tube(radius, halfLength);
    if (best < Number.POSITIVE_INFINITY) return best; // if the ray meets the tube at all, it meets it first
    best = this.sphere(radius, halfLength);
    const x = this.n[0];
    const y = this.n[1];
    const w = this.n[2];
    const other = this.sphere(radius, -halfLength);
    if (other < best) return other;
    this.set(x, y, w);
    return best;
  }

  private cylinder({ radius, halfLength }: Cylinder): number {
    const { o, d } = this;
    const near = o[0] * o[0] + o[1] * o[1] <= radius * radius;
    if (near && Math.abs(o[2]) <= halfLength) return this.inside();
    const way = d[2] === 0 ? Number.NaN : ((d[2] > 0 ? -halfLength : halfLength) - o[2]) / d[2];
    const x = o[0] + way * d[0];
    const y = o[1] + way * d[1];
    if (way >= 0 && x * x + y * y <= radius * radius) {
      this.set(0, 0, d[2] > 0 ? -1 : 1);
      return way;
    }
    return this.tube(radius, halfLength);
  }

  private hull({ faceCount, normal, offset }: Hull): number {
    const { o, d } = this;
    let enter = Number.NEGATIVE_INFINITY;
    let leave = Number.POSITIVE_INFINITY;
    let face = -1;
    for (let f = 0; f < faceCount; f++) {
      const height = normal[3 * f] * o[0] + normal[3 * f + 1] * o[1] + normal[3 * f + 2] * o[2] - offset[f];
      const fall = -(normal[3 * f] * d[0] + normal[3 * f + 1] * d[1] + normal[3 * f + 2] * d[2]);
      if (fall === 0) {
        if (height > 0) return Number.POSITIVE_INFINITY;
      } else if (fall > 0) {
        if (height / fall > enter) {
          enter = height / fall;
          face = f;
        }
      } else leave = Math.min(leave, height / fall);
    }
    if (enter > leave || leave < 0) return Number.POSITIVE_INFINITY;
    if (enter <= 0) return this.inside();
    this.set(normal[3 * face], normal[3 * face + 1], normal[3 * face + 2]);
    return enter;
  }

  private compound({ count, child, position, rotation }: Compound, most: number): number {
    const [ox, oy, oz] = this.o;
    const [dx, dy, dz] = this.d;
    let best = Number.POSITIVE_INFINITY;
    let [nx, ny, nz] = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const r = 9 * k;
      const x = ox - position[3 * k];
      const y = oy - position[3 * k + 1];
      const z = oz - position[3 * k + 2];
      for (let i = 0; i < 3; i++) {
        this.o[i] = rotation[r + i] * x + rotation[r + 3 + i] * y + rotation[r + 6 + i] * z;
        this.d[i] = rotation[r + i] * dx + rotation[r + 3 + i] * dy + rotation[r + 6 + i] * dz;
      }
      const way = this.local(child[k], most);
      if (!(way < best)) continue;
      best = way;
      const { n } = this;
      nx = rotation[r] * n[0] + rotation[r + 1] * n[1] + rotation[r + 2] * n[2];
      ny = rotation[r + 3] * n[0] + rotation[r + 4] * n[1] + rotation[r + 5] * n[2];
      nz = rotation[r + 6] * n[0] + rotation[r + 7] * n[1] + rotation[r + 8] * n[2];
    }
    this.set(nx, ny, nz);
    return best;
  }

  /** Triangles in the box of the ray, from the front. */
  private surface(shape: Surface, most: number): number {
    const { o, d, box, view, corner, n } = this;
    for (let i = 0; i < 3; i++) {
      const end = o[i] + Math.min(most, 1e9) * d[i];
      box[i] = Math.min(o[i], end);
      box[3 + i] = Math.max(o[i], end);
    }
    view.query(shape, box);
    let best = Number.POSITIVE_INFINITY;
    let hit = -1;
    for (let k = 0; k < view.count; k++) {
      corners(shape, view.found[k], corner);
      normalOf(corner, n);
      const way = this.triangle();
      if (way < best) {
        best = way;
        hit = view.found[k];
      }
    }
    if (hit >= 0) {
      corners(shape, hit, corner);
      normalOf(corner, n);
    }
    return best;
  }

  private triangle(): number {
    const { o, d, corner, n } = this;
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
}
