/** Configurations with closed-form answers from outside the project, in all their protocols; skipped where absent. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Detector } from '../src/collision/detector.ts';
import { mirrored } from '../src/collision/features/feature-names.ts';
import { hull } from '../src/collision/shapes/hull.ts';
import { heightField, mesh } from '../src/collision/shapes/mesh.ts';
import { box, capsule, cylinder, plane, type Shape, sphere } from '../src/collision/shapes/shapes.ts';
import { axisAngle, multiply, type Quat, rotate, unitQuat } from '../src/linalg/quat.ts';
import { Rng } from '../src/linalg/rng.ts';
import { add, length, scale, subtract, type Vec3 } from '../src/linalg/vec3.ts';
import {
  collide,
  collidersOf,
  moved,
  type Placed,
  type Point,
  pointsOf,
  randomDirection,
} from './collision-support.ts';

const SHARED = process.env.SIGNORINI_SHARED ?? fileURLToPath(new URL('../../../../shared/', import.meta.url));
const FILE = join(SHARED, 'collision_cases.json');
const haveCases = existsSync(FILE);
if (!haveCases) process.stderr.write('collision cases: skipped, ../shared/collision_cases.json is not there\n');

type Numbers = readonly number[];
interface Pose {
  readonly pos: Vec3;
  readonly quat: Numbers; // w x y z
}
interface Variant {
  readonly gap: number;
  readonly poseB: Pose;
  readonly expectNone?: boolean;
  readonly normal: Vec3;
  readonly points: readonly { readonly pos: Vec3; readonly gap: number }[];
}
// biome-ignore lint/suspicious/noExplicitAny: shapes of the file have fields of their own
type Described = any;
interface Case {
  readonly id: string;
  readonly shapeA: Described;
  readonly shapeB: Described;
  readonly poseA: Pose;
  readonly variants: readonly Variant[];
  readonly count: readonly [number, number];
  readonly countNote?: string;
}

const file = haveCases ? JSON.parse(readFileSync(FILE, 'utf8')) : { cases: [], margin: 0 };
const cases: readonly Case[] = file.cases.filter((one: Case) => shapeOf(one.shapeA) && shapeOf(one.shapeB));
const MARGIN = file.margin / 2; // each of the two
const FAR: Quat = unitQuat([0.3, -0.5, 0.4, 0.7]);

function shapeOf(d: Described): Shape | undefined {
  switch (d.type) {
    case 'plane':
      return plane();
    case 'sphere':
      return sphere(d.radius);
    case 'box':
      return box(d.half[0], d.half[1], d.half[2]);
    case 'capsule':
      return capsule(d.radius, d.halfLength);
    case 'cylinder':
      return cylinder(d.radius, d.halfLength);
    case 'hull':
      return hull(d.vertices);
    case 'trimesh':
      return mesh(d.vertices, d.triangles);
    case 'heightfield':
      return heightField(d.heights, d.dx, d.dy);
    default:
      return undefined;
  }
}

const quatOf = ([w, x, y, z]: Numbers): Quat => unitQuat([x, y, z, w]);
const pairOf = ({ shapeA, shapeB, poseA }: Case, { poseB }: Variant): [Placed, Placed] => [
  { shape: shapeOf(shapeA)!, at: poseA.pos, turned: quatOf(poseA.quat), margin: MARGIN },
  { shape: shapeOf(shapeB)!, at: poseB.pos, turned: quatOf(poseB.quat), margin: MARGIN },
];
const distance = (a: Vec3, b: Vec3) => length(subtract(a, b));

/** Every expected point that is within the margin is there once, nothing deeper is, and the count is allowed. */
function compare(points: readonly Point[], one: Case, variant: Variant, tolerance: number, gapTolerance: number): void {
  const wanted = variant.points.filter(({ gap }) => gap <= file.margin - 1e-9);
  for (const { pos, gap } of wanted) {
    const found = points.filter(({ middle }) => distance(middle, pos) < tolerance);
    if (one.id.startsWith('cylinder') && one.count[1] > wanted.length) continue; // any points of the disc
    expect(found.length, `points at ${pos}`).toBe(1);
    expect(Math.abs(found[0].gap - gap), `gap at ${pos}`).toBeLessThan(gapTolerance);
  }
  for (const { normal, gap } of points) {
    expect(distance(normal, variant.normal)).toBeLessThan(tolerance);
    expect(gap).toBeGreaterThan(variant.gap - gapTolerance);
  }
  expect(points.length).toBeGreaterThanOrEqual(Math.min(wanted.length, one.count[1]));
  expect(points.length).toBeLessThanOrEqual(one.count[1]);
  expect(new Set(points.map(({ feature }) => feature)).size).toBe(points.length);
}

