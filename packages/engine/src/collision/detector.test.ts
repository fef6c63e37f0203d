import { describe, expect, test } from 'vitest';
import {
  collide,
  collidersOf,
  type Placed,
  pointsOf,
  randomDirection,
  randomRotation,
} from '../../test/collision-support.ts';
import { hashNumbers, hashText } from '../linalg/hash.ts';
import { axisAngle } from '../linalg/quat.ts';
import { Rng } from '../linalg/rng.ts';
import { add, scale, type Vec3 } from '../linalg/vec3.ts';
import { CollisionError, Detector, PairSet } from './detector.ts';
import { hull } from './shapes/hull.ts';
import { box, capsule, cylinder, plane, sphere } from './shapes/shapes.ts';

const ball = (at: Vec3, more: Partial<Placed> = {}): Placed => ({ shape: sphere(0.5), at, ...more });

/** 12 rows of 3 and 2 bricks, 5 mm apart sideways, pressed together by 0.1 mm; the ground first. */
function wall(press = 1e-4): Placed[] {
  const bricks: Placed[] = [{ shape: plane(), at: [0, 0, 0], fixed: true }];
  for (let row = 0; row < 12; row++) {
    const count = row % 2 === 0 ? 3 : 2;
    for (let k = 0; k < count; k++)
      bricks.push({
        shape: box(0.2, 0.1, 0.1),
        at: [(k - (count - 1) / 2) * 0.405, 0, 0.1 + 0.2 * row - press * (row + 1)],
      });
  }
  return bricks;
}

/** Spheres, boxes and capsules dropped at random into a room. */
function jumble(rng: Rng, count: number, room: number): Placed[] {
  return Array.from({ length: count }, (_, k) => {
    const shapes = [sphere(rng.uniform(0.1, 0.3)), box(0.2, 0.1, 0.3), capsule(0.1, 0.2)];
    const at: Vec3 = [rng.uniform(0, room), rng.uniform(0, room), rng.uniform(0, room)];
    return { shape: shapes[k % 3], at, turned: randomRotation(rng) };
  });
}

describe('which pairs meet', () => {
  test('two fixed colliders, two of one body and excluded bodies never do', () => {
    const three = [ball([0, 0, 0]), ball([0.9, 0, 0]), ball([1.8, 0, 0])];
    expect(collide(three)).toHaveLength(2);
    expect(collide([{ ...three[0], fixed: true }, { ...three[1], fixed: true }, three[2]])).toHaveLength(1);
    expect(collide([{ ...three[0], body: 7 }, { ...three[1], body: 7 }, three[2]])).toHaveLength(1);
    const excluded = new PairSet();
    excluded.add(2, 1);
    const detector = new Detector();
    expect(detector.detect(collidersOf(three), excluded).count).toBe(1);
    excluded.delete(1, 2);
    expect(detector.detect(collidersOf(three), excluded).count).toBe(2);
  });

  test('margins add up', () => {
    const apart = [ball([0, 0, 0], { margin: 0.02 }), ball([1.05, 0, 0], { margin: 0.029 })];
    expect(collide(apart)).toEqual([]);
    expect(collide([apart[0], { ...apart[1], margin: 0.031 }])[0].gap).toBeCloseTo(0.05, 15);
  });

  test('two colliders meet where each is in a group that the other meets', () => {
    const scene = collidersOf([ball([0, 0, 0]), ball([0.9, 0, 0]), ball([1.8, 0, 0])]);
    const groups = Int32Array.of(1, 2, 4);
    expect(new Detector().detect({ ...scene, groups, meets: Int32Array.of(7, 7, 7) }).count).toBe(2);
    expect(new Detector().detect({ ...scene, groups, meets: Int32Array.of(7, 4, 7) }).count).toBe(1);
    expect(new Detector().detect({ ...scene, groups, meets: Int32Array.of(7, 0, 7) }).count).toBe(0);
  });

  test('a sensor gives no points; what it overlaps is listed', () => {
    const scene = collidersOf([ball([0, 0, 0]), ball([0.9, 0, 0]), ball([1.905, 0, 0])], 0.01);
    const detector = new Detector();
    const points = detector.detect({ ...scene, sensor: Uint8Array.of(0, 1, 0) });
    expect(points.count).toBe(0);
    expect([detector.sensed.count, detector.sensed.a[0], detector.sensed.b[0]]).toEqual([1, 0, 1]); // 2 is only near
    expect(detector.detect(scene).count).toBe(2);
    expect(detector.sensed.count).toBe(0);
  });

  test('grid and tree find the same pairs where sizes differ a thousandfold', () => {
    const rng = new Rng(4);
    const sizes = [0.01, 0.1, 1, 5];
    const scene = Array.from({ length: 400 }, (_, k) =>
      ball([rng.uniform(0, 20), rng.uniform(0, 20), rng.uniform(0, 3)], {
        shape: sphere(sizes[k % 8 === 0 ? 3 : k % 3]),
      }),
    );
    const found = collide(scene).map(({ a, b }) => `${a} ${b}`);
    const distance = (p: Vec3, q: Vec3) => Math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
    const radius = ({ shape }: Placed) => (shape.kind === 'sphere' ? shape.radius : 0);
    const expected = scene.flatMap((one, i) =>
      scene.flatMap((two, j) => (j > i && distance(one.at, two.at) <= radius(one) + radius(two) ? [`${i} ${j}`] : [])),
    );
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThan(1000);
  });

  test('the broad phase loses nothing, whatever the sizes and the spread', () => {
    for (const [seed, count, room] of [
      [1, 200, 4],
      [2, 300, 30],
      [3, 100, 1],
    ]) {
      const rng = new Rng(seed);
      const scene = [
        ...jumble(rng, count, room),
        { shape: plane(), at: [0, 0, 0.3] as Vec3, turned: axisAngle([1, 2, 0], 0.2), fixed: true },
        { shape: box(room, room, 0.2), at: [0, 0, room / 2] as Vec3, fixed: true },
        ball([1e9, -1e9, 1e9]), // far from all others: cells repeat
        ball([1e9 + 0.5, -1e9, 1e9]),
      ];
      const found = collide(scene, 0.01).map(({ a, b, feature, gap }) => [a, b, feature, gap]);
      const pairwise = scene.flatMap((first, i) =>
        scene
          .slice(i + 1)
          .flatMap((second, j) =>
            collide([first, second], 0.01).map(({ feature, gap }) => [i, i + 1 + j, feature, gap]),
          ),
      );
      expect(found).toEqual(pairwise);
      expect(found.length).toBeGreaterThan(20);
    }
  });
});

