import { describe, expect, test } from 'vitest';
import { distanceByDescent, offSurface, separation } from '../../../test/collision-certificate.ts';
import {
  collide,
  moved,
  type Placed,
  type Point,
  randomDirection,
  randomRotation,
  smallestGap,
} from '../../../test/collision-support.ts';
import { axisAngle, multiply, type Quat, rotate, unitQuat } from '../../linalg/quat.ts';
import { Rng } from '../../linalg/rng.ts';
import { add, length, scale, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { mirrored } from '../features/feature-names.ts';
import { hull } from '../shapes/hull.ts';
import { box, capsule, cylinder, type Shape, sphere } from '../shapes/shapes.ts';

const MARGIN = 0.02; // m, of each

const kinds: Record<string, (rng: Rng) => Shape> = {
  sphere: (rng) => sphere(rng.uniform(0.05, 0.6)),
  box: (rng) => box(rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6), rng.uniform(0.05, 0.6)),
  capsule: (rng) => capsule(rng.uniform(0.02, 0.3), rng.uniform(0.05, 0.6)),
  cylinder: (rng) => cylinder(rng.uniform(0.05, 0.4), rng.uniform(0.05, 0.4)),
  hull: (rng) =>
    rng.below(2) === 0
      ? hull(Array.from({ length: 12 }, () => scale(randomDirection(rng), rng.uniform(0.2, 0.5)))) // a stone
      : prism(rng.uniform(0.1, 0.4), rng.uniform(0.1, 0.4)),
};
/** A hexagonal prism, r to the corners. */
function prism(r: number, h: number): Shape {
  const sixth = Array.from({ length: 6 }, (_, k) => axisAngle([0, 0, 1], (Math.PI / 3) * k));
  return hull(sixth.flatMap((q) => [rotate(q, [r, 0, h]), rotate(q, [r, 0, -h])]));
}
const names = Object.keys(kinds);
const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const));

/** Rotations that make faces and edges parallel: multiples of 90 and 45 degrees, exact or with a little noise. */
function alignedRotation(rng: Rng): Quat {
  const step = rng.below(2) === 0 ? Math.PI / 2 : Math.PI / 4;
  const axis: Vec3 = [[1, 0, 0] as Vec3, [0, 1, 0] as Vec3, [0, 0, 1] as Vec3][rng.below(3)];
  const noise = [0, 1e-14, 1e-10, 1e-7, 1e-4][rng.below(5)];
  return unitQuat(multiply(axisAngle(randomDirection(rng), noise), axisAngle(axis, step * rng.below(8))));
}

/** Two shapes near each other: the gap along a random direction is drawn between -0.2 and 0.06 m. */
function drawPair(rng: Rng, kindA: string, kindB: string): [Placed, Placed] {
  const aligned = rng.below(3) === 0;
  const turn = () => (aligned ? alignedRotation(rng) : randomRotation(rng));
  const a: Placed = { shape: kinds[kindA](rng), at: [0, 0, 0], turned: turn(), margin: MARGIN };
  const b: Placed = { shape: kinds[kindB](rng), at: [0, 0, 0], turned: turn(), margin: MARGIN };
  const n: Vec3 = aligned && rng.below(2) === 0 ? [0, 0, 1] : randomDirection(rng);
  const gap = rng.below(4) === 0 ? 0 : rng.uniform(-0.2, 0.06);
  return [a, { ...b, at: scale(n, gap - separation(a, b, n)) }];
}

/** Where the points do not prove their own smallest gap: what fails, in words; undefined where they do. */
function fault(a: Placed, b: Placed, points: readonly Point[]): string | undefined {
  const gap = smallestGap(points);
  // two nearly parallel capsules leave out a middle point that is closer by less than 1e-6 of the radii
  // and cylinders the lowest point of a rim beside their octagon likewise
  const round = a.shape.kind === 'cylinder' || b.shape.kind === 'cylinder';
  const exact = round || (a.shape.kind === 'capsule' && b.shape.kind === 'capsule') ? 1e-6 : 1e-9;
  const surface = round || Math.abs(gap) < 1e-8 ? 5e-5 : 1e-8; // of shapes that just touch the direction is rounding
  for (const { pointA, pointB, normal, gap: g } of points) {
    if (Math.abs(length(normal) - 1) > 1e-12) return 'the normal is not unit';
    if (length(subtract(subtract(pointB, pointA), scale(normal, g))) > 1e-12)
      return 'pointB - pointA is not gap normal';
    if (Math.abs(offSurface(a, pointA)) > surface) return 'pointA is not on the surface of a';
    if (Math.abs(offSurface(b, pointB)) > surface) return 'pointB is not on the surface of b';
    if (g > 2 * MARGIN) return 'a gap is beyond the margin';
    if (g === gap && Math.abs(separation(a, b, normal) - gap) > Math.max(exact, surface))
      return 'the normal does not prove the gap';
  }
  if (new Set(points.map(({ feature }) => feature)).size < points.length) return 'two points have one name';
  return points.length > 8 ? 'more than 8 points' : undefined;
}

