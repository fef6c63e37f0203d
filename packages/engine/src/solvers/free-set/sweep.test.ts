import { expect, test } from 'vitest';
import { randomExplicit, randomStructured, randomVector } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import { pgs } from '../pgs.ts';
import { Sweeper } from './sweep.ts';

test('sweeps as pgs does, to the last bit, in both forms and for every omega', () => {
  const rng = new Rng(401);
  const sweeper = new Sweeper();
  for (let k = 0; k < 12; k++) {
    const p = k % 2 === 0 ? randomExplicit(rng, 8) : randomStructured(rng, 8, 3);
    const form = k % 3 === 0 ? 'rows' : 'auto';
    const omega = [0.5, 1, 1.7][k % 3];
    const [x, expected] = [new Float64Array(8), new Float64Array(8)];
    sweeper.prepare(p, x, form !== 'rows');
    for (let sweep = 0; sweep < 7; sweep++) sweeper.sweep(p, x, omega);
    pgs.create().solve(p, expected, { maxIterations: 7, tolerance: 0, omega, form });
    expect(Array.from(x)).toEqual(Array.from(expected));
  }
});

test('returns the largest change, and NaN where there is one', () => {
  const p = randomStructured(new Rng(402), 6, 2);
  const start = randomVector(new Rng(403), 6);
  const x = start.slice();
  const sweeper = new Sweeper();
  sweeper.prepare(p, x);
  expect(sweeper.sweep(p, x, 1)).toBe(Math.max(...x.map((v, i) => Math.abs(v - start[i]))));
  sweeper.prepare(p, x);
  const broken = { ...p, lo: p.lo.map(() => -Infinity), hi: p.hi.map(() => Infinity), b: p.b.map(() => Number.NaN) };
  expect(sweeper.sweep(broken, x, 1)).toBeNaN();
  sweeper.release();
});
