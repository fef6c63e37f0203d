/** Queries of the bodies of a world at their present poses, by the detector's own shapes.   docs/theory/collision.md (CO28)-(CO30) */

import { list, optional, record, required } from '../checks/fields.ts';
import { checked, type Reading, type Value } from '../checks/value.ts';
import { direction, number, reference, rotation, vector } from '../checks/values.ts';
import { Overlap } from '../collision/queries/overlap.ts';
import { RayCast } from '../collision/queries/ray-cast.ts';
import { ShapeCast } from '../collision/queries/shape-cast.ts';
import { anyShape } from '../collision/shapes/shape-kinds.ts';
import type { Shape } from '../collision/shapes/shapes.ts';
import { NO_ROTATION, type Rotation, toQuat } from '../linalg/quat.ts';
import { add, length, scale, type Vec3, vec3At } from '../linalg/vec3.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import type { ColliderTable } from './collider-table.ts';
import { bodyReading } from './references.ts';

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
  /** Bodies that it passes through. Default none. */
  readonly except?: readonly Body[];
}

export interface CastOptions {
  readonly shape: Shape;
  readonly position: Vec3;
  /** Default no rotation. */
  readonly orientation?: Rotation;
  readonly direction: Vec3;
  /** m. Default 1000. */
  readonly maxDistance?: number;
  /** Bodies that it passes through. Default none. */
  readonly except?: readonly Body[];
}

const METRES = vector('m');
const WAY = {
  direction: required(direction, 'to go'),
  maxDistance: optional(number('a distance', { atLeast: 0, unit: 'm', infinite: 'program' }), 'to go'),
  except: optional(list(reference<Body>('body'), 'bodies'), 'bodies that it passes through'),
};
const anyRay: Value<RayOptions> = record<RayOptions>({ origin: required(METRES, 'where it starts'), ...WAY });
const anyCast: Value<CastOptions> = record<CastOptions>({
  shape: required(anyShape, 'that moves'),
  position: required(METRES, 'where it starts'),
  orientation: optional(rotation, 'of the shape'),
  ...WAY,
});

export class WorldQueries {
  /** True: bodies came, went or moved since the poses were last brought up to date. */
  stale = true;
  private readonly colliders: ColliderTable;
  private readonly bodies: Bodies;
  private readonly reading: Reading;
  private readonly ray = new RayCast();
  private readonly cast = new ShapeCast();
  private readonly over = new Overlap();

  /** @internal `world.queries()` returns one. */
  constructor(colliders: ColliderTable, bodies: Bodies) {
    this.colliders = colliders;
    this.bodies = bodies;
    this.reading = bodyReading(bodies);
  }

  /** The first body that a ray meets; undefined if it meets none. */
  rayCast(options: RayOptions): Hit | undefined {
    const given = checked(anyRay, options, 'rayCast', '', this.reading);
    const { origin, direction: along, maxDistance = Infinity, except = [] } = given;
    const d = unitOf(along);
    const { ray } = this;
    let hit: Hit | undefined;
    this.each(except, (k, shape, pose) => {
      if (!ray.find(shape, pose, origin, d, hit?.distance ?? maxDistance)) return;
      const { distance } = ray;
      if (hit && distance >= hit.distance) return; // the first of equally near ones
      hit = { body: this.bodyOf(k), distance, point: add(origin, scale(d, distance)), normal: vec3At(ray.normal, 0) };
    });
    return hit;
  }

  /** The first body that a shape touches when it moves along a straight line; undefined if it touches none. */
  shapeCast(options: CastOptions): Hit | undefined {
    const given = checked(anyCast, options, 'shapeCast', '', this.reading);
    const { shape, position, orientation = NO_ROTATION, direction: along, maxDistance = 1000, except = [] } = given;
    const d = unitOf(along);
    const { cast } = this;
    const start = [...position, ...toQuat(orientation)];
    let hit: Hit | undefined;
    this.each(except, (k, other, pose) => {
      if (!cast.find(shape, start, d, hit?.distance ?? maxDistance, other, pose)) return;
      if (hit && cast.way >= hit.distance) return;
      const normal = scale(vec3At(cast.normal, 0), -1);
      hit = { body: this.bodyOf(k), distance: cast.way, point: vec3At(cast.point, 0), normal };
    });
    return hit;
  }

  /** Bodies that a shape overlaps, or comes within `margin` (m) of, each once. */
  overlap(shape: Shape, position: Vec3, orientation: Rotation = NO_ROTATION, margin = 0): Body[] {
    const made = checked(anyShape, shape, 'overlap', 'shape');
    const at = checked(METRES, position, 'overlap', 'position');
    const turned = checked(rotation, orientation, 'overlap', 'orientation');
    const within = checked(number('a margin', { atLeast: 0, unit: 'm' }), margin, 'overlap', 'margin');
    this.refresh();
    const numbers = new Int32Array(this.colliders.count);
    const count = this.over.find(this.colliders, made, [...at, ...toQuat(turned)], numbers, within);
    return [...new Set(Array.from(numbers.subarray(0, count), (k) => this.bodyOf(k)))];
  }

  /** Every collider but those of some bodies, at its present pose. */
  private each(except: readonly Body[], visit: (k: number, shape: Shape, pose: Float64Array) => void): void {
    this.refresh();
    const { count, body, shape, pose } = this.colliders;
    const skipped = new Set(except.map(({ index }) => index));
    for (let k = 0; k < count; k++) if (!skipped.has(body[k])) visit(k, shape[k], pose.subarray(7 * k, 7 * k + 7));
  }

  private refresh(): void {
    if (this.stale) this.colliders.update(this.bodies, 0, 0);
    this.stale = false;
  }

  private bodyOf(collider: number): Body {
    return this.bodies.handles[this.colliders.body[collider]] as Body;
  }
}

/** Of a checked direction. */
const unitOf = (along: Vec3): Vec3 => scale(along, 1 / length(along));
