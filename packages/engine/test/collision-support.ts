/** Colliders from lists, points as plain objects, random poses: what the tests of the collision room share. */
import type { Colliders } from '../src/collision/colliders.ts';
import { Detector } from '../src/collision/detector.ts';
import type { Shape } from '../src/collision/shapes/shapes.ts';
import { multiply, type Quat, rotate, unitQuat } from '../src/linalg/quat.ts';
import type { Rng } from '../src/linalg/rng.ts';
import { add, type Vec3, vec3At } from '../src/linalg/vec3.ts';

export interface Placed {
  readonly shape: Shape;
  readonly at: Vec3; // m
  readonly turned?: Quat; // x y z w
  readonly fixed?: boolean;
  readonly body?: number;
  readonly margin?: number; // m
}

export interface Point {
  readonly a: number;
  readonly b: number;
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  readonly middle: Vec3;
  readonly normal: Vec3;
  readonly gap: number;
  readonly feature: number;
  readonly previous: number;
}

export const STRAIGHT: Quat = [0, 0, 0, 1];

export function collidersOf(placed: readonly Placed[], margin = 0): Colliders {
  const pose = placed.flatMap(({ at, turned = STRAIGHT }) => [...at, ...turned]);
  return {
    count: placed.length,
    shape: placed.map(({ shape }) => shape),
    pose: Float64Array.from(pose),
    body: Int32Array.from(placed, ({ body }, k) => body ?? k),
    fixed: Uint8Array.from(placed, ({ fixed }) => (fixed ? 1 : 0)),
    margin: Float64Array.from(placed, (one) => one.margin ?? margin),
  };
}

export function pointsOf(detector: Detector): Point[] {
  const p = detector.points;
  return Array.from({ length: p.count }, (_, k) => {
    const pointA = vec3At(p.pointA, 3 * k);
    const pointB = vec3At(p.pointB, 3 * k);
    return {
      a: p.a[k],
      b: p.b[k],
      pointA,
      pointB,
      middle: [(pointA[0] + pointB[0]) / 2, (pointA[1] + pointB[1]) / 2, (pointA[2] + pointB[2]) / 2],
      normal: vec3At(p.normal, 3 * k),
      gap: p.gap[k],
      feature: p.feature[k],
      previous: p.previous[k],
    };
  });
}

/** The points of one call of a fresh detector. */
export function collide(placed: readonly Placed[], margin = 0): Point[] {
  const detector = new Detector();
  detector.detect(collidersOf(placed, margin));
  return pointsOf(detector);
}

/** The smallest gap, or infinity where nothing is reported. */
export const smallestGap = (points: readonly Point[]): number => Math.min(...points.map(({ gap }) => gap));

/** Moves everything by one rigid motion: rotation first. */
export function moved<P extends Placed>(placed: readonly P[], rotation: Quat, translation: Vec3): P[] {
  return placed.map((one) => ({
    ...one,
    at: add(rotate(rotation, one.at), translation),
    turned: unitQuat(multiply(rotation, one.turned ?? STRAIGHT)),
  }));
}

/** A direction in space, any as likely. */
export function randomDirection(rng: Rng): Vec3 {
  for (;;) {
    const v: Vec3 = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
    const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (size > 0.1 && size <= 1) return [v[0] / size, v[1] / size, v[2] / size];
  }
}

/** A rotation, any as likely. */
export function randomRotation(rng: Rng): Quat {
  for (;;) {
    const q: Quat = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
    const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (size > 0.1 && size <= 1) return unitQuat(q);
  }
}
