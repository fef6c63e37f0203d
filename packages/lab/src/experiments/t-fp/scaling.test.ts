import { energyError } from '@signorini/engine/measures';
import { islands } from '@signorini/engine/problem';
import { describe, expect, test } from 'vitest';
import { checkedRun } from '../../../test/support/experiment-check.ts';
import { powerLaw } from '../power-law.ts';
import { bytesAllocated } from './allocated.ts';
import { latticePile } from './lattice-pile.ts';
import { answerLaw, scalingExperiment, sweepLaw } from './scaling.ts';
import { naturalDepth, type ScalingData } from './scaling-measures.ts';

test('a power law is found, with no interval if it is exact', () => {
  const law = powerLaw([1, 2, 4, 8].map((x) => ({ x, y: 3 * x ** 1.5 })));
  expect(law.power).toBeCloseTo(1.5, 12);
  expect(law.half).toBeLessThan(1e-6);
  expect(law.at(16)).toBeCloseTo(192, 9);
});

test('arrays and memories are counted, views of them are not, and constructors are put back', () => {
  const original = Float64Array;
  const bytes = bytesAllocated(() => {
    const numbers = new Float64Array(100);
    new Uint8Array(numbers.buffer);
  });
  expect(bytes).toBe(800);
  expect(Float64Array).toBe(original);
  expect(() =>
    bytesAllocated(() => {
      throw new Error('within');
    }),
  ).toThrow('within');
  expect(Float64Array).toBe(original);
});

test('a lattice of spheres is one island of so many contacts, and doing nothing is wrong', () => {
  const p = latticePile(200);
  expect(p.n).toBe(600);
  expect(islands(p).length).toBe(1);
  expect(energyError(p, new Float64Array(p.n)).value).toBeGreaterThan(0);
});

test('contacts of a chain wait for one another, one after the other', () => {
  const chain = latticePile(200);
  const links = Array.from({ length: 5 }, (_, c) => [c, c + 1]);
  const body = Int32Array.from(links.flatMap((link) => [...link, ...link, ...link]));
  const rowStart = Int32Array.from({ length: 16 }, (_, i) => 2 * i);
  expect(naturalDepth({ ...chain, structure: { ...chain.structure!, rowStart, body, bodies: 6 } })).toBe(5);
});

describe('the experiment, as far as no clock decides', () => {
  const data = checkedRun(scalingExperiment).data as ScalingData;

  test('memory is a straight line through the number of contacts', () => {
    const memory = sweepLaw(data.sweeps, 'psor', ({ bytes, problemBytes }) => bytes + problemBytes);
    expect(Math.abs(memory.power - 1)).toBeLessThan(0.1);
  });

  test('the number of sweeps to the same error grows with the number of bodies', () => {
    expect(answerLaw(data.answers, 'psor to 1e-4', ({ iterations }) => iterations).power).toBeGreaterThan(0.3);
  });

  test('every method comes to its answer', () => {
    for (const { status, relative, solver } of data.answers) {
      expect(status).toBe('converged');
      expect(relative).toBeLessThan(solver === 'psor to 1e-4' ? 1e-4 : solver === 'psor to 1e-8' ? 1e-8 : 1e-16);
    }
  });

  test('a sweep in colours has as few steps for many contacts as for few, in the order of the list more and more', () => {
    const [first, last] = [data.depths[0]!, data.depths.at(-1)!];
    expect(last.colours).toBeLessThanOrEqual(first.colours + 1);
    expect(last.left).toBe(0);
    expect(last.naturalDepth).toBeGreaterThan(2 * first.naturalDepth);
  });
});