describe('what goes in', () => {
  test('a pose that is not finite is refused with the number of its collider', () => {
    const scene = collidersOf([ball([0, 0, 0]), ball([0, 0, 1]), ball([0, 0, 2])]);
    scene.pose[7 + 1] = Number.NaN;
    expect(() => new Detector().detect(scene)).toThrow(CollisionError);
    expect(() => new Detector().detect(scene)).toThrow('collider 1: expected a finite position, found (0, NaN, 1)');
  });

  test('a quaternion that is not unit and a margin below zero are refused', () => {
    const scene = collidersOf([ball([0, 0, 0]), ball([0, 0, 1])]);
    scene.pose[6] = 1.1;
    expect(() => new Detector().detect(scene)).toThrow('collider 0: expected a unit quaternion x y z w');
    scene.pose[6] = 1;
    scene.margin[1] = -1;
    expect(() => new Detector().detect(scene)).toThrow('collider 1: expected a finite margin >= 0 m, found -1');
  });

  test('colliders beyond the count are not read', () => {
    const scene = collidersOf([ball([0, 0, 0]), ball([0.9, 0, 0]), ball([Number.NaN, 0, 0])]);
    expect(new Detector().detect({ ...scene, count: 2 }).count).toBe(1);
  });
});

describe('defined answers where geometry has none', () => {
  test('two spheres with one centre part along z', () => {
    const [point] = collide([ball([1, 2, 3]), ball([1, 2, 3])]);
    expect(point.normal).toEqual([0, 0, 1]);
    expect(point.gap).toBe(-1);
  });

  test('a sphere whose centre is inside a box leaves through the nearest face', () => {
    const [point] = collide([
      { shape: box(1, 1, 1), at: [0, 0, 0] },
      { shape: sphere(0.1), at: [0.2, -0.8, 0.1] },
    ]);
    expect(point.normal).toEqual([0, -1, 0]);
    expect(point.gap).toBeCloseTo(-0.3, 15);
    expect(point.pointA).toEqual([0.2, -1, 0.1]);
  });

  test('a capsule whose axis is inside a box leaves by the shortest way, on two points', () => {
    const points = collide([
      { shape: box(1, 1, 0.5), at: [0, 0, 0] },
      { shape: capsule(0.1, 0.3), at: [0.1, 0.2, 0.4], turned: axisAngle([0, 1, 0], Math.PI / 2) },
    ]);
    expect(points.map(({ gap }) => gap)).toEqual([expect.closeTo(-0.2, 12), expect.closeTo(-0.2, 12)]);
    expect(points.every(({ normal }) => normal[2] > 1 - 1e-12)).toBe(true);
  });

  test('capsules with crossing or common axes part across both', () => {
    const lying = axisAngle([0, 1, 0], Math.PI / 2);
    const [crossed] = collide([
      { shape: capsule(0.1, 0.5), at: [0, 0, 0] },
      { shape: capsule(0.1, 0.5), at: [0, 0, 0], turned: lying },
    ]);
    expect(Math.abs(crossed.normal[1])).toBeCloseTo(1, 12);
    expect(crossed.gap).toBeCloseTo(-0.2, 12);
    const [same] = collide([
      { shape: capsule(0.1, 0.5), at: [0, 0, 0] },
      { shape: capsule(0.1, 0.5), at: [0, 0, 0] },
    ]);
    expect(same.normal).toEqual([1, 0, 0]);
    expect(same.gap).toBeCloseTo(-0.2, 12);
  });

  test('a plate pushed through another leaves on the nearer side, whatever it did in the last step', () => {
    const detector = new Detector();
    const at = (z: number) =>
      collidersOf([
        { shape: box(1, 1, 0.001), at: [0, 0, 0] },
        { shape: box(0.5, 0.5, 0.001), at: [0, 0, z] },
      ]);
    for (const [z, up] of [
      [0.0015, 1],
      [0.0005, 1],
      [-0.0005, -1],
      [-0.0015, -1],
    ]) {
      detector.detect(at(z));
      for (const { normal, gap } of pointsOf(detector)) {
        expect(normal[2]).toBe(up);
        expect(gap).toBeCloseTo(Math.abs(z) - 0.002, 15);
      }
    }
  });

  test('two equal boxes in one place part along a face', () => {
    const points = collide([
      { shape: box(0.5, 0.5, 0.5), at: [0, 0, 0] },
      { shape: box(0.5, 0.5, 0.5), at: [0, 0, 0] },
    ]);
    expect(points).toHaveLength(4);
    expect(points[0].gap).toBe(-1);
  });
});

