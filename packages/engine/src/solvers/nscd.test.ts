/** The problem of one contact; whole problems are in nonlinear-gs.test.ts. */
import { expect, test } from 'vitest';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { nscd } from './nscd.ts';
import { OneContact } from './one-contact/newton-contact.ts';

/** A random definite block of `n` rows. */
function block(rng: Rng, n: number, shift: number): Float64Array {
  const f = Float64Array.from({ length: n * n }, () => rng.uniform(-1, 1));
  return Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    let sum = i === j ? shift : 0;
    for (let q = 0; q < n; q++) sum += f[i * n + q] * f[j * n + q];
    return sum;
  });
}

function single(rng: Rng, resists: boolean, mu: number): Problem {
  const n = resists ? 6 : 3;
  return makeProblem({
    A: fromDense(n, block(rng, n, 0.1)),
    b: Float64Array.from({ length: n }, (_, i) => (i === 0 ? -1 : rng.uniform(-3, 3))),
    lo: new Float64Array(n),
    hi: Float64Array.from({ length: n }, (_, i) => (i === 0 ? Infinity : 0)),
    ungiven: Array.from({ length: n - 1 }, (_, i) => i + 1),
    contacts: [
      makeContact({
        normal: 0,
        tangents: [1, 2],
        mu,
        set: 'cone',
        ...(resists && { rolling: [3, 4], muRolling: 0.2, spinning: [5], muSpinning: 0.1 }),
      }),
    ],
  });
}

test.each([
  [false, 0.3],
  [false, 1.5],
  [true, 0.5],
])('one sweep solves one contact; rolling and spinning %s, mu %f', (resists, mu) => {
  const rng = new Rng(90);
  let unsolved = 0;
  for (let k = 0; k < 500; k++) {
    const p = single(rng, resists, mu);
    const x = new Float64Array(p.n);
    nscd.create().solve(p, x, { ...nscd.defaults, maxIterations: 1 });
    if (!(energyError(p, x).value < 1e-20 * referenceEnergy(p))) unsolved++;
  }
  expect(unsolved).toBe(0);
});

test('takes off where nothing presses', () => {
  const contact = new OneContact();
  contact.m = 3;
  contact.sections = 1;
  contact.first[0] = 1;
  contact.rows[0] = 2;
  contact.mu[0] = 0.5;
  contact.A.set([1, 0.1, 0, 0.1, 1, 0, 0, 0, 1]);
  contact.q.set([0.3, 1, 1]);
  contact.z.set([2, 0.1, 0.1]);
  contact.solve();
  expect(Array.from(contact.z.subarray(0, 3), (v) => v + 0)).toEqual([0, 0, 0]);
});

/** How far z is from Coulomb's law with mu = 0.8: Signorini's conditions, the cone, and friction against the sliding. */
function violation(A: Float64Array, q: Float64Array, z: Float64Array, mu: number): number {
  const u = [0, 1, 2].map((i) => q[i] + A[3 * i] * z[0] + A[3 * i + 1] * z[1] + A[3 * i + 2] * z[2]);
  const [friction, sliding] = [Math.sqrt(z[1] * z[1] + z[2] * z[2]), Math.sqrt(u[1] * u[1] + u[2] * u[2])];
  return Math.max(
    ...[-z[0], -u[0], Math.abs(z[0] * u[0]), friction - mu * z[0]],
    sliding * (mu * z[0] - friction), // what slides is at the rim
    Math.abs(z[1] * u[1] + z[2] * u[2] + mu * z[0] * sliding), // and braked against its motion
  );
}

test("2000 contacts end in Coulomb's law, nearly all by Newton and the rest by the search", () => {
  const rng = new Rng(91);
  const contact = new OneContact();
  contact.m = 3;
  contact.sections = 1;
  contact.first[0] = 1;
  contact.rows[0] = 2;
  contact.mu[0] = 0.8;
  let [pressed, slid] = [0, 0];
  for (let k = 0; k < 2000; k++) {
    contact.A.set(block(rng, 3, 0.1));
    for (let i = 0; i < 3; i++) contact.q[i] = rng.uniform(-2, 1);
    contact.z.fill(0);
    const before = contact.failures;
    contact.solve();
    const { A, q, z } = contact;
    const rescued = contact.failures > before;
    const size = 1 + Math.abs(z[0]) * Math.abs(z[0]);
    expect(violation(A, q, z, 0.8) / size, `contact ${k}${rescued ? ', by the search' : ''}`).toBeLessThan(1e-9);
    if (z[0] > 0) pressed++;
    if (z[0] > 0 && z[1] * z[1] + z[2] * z[2] > 0.6399 * z[0] * z[0]) slid++;
  }
  expect(pressed).toBeGreaterThan(1000); // all cases come up
  expect(slid).toBeGreaterThan(300);
  expect(pressed - slid).toBeGreaterThan(200);
  expect(contact.failures).toBeGreaterThan(0);
  expect(contact.failures).toBeLessThan(100);
  expect(contact.steps / 2000).toBeLessThan(12);
});
