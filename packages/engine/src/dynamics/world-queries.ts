/** Questions about where the bodies of a world are now, answered by the detector's own shapes.   docs/theory/collision.md (CO28)-(CO30) */

import { optional, record, required } from '../checks/fields.ts';
import { checked, type Value } from '../checks/value.ts';
import { direction, number, rotation, vector } from '../checks/values.ts';
import { Overlap } from '../collision/queries/overlap.ts';
import { RayCast } from '../collision/queries/ray-cast.ts';
import { ShapeCast } from '../collision/queries/shape-cast.ts';
import { anyShape } from '../collision/shapes/shape-kinds.ts';
import type { Shape } from '../collision/shapes/shapes.ts';
import { NO_ROTATION, type Rotation, toQuat } from '../linalg/quat.ts';
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
  /** Default no rotation. */
  readonly orientation?: Rotation;
  readonly direction: Vec3;
  /** m. Default 1000. */
  readonly maxDistance?: number;
}

const METRES = vector('m');
const WAY = {
  direction: required(direction, 'to go'),
  maxDistance: optional(number('a distance', { atLeast: 0, unit: 'm', infinite: 'program' }), 'to go'),
};
const anyRay: Value<RayOptions> = record<RayOptions>({ origin: required(METRES, 'where it starts'), ...WAY });
const anyCast: Value<CastOptions> = record<CastOptions>({
  shape: required(anyShape, 'that moves'),
  position: required(METRES, 'where it starts'),
  orientation: optional(rotation, 'of the shape'),
  ...WAY,
});

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

  /** The first body that a ray meets; undefined if it meets none. */
  rayCast(options: RayOptions): Hit | undefined {
    const { origin, direction: along, maxDistance = Infinity } = checked(anyRay, options, 'rayCast');
    const d = unitOf(along);
    const { ray, colliders } = this;
    if (!ray.findAll(colliders, origin, d, maxDistance)) return undefined;
    return {
      body: this.bodyOf(ray.collider),
      distance: ray.distance,
      point: add(origin, scale(d, ray.distance)),
      normal: vec3At(ray.normal, 0),
    };
  }

  /** The first body that a shape touches when it moves along a straight line; undefined if it touches none. */
  shapeCast(options: CastOptions): Hit | undefined {
    const { shape, position, orientation = NO_ROTATION, ...way } = checked(anyCast, options, 'shapeCast');
    const { direction: along, maxDistance = 1000 } = way;
    const d = unitOf(along);
    const { cast, colliders } = this;
    const pose = [...position, ...toQuat(orientation)];
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
  overlap(shape: Shape, position: Vec3, orientation: Rotation = NO_ROTATION, margin = 0): Body[] {
    const made = checked(anyShape, shape, 'overlap', 'shape');
    const at = checked(METRES, position, 'overlap', 'position');
    const turned = checked(rotation, orientation, 'overlap', 'orientation');
    const within = checked(number('a margin', { atLeast: 0, unit: 'm' }), margin, 'overlap', 'margin');
    const numbers = new Int32Array(this.colliders.count);
    const count = this.over.find(this.colliders, made, [...at, ...toQuat(turned)], numbers, within);
    return [...new Set(Array.from(numbers.subarray(0, count), (k) => this.bodyOf(k)))];
  }

  private bodyOf(collider: number): Body {
    return this.bodyAt[this.colliders.body[collider]] as Body;
  }
}

/** Of a checked direction. */
const unitOf = (along: Vec3): Vec3 => scale(along, 1 / length(along));
