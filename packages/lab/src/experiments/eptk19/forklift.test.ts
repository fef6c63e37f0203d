import { expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { forkliftExperiment, largestTroubling } from './forklift.ts';
import { type Drive, figuresOf } from './forklift-drive.ts';
import { extremes } from './forklift-pictures.ts';

test('the last iterate at a limit leads the forklift astray where the least error does not', () => {
  const { data } = checkedRun(forkliftExperiment);
  const { groups } = data as {
    groups: { group: { id: string }; runs: { figures: Record<string, { share: number; struck: number }> }[] }[];
  };
  const stiff = groups.find(({ group }) => group.id === 'stiff-dense')!.runs[0]!.figures;
  expect(stiff.last!.share).toBeLessThan(0.5);
  for (const pick of ['fischer', 'natural', 'energy']) expect(Math.abs(stiff[pick]!.share - 1)).toBeLessThan(0.05);
  const own = groups.find(({ group }) => group.id === 'own-15')!.runs[0]!.figures;
  for (const { struck } of Object.values(own)) expect(struck).toBe(0);
});

const flat = (n: number, value: number) => Array.from({ length: n }, () => value);
const still = (speeds: number[]): Drive => ({
  x: flat(speeds.length, 0),
  y: flat(speeds.length, 0),
  turned: speeds.map((_, k) => k / 10),
  wheels: [0, 1, 2, 3].map(() => speeds),
  struck: [],
  mostPivots: 0,
  rows: 0,
  torn: null,
});

test('a spike is a change of speed beyond three times the largest of the reference', () => {
  const reference = still(Array.from({ length: 100 }, (_, k) => 0.1 * k));
  const speeds = [...reference.wheels[0]!];
  speeds[60] = 20; // up and down again: two changes
  const { spikes, lastSpike, share, deviation } = figuresOf(still(speeds), reference, 99, 1 / 60);
  expect(spikes).toEqual([2, 2, 2, 2]);
  expect(lastSpike).toBeCloseTo(62 / 60, 12);
  expect([share, deviation]).toEqual([1, 0]);
  expect(figuresOf(reference, reference, 99, 1 / 60).fluctuation).toBe(0);
});

test('thinned out speeds keep their spikes', () => {
  const speeds = flat(1000, 1);
  speeds[777] = 9;
  const points = extremes(speeds, 0.01);
  expect(points.length).toBeLessThan(300);
  expect(Math.max(...points.map(([, speed]) => speed))).toBe(9);
});

test('the largest troubling limit is that of one solve per step', () => {
  const row = { solver: 'bpp', struck: 0, most: 0, deviation: 0 };
  const rows = [
    { ...row, coupling: 1, limit: 2, end: 1 },
    { ...row, coupling: 1, limit: 3, end: 0.01 },
    { ...row, coupling: 1, limit: 4, end: 1e-5 },
    { ...row, coupling: 'table3' as const, limit: 5, end: 1 },
  ];
  expect(largestTroubling(rows, 'bpp')).toBe(3);
  expect(largestTroubling(rows, 'bpp-dense')).toBeNull();
});
