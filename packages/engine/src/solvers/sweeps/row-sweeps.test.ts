import { expect, test } from 'vitest';
import { contactPile } from '../../../test/support/contact-pile.ts';
import { randomStructured, randomVector } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import { energyError } from '../../measures/energy.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../../problem/structured.ts';
import { findSolver } from '../registry.ts';
import { solve } from '../solve.ts';
import { Sweeper } from './row-sweeps.ts';

/** A random problem whose rows touch one or two bodies. */
function pairwise(rng: Rng, n: number, bodies: number): Problem {
  const p = randomStructured(rng, n, bodies);
  const { Minv, C } = p.structure!;
  const blocks = [];
  for (let row = 0; row < n; row++)
    for (const body of new Set([rng.below(bodies), rng.below(bodies)]))
      blocks.push({ row, body, values: Array.from({ length: 6 }, () => rng.uniform(-1, 1)) });
  const structure = structureFromBlocks(blocks, Minv, C);
  return { ...p, structure, A: new StructuredOperator(structure) };
}

test('records, compiled and plain, give the same bits; rows of A and blocks of J the same numbers up to rounding', () => {
  const rng = new Rng(901);
  for (let k = 0; k < 20; k++) {
    const p = pairwise(rng, 1 + rng.below(40), 1 + rng.below(10));
    const start = randomVector(rng, p.n, 0.1);
    const order = k % 2 === 0 ? undefined : Int32Array.from({ length: p.n }, (_, i) => p.n - 1 - i);
    const run = (sweeper: Sweeper, matrixFree: boolean) => {
      const x = start.slice();
      sweeper.prepare(p, x, { form: matrixFree ? undefined : 'rows', order });
      const changes = Array.from({ length: 5 }, (_, s) => sweeper.sweep(p, x, s < 3 ? 1 : 1.2));
      const { energy } = sweeper.look(x);
      sweeper.read(x);
      // y carries the rounding of the sweeps: dw in each of 40 rows moves an energy e by sqrt(e) times about 40 dw
      if (energy !== undefined)
        expect(Math.abs(energy - energyError(p, x).value)).toBeLessThan(1e-14 * Math.sqrt(energy) + 1e-30);
      return [...x, ...changes];
    };
    const compiled = run(new Sweeper(), true);
    expect(run(new Sweeper('twin'), true).every((v, i) => Object.is(v, compiled[i]))).toBe(true);
    run(new Sweeper(), false).forEach((v, i) => {
      expect(Math.abs(v - compiled[i])).toBeLessThan(1e-11 * (1 + Math.abs(v)));
    });
  }
});

test('a sweep that measures makes the same iterates, and tells the energy error of the one it began with', () => {
  const rng = new Rng(904);
  for (let k = 0; k < 20; k++) {
    const p = pairwise(rng, 1 + rng.below(40), 1 + rng.below(10));
    const start = randomVector(rng, p.n, 0.1);
    const order = k % 2 === 0 ? undefined : Int32Array.from({ length: p.n }, (_, i) => p.n - 1 - i);
    const [plain, compiled, twin] = [new Sweeper(), new Sweeper(), new Sweeper('twin')];
    const x = start.slice();
    const iterate = start.slice();
    for (const sweeper of [plain, compiled, twin]) sweeper.prepare(p, x, { order });
    for (let s = 0; s < 6; s++) {
      const omega = s < 4 ? 1 : 1.3;
      const expected = energyError(p, iterate).value;
      const change = plain.sweep(p, x, omega);
      expect(compiled.sweepMeasuring(p, omega)).toBe(change);
      expect(twin.sweepMeasuring(p, omega)).toBe(change);
      expect(compiled.before.x).toEqual(iterate);
      const { energy } = compiled.before;
      expect(Object.is(twin.before.energy, energy)).toBe(true);
      expect(Math.abs(energy - expected)).toBeLessThan(1e-14 * Math.sqrt(energy) + 1e-30);
      plain.read(iterate);
      expect(compiled.look(x).x).toEqual(iterate);
      expect(compiled.look(x).energy).toBe(twin.look(x).energy);
    }
    compiled.stepBack();
    compiled.read(x);
    expect(x).toEqual(twin.before.x);
  }
});

test('rows over three bodies are swept too, as on the rows of A', () => {
  const p = randomStructured(new Rng(902), 20, 6);
  const [free, rows] = [true, false].map((matrixFree) => {
    const x = new Float64Array(20);
    const sweeper = new Sweeper();
    sweeper.prepare(p, x, { form: matrixFree ? undefined : 'rows' });
    for (let k = 0; k < 10; k++) sweeper.sweep(p, x, 1);
    sweeper.read(x);
    return x;
  });
  free.forEach((v, i) => {
    expect(Math.abs(v - rows[i])).toBeLessThan(1e-11);
  });
});

test('NaN is seen, and new bounds after a new preparation', () => {
  const p = pairwise(new Rng(903), 10, 4);
  const x = new Float64Array(10);
  const sweeper = new Sweeper();
  sweeper.prepare(p, x);
  sweeper.sweep(p, x, 1);
  const [lo, hi] = [new Float64Array(10), new Float64Array(10)];
  sweeper.read(x);
  sweeper.prepare({ ...p, lo, hi }, x);
  sweeper.sweep(p, x, 1);
  sweeper.read(x);
  expect(x.every((v) => v === 0)).toBe(true);
  const start = new Float64Array(10).fill(Number.NaN);
  const open = { ...p, lo: lo.fill(-Infinity), hi: hi.fill(Infinity) };
  sweeper.prepare(open, start);
  expect(sweeper.sweep(open, start, 1)).toBeNaN();
});

test('bounds that follow the normals: kernel and twin agree bit for bit in every order, and the sizes are kept', () => {
  const rng = new Rng(9);
  const heap = contactPile(rng, 80, 25);
  const p = { ...heap, contacts: heap.contacts.map((contact) => ({ ...contact, set: 'pyramid' as const })) };
  for (const order of [undefined, Int32Array.from({ length: p.n }, (_, i) => p.n - 1 - i)]) {
    const answers = (['auto', 'twin'] as const).map((kernels) => {
      const sweeper = new Sweeper(kernels);
      const x = new Float64Array(p.n);
      sweeper.prepare(p, x, { order });
      for (let k = 0; k < 30; k++) sweeper.sweep(p, x, 1);
      sweeper.read(x);
      sweeper.release();
      return Array.from(x);
    });
    expect(answers[0]).toEqual(answers[1]);
  }
});

test('bounds that follow the normals: on J and on stored rows the same friction is found, that of newton-coupled', () => {
  const heap = contactPile(new Rng(10), 20, 12);
  const p = { ...heap, contacts: heap.contacts.map((contact) => ({ ...contact, set: 'pyramid' as const, mu: 0.3 })) };
  const reference = solve(p, { solver: findSolver('newton-coupled') });
  expect(reference.status).toBe('converged');
  const w = velocities(p, reference.x, new Float64Array(p.n));
  for (const form of ['rows', 'matrix-free']) {
    const options = { form, maxIterations: 3000, tolerance: 1e-15 };
    const { x } = solve(p, { solver: findSolver('pgs'), options, pick: 'last' });
    expect(energyError(p, x).value).toBeLessThan(1e-20);
    velocities(p, x, new Float64Array(p.n)).forEach((v, i) => {
      expect(Math.abs(v - w[i])).toBeLessThan(1e-8);
    });
  }
});
