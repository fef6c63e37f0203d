import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../test/hull-certificate.ts';
import { axisAngle, rotate } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';
import { add, cross, dot, scale, subtract, type Vec3, vec3At } from '../../linalg/vec3.ts';
import { hull } from './hull.ts';
import { massProperties } from './shape-kinds.ts';
import { type Hull, ShapeError } from './shapes.ts';

const triples = <T>(of: readonly T[]) =>
  of.flatMap((a, i) => of.slice(i + 1).flatMap((b, j) => of.slice(i + j + 2).map((c) => [a, b, c] as const)));

/** Every plane through three points that has all others on one side, outward, as "nx ny nz offset" of whole numbers. */
function planesOf(points: readonly Vec3[]): Set<string> {
  const gcd = (a: number, b: number): number => (b === 0 ? Math.abs(a) : gcd(b, a % b));
  const planes = new Set<string>();
  for (const [a, b, c] of triples(points)) {
    const up = cross(subtract(b, a), subtract(c, a));
    const by = up.reduce(gcd, 0);
    if (by === 0) continue;
    for (const sign of [1, -1]) {
      const n = scale(up, sign / by);
      if (points.every((p) => dot(n, subtract(p, a)) <= 0)) planes.add([...n, dot(n, a)].map((x) => x + 0).join(' '));
    }
  }
  return planes;
}

/** Points at which planes of three directions meet. */
function cornersOf(points: readonly Vec3[], planes: ReadonlySet<string>): string[] {
  const all = [...planes].map((words) => words.split(' ').map(Number));
  const isCorner = (p: Vec3) => {
    const at = all.filter(([x, y, z, offset]) => x * p[0] + y * p[1] + z * p[2] === offset).map((n) => vec3At(n, 0));
    return triples(at).some(([a, b, c]) => dot(a, cross(b, c)) !== 0);
  };
  return [...new Set(points.filter(isCorner).map(String))].sort();
}

const rowsOf = (numbers: Float64Array): string[] =>
  Array.from({ length: numbers.length / 3 }, (_, k) => String(vec3At(numbers, 3 * k)));

test('of points with small whole coordinates a hull has the corners and the planes that trying all triples finds', () => {
  const whole = fc.integer({ min: 0, max: 3 });
  const points = fc.array(fc.tuple(whole, whole, whole), { minLength: 4, maxLength: 14 });
  fc.assert(
    fc.property(points, (given) => {
      const planes = planesOf([...new Map(given.map((p) => [String(p), p])).values()]);
      const inPlane = triples(given).every(([a, b, c]) =>
        given.every((d) => dot(subtract(d, a), cross(subtract(b, a), subtract(c, a))) === 0),
      );
      if (inPlane) {
        expect(() => hull(given)).toThrow('expected points that span a volume');
        return;
      }
      const shape = hull(given);
      expect(faultOf(shape, given)).toBe(undefined);
      expect(rowsOf(shape.vertex).sort()).toEqual(cornersOf(given, planes));
      expect(shape.faceCount).toBe(planes.size);
    }),
    { numRuns: 400, seed: 1 },
  );
});

test('of random points it has the volume of the tetrahedra over all planes that have every point on one side', () => {
  const rng = new Rng(5);
  for (let k = 0; k < 60; k++) {
    const points = Array.from({ length: 4 + rng.below(12) }, () => random(rng));
    const middle = scale(points.reduce(add), 1 / points.length);
    let volume = 0;
    for (const [a, b, c] of triples(points)) {
      const up = cross(subtract(b, a), subtract(c, a));
      const sides = points.map((p) => dot(up, subtract(p, a))).filter((height) => Math.abs(height) > 1e-14);
      if (sides.every((height) => height < 0) || sides.every((height) => height > 0))
        volume += Math.abs(dot(up, subtract(middle, a))) / 6;
    }
    const shape = hull(points);
    expect(faultOf(shape, points)).toBe(undefined);
    expect(massProperties(shape, 1).mass / volume).toBeCloseTo(1, 12);
  }
});