describe('what a step remembers', () => {
  test('a wall at rest keeps every name and every match for 1000 steps of noise', () => {
    const rng = new Rng(5);
    const detector = new Detector();
    const scene = collidersOf(wall(), 0.001);
    const rest = scene.pose.slice();
    let names: number[] = [];
    let lost = 0;
    for (let step = 0; step < 1000; step++) {
      for (let k = 1; k < scene.count; k++) {
        const noise = randomDirection(rng);
        for (let i = 0; i < 3; i++) scene.pose[7 * k + i] = rest[7 * k + i] + 1e-6 * noise[i];
        const turned = axisAngle(randomDirection(rng), 1e-6);
        for (let i = 0; i < 4; i++) scene.pose[7 * k + 3 + i] = turned[i];
      }
      const points = detector.detect(scene);
      const now = Array.from(points.feature.subarray(0, points.count));
      if (step > 0) {
        expect(now).toEqual(names);
        for (let k = 0; k < points.count; k++) if (points.previous[k] !== k) lost++;
      }
      names = now;
    }
    expect(names).toHaveLength(188);
    expect(lost).toBe(0);
  });

  test('a box that jumps to another place on the ground is not taken for the old one', () => {
    const detector = new Detector();
    const ground: Placed = { shape: plane(), at: [0, 0, 0], fixed: true };
    detector.detect(collidersOf([ground, { shape: box(0.2, 0.2, 0.2), at: [0, 0, 0.2] }]));
    detector.detect(collidersOf([ground, { shape: box(0.2, 0.2, 0.2), at: [0.05, 0, 0.2] }]));
    expect(pointsOf(detector).map(({ previous }) => previous)).toEqual([0, 1, 2, 3]);
    detector.clear();
    detector.detect(collidersOf([ground, { shape: box(0.2, 0.2, 0.2), at: [0.05, 0, 0.2] }]));
    expect(pointsOf(detector).map(({ previous }) => previous)).toEqual([-1, -1, -1, -1]);
  });

  test('a sphere that rolls keeps its point', () => {
    const detector = new Detector();
    for (let k = 0; k < 20; k++) {
      const turned = axisAngle([0, 1, 0], 0.9 * k);
      detector.detect(collidersOf([{ shape: plane(), at: [0, 0, 0] }, ball([0.45 * k, 0, 0.5], { turned })]));
      expect(detector.points.previous[0]).toBe(k === 0 ? -1 : 0);
    }
  });

  test('after restore() the next call gives the same bits', () => {
    const rng = new Rng(8);
    const scene = collidersOf(jumble(rng, 100, 2), 0.01);
    const detector = new Detector();
    detector.detect(scene);
    const state = detector.save();
    for (let i = 0; i < 100; i++) scene.pose[7 * i] += rng.uniform(-1e-3, 1e-3);
    detector.detect(scene);
    const once = structuredClone(detector.save());
    detector.detect(scene);
    const other = new Detector();
    for (const one of [detector, other]) {
      one.restore(structuredClone(state));
      one.detect(scene);
      expect(structuredClone(one.save())).toEqual(once);
    }
    expect(once.points.count).toBeGreaterThan(50);
  });

  test('points of a call stay unchanged until the call after the next', () => {
    const detector = new Detector();
    const scene = collidersOf(wall(), 0.001);
    const points = detector.detect(scene);
    const gaps = points.gap.slice(0, points.count);
    detector.detect(scene);
    expect(detector.points).not.toBe(points);
    expect(points.gap.slice(0, points.count)).toEqual(gaps);
  });
});

