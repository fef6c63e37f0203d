import { describe, expect, test } from 'vitest';
import { collide, collidersOf, type Placed, pointsOf, smallestGap } from '../../../test/collision-support.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import { Detector } from '../detector.ts';
import { compound } from './compound.ts';
import { hull } from './hull.ts';
import { heightField, mesh } from './mesh.ts';
import { massProperties } from './shape-kinds.ts';
import { box, capsule, cylinder, plane, type Shape, ShapeError, sphere } from './shapes.ts';

const N = 8;
/** A flat square of 2 m in 128 triangles, its diagonals either way. */
function flatMesh(): Shape {
  const at = (i: number, j: number) => j * (N + 1) + i;
  const vertices: Vec3[] = [];
  const triangles: Vec3[] = [];
  for (let j = 0; j <= N; j++) for (let i = 0; i <= N; i++) vertices.push([(2 * i) / N - 1, (2 * j) / N - 1, 0]);
  for (let j = 0; j < N; j++)
    for (let i = 0; i < N; i++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      if ((i + j) % 2 === 0) triangles.push([a, b, c], [a, c, d]);
      else triangles.push([a, b, d], [b, c, d]);
    }
  return mesh(vertices, triangles);
}
const flatField = heightField(
  Array.from({ length: 9 }, () => Array.from({ length: 9 }, () => 0)),
  0.25,
  0.25,
);
const bodies: readonly (readonly [string, Shape, number])[] = [
  ['sphere', sphere(0.2), 0.2],
  ['box', box(0.2, 0.15, 0.1), 0.1],
  ['capsule standing', capsule(0.1, 0.2), 0.3],
  ['cylinder', cylinder(0.2, 0.1), 0.1],
  [
    'hull',
    hull([
      [0.2, 0, -0.1],
      [-0.2, 0, -0.1],
      [0, 0.2, -0.1],
      [0, -0.2, -0.1],
      [0, 0, 0.2],
    ]),
    0.1,
  ],
  [
    'compound',
    compound([
      { shape: box(0.1, 0.1, 0.1), position: [0.15, 0, 0] },
      { shape: sphere(0.1), position: [-0.15, 0, 0] },
    ]),
    0.1,
  ],
];

describe.each([
  ['mesh', flatMesh(), 0],
  ['height field', flatField, 1],
] as const)('a flat %s', (_, ground, shift) => {
  test.each(bodies)(
    'carries a sliding %s like a plane: same gap, normal up, no bump at inner edges',
    (_name, shape, rest) => {
      const rng = new Rng(21);
      for (let k = 0; k < 200; k++) {
        const at: Vec3 = [rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5), rest + rng.uniform(-0.02, 0.004)];
        const turned = axisAngle([0, 0, 1], rng.uniform(0, 6));
        const on = (one: Shape, place: Vec3): Placed[] => [
          { shape: one, at: place, fixed: true },
          { shape, at, turned },
        ];
        const points = collide(on(ground, [-shift, -shift, 0]), 0.005);
        const expected = collide(on(plane(), [0, 0, 0]), 0.005);
        expect(points.length).toBeGreaterThanOrEqual(Math.min(expected.length, 4));
        expect(Math.abs(smallestGap(points) - smallestGap(expected))).toBeLessThan(1e-12);
        for (const { normal } of points) expect(normal[2]).toBeGreaterThan(1 - 1e-9);
        expect(new Set(points.map(({ feature }) => feature)).size).toBe(points.length);
      }
    },
  );
});

describe('surfaces', () => {
  test('a box on a flat mesh has the four corners of its face and keeps their names while it slides', () => {
    const detector = new Detector();
    const ground = flatMesh();
    for (let k = 0; k < 100; k++) {
      const at: Vec3 = [-0.3 + 0.005 * k, 0.013, 0.0999];
      detector.detect(
        collidersOf(
          [
            { shape: ground, at: [0, 0, 0], fixed: true },
            { shape: box(0.2, 0.15, 0.1), at },
          ],
          0.001,
        ),
      );
      const points = pointsOf(detector);
      expect(points).toHaveLength(4);
      if (k > 0) expect(points.every(({ previous }) => previous >= 0)).toBe(true);
    }
  });

  test('over a ridge a sphere is pushed along the line to the ridge, over a valley along both faces', () => {
    const roof = (z: number) =>
      mesh(
        [
          [-1, -1, 0],
          [-1, 1, 0],
          [0, -1, z],
          [0, 1, z],
          [1, -1, 0],
          [1, 1, 0],
        ],
        [
          [0, 2, 1],
          [2, 3, 1],
          [2, 4, 3],
          [4, 5, 3],
        ],
      );
    const over = (ground: Shape, at: Vec3) =>
      collide(
        [
          { shape: ground, at: [0, 0, 0], fixed: true },
          { shape: sphere(0.2), at },
        ],
        0.01,
      );
    const ridge = over(roof(0.5), [0.03, 0.1, 0.695]);
    expect(ridge).toHaveLength(1);
    expect(ridge[0].gap).toBeCloseTo(Math.sqrt(0.03 * 0.03 + 0.195 * 0.195) - 0.2, 12);
    const valley = over(roof(-0.5), [0, 0.1, -0.5 + 0.2 * Math.sqrt(1.25) - 1e-3]);
    expect(valley).toHaveLength(2);
    for (const { gap } of valley) expect(gap).toBeCloseTo(-1e-3 / Math.sqrt(1.25), 12);
  });

  test('the back of a mesh and the outside of a field do not collide', () => {
    expect(
      collide([
        { shape: flatMesh(), at: [0, 0, 0], fixed: true },
        { shape: sphere(0.2), at: [0, 0, -0.3] },
      ]),
    ).toEqual([]);
    expect(
      collide([
        { shape: flatField, at: [0, 0, 0], fixed: true },
        { shape: sphere(0.2), at: [-0.3, 1, 0.1] },
      ]),
    ).toEqual([]);
  });

  test('what cannot be a mesh, a field or a compound is refused in a sentence', () => {
    expect(() => mesh([[0, 0, 0]], [])).toThrow(ShapeError);
    expect(() =>
      mesh(
        [
          [0, 0, 0],
          [1, 0, 0],
          [2, 0, 0],
        ],
        [[0, 1, 2]],
      ),
    ).toThrow('found corners on a line');
    expect(() => mesh([[0, 0, 0]], [[0, 1, 2]])).toThrow(
      'mesh: triangles[0]: expected vertex numbers below 1, found (0, 1, 2)',
    );
    expect(() => heightField([[0, 1]], 1, 1)).toThrow(
      'heightfield: rows: expected two rows of heights or more, found an array of 1',
    );
    expect(() => compound([{ shape: plane() }])).toThrow(
      'compound: parts[0].shape.kind: expected sphere, box, capsule, cylinder, hull, found "plane"',
    );
  });
});