describe.each(pairs)('%s and %s', (kindA, kindB) => {
  test('points lie on both surfaces, and the normal proves the smallest gap', () => {
    const rng = new Rng(11);
    let touching = 0;
    const faults: string[] = [];
    for (let k = 0; k < 800; k++) {
      const [a, b] = drawPair(rng, kindA, kindB);
      const points = collide([a, b]);
      if (points.length === 0) continue;
      touching++;
      const found = fault(a, b, points);
      if (found) faults.push(found);
    }
    expect(touching).toBeGreaterThan(250);
    // deep in a cylinder the nearest point itself may be misplaced where EPA ends in a sliver: 1 in 500, never the gap
    const misplaced = /^point[AB] is not on the surface/;
    if ([kindA, kindB].includes('cylinder')) {
      expect(faults.filter((text) => !misplaced.test(text))).toEqual([]);
      expect(faults.length).toBeLessThanOrEqual(4);
    } else expect(faults).toEqual([]);
  });

  test('no direction separates overlapping shapes with less motion than the normal', () => {
    const rng = new Rng(12);
    for (let k = 0; k < 60; k++) {
      const [a, b] = drawPair(rng, kindA, kindB);
      const points = collide([a, b]);
      const gap = smallestGap(points);
      if (!(gap < 0)) continue;
      let widest = Number.NEGATIVE_INFINITY;
      for (let m = 0; m < 400; m++) {
        // anywhere, and around the normals
        const turned = add(points[m % points.length].normal, scale(randomDirection(rng), m < 200 ? 0.2 : 0.02));
        const n = m % 2 === 0 ? randomDirection(rng) : scale(turned, 1 / length(turned));
        widest = Math.max(widest, separation(a, b, n));
      }
      expect(widest).toBeLessThan(gap + 1e-6);
    }
  });

  test('nothing is reported exactly where the distance is beyond the margin', () => {
    const rng = new Rng(13);
    for (let k = 0; k < 100; k++) {
      const [a, b] = drawPair(rng, kindA, kindB);
      if (collide([a, b]).length === 0) expect(distanceByDescent(a, b)).toBeGreaterThan(2 * MARGIN - 1e-6);
    }
  });

  test('the other order gives the mirror image, one rigid motion of both changes nothing', () => {
    const rng = new Rng(14);
    for (let k = 0; k < 100; k++) {
      const [a, b] = drawPair(rng, kindA, kindB);
      const points = collide([a, b]);
      const back = collide([b, a]);
      const far = collide(moved([a, b], randomRotation(rng), scale(randomDirection(rng), 10)));
      if (points.length === 0) continue;
      expect(Math.abs(smallestGap(back) - smallestGap(points))).toBeLessThan(1e-6);
      expect(Math.abs(smallestGap(far) - smallestGap(points))).toBeLessThan(1e-6);
    }
  });

  test('in general position the other order and a rigid motion also keep every name', () => {
    const closed = ![kindA, kindB].includes('cylinder'); // rims are found by iteration
    const rng = new Rng(15);
    for (let k = 0; k < 100; k++) {
      const [a, free] = drawPair(rng, kindA, kindB);
      const b = { ...free, turned: randomRotation(rng) };
      const points = collide([a, b]);
      const back = collide([b, a]);
      const far = collide(moved([a, b], randomRotation(rng), scale(randomDirection(rng), 10)));
      if (closed)
        expect(back.map(({ feature }) => mirrored(feature)).sort()).toEqual(
          points.map(({ feature }) => feature).sort(),
        );
      if (!closed) continue;
      expect(far.map(({ feature }) => feature)).toEqual(points.map(({ feature }) => feature));
      far.forEach(({ gap }, m) => {
        expect(Math.abs(gap - points[m].gap)).toBeLessThan(1e-12);
      });
    }
  });
});