test('the numbers of the colliders do not matter: shuffled, the points are the same', () => {
  const rng = new Rng(9);
  const scene = jumble(rng, 60, 1.6);
  const order = scene.map((_, k) => k);
  for (let k = order.length - 1; k > 0; k--) {
    const m = rng.below(k + 1);
    [order[k], order[m]] = [order[m], order[k]];
  }
  const key = (a: number, b: number, gap: number) => `${Math.min(a, b)}-${Math.max(a, b)} ${gap.toFixed(9)}`;
  const plain = collide(scene, 0.01).map(({ a, b, gap }) => key(a, b, gap));
  const shuffled = collide(
    order.map((k) => scene[k]),
    0.01,
  ).map(({ a, b, gap }) => key(order[a], order[b], gap));
  expect(shuffled.sort()).toEqual(plain.sort());
});

test('a box on its edge over the edge of another, apart along both diagonals, has the true distance on two points', () => {
  const points = collide(
    [
      { shape: box(0.5, 0.5, 0.5), at: [0, 0, 0] },
      { shape: box(0.5, 0.5, 0.5), at: add([1, 0, 1], scale([3, 0, 4], 1e-3)) },
    ],
    0.01,
  );
  expect(points.map(({ gap }) => gap)).toEqual([expect.closeTo(5e-3, 14), expect.closeTo(5e-3, 14)]);
  expect(points[0].normal).toEqual([expect.closeTo(0.6, 12), 0, expect.closeTo(0.8, 12)]);
});

test('every platform finds the same bits', () => {
  const rng = new Rng(10);
  const shapes = [
    sphere(0.2),
    box(0.2, 0.1, 0.3),
    capsule(0.1, 0.2),
    cylinder(0.15, 0.2),
    hull([
      [0.2, 0, 0],
      [-0.2, 0.1, 0],
      [0, 0.2, 0],
      [0, 0, 0.3],
      [0.1, -0.2, -0.2],
    ]),
  ];
  const scene = collidersOf(
    [
      { shape: plane(), at: [0, 0, 0], fixed: true },
      ...Array.from({ length: 150 }, (_, k): Placed => {
        const at: Vec3 = [rng.uniform(0, 2), rng.uniform(0, 2), rng.uniform(0, 2)];
        return { shape: shapes[k % 5], at, turned: randomRotation(rng) };
      }),
    ],
    0.005,
  );
  const detector = new Detector();
  let hash = 0x811c9dc5;
  for (let step = 0; step < 5; step++) {
    const points = detector.detect(scene);
    hash = hashNumbers(points.gap.subarray(0, points.count), hash);
    hash = hashNumbers(points.pointA.subarray(0, 3 * points.count), hash);
    hash = hashNumbers(points.normal.subarray(0, 3 * points.count), hash);
    hash = hashNumbers(Float64Array.from(points.feature.subarray(0, points.count)), hash);
    for (let k = 0; k < scene.count; k++) scene.pose[7 * k + 2] -= 1e-3;
  }
  expect(detector.points.count).toBeGreaterThan(400);
  expect(hashText(hash)).toBe('660b3f29');
});
