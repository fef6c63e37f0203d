/** Questions about where the bodies of a world are now, answered by the detector's own shapes.   docs/theory/collision.md (CO28)-(CO30) */

import { ContractError } from '../checks/errors.ts';
import { found } from '../checks/wording.ts';
import { Overlap } from '../collision/queries/overlap.ts';
import { RayCast } from '../collision/queries/ray-cast.ts';
import { ShapeCast } from '../collision/queries/shape-cast.ts';
import type { Shape } from '../collision/shapes/shapes.ts';
import { NO_ROTATION, type Quat, unitQuat } from '../linalg/quat.ts';
import { add, length, scale, type Vec3, vec3At } from '../linalg/vec3.ts';
import type { Body } from './body.ts';
import type { ColliderTable } from './collider-table.ts';

export interface Hit {
  readonly body: Body;
  /** From the start along the direction, m. */
  readonly distance: number;
  /** World, m. */
  readonly point: Vec3;
  /** Unit, world, out of the body that was hit. */
  readonly normal: Vec3;
}

export interface RayOptions {
  readonly origin: Vec3;
  /** Any length but zero. */
  readonly direction: Vec3;
  /** m. Default: any. */
  readonly maxDistance?: number;
}

export interface CastOptions {
  readonly shape: Shape;
  readonly position: Vec3;
  readonly orientation?: Quat;
  readonly direction: Vec3;
  /** m. Default 1000. */
  readonly maxDistance?: number;
}

export class WorldQueries {
  private readonly colliders: ColliderTable;
  private readonly bodyAt: readonly (Body | undefined)[];
  private readonly ray = new RayCast();
  private readonly cast = new ShapeCast();
  private readonly over = new Overlap();

  constructor(colliders: ColliderTable, bodyAt: readonly (Body | undefined)[]) {
    this.colliders = colliders;
    this.bodyAt = bodyAt;
  }

  /** The first body that a ray meets; undefined where it meets none. */
  rayCast({ origin, direction, maxDistance = Infinity }: RayOptions): Hit | undefined {
    const d = unitDirection('rayCast', direction);
    const { ray, colliders } = this;
    if (!ray.findAll(colliders, origin, d, maxDistance)) return undefined;
    return {
      body: this.bodyOf(ray.collider),
      distance: ray.distance,
      point: add(origin, scale(d, ray.distance)),
      normal: vec3At(ray.normal, 0),
    };
  }

  /** The first body that a shape touches when it moves along a straight line; undefined where it touches none. */
  shapeCast({
    shape,
    position,
    orientation = NO_ROTATION,
    direction,
    maxDistance = 1000,
  }: CastOptions): Hit | undefined {
    const d = unitDirection('shapeCast', direction);
    const { cast, colliders } = this;
    const pose = [...position, ...unitQuat(orientation)];
    let hit: Hit | undefined;
    for (let k = 0; k < colliders.count; k++) {
      const most = hit?.distance ?? maxDistance;
      if (!cast.find(shape, pose, d, most, colliders.shape[k], colliders.pose.subarray(7 * k, 7 * k + 7))) continue;
      if (hit && cast.way >= hit.distance) continue;
      const normal = scale(vec3At(cast.normal, 0), -1);
      hit = { body: this.bodyOf(k), distance: cast.way, point: vec3At(cast.point, 0), normal };
    }
    return hit;
  }

  /** Bodies that a shape overlaps, or comes within `margin` (m) of, each once. */
  overlap(shape: Shape, position: Vec3, orientation: Quat = NO_ROTATION, margin = 0): Body[] {
    const numbers = new Int32Array(this.colliders.count);
    const count = this.over.find(this.colliders, shape, [...position, ...unitQuat(orientation)], numbers, margin);
    return [...new Set(Array.from(numbers.subarray(0, count), (k) => this.bodyOf(k)))];
  }

  private bodyOf(collider: number): Body {
    return this.bodyAt[this.colliders.body[collider]] as Body;
  }
}

function unitDirection(where: string, direction: Vec3): Vec3 {
  const size = length(direction);
  if (!(size > 0 && size < Infinity))
    throw new ContractError(
      `${where}: direction: expected three numbers that are not all zero, found ${found(direction)}`,
    );
  return scale(direction, 1 / size);
}
