/**
 * The shapes of a world's bodies, in the form that the detector reads.   docs/pipeline.md, stage 2
 *
 * A collider is a shape at a fixed place of a body. Its margin is a base, the way that gravity moves a body
 * from rest in one step, plus the way that its own motion can cover: a contact is found before the bodies touch.
 */

import type { Colliders } from '../../collision/detector.ts';
import { type Shape, workingCopy } from '../../collision/shapes/shape.ts';
import { boundingRadius } from '../../collision/shapes/shape-kinds.ts';
import { combine, type Material, type PairMaterial, type PairRules } from '../../contact/material.ts';
import { multiply, type Quat, quatAt, rotate } from '../../linalg/quat.ts';
import { add, length, type Vec3, vec3At } from '../../linalg/vec3.ts';
import type { Bodies } from './bodies.ts';

export interface LocalPose {
  readonly position: Vec3;
  readonly orientation: Quat;
}

export interface ColliderFlags {
  readonly fixed: boolean;
  /** Bits; two colliders meet if each meets a group of the other. */
  readonly groups: number;
  readonly meets: number;
  readonly sensor: boolean;
}

export class ColliderTable implements Colliders {
  count = 0;
  readonly shape: Shape[] = [];
  pose = new Float64Array(0);
  body = new Int32Array(0);
  fixed = new Uint8Array(0);
  margin = new Float64Array(0);
  /** Bits: groups that a collider is in, and those that it meets. */
  groups = new Int32Array(0);
  meets = new Int32Array(0);
  /** 1: a sensor, which reports overlaps and exerts no force. */
  sensor = new Uint8Array(0);
  /** Nothing: the body's own pose. */
  private readonly local: (LocalPose | undefined)[] = [];
  /** Radius that turning its body can move each collider outwards, m. */
  private readonly reach: number[] = [];
  private readonly materialIndex: number[] = [];
  /** The collider of each body that has one, and those that are to be taken out. */
  private readonly ofBody = new Map<number, number>();
  private readonly gone: number[] = [];
  private readonly materials: Material[] = [];
  private readonly combined: (PairMaterial | undefined)[][] = [];
  private readonly friction: PairRules;
  /** True: all friction is Coulomb's for the moment, to compare with. */
  withCones = false;
  private readonly cones = new Map<PairMaterial, PairMaterial>();

  /** @param friction the rules for pairs of surfaces */
  constructor(friction: PairRules) {
    this.friction = friction;
  }

  add(
    body: number,
    shape: Shape,
    local: LocalPose,
    material: Material,
    { fixed, groups, meets, sensor }: ColliderFlags,
  ): void {
    const k = this.count++;
    this.ofBody.set(body, k);
    this.shape.push(workingCopy(shape));
    this.local.push(isOwn(local) ? undefined : local);
    this.reach.push(swing(shape) + length(local.position));
    if (k >= this.body.length) this.grow(Math.max(2 * k, 64));
    this.body[k] = body;
    this.fixed[k] = fixed ? 1 : 0;
    this.groups[k] = groups;
    this.meets[k] = meets;
    this.sensor[k] = sensor ? 1 : 0;
    let index = this.materials.findIndex((m) => sameMaterial(m, material));
    if (index < 0) {
      index = this.materials.push(material) - 1;
      this.combined.push([]);
    }
    this.materialIndex.push(index);
  }

  /** The collider of a body goes with the next `close`. */
  remove(body: number): void {
    const k = this.ofBody.get(body);
    if (k !== undefined) this.gone.push(k);
    this.ofBody.delete(body);
  }

  /** Takes out what was removed; the others keep their order. New numbers by old ones, -1 if removed; undefined if nothing was. */
  close(): Int32Array | undefined {
    if (this.gone.length === 0) return undefined;
    const map = new Int32Array(this.count);
    for (const k of this.gone) map[k] = -1;
    this.gone.length = 0;
    let to = 0;
    for (let k = 0; k < this.count; k++) {
      if (map[k] < 0) continue;
      map[k] = to;
      this.ofBody.set(this.body[k], to);
      this.shape[to] = this.shape[k];
      this.local[to] = this.local[k];
      this.reach[to] = this.reach[k];
      this.materialIndex[to] = this.materialIndex[k];
      this.body[to] = this.body[k];
      this.fixed[to] = this.fixed[k];
      this.groups[to] = this.groups[k];
      this.meets[to] = this.meets[k];
      this.sensor[to] = this.sensor[k];
      to++;
    }
    this.truncate(to);
    return map;
  }

