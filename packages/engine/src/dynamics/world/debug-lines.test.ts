import { expect, test } from 'vitest';
import { compound } from '../../collision/shapes/compound.ts';
import { hull } from '../../collision/shapes/hull.ts';
import { heightField, mesh } from '../../collision/shapes/mesh.ts';
import { outlineOf } from '../../collision/shapes/outline.ts';
import { box, capsule, cylinder, plane, type Shape, sphere } from '../../collision/shapes/shapes.ts';
import { length, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import { createWorld } from '../../simulate.ts';

const linesOf = (lines: ArrayLike<number>) =>
  Array.from({ length: lines.length / 6 }, (_, k) => [vec3At(lines, 6 * k), vec3At(lines, 6 * k + 3)] as const);
const CORNERS: Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
];

test('a box has twelve edges: four of each side', () => {
  const lengths = linesOf(outlineOf(box(1, 2, 3))).map(([p, q]) => length(subtract(q, p)));
  expect(lengths.sort()).toEqual([2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
});

test('hulls and meshes have every edge once, height fields the lines of their grid', () => {
  expect(linesOf(outlineOf(hull(CORNERS))).length).toBe(6);
  expect(linesOf(outlineOf(mesh(CORNERS, FACES))).length).toBe(6);
  const rows = [
    [0, 0, 0],
    [0, 1, 0],
  ];
  expect(linesOf(outlineOf(heightField(rows, 1, 1))).length).toBe(2 * 2 + 3);
});

/** Distance of a point from the surface of a shape, m. */
const DISTANCES: [Shape, (p: Vec3) => number][] = [
  [sphere(0.7), (p) => length(p) - 0.7],
  [capsule(0.3, 0.5), ([x, y, z]) => length([x, y, Math.max(0, Math.abs(z) - 0.5)]) - 0.3],
  [cylinder(0.3, 0.5), ([x, y, z]) => Math.max(length([x, y, 0]) - 0.3, Math.abs(z) - 0.5)],
];
test.for(DISTANCES)('the lines of round shapes end on the surface: %o', ([shape, distance]) => {
  const lines = linesOf(outlineOf(shape));
  expect(lines.length).toBeGreaterThan(40);
  for (const ends of lines) for (const p of ends) expect(distance(p)).toBeCloseTo(0, 14);
  if (shape.kind === 'capsule') expect(Math.max(...lines.flat().map(([, , z]) => z))).toBeCloseTo(0.8, 14);
});

test('the lines of a compound are those of its parts, in their places; lines are made once per shape', () => {
  const ball = sphere(0.1);
  const pair = compound([
    { shape: ball, position: [1, 0, 0] },
    { shape: ball, position: [-1, 0, 0], orientation: [0, 0, 1, 1] },
  ]);
  const lines = linesOf(outlineOf(pair));
  expect(lines.length).toBe(2 * linesOf(outlineOf(ball)).length);
  for (const ends of lines) for (const [x, y, z] of ends) expect(length([Math.abs(x) - 1, y, z])).toBeCloseTo(0.1, 14);
  expect(outlineOf(pair)).toBe(outlineOf(pair));
});

test('options of debug lines that do not fit get a sentence', () => {
  const world = createWorld();
  expect(() => world.debugLines({ forceScale: -1 })).toThrow('debugLines: forceScale: expected a scale > 0 in m/N');
  expect(() => world.debugLines({ shape: true } as never)).toThrow('debugLines: unknown option "shape"');
});

test('a world as lines: shapes in their poses, the weight of a crate as 1 m of force, a pendulum with its axis', () => {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const crate = world.addBody({ shape: box(0.5, 0.5, 0.5), position: [0, 0, 0.5] });
  for (let k = 0; k < 60; k++) world.step();
  const forces = linesOf(world.debugLines({ shapes: false, joints: false }).positions);
  expect(forces.length).toBe(4);
  expect(forces.reduce((sum, [p, q]) => sum + q[2] - p[2], 0)).toBeCloseTo(1, 5);
  const all = world.debugLines();
  expect(all.positions).toBeInstanceOf(Float32Array);
  expect(all.colors.length).toBe(all.positions.length);
  const edges = linesOf(all.positions).slice(-12 - 4, -4);
  for (const ends of edges)
    for (const p of ends) expect(Math.max(...subtract(p, crate.position).map(Math.abs))).toBeCloseTo(0.5, 5);
  const bob = world.addBody({ shape: sphere(0.1), position: [3, 0, 2] });
  const hinge = world.addJoint({ kind: 'revolute', b: bob, point: [3, 0, 3], axis: [0, 2, 0] });
  expect([hinge.a, hinge.b, hinge.points, hinge.axis]).toEqual([
    undefined,
    bob,
    [
      [3, 0, 3],
      [3, 0, 3],
    ],
    [0, 1, 0],
  ]);
  const joints = linesOf(world.debugLines({ shapes: false, contacts: false, axisSize: 0.25 }).positions);
  expect(joints).toEqual([
    [
      [3, 0, 2],
      [3, 0, 3],
    ],
    [
      [3, 0, 3],
      [3, 0, 3],
    ],
    [
      [3, -0.25, 3],
      [3, 0.25, 3],
    ],
  ]);
});
