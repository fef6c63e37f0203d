import { describe, expect, test } from 'vitest';
import { distanceByDescent, offSurface, separation } from '../../../test/collision-certificate.ts';
import { collidersOf, type Placed, randomDirection, randomRotation } from '../../../test/collision-support.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';
import { add, dot, length, scale, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import { compound } from '../shapes/compound.ts';
import { hull } from '../shapes/hull.ts';
import { heightField, mesh } from '../shapes/mesh.ts';
import { box, capsule, cylinder, plane, type Shape, sphere } from '../shapes/shapes.ts';
import { ClosestPoints } from './closest-points.ts';
import { Overlap } from './overlap.ts';
import { RayCast } from './ray-cast.ts';
import { ShapeCast } from './shape-cast.ts';

const stone = hull([
  [0.4, 0, 0],
  [-0.3, 0.1, 0],
  [0, 0.4, 0.1],
  [0, -0.3, 0],
  [0, 0, 0.5],
  [0.1, 0, -0.3],
]);
const convex: readonly (readonly [string, Shape])[] = [
  ['sphere', sphere(0.4)],
  ['box', box(0.5, 0.3, 0.2)],
  ['capsule', capsule(0.2, 0.3)],
  ['cylinder', cylinder(0.3, 0.25)],
  ['hull', stone],
];
const poseOf = ({ at, turned = [0, 0, 0, 1] }: Placed) => [...at, ...turned];

describe('a ray', () => {
  test.each(convex)('meets a %s on its surface, and nothing of it lies nearer on the way', (_, shape) => {
    const rng = new Rng(31);
    const ray = new RayCast();
    let hits = 0;
    for (let k = 0; k < 500; k++) {
      const placed: Placed = { shape, at: scale(randomDirection(rng), 0.3), turned: randomRotation(rng) };
      const origin = scale(randomDirection(rng), 3);
      const aim = add(scale(randomDirection(rng), 0.5), scale(origin, -1));
      const d = scale(aim, 1 / length(aim));
      const hit = ray.find(shape, poseOf(placed), origin, d, 10);
      const inside = Array.from({ length: 2000 }, (_unused, m) => (6 * m) / 2000).find(
        (way) => offSurface(placed, add(origin, scale(d, way))) < 0,
      );
      if (inside !== undefined) expect(hit).toBe(true);
      if (!hit) continue;
      hits++;
      expect(Math.abs(offSurface(placed, add(origin, scale(d, ray.distance))))).toBeLessThan(1e-12);
      if (inside !== undefined) expect(ray.distance).toBeLessThanOrEqual(inside);
      const n = vec3At(ray.normal, 0);
      expect(Math.abs(length(n) - 1)).toBeLessThan(1e-12);
      expect(dot(n, d)).toBeLessThanOrEqual(1e-9);
    }
    expect(hits).toBeGreaterThan(100);
  });

  test('that starts inside a solid meets it at once; one that is too short or looks away does not', () => {
    const ray = new RayCast();
    expect(ray.find(box(1, 1, 1), [0, 0, 0, 0, 0, 0, 1], [0.5, 0, 0], [1, 0, 0], 10)).toBe(true);
    expect(ray.distance).toBe(0);
    expect(ray.find(sphere(1), [0, 0, 0, 0, 0, 0, 1], [3, 0, 0], [-1, 0, 0], 1.9)).toBe(false);
    expect(ray.find(plane(), [0, 0, 0, 0, 0, 0, 1], [0, 0, 2], [0, 0, 1], 10)).toBe(false);
  });

  test('meets planes, meshes, fields and compounds where they are', () => {
    const ray = new RayCast();
    const down = [0, 0, -1];
    const here = [0, 0, 0, 0, 0, 0, 1];
    expect(ray.find(plane(), here, [1, 2, 3], down, 10) && ray.distance).toBe(3);
    const floor = mesh(
      [
        [-1, -1, 0.5],
        [1, -1, 0.5],
        [1, 1, 0.5],
        [-1, 1, 0.5],
      ],
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    );
    expect(ray.find(floor, here, [0.2, 0.2, 3], down, 10) && ray.distance).toBe(2.5);
    expect(ray.find(floor, here, [0.2, 0.3, -3], [0, 0, 1], 10)).toBe(false); // from behind
    const slope = heightField(
      [
        [0, 1],
        [0, 1],
      ],
      1,
      1,
    );
    expect(ray.find(slope, here, [0.25, 0.5, 3], down, 10) && ray.distance).toBeCloseTo(2.75, 12);
    const pair = compound([{ shape: sphere(0.1), position: [0, 0, 1] }, { shape: box(1, 1, 0.1) }]);
    expect(ray.find(pair, here, [0, 0, 3], down, 10) && ray.distance).toBeCloseTo(1.9, 12);
    expect(ray.find(pair, here, [0.5, 0, 3], down, 10) && ray.distance).toBeCloseTo(2.9, 12);
  });

  test('through many colliders finds the nearest', () => {
    const ray = new RayCast();
    const scene = collidersOf([
      { shape: plane(), at: [0, 0, 0] },
      { shape: sphere(0.5), at: [0, 0, 1] },
      { shape: box(1, 1, 0.1), at: [0, 0, 2] },
    ]);
    expect(ray.findAll(scene, [0, 0, 5], [0, 0, -1], 10)).toBe(true);
    expect([ray.collider, ray.distance]).toEqual([2, expect.closeTo(2.9, 12)]);
    expect(ray.findAll(scene, [3, 0, 5], [0, 0, -1], 10) && ray.collider).toBe(0);
  });
});

describe('distance', () => {
  test('between any two convex shapes agrees with an independent descent', () => {
    const rng = new Rng(32);
    const closest = new ClosestPoints();
    for (const [, first] of convex)
      for (const [, second] of convex)
        for (let k = 0; k < 6; k++) {
          const a: Placed = { shape: first, at: [0, 0, 0], turned: randomRotation(rng) };
          const b: Placed = {
            shape: second,
            at: scale(randomDirection(rng), rng.uniform(1.2, 3)),
            turned: randomRotation(rng),
          };
          expect(closest.find(first, poseOf(a), second, poseOf(b), 10)).toBe(true);
          const expected = distanceByDescent(a, b, 2000);
          if (expected === 0) continue;
          expect(Math.abs(closest.distance - expected)).toBeLessThan(1e-3);
          expect(Math.abs(separation(a, b, vec3At(closest.normal, 0)) - closest.distance)).toBeLessThan(1e-6);
          expect(length(subtract(vec3At(closest.pointB, 0), vec3At(closest.pointA, 0)))).toBeCloseTo(
            closest.distance,
            9,
          );
        }
  });
});

describe('a cast shape', () => {
  test('stops where it touches: a ball rolled at a wall, a box dropped on a mesh', () => {
    const cast = new ShapeCast();
    const here = [0, 0, 0, 0, 0, 0, 1];
    expect(cast.find(sphere(0.5), [-3, 0.2, 0, 0, 0, 0, 1], [1, 0, 0], 10, box(1, 1, 1), here)).toBe(true);
    expect(cast.way).toBeCloseTo(1.5, 8);
    expect(cast.normal[0]).toBeCloseTo(1, 9);
    const floor = mesh(
      [
        [-1, -1, 0],
        [1, -1, 0],
        [1, 1, 0],
        [-1, 1, 0],
      ],
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    );
    const turned = axisAngle([1, 0, 0], 0.3);
    expect(cast.find(box(0.1, 0.1, 0.1), [0.1, 0.2, 2, ...turned], [0, 0, -1], 10, floor, here)).toBe(true);
    expect(cast.way).toBeCloseTo(2 - 0.1 * (Math.cos(0.3) + Math.sin(0.3)), 8);
    expect(cast.find(sphere(0.5), [-3, 1.6, 0, 0, 0, 0, 1], [1, 0, 0], 10, box(1, 1, 1), here)).toBe(false);
    expect(cast.find(sphere(0.5), [-3, 0, 0, 0, 0, 0, 1], [1, 0, 0], 1, box(1, 1, 1), here)).toBe(false);
  });

  test('touches after its way, and not before', () => {
    const rng = new Rng(33);
    const cast = new ShapeCast();
    const closest = new ClosestPoints();
    let hits = 0;
    for (let k = 0; k < 200; k++) {
      const [, first] = convex[rng.below(5)];
      const [, second] = convex[rng.below(5)];
      const a: Placed = { shape: first, at: scale(randomDirection(rng), 3), turned: randomRotation(rng) };
      const b: Placed = { shape: second, at: [0, 0, 0], turned: randomRotation(rng) };
      const aim = add(scale(randomDirection(rng), 0.4), scale(a.at, -1));
      const d = scale(aim, 1 / length(aim));
      if (!cast.find(first, poseOf(a), d, 5, second, poseOf(b))) continue;
      hits++;
      const at = (way: number) => poseOf({ ...a, at: add(a.at, scale(d, way)) });
      expect(closest.find(first, at(cast.way), second, poseOf(b), 1)).toBe(true);
      expect(Math.abs(closest.distance)).toBeLessThan(1e-6);
      expect(closest.find(first, at(0.5 * cast.way), second, poseOf(b), 1e-3)).toBe(false);
    }
    expect(hits).toBeGreaterThan(80);
  });
});

test('a probe finds the colliders that it overlaps, in order', () => {
  const overlap = new Overlap();
  const scene = collidersOf([
    { shape: plane(), at: [0, 0, 0] },
    { shape: sphere(0.5), at: [0, 0, 0.5] },
    { shape: box(0.5, 0.5, 0.5), at: [3, 0, 0.5] },
    { shape: sphere(0.5), at: [0.8, 0, 0.5] },
  ] satisfies { shape: Shape; at: Vec3 }[]);
  const out = new Int32Array(8);
  expect(Array.from(out.subarray(0, overlap.find(scene, sphere(0.2), [0.4, 0, 0.3, 0, 0, 0, 1], out)))).toEqual([1, 3]);
  expect(Array.from(out.subarray(0, overlap.find(scene, sphere(0.2), [0.4, 0, 0.3, 0, 0, 0, 1], out, 0.11)))).toEqual([
    0, 1, 3,
  ]);
});
