/** The energy error of friction sets that are not boxes: what it is where it can be told by hand, and what must not change it. */
import { describe, expect, test } from 'vitest';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { Rng } from '../linalg/rng.ts';
import { fromTriplets } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import { makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { energyError } from './energy.ts';
import { frictionConsistency } from './friction-consistency.ts';
import { naturalResidual } from './natural-residual.ts';

/** One block of mass m on the ground, pushed along direction angle: A = I/m. */
function block(set: SetKind, angle: number, push = 2, mu = 0.5): Problem {
  const m = 4;
  const A = fromTriplets(3, { i: [0, 1, 2], j: [0, 1, 2], values: [1 / m, 1 / m, 1 / m] });
  const b = Float64Array.of(-1, push * Math.cos(angle), push * Math.sin(angle));
  return makeProblem({
    A,
    b,
    lo: Float64Array.of(0, 0, 0),
    hi: Float64Array.of(Infinity, 0, 0),
    ungiven: [1, 2],
    contacts: [makeContact({ normal: 0, tangents: [1, 2], mu, set })],
  });
}

test('Coulomb: a sliding block with friction mu m v against its motion is exact, whatever the direction', () => {
  for (const angle of [0, 0.3, 1, 2, 4]) {
    const p = block('cone', angle);
    const x = Float64Array.of(4, -2 * Math.cos(angle), -2 * Math.sin(angle)); // x_n = m 1, mu x_n = 2
    expect(energyError(p, x).value).toBeLessThan(1e-30);
    expect(energyError(p, Float64Array.of(4, 0, 0)).value).toBeGreaterThan(0.1);
  }
});

test('the relaxed cone is another law: the sliding block is no solution of it, one that lifts off is', () => {
  const p = block('relaxed-cone', 0);
  expect(energyError(p, Float64Array.of(4, -2, 0)).value).toBeGreaterThan(0.01);
  // minimum of |x|^2/8 + b'x on the ray x = s (1, -mu): s = -(b_n - mu b_t) m/(1 + mu^2) = 2 * 4/1.25
  const s = (2 * 4) / 1.25;
  const x = Float64Array.of(s, -0.5 * s, 0);
  expect(energyError(p, x).value).toBeLessThan(1e-30);
  const w = velocities(p, x, new Float64Array(3));
  expect(w[0]).toBeCloseTo(0.5 * Math.abs(w[1]), 12); // w_n = mu |w_t|
});

test('pyramid and polyhedral cone: friction of the section, worked out for a push along 30 degrees', () => {
  const angle = Math.PI / 6;
  // pyramid: each tangent takes its bound 2, which is beyond what stops t2 (4 * 2 sin 30 = 4 > 2)
  expect(energyError(block('pyramid', angle), Float64Array.of(4, -2, -2)).value).toBeLessThan(1e-30);
  // octagon: the corner at 225 degrees is the farthest against 210? No: corners at 180 and 225, the nearer to 210 is 225
  const corner = Float64Array.of(4, -2 * Math.SQRT1_2, -2 * Math.SQRT1_2);
  expect(energyError(block('polyhedral', angle), corner).value).toBeLessThan(1e-28);
});

test('missing friction is charged as a box charges it: a/2 r^2', () => {
  for (const set of ['pyramid', 'polyhedral', 'cylinder'] as const) {
    const p = block(set, 0);
    if (set === 'cylinder') p.hi[1] = p.hi[2] = 2;
    expect(energyError(p, Float64Array.of(4, 0, 0)).value).toBeCloseTo(0.5 * 0.25 * 4, 12);
  }
});

describe('turned tangents', () => {
  test.each(['cylinder', 'cone', 'relaxed-cone'] as const)('%s: the same joules', (set) => {
    const rng = new Rng(12);
    for (let k = 0; k < 50; k++) {
      const p = {
        ...randomStructured(rng, 3, 2),
        contacts: [makeContact({ normal: 0, tangents: [1, 2], mu: 0.7, set })],
      };
      p.lo.set([0, -0.4, -0.4]);
      p.hi.set([Infinity, 0.4, 0.4]);
      const x = randomVector(rng, 3);
      const angle = rng.uniform(0, 6);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turn = [1, 0, 0, 0, c, s, 0, -s, c];
      const turned = (v: Float64Array) =>
        Float64Array.from([0, 1, 2], (r) => turn[3 * r] * v[0] + turn[3 * r + 1] * v[1] + turn[3 * r + 2] * v[2]);
      const D = p.A.dense();
      const values: number[] = [];
      for (let r = 0; r < 3; r++)
        for (let q = 0; q < 3; q++) {
          let sum = 0;
          for (let i = 0; i < 3; i++)
            for (let j = 0; j < 3; j++) sum += turn[3 * r + i] * D[3 * i + j] * turn[3 * q + j];
          values.push(sum);
        }
      const A = fromTriplets(3, { i: [0, 0, 0, 1, 1, 1, 2, 2, 2], j: [0, 1, 2, 0, 1, 2, 0, 1, 2], values });
      const q = makeProblem({ ...p, A, structure: undefined, b: turned(p.b) });
      const before = energyError(p, x).value;
      expect(Math.abs(energyError(q, turned(x)).value - before)).toBeLessThan(1e-12 * before + 1e-18);
    }
  });
});

test('a box as a set has the energy of the box, row by row; its consistency is that of the pyramid', () => {
  const rng = new Rng(13);
  for (let k = 0; k < 50; k++) {
    const one = makeContact({ normal: 0, tangents: [1, 2], mu: 0.7 });
    const other = makeContact({ normal: 3, tangents: [4, 5], mu: 0.2, set: 'cylinder' });
    const p = { ...randomStructured(rng, 7, 3), contacts: [one, other] };
    p.lo.set([0, -0.4, -0.4, 0, -0.2, -0.2]);
    p.hi.set([Infinity, 0.4, 0.4, Infinity, 0.2, 0.2]);
    const x = randomVector(rng, 7);
    const boxes = { ...p, contacts: [one] };
    const sets = energyError(p, x, { perRow: true });
    const rows = energyError(boxes, x, { perRow: true });
    for (const i of [0, 3, 6]) expect(sets.rows?.[i]).toBeCloseTo(rows.rows?.[i] ?? Number.NaN, 14);
    const pyramid = { ...p, contacts: [{ ...one, set: 'pyramid' as const }] };
    expect(energyError(pyramid, x).value).toBeCloseTo(frictionConsistency(boxes, x).value, 12);
    expect(Number.isFinite(naturalResidual(p, x).value)).toBe(true);
  }
});
