import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { type Replayed, type RestRow, stationaryPointExperiment, sums } from './stationary-point.ts';

const { claims, data } = checkedRun(stationaryPointExperiment);
const { rows, replayed } = data as { rows: RestRow[]; replayed: Replayed };
const weight = 20 * 10 * 9.81; // N

const of = (driver: string, compliance: number) =>
  rows.find((row) => row.driver === driver && row.compliance === compliance && row.fading === 0)!;

test('friction rows without compliance leave friction at rest that has no resultant', () => {
  for (const driver of ['bpp', 'spook']) {
    expect(of(driver, 1e-6).friction).toBeGreaterThan(0.1 * weight);
    expect(of(driver, 1e-6).resultant).toBeLessThan(1e-6);
  }
});

test("with the normals' compliance the exact solver has none", () => {
  expect(of('bpp', 1).friction).toBeLessThan(1e-6);
});

test('fading takes friction out, the more phases the more', () => {
  const left = (phases: number) =>
    replayed.rows.find((row) => row.start === 'warm' && row.fading === 1 && row.phases === phases)!.friction;
  expect(left(10)).toBeLessThan(left(5));
  expect(left(20)).toBeLessThan(0.01 * of('bpp', 1e-6).friction);
  expect(claims[0]?.verdict).toBe('holds under conditions');
});

test('two opposite forces have a sum but no resultant, and the torque of a couple', () => {
  const { friction, resultant, torque } = sums([
    { x: 1, y: 0, fx: 0, fy: 3 },
    { x: -1, y: 0, fx: 0, fy: -3 },
  ]);
  expect([friction, resultant, torque]).toEqual([6, 0, 6]);
});
