/** Queries of the bodies of a world at their present poses, by the detector's own shapes.   docs/theory/collision.md (CO28)-(CO30) */

import { close } from '../../checks/closed.ts';
import { list, optional, record, required } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { direction, number, reference, rotation, vector } from '../../checks/values.ts';
import { Overlap } from '../../collision/queries/overlap.ts';
import { RayCast } from '../../collision/queries/ray-cast.ts';
import { ShapeCast } from '../../collision/queries/shape-cast.ts';
import { anyShape } from '../../collision/shapes/shape-kinds.ts';
import type { Shape } from '../../collision/shapes/shapes.ts';
import { NO_ROTATION, type Rotation, toQuat } from '../../linalg/quat.ts';
import { add, length, scale, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Body } from '../bodies/body.ts';
import type { ColliderTable } from '../bodies/collider-table.ts';
import type { Members } from './members.ts';

export interface Hit {
  readonly body: Body;
  /** Distance from the start along the direction, m. */
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
  readonly #members: Members;
  /** The members' `moves` when the poses were last brought up to date. */
  #moves = -1;
  readonly #ray = new RayCast();
  readonly #cast = new ShapeCast();
  readonly #over = new Overlap();

  /** @internal `world.queries()` returns one. */
  constructor(members: Members) {
    this.#members = members;
  }

  /** The first body that a ray meets; undefined if it meets none. */
  rayCast(options: RayOptions): Hit | undefined {
    const given = checked(anyRay, options, 'rayCast', '', this.#members.reading);
    const { origin, direction: along, maxDistance = Infinity, except = [] } = given;
    const d = unitOf(along);
    const ray = this.#ray;
    let hit: Hit | undefined;
    this.#each(except, (k, shape, pose) => {
      if (!ray.find(shape, pose, origin, d, hit?.distance ?? maxDistance)) return;
      const { distance } = ray;
      if (hit && distance >= hit.distance) return; // the first of equally near ones
      hit = { body: this.#bodyOf(k), distance, point: add(origin, scale(d, distance)), normal: vec3At(ray.normal, 0) };
    });
    return hit;
  }

  /** The first body that a shape touches when it moves along a straight line; undefined if it touches none. */
  shapeCast(options: CastOptions): Hit | undefined {
    const given = checked(anyCast, options, 'shapeCast', '', this.#members.reading);
    const { shape, position, orientation = NO_ROTATION, direction: along, maxDistance = 1000, except = [] } = given;
    const d = unitOf(along);
    const cast = this.#cast;
    const start = [...position, ...toQuat(orientation)];
    let hit: Hit | undefined;
    this.#each(except, (k, other, pose) => {
      if (!cast.find(shape, start, d, hit?.distance ?? maxDistance, other, pose)) return;
      if (hit && cast.way >= hit.distance) return;
      const normal = scale(vec3At(cast.normal, 0), -1);
      hit = { body: this.#bodyOf(k), distance: cast.way, point: vec3At(cast.point, 0), normal };
    });
    return hit;
  }

  /** Bodies that a shape overlaps, or comes within `margin` (m) of, each once. */
  overlap(shape: Shape, position: Vec3, orientation: Rotation = NO_ROTATION, margin = 0): Body[] {
    const made = checked(anyShape, shape, 'overlap', 'shape');
    const at = checked(METRES, position, 'overlap', 'position');
    const turned = checked(rotation, orientation, 'overlap', 'orientation');
    const within = checked(number('a margin', { atLeast: 0, unit: 'm' }), margin, 'overlap', 'margin');
    const colliders = this.#present();
    const numbers = new Int32Array(colliders.count);
    const count = this.#over.find(colliders, made, [...at, ...toQuat(turned)], numbers, within);
    return [...new Set(Array.from(numbers.subarray(0, count), (k) => this.#bodyOf(k)))];
  }

  /** Every collider but those of some bodies, at its present pose. */
  #each(except: readonly Body[], visit: (k: number, shape: Shape, pose: Float64Array) => void): void {
    const { count, body, shape, pose } = this.#present();
    const skipped = new Set(except.map(({ index }) => index));
    for (let k = 0; k < count; k++) if (!skipped.has(body[k])) visit(k, shape[k], pose.subarray(7 * k, 7 * k + 7));
  }

  /** The colliders at the bodies' poses after the last move. */
  #present(): ColliderTable {
    const { colliders, moves, store } = this.#members;
    if (this.#moves === moves) return colliders;
    this.#members.settle();
    colliders.update(store, 0, 0);
    this.#moves = moves;
    return colliders;
  }

  #bodyOf(collider: number): Body {
    const { colliders, store } = this.#members;
    return store.handles[colliders.body[collider]] as Body;
  }
}

close(WorldQueries, { kind: 'queries', label: () => 'queries', unknown: 'options are given to each call' });

const unitOf = (along: Vec3): Vec3 => scale(along, 1 / length(along));
