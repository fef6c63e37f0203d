import { describe, expect, test } from 'vitest';
import { outside } from '../../../test/collision-certificate.ts';
import { Rng } from '../../linalg/rng.ts';
import { boundingRadius, massProperties, worldBounds } from './shape-kinds.ts';
import { box, capsule, plane, type Shape, ShapeError, sphere } from './shapes.ts';

const solids: readonly (readonly [string, Shape])[] = [
  ['sphere', sphere(0.4)],
  ['box', box(0.5, 0.3, 0.2)],
  ['capsule', capsule(0.2, 0.35)],
];
const UNTURNED = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

describe('shapes', () => {
  test('a size that is not a positive finite number is refused in a sentence', () => {
    expect(() => sphere(-1)).toThrow(ShapeError);
    expect(() => sphere(-1)).toThrow('sphere: radius: expected a radius > 0 in m, found -1');
    expect(() => box(1, 0, 1)).toThrow('box: half: expected three lengths > 0 (m), found (1, 0, 1)');
    expect(() => box(1, 1, Number.NaN)).toThrow('box: half: expected three lengths > 0 (m), found (1, 1, NaN)');
    expect(() => capsule(0.1, Number.POSITIVE_INFINITY)).toThrow(
      'capsule: halfLength: expected a half length > 0 in m, found Infinity',
    );
  });

  test('a shape cannot be changed, since the mass and bounds of bodies were taken from it', () => {
    const crate = box(1, 1, 1);
    expect(() => Object.assign(crate.half, { 2: 5 })).toThrow(TypeError);
    expect(() => Object.assign(crate, { half: [5, 5, 5] })).toThrow(TypeError);
    expect(crate.half).toEqual([1, 1, 1]);
  });

  test('a plane has no mass, and a density must be positive', () => {
    expect(() => massProperties(plane(), 1000)).toThrow(ShapeError);
    expect(() => massProperties(sphere(1), 0)).toThrow('expected a positive finite density in kg/m^3, found 0');
  });

  test('a steel ball of 0.1 m weighs what the formula says', () => {
    const { mass, inertia, centre } = massProperties(sphere(0.1), 7800);
    expect(mass).toBeCloseTo(32.6725635973, 9);
    expect(inertia[0]).toBeCloseTo(0.4 * mass * 0.01, 12);
    expect(centre).toEqual([0, 0, 0]);
  });

  test.each(solids)('mass and inertia of a %s agree with a sum over a million small cubes', (_, shape) => {
    const { mass, inertia, centre } = massProperties(shape, 500);
    const r = boundingRadius(shape);
    const cells = 100;
    const rng = new Rng(4);
    const place = (i: number) => (i + rng.uniform()) * step - r; // anywhere in its cube
    const step = (2 * r) / cells;
    const sums = new Float64Array(10); // mass, first and second moments
    for (let i = 0; i < cells; i++)
      for (let j = 0; j < cells; j++)
        for (let k = 0; k < cells; k++) {
          const p = [place(i), place(j), place(k)] as const;
          if (outside(shape, p) > 0) continue;
          sums[0] += 1;
          for (let m = 0; m < 3; m++) {
            sums[1 + m] += p[m];
            sums[4 + m] += p[m] * p[m];
            sums[7 + m] += p[m] * p[(m + 1) % 3];
          }
        }
    const unit = 500 * step * step * step;
    expect(Math.abs(unit * sums[0] - mass) / mass).toBeLessThan(0.002);
    for (let m = 0; m < 3; m++) {
      expect(Math.abs(sums[1 + m] / sums[0] - centre[m])).toBeLessThan(0.001 * r);
      const diagonal = unit * (sums[4 + ((m + 1) % 3)] + sums[4 + ((m + 2) % 3)]);
      expect(Math.abs(diagonal - inertia[4 * m]) / inertia[0]).toBeLessThan(0.005);
      expect(Math.abs(unit * sums[7 + m])).toBeLessThan(0.002 * inertia[0]);
    }
  });

  test.each(solids)('the world box of a turned %s touches it on all six sides', (_, shape) => {
    const rng = new Rng(3);
    const R = Float64Array.of(0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6);
    const bounds = new Float64Array(6);
    worldBounds(shape, Float64Array.of(1, 2, 3), R, bounds, 0);
    const reached = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
    for (let k = 0; k < 20000; k++) {
      const p = [rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6)] as const;
      if (outside(shape, p) > 0) continue;
      for (let i = 0; i < 3; i++) {
        const x = i + 1 + R[3 * i] * p[0] + R[3 * i + 1] * p[1] + R[3 * i + 2] * p[2];
        reached[i] = Math.min(reached[i], x);
        reached[3 + i] = Math.max(reached[3 + i], x);
      }
    }
    for (let i = 0; i < 3; i++) {
      expect(reached[i]).toBeGreaterThanOrEqual(bounds[i]);
      expect(reached[i]).toBeLessThan(bounds[i] + 0.1);
      expect(reached[3 + i]).toBeLessThanOrEqual(bounds[3 + i]);
      expect(reached[3 + i]).toBeGreaterThan(bounds[3 + i] - 0.1);
    }
  });

  test('the world box of a plane is all of space', () => {
    const bounds = new Float64Array(6);
    worldBounds(plane(), Float64Array.of(1, 2, 3), UNTURNED, bounds, 0);
    expect(Array.from(bounds)).toEqual([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity]);
  });
});
