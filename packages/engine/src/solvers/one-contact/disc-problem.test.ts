import { expect, test } from 'vitest';
import { Rng } from '../../linalg/rng.ts';
import { DISC_RECORD, DiscProblem, describePlane } from './disc-problem.ts';

type Plane = readonly [number, number, number];
const value = ([p, o, q]: Plane, b: readonly number[], u: number, v: number) =>
  0.5 * (p * u * u + 2 * o * u * v + q * v * v) + b[0] * u + b[1] * v;

function solved(plane: Plane, b: readonly number[], r: number) {
  const record = new Float64Array(DISC_RECORD);
  describePlane(...plane, record, 0);
  const disc = new DiscProblem();
  disc.w.set(b); // the velocity at z = 0
  disc.radius[0] = r;
  disc.solve(record, 0);
  return { u: disc.z[0], v: disc.z[1], searches: disc.searches };
}

/** The least value over the rim, by 4000 angles. */
function leastOnRim(plane: Plane, b: readonly number[], r: number): number {
  let least = Infinity;
  for (let k = 0; k < 4000; k++) {
    const angle = (k * Math.PI) / 2000;
    least = Math.min(least, value(plane, b, r * Math.cos(angle), r * Math.sin(angle)));
  }
  return least;
}

test('it is the global minimum over the disc, whatever the eigenvalues', () => {
  const rng = new Rng(31);
  let searched = 0;
  for (let k = 0; k < 3000; k++) {
    const turn = rng.uniform(0, 6.3);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    const [most, lesser] = [1, 10 ** -rng.uniform(0, 8)];
    const plane: Plane = [most * c * c + lesser * s * s, (most - lesser) * c * s, most * s * s + lesser * c * c];
    const b = [rng.uniform(-1, 1), rng.uniform(-1, 1)];
    const r = rng.uniform(0.01, 2);
    const disc = solved(plane, b, r);
    searched += disc.searches;
    const { u, v } = disc;
    expect(Math.sqrt(u * u + v * v)).toBeLessThanOrEqual(r * (1 + 1e-14));
    expect(value(plane, b, u, v)).toBeLessThanOrEqual(leastOnRim(plane, b, r) + 1e-13);
    // maximum dissipation: the velocity opposes the impulse, or is zero
    const w = [plane[0] * u + plane[1] * v + b[0], plane[1] * u + plane[2] * v + b[1]];
    expect(Math.abs(w[0] * v - w[1] * u)).toBeLessThan(1e-8 * r);
    expect(w[0] * u + w[1] * v).toBeLessThan(1e-8 * r);
  }
  expect(searched).toBeGreaterThan(1000);
});

test('two stationary minima on the rim: the lower one is found from either side', () => {
  // long in the second direction; b pulls weakly to one side of it
  for (const sign of [1, -1]) {
    const { u, v } = solved([10, 0, 0.1], [0.3, 0.05 * sign], 2);
    expect(Math.sign(v)).toBe(-sign);
    expect(u).toBeLessThan(0);
  }
});

test('bodies like spheres need no Newton step: the projection is the answer', () => {
  const disc = solved([2, 0, 2], [3, -4], 0.5);
  expect(disc.u).toBeCloseTo(-0.3, 15);
  expect(disc.v).toBeCloseTo(0.4, 15);
  expect(disc.searches).toBe(0);
});

test('a plane that moves in one direction only leaves the other impulse where it was', () => {
  const record = new Float64Array(DISC_RECORD);
  describePlane(1, 0, 0, record, 0);
  const disc = new DiscProblem();
  disc.w.set([-0.2, 0]);
  disc.z.set([0.1, 0.3]);
  disc.radius[0] = 5;
  disc.solve(record, 0);
  expect(disc.z[0]).toBeCloseTo(0.3, 14);
  expect(disc.z[1]).toBeCloseTo(0.3, 10);
});

test('Newton takes few steps', () => {
  const rng = new Rng(32);
  const record = new Float64Array(DISC_RECORD);
  const disc = new DiscProblem();
  for (let k = 0; k < 2000; k++) {
    describePlane(1, rng.uniform(-0.3, 0.3), rng.uniform(0.2, 3), record, 0);
    disc.w.set([rng.uniform(-1, 1), rng.uniform(-1, 1)]);
    disc.z.fill(0);
    disc.radius[0] = 0.1;
    disc.solve(record, 0);
  }
  expect(disc.steps / disc.searches).toBeLessThan(5);
});

test('what is not a number stays so', () => {
  const { u, v } = solved([1, 0.2, 2], [Number.NaN, 1], 1);
  expect(Number.isNaN(u + v)).toBe(true);
});
