/**
 * Where a ray first meets a shape from outside: closed forms for the primitives, slabs for hulls, every near triangle of
 * a surface.   docs/theory/collision.md (CO30)   A ray that starts inside a solid meets it at once.
 */
import { rotationMatrix } from '../../linalg/mat3.ts';
import type { Colliders } from '../colliders.ts';
import { Ray } from '../shapes/ray.ts';
import type { Shape } from '../shapes/shape.ts';
import { kindOf } from '../shapes/shape-kinds.ts';

export class RayCast {
  /** Distance along the ray, m, and outward normal, world, of the last call that hit. */
  distance = 0;
  readonly normal = new Float64Array(3);
  /** The collider that castAll() hit. */
  collider = -1;
  private readonly ray = new Ray();
  private readonly R = new Float64Array(9);
  private readonly kept = new Float64Array(3);

  /** From `origin` along the unit vector `direction`, at most `most` m. */
  find(
    shape: Shape,
    pose: ArrayLike<number>,
    origin: ArrayLike<number>,
    direction: ArrayLike<number>,
    most: number,
  ): boolean {
    const { R, ray } = this;
    const { o, d, n } = ray;
    rotationMatrix(pose, 3, R, 0);
    for (let i = 0; i < 3; i++) {
      o[i] = R[i] * (origin[0] - pose[0]) + R[3 + i] * (origin[1] - pose[1]) + R[6 + i] * (origin[2] - pose[2]);
      d[i] = R[i] * direction[0] + R[3 + i] * direction[1] + R[6 + i] * direction[2];
    }
    const way = kindOf(shape).ray(shape, ray, most);
    if (!(way <= most && way < Number.POSITIVE_INFINITY)) return false;
    this.distance = way;
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
}