describe.skipIf(!haveCases)('the collision cases', () => {
  test.each(cases.map((one) => [one.id, one] as const))('%s has the exact points, normals and gaps', (_, one) => {
    for (const variant of one.variants) {
      const points = collide(pairOf(one, variant));
      if (variant.expectNone) expect(points).toEqual([]);
      else compare(points, one, variant, 1e-9, 1e-12);
    }
  });

  test.each(cases.map((one) => [one.id, one] as const))('%s is the same far from the origin', (_, one) => {
    for (const variant of one.variants)
      for (const L of [1, 10, 100, 1000]) {
        const shift: Vec3 = [0.8 * L, 0.5 * L, -0.33 * L];
        const points = collide(moved(pairOf(one, variant), FAR, shift));
        if (variant.expectNone) {
          expect(points).toEqual([]);
          continue;
        }
        const there = {
          ...variant,
          normal: rotate(FAR, variant.normal),
          points: variant.points.map(({ pos, gap }) => ({ pos: add(rotate(FAR, pos), shift), gap })),
        };
        compare(points, one, there, 1e-9, L <= 100 ? 1e-12 : 1e-11);
      }
  });

  test.each(cases.map((one) => [one.id, one] as const))('%s in the other order is its mirror image', (_, one) => {
    for (const variant of one.variants) {
      const [a, b] = pairOf(one, variant);
      const points = collide([a, b]);
      const back = collide([b, a]);
      expect(back.length).toBe(points.length);
      for (const point of points) {
        const twin = back.find(({ feature }) => feature === mirrored(point.feature));
        expect(twin, `the mirror of ${point.feature}`).toBeDefined();
        expect(Math.abs(twin!.gap - point.gap)).toBeLessThan(1e-14);
        expect(distance(twin!.normal, scale(point.normal, -1))).toBeLessThan(1e-14);
        expect(distance(twin!.pointA, point.pointB)).toBeLessThan(1e-13);
        expect(distance(twin!.pointB, point.pointA)).toBeLessThan(1e-13);
      }
    }
  });

  const shaken = ['box_plane_flat', 'box_box_offset', 'box_box_yaw45', 'hull_box_hexprism', 'capsule_box_overhang'];
  test.each(cases.filter(({ id }) => shaken.includes(id)).map((one) => [one.id, one] as const))(
    '%s keeps its names under noise of 5e-5 m and 1e-4 rad over 200 frames',
    (_, one) => {
      const variant = one.variants.find(({ gap }) => gap === -0.001)!;
      const [a, b] = pairOf(one, variant);
      const rng = new Rng(7);
      const detector = new Detector();
      let before: Point[] = [];
      let same = 0;
      let all = 0;
      for (let frame = 0; frame < 200; frame++) {
        const noise = (size: number): Vec3 => [
          rng.uniform(-size, size),
          rng.uniform(-size, size),
          rng.uniform(-size, size),
        ];
        const at = add(b.at, noise(5e-5));
        const turned = multiply(axisAngle(randomDirection(rng), rng.uniform(-1e-4, 1e-4)), b.turned!);
        detector.detect(collidersOf([a, { ...b, at, turned: unitQuat(turned) }]));
        const points = pointsOf(detector);
        expect(new Set(points.map(({ feature }) => feature)).size).toBe(points.length);
        if (frame > 0) {
          expect(points.length).toBe(before.length);
          for (const point of points) {
            const old = before.find(({ feature }) => feature === point.feature);
            all++;
            if (!old) continue;
            same++;
            expect(distance(old.middle, point.middle)).toBeLessThan(1e-3);
            expect(before[point.previous]).toBe(old);
          }
        }
        before = points;
      }
      expect(same / all).toBeGreaterThanOrEqual(0.99);
    },
  );
});