const random = (rng: Rng): Vec3 => [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
const TURN = axisAngle([1, 2, 3], 0.8);
const turned = (p: Vec3): Vec3 => rotate(TURN, p);
const sixDigits = ([x, y, z]: Vec3): Vec3 => [x, y, z].map((v) => Number(v.toPrecision(6))) as unknown as Vec3;
const shaken = (rng: Rng, noise: number) => (p: Vec3) => add(p, scale(random(rng), noise));
const on = (count: number, point: (k: number) => Vec3): Vec3[] => Array.from({ length: count }, (_, k) => point(k));

/** Points of the surface of a cube of 1 m. */
function cube(rng: Rng, count: number): Vec3[] {
  return on(count, () => {
    const p = [...scale(random(rng), 0.5)];
    p[rng.below(3)] = rng.below(2) - 0.5;
    return p as unknown as Vec3;
  });
}
/** Both rims of a cylinder, and rings between them. */
const tube = (sides: number, rings: number): Vec3[] =>
  on(sides * rings, (k) => {
    const angle = (2 * Math.PI * (k % sides)) / sides;
    return [0.3 * Math.cos(angle), 0.3 * Math.sin(angle), Math.floor(k / sides) / (rings - 1)];
  });
/** A block of which all edges are rounded: its eight corners are parts of spheres. */
function rounded(radius: number, steps: number): Vec3[] {
  const angle = (k: number) => ((Math.PI / 2) * k) / steps;
  const corner = on((steps + 1) * (steps + 1), (k): Vec3 => {
    const [a, b] = [angle(k % (steps + 1)), angle(Math.floor(k / (steps + 1)))];
    const round = [Math.cos(a) * Math.cos(b), Math.cos(a) * Math.sin(b), Math.sin(a)];
    return [0.5, 0.3, 0.2].map((half, i) => half - radius + radius * round[i]) as unknown as Vec3;
  });
  const signs = on(8, (k) => [k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1]);
  return signs.flatMap((s) => corner.map((p): Vec3 => [s[0] * p[0], s[1] * p[1], s[2] * p[2]]));
}
const ball = (rng: Rng, count: number, radius = 1): Vec3[] =>
  on(count, () => {
    const p = random(rng);
    return scale(p, radius / Math.sqrt(dot(p, p)));
  });

const cases: Readonly<Record<string, (rng: Rng) => readonly Vec3[]>> = {
  ...Object.fromEntries(
    [1e-7, 1e-8, 1e-9, 3e-10, 1e-10, 1e-12, 1e-16].map((noise) => [
      `20 000 points of a cube with noise of ${noise} m`,
      (rng: Rng) => cube(rng, 20000).map(turned).map(shaken(rng, noise)),
    ]),
  ),
  '20 000 points of a cube in six digits': (rng) => cube(rng, 20000).map(turned).map(sixDigits),
  'a grid on a turned cube': () =>
    on(15 ** 3, (k): Vec3 => [k % 15, Math.floor(k / 15) % 15, Math.floor(k / 225)]).map(turned),
  'rims of 1000 corners': () => tube(1000, 2).map(turned).map(sixDigits),
  'rings of a cylinder with noise': (rng) => tube(60, 60).map(turned).map(shaken(rng, 1e-9)),
  'a rounded block in six digits': () => rounded(0.05, 12).map(turned).map(sixDigits),
  'a block rounded by 1e-5 m': (rng) => rounded(1e-5, 12).map(turned).map(shaken(rng, 1e-10)),
  'a block rounded by 1e-7 m': () => rounded(1e-7, 16).map(turned),
  'a block rounded by 1e-9 m': () => rounded(1e-9, 16).map(turned),
  'every point a hundred times': () => on(100, () => [0, 0, 0]).flatMap(() => tube(30, 2)),
  'every point a hundred times with noise': (rng) =>
    on(100, () => [0, 0, 0]).flatMap(() => tube(30, 2).map(turned).map(shaken(rng, 5e-10))),
  'runs of points on three lines': () =>
    on(
      3000,
      (k): Vec3 =>
        [
          [k / 3000, 0, 0],
          [k / 3000, 1, 1],
          [0, k / 3000, 1],
        ][k % 3] as unknown as Vec3,
    ).map(turned),
  'a needle': (rng) => on(2000, () => turned([rng.uniform(0, 1), rng.uniform(0, 1e-7), rng.uniform(0, 1e-7)])),
  'a plate of 1e-8 of its size': (rng) =>
    on(5000, () => turned([rng.uniform(0, 1), rng.uniform(0, 1), rng.uniform(0, 1e-8)])),
  'a plate of 3e-9 of its size with flat sides': (rng) =>
    on(5000, (k) => turned([rng.uniform(0, 1), rng.uniform(0, 1), k % 2 === 0 ? 0 : 3e-9])),
  'a sphere of 2000 points': (rng) => ball(rng, 2000),
  'a sphere 1000 km away': (rng) => ball(rng, 500).map((p) => add(p, [1e6, -1e6, 1e6])),
  'a sphere of 1e-20 m': (rng) => ball(rng, 300, 1e-20),
  'a sphere of 1e59 m': (rng) => ball(rng, 300, 1e59),
  'a cone': () => [[0, 0, 1], ...on(1000, (k): Vec3 => [Math.cos(k / 159), Math.sin(k / 159), 0])],
  'a curve': () => on(400, (k): Vec3 => [k / 400, (k / 400) ** 2, (k / 400) ** 3]),
};

describe('a hull is closed, around every point to 1e-9 of the size, and made of the points', () => {
  test.each(Object.entries(cases))('%s', (_, make) => {
    const points = make(new Rng(9));
    const shape = hull(points);
    expect(faultOf(shape, points)).toBe(undefined);
    expect(missed(shape, points)).toBeLessThanOrEqual(1e-9);
  });

  test('parts of machines: some hundred points of rounded blocks and tubes, in six digits', () => {
    const rng = new Rng(31);
    for (let k = 0; k < 60; k++) {
      const move = scale(random(rng), 0.1);
      const all = [...rounded(rng.uniform(0.001, 0.1), 3 + rng.below(3)), ...tube(5 + rng.below(30), 2)];
      const points = all.map((p) => sixDigits(turned(add(scale(p, 0.1), move))));
      expect(faultOf(hull(points), points)).toBe(undefined);
    }
  });
});

/** How much farther than the corners a point is along some normal, in parts of the size. */
function missed({ faceCount, normal, vertex }: Hull, points: readonly Vec3[]): number {
  const far = (numbers: ArrayLike<number>, n: Vec3) => {
    let most = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < numbers.length; k += 3)
      most = Math.max(most, numbers[k] * n[0] + numbers[k + 1] * n[1] + numbers[k + 2] * n[2]);
    return most;
  };
  const flat = Float64Array.from(points.flat());
  const size = far(flat, [1, 0, 0]) + far(flat, [-1, 0, 0]);
  let worst = 0;
  for (let f = 0; f < faceCount; f += Math.ceil(faceCount / 100)) {
    const n = vec3At(normal, 3 * f);
    worst = Math.max(worst, (far(flat, n) - far(vertex, n)) / size);
  }
  return worst;
}