  /** No colliders; materials stay known. */
  clear(): void {
    this.truncate(0);
    this.ofBody.clear();
    this.gone.length = 0;
  }

  private truncate(count: number): void {
    this.count = count;
    for (const list of [this.shape, this.local, this.reach, this.materialIndex]) list.length = count;
  }

  private grow(room: number): void {
    const { body, fixed, groups, meets, sensor } = this;
    this.pose = new Float64Array(7 * room); // `update` fills them
    this.margin = new Float64Array(room);
    this.body = new Int32Array(room);
    this.body.set(body);
    this.fixed = new Uint8Array(room);
    this.fixed.set(fixed);
    this.groups = new Int32Array(room);
    this.groups.set(groups);
    this.meets = new Int32Array(room);
    this.meets.set(meets);
    this.sensor = new Uint8Array(room);
    this.sensor.set(sensor);
  }

  /** The combined material of two colliders. */
  readonly materialOf = (a: number, b: number): PairMaterial => {
    const p = this.materialIndex[a];
    const q = this.materialIndex[b];
    const known = this.combined[p][q];
    if (known) return this.withCones ? this.coneOf(known) : known;
    const material = combine(this.materials[p], this.materials[q], this.friction);
    this.combined[p][q] = material;
    return this.withCones ? this.coneOf(material) : material;
  };

  private coneOf(material: PairMaterial): PairMaterial {
    if (material.law.set === 'cone' || material.law.set === 'none') return material;
    const known = this.cones.get(material);
    if (known) return known;
    const cone: PairMaterial = { ...material, law: { ...material.law, set: 'cone' } };
    this.cones.set(material, cone);
    return cone;
  }

  /** Poses and margins at the bodies' poses and velocities. @param base m, half of the margin of a pair at rest */
  update(bodies: Bodies, base: number, h: number): void {
    const { pose, velocity } = bodies;
    const { pose: to, local } = this;
    for (let k = 0; k < this.count; k++) {
      const body = this.body[k];
      const at = 7 * body;
      const placed = local[k];
      if (placed === undefined) {
        to[7 * k] = pose[at];
        to[7 * k + 1] = pose[at + 1];
        to[7 * k + 2] = pose[at + 2];
        to[7 * k + 3] = pose[at + 3];
        to[7 * k + 4] = pose[at + 4];
        to[7 * k + 5] = pose[at + 5];
        to[7 * k + 6] = pose[at + 6];
      } else {
        const q = quatAt(pose, at + 3);
        to.set(add(vec3At(pose, at), rotate(q, placed.position)), 7 * k);
        to.set(multiply(q, placed.orientation), 7 * k + 3);
      }
      const v = 6 * body;
      const speed = Math.sqrt(
        velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2],
      );
      const spin = Math.sqrt(
        velocity[v + 3] * velocity[v + 3] + velocity[v + 4] * velocity[v + 4] + velocity[v + 5] * velocity[v + 5],
      );
      this.margin[k] = base + h * (speed + (spin > 0 ? spin * this.reach[k] : 0));
    }
  }
}

function isOwn({ position, orientation }: LocalPose): boolean {
  return position[0] === 0 && position[1] === 0 && position[2] === 0 && orientation[3] === 1;
}

function sameMaterial(a: Material, b: Material): boolean {
  return (Object.keys(a) as (keyof Material)[]).every((key) => a[key] === b[key]);
}

/** Largest radius of a shape that turning it in place can move outwards, m; 0 for what is round. */
function swing(shape: Shape): number {
  switch (shape.kind) {
    case 'plane':
    case 'sphere':
      return 0;
    case 'capsule':
      return shape.halfLength;
    default:
      return boundingRadius(shape);
  }
}