describe('hulls', () => {
  const prism = (noise: () => number) =>
    Array.from({ length: 12 }, (_, k): Vec3 => {
      const angle = (Math.PI / 3) * (k % 6);
      return [0.25 * Math.cos(angle) + noise(), 0.25 * Math.sin(angle) + noise(), (k < 6 ? -0.15 : 0.15) + noise()];
    });

  test('noise of 1e-12 does not split the faces of a prism, and inner points do not count', () => {
    const rng = new Rng(22);
    for (let k = 0; k < 50; k++) {
      const shape = hull([[0.1, 0, 0], ...prism(() => rng.uniform(-1e-12, 1e-12)), [0, 0.1, 0.1]]);
      expect([shape.vertexCount, shape.faceCount, shape.edgeCount]).toEqual([12, 8, 18]);
    }
  });

  test('random points have a closed hull that holds them all', () => {
    const rng = new Rng(23);
    for (let k = 0; k < 100; k++) {
      const points = Array.from(
        { length: 5 + rng.below(40) },
        (): Vec3 => [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)],
      );
      const { vertexCount, faceCount, edgeCount, normal, offset } = hull(points);
      expect(vertexCount - edgeCount + faceCount).toBe(2);
      for (const p of points)
        for (let f = 0; f < faceCount; f++)
          expect(normal[3 * f] * p[0] + normal[3 * f + 1] * p[1] + normal[3 * f + 2] * p[2] - offset[f]).toBeLessThan(
            1e-8,
          );
    }
  });

  test('points in a plane, on a line or in one place are refused', () => {
    expect(() =>
      hull([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
      ]),
    ).toThrow('hull: points: expected points that span a volume, found 4 that lie in a plane');
    expect(() =>
      hull([
        [0, 0, 0],
        [1, 0, 0],
        [2, 0, 0],
        [3, 0, 0],
      ]),
    ).toThrow(ShapeError);
    expect(() => hull([])).toThrow(ShapeError);
    expect(() => hull([[0, 0, Number.NaN], ...prism(() => 0)])).toThrow(
      'hull: points[0]: expected three numbers (m), found (0, 0, NaN)',
    );
  });

  test('the eight corners of a box have the mass properties of the box, off centre too', () => {
    const corners = Array.from(
      { length: 8 },
      (_, k): Vec3 => [k & 1 ? 1.5 : 0.5, k & 2 ? 0.3 : -0.3, k & 4 ? 0.2 : -0.2],
    );
    const found = massProperties(hull(corners), 700);
    const expected = massProperties(box(0.5, 0.3, 0.2), 700);
    expect(found.mass).toBeCloseTo(expected.mass, 9);
    expect(found.centre[0]).toBeCloseTo(1, 12);
    for (let i = 0; i < 9; i++) expect(found.inertia[i]).toBeCloseTo(expected.inertia[i], 9);
  });

  test('two half boxes side by side have the mass properties of the whole', () => {
    const half = box(0.25, 0.3, 0.2);
    const found = massProperties(
      compound([
        { shape: half, position: [0.25, 0, 0] },
        { shape: half, position: [-0.25, 0, 0] },
      ]),
      700,
    );
    const expected = massProperties(box(0.5, 0.3, 0.2), 700);
    expect(found.mass).toBeCloseTo(expected.mass, 9);
    for (let i = 0; i < 9; i++) expect(found.inertia[i]).toBeCloseTo(expected.inertia[i], 9);
  });

  test('a compound of one turned child collides like the child', () => {
    const turned = axisAngle([1, 2, 3], 0.7);
    const ground: Placed = { shape: box(1, 1, 0.1), at: [0, 0, 0], fixed: true };
    const alone = collide([ground, { shape: box(0.1, 0.2, 0.3), at: [0.1, 0.1, 0.35], turned }], 0.05);
    const child = compound([{ shape: box(0.1, 0.2, 0.3), position: [0, 0, 0.25], orientation: turned }]);
    const joined = collide([{ shape: child, at: [0.1, 0.1, 0.1] }, ground], 0.05);
    expect(joined.map(({ gap }) => gap.toFixed(10)).sort()).toEqual(alone.map(({ gap }) => gap.toFixed(10)).sort());
    expect(joined[0].normal[2]).toBeCloseTo(-alone[0].normal[2], 12);
  });
});