test('the order of the points does not change what the hull of clean points is', () => {
  const points = rounded(0.1, 4);
  const [one, other] = [points, points.toReversed()].map((given) => hull(given));
  expect([one.vertexCount, one.edgeCount, one.faceCount]).toEqual([
    other.vertexCount,
    other.edgeCount,
    other.faceCount,
  ]);
  expect(rowsOf(one.vertex).sort()).toEqual(rowsOf(other.vertex).sort());
});

test('far from its origin a hull has the mass and the moments that it has there', () => {
  const points = ball(new Rng(3), 200);
  const near = massProperties(hull(points), 1);
  const far = massProperties(hull(points.map((p) => add(p, [1e6, 0, 0]))), 1);
  expect(far.mass / near.mass).toBeCloseTo(1, 8);
  for (let i = 0; i < 9; i++) expect(far.inertia[i]).toBeCloseTo(near.inertia[i], 8);
});

test('more than 20 000 points are refused with their number', () => {
  const points = on(20001, (k): Vec3 => [k, k * k, 1]);
  expect(() => hull(points)).toThrow(ShapeError);
  expect(() => hull(points)).toThrow('hull: points: expected points of three numbers (m), 4 to 20000 of them, found');
});

test('points beyond 1e60 m are refused', () => {
  const far: Vec3[] = [
    [1e300, 0, 0],
    [-1e308, 0, 0],
    [0, 1.7e308, 0],
    [0, 0, -1.7e308],
  ];
  expect(() => hull(far)).toThrow('hull: expected a shape that is smaller than 1e+60 m, found a larger one');
});
