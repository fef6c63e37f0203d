import { expect, test } from 'vitest';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import type { Problem } from '../problem/problem.ts';
import { FREE, LOWER } from '../solvers/linear-systems/free-rows.ts';
import { BodyEngine } from '../solvers/linear-systems/free-rows-in-body-space.ts';
import { Arena } from './arena.ts';
import { kernelStatus } from './load.ts';

/** Every kernel once and more: assemble, factor, solve, both products, row updates, a shifted factor. */
function exercise(engine: BodyEngine, p: Problem, rng: Rng): number[] {
  const numbers: number[] = [];
  engine.prepare(p);
  engine.state.fill(FREE);
  for (let round = 0; round < 4; round++) {
    engine.solveSet();
    numbers.push(...engine.x, ...engine.w);
    numbers.push(engine.residual());
    engine.refine();
    numbers.push(...engine.x);
    for (let i = 0; i < p.n; i++)
      if (rng.below(6) === 0) engine.state[i] = engine.state[i] === FREE && p.lo[i] > -Infinity ? LOWER : FREE;
  }
  const shift = randomVector(rng, p.n).map(Math.abs);
  engine.factorShifted(shift);
  const r = randomVector(rng, p.n);
  engine.solveShifted(r);
  return [...numbers, ...r];
}

test('the compiled kernels run on this platform', () => {
  expect(kernelStatus()).toBe('wasm');
});

test('compiled kernels and their twins agree bit for bit on random problems, rows over three bodies included', () => {
  const rng = new Rng(301);
  const [compiled, twin] = [new BodyEngine(), new BodyEngine('twin')];
  for (let k = 0; k < 40; k++) {
    const p = randomStructured(rng, 1 + rng.below(60), 1 + rng.below(20));
    const seed = rng.integer();
    const [a, b] = [exercise(compiled, p, new Rng(seed)), exercise(twin, p, new Rng(seed))];
    expect(a.every((v, i) => Object.is(v, b[i]))).toBe(true);
    expect(a.every(Number.isFinite)).toBe(true);
  }
});

test('the memory grows where a larger problem comes, and old answers stay right', () => {
  const rng = new Rng(302);
  const engine = new BodyEngine();
  for (const [rows, bodies] of [
    [5, 2],
    [400, 120],
    [5, 2],
  ]) {
    const p = randomStructured(rng, rows, bodies);
    const seed = rng.integer();
    const grown = exercise(engine, p, new Rng(seed));
    expect(grown).toEqual(exercise(new BodyEngine(), p, new Rng(seed)));
  }
});

test('an arena hands out places that do not overlap, aligned to two numbers', () => {
  const arena = new Arena('twin');
  arena.begin();
  const [a, b, c] = [arena.f64(3), arena.i32(5), arena.f64(1)];
  arena.end();
  expect(a % 2).toBe(0);
  expect(c % 2).toBe(0);
  expect(8 * (a + 3)).toBeLessThanOrEqual(4 * b);
  expect(4 * (b + 5)).toBeLessThanOrEqual(8 * c);
  expect(arena.F.byteLength).toBeGreaterThanOrEqual(8 * (c + 1));
});
