import { describe, expect, test } from 'vitest';
import { boxOnSlope, GRAVITY, randomHeap, STEP } from '../../test/support/cone-problems.ts';
import { contactPile } from '../../test/support/contact-pile.ts';
import { randomExplicit, randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { cos, sin } from '../linalg/elementary.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { fromDense } from '../problem/explicit.ts';
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { pgs } from './pgs.ts';
import { psor } from './psor.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const run = (p: Problem, x: Float64Array, sweeps: number, omega = 1) =>
  psor.create().solve(p, x, { ...psor.defaults, maxIterations: sweeps, tolerance: 0, omega });

const bilateral = (p: Problem): Problem => ({
  ...p,
  lo: p.lo.map(() => -Infinity),
  hi: p.hi.map(() => Infinity),
});

/** Textbook successive over-relaxation of A x = -b. */
function sor({ n, A, b }: Problem, x: Float64Array, sweeps: number, omega: number): void {
  const a = A.dense();
  for (let k = 0; k < sweeps; k++)
    for (let i = 0; i < n; i++) {
      let sum = b[i];
      for (let j = 0; j < n; j++) sum += a[i * n + j] * x[j];
      x[i] -= (omega / a[i * n + i]) * sum;
    }
}

describe('bilateral rows only', () => {
  test('are successive over-relaxation to the last bit on stored rows', () => {
    const p = bilateral(randomExplicit(new Rng(1), 9));
    const [x, y] = [new Float64Array(9), new Float64Array(9)];
    run(p, x, 30, 1.4);
    sor(p, y, 30, 1.4);
    expect(Array.from(x)).toEqual(Array.from(y));
  });

  test('are the same up to rounding matrix-free, with velocities carried along', () => {
    const p = bilateral(randomStructured(new Rng(2), 12, 4));
    const [x, y] = [new Float64Array(12), new Float64Array(12)];
    run(p, x, 40, 0.8);
    sor(p, y, 40, 0.8);
    const largest = Math.max(...y.map(Math.abs));
    x.forEach((v, i) => {
      expect(Math.abs(v - y[i])).toBeLessThan(1e-13 * largest);
    });
  });
});

test('boxes are swept as by pgs, in the same bits', () => {
  const p = randomStructured(new Rng(3), 20, 6);
  const [x, y] = [new Float64Array(20), new Float64Array(20)];
  run(p, x, 17, 1.2);
  pgs.create().solve(p, y, { ...pgs.defaults, maxIterations: 17, tolerance: 0, omega: 1.2 });
  expect(Array.from(x)).toEqual(Array.from(y));
});

test.each(['box', 'pyramid', 'cylinder', 'cone', 'relaxed-cone'] as const)('%s: A is never formed', (set) => {
  class Factors extends StructuredOperator {
    override row(): never {
      throw new Error('a row of A');
    }
    override dense(): never {
      throw new Error('all of A');
    }
    override sparse(): never {
      throw new Error('A in rows');
    }
  }
  const p = randomHeap(new Rng(4), { contacts: 10, bodies: 4, set, mu: 0.4, resists: true });
  expect(run({ ...p, A: new Factors(p.structure!) }, new Float64Array(p.n), 5).status).toBe('iteration-limit');
});

test.each(['pyramid', 'cylinder', 'cone'] as const)('%s: records give the iterates of the general path', (set) => {
  const p = randomHeap(new Rng(5), { contacts: 15, bodies: 5, set, mu: 0.5 });
  for (const { tangents } of p.contacts) for (const t of tangents) p.hi[t] = 0.05;
  const stored = { ...p, A: fromDense(p.n, p.A.dense()), structure: undefined }; // rows of A: no records
  const [x, y] = [new Float64Array(p.n), new Float64Array(p.n)];
  run(p, x, 20, 1.1);
  run(stored, y, 20, 1.1);
  x.forEach((v, i) => {
    expect(Math.abs(v - y[i])).toBeLessThan(1e-12);
  });
});

test('contacts that have records and contacts that have none take turns', () => {
  const rng = new Rng(15);
  const p = randomHeap(rng, { contacts: 16, bodies: 5, set: 'cone', mu: 0.5, resists: true });
  // without their resistances, contacts 0, 1, 4, 5, ... have three rows and a record; the others' rows stay theirs
  const contacts = p.contacts.map((contact, c) =>
    c % 4 < 2 ? { ...contact, rolling: [], muRolling: 0, spinning: [], muSpinning: 0 } : contact,
  );
  const mixed = { ...p, contacts };
  const stored = { ...mixed, A: fromDense(p.n, p.A.dense()), structure: undefined };
  const [x, y] = [new Float64Array(p.n), new Float64Array(p.n)];
  run(mixed, x, 25);
  run(stored, y, 25);
  expect(x.filter((v) => v !== 0).length).toBeGreaterThan(20);
  x.forEach((v, i) => {
    expect(Math.abs(v - y[i])).toBeLessThan(1e-12);
  });
});

test('cut short at r_max it has an admissible answer, and a warm start takes it up again', () => {
  const p = randomHeap(new Rng(6), { contacts: 15, bodies: 5, set: 'cone', mu: 0.5 });
  const x = new Float64Array(p.n);
  expect(run(p, x, 3)).toMatchObject({ status: 'iteration-limit', iterations: { total: 3 } });
  for (const { normal, tangents, mu } of p.contacts) {
    expect(x[normal]).toBeGreaterThanOrEqual(0);
    expect(Math.sqrt(x[tangents[0]] ** 2 + x[tangents[1]] ** 2)).toBeLessThanOrEqual(mu * x[normal] * (1 + 1e-14));
  }
  const through = new Float64Array(p.n);
  run(p, through, 7);
  run(p, x, 4);
  x.forEach((v, i) => {
    expect(Math.abs(v - through[i])).toBeLessThan(1e-13); // y is built anew, so not to the last bit
  });
});

test.each([0, 20, 45, 77])('a box slides down a slope by g (sin - mu cos) along %i degrees', (degrees) => {
  const [angle, mu] = [0.6, 0.3];
  const heading = [cos((degrees * Math.PI) / 180), sin((degrees * Math.PI) / 180)] as const;
  const p = boxOnSlope({ slope: [sin(angle), cos(angle)], heading, mu, set: 'cone' });
  const tolerance = 1e-24 * referenceEnergy(p);
  const { x, status } = solve(p, { solver: findSolver('psor'), options: { maxIterations: 10000 }, tolerance });
  const w = velocities(p, x, new Float64Array(p.n));
  const gain = STEP * GRAVITY * (sin(angle) - mu * cos(angle));
  expect(status).toBe('converged');
  expect(Math.abs(w[1] - gain * heading[0])).toBeLessThan(1e-10 * gain);
  expect(Math.abs(w[2] - gain * heading[1])).toBeLessThan(1e-10 * gain);
});

test('tangents relaxed and cut to the disc one after the other would settle on a wrong point', () => {
  const heading = [cos(Math.PI / 6), sin(Math.PI / 6)] as const;
  const p = boxOnSlope({ slope: [sin(0.6), cos(0.6)], heading, mu: 0.3, set: 'cone', half: [0.3, 0.3, 0.1] });
  const x = new Float64Array(p.n);
  const row = new Float64Array(p.n);
  const w = (i: number) => {
    p.A.row(i, row);
    return row.reduce((sum, a, j) => sum + a * x[j], p.b[i]);
  };
  for (let k = 0; k < 1000; k++)
    for (const { normal, tangents, mu } of p.contacts) {
      x[normal] = Math.max(x[normal] - w(normal) / p.A.diagonal[normal], 0);
      for (const t of tangents) {
        x[t] -= w(t) / p.A.diagonal[t];
        const size = Math.sqrt(x[tangents[0]] ** 2 + x[tangents[1]] ** 2);
        for (const s of tangents) if (size > mu * x[normal]) x[s] *= (mu * x[normal]) / size;
      }
    }
  const gain = STEP * GRAVITY * (sin(0.6) - 0.3 * cos(0.6));
  expect(Math.sqrt(w(1) ** 2 + w(2) ** 2) / gain).toBeGreaterThan(1.1); // and 17 degrees beside the slope
});

test('a relaxed cone lifts off by mu times its sliding velocity, and its energy falls at every sweep', () => {
  const p = randomHeap(new Rng(7), { contacts: 12, bodies: 4, set: 'relaxed-cone', mu: 0.3 });
  const x = new Float64Array(p.n);
  const w = new Float64Array(p.n);
  let before = 0;
  for (let k = 0; k < 400; k++) {
    run(p, x, 1, 1.5);
    p.A.apply(x, w);
    const f = x.reduce((sum, v, i) => sum + v * (0.5 * w[i] + p.b[i]), 0);
    expect(f).toBeLessThanOrEqual(before + 1e-15);
    before = f;
  }
  run(p, x, 20000);
  expect(energyError(p, x).value).toBeLessThan(1e-18 * referenceEnergy(p));
  velocities(p, x, w);
  let slides = 0;
  for (const { normal, tangents, mu } of p.contacts) {
    const sliding = Math.sqrt(w[tangents[0]] ** 2 + w[tangents[1]] ** 2);
    if (!(x[normal] > 1e-3) || sliding < 1e-3) continue;
    slides++;
    expect(Math.abs(w[normal] - mu * sliding)).toBeLessThan(1e-6 * sliding);
  }
  expect(slides).toBeGreaterThan(2);
});

test.each(['pyramid', 'polyhedral', 'cone', 'relaxed-cone'] as const)(
  '%s: what is not a number ends as diverged',
  (set) => {
    const p = randomHeap(new Rng(8), { contacts: 5, bodies: 3, set, mu: 0.3 });
    const broken = { ...p, b: p.b.map(() => Number.NaN) };
    expect(run(broken, randomVector(new Rng(9), p.n), 5).status).toBe('diverged');
  },
);

describe('momentum', () => {
  const left = (p: Problem, sweeps: number, momentum: number) => {
    const x = new Float64Array(p.n);
    psor.create().solve(p, x, { ...psor.defaults, maxIterations: sweeps, tolerance: 0, momentum });
    return { x, relative: energyError(p, x).value / referenceEnergy(p) };
  };

  test('leaves far less than plain sweeps, also where friction moves its own normal and contacts turn round', () => {
    for (const set of ['cone', 'pyramid', 'polyhedral'] as const) {
      const boxes = contactPile(new Rng(802), 600, 225);
      const p = { ...boxes, contacts: boxes.contacts.map((contact) => ({ ...contact, set, facets: 8 })) };
      const { x, relative } = left(p, 60, 0.75);
      expect(relative, set).toBeLessThan(1e-2 * left(p, 60, 0).relative);
      for (const { normal } of p.contacts) expect(x[normal]).toBeGreaterThanOrEqual(0);
    }
  });

  test('is the same on J and on the rows of A, joints included, up to rounding', () => {
    const p = randomStructured(new Rng(12), 20, 6);
    const rows = { ...p, A: p.A.sparse(), structure: undefined };
    const [a, b] = [p, rows].map((one) => left(one, 30, 0.75).x);
    const largest = Math.max(...a.map(Math.abs));
    a.forEach((v, i) => {
      expect(Math.abs(v - b[i])).toBeLessThan(1e-11 * largest);
    });
  });

  test('moves no row that is solved', () => {
    const p = bilateral(randomExplicit(new Rng(1), 1));
    const x = left(p, 5, 0.75).x;
    expect(Math.abs(x[0] + p.b[0] / p.A.diagonal[0])).toBeLessThan(1e-15);
  });
});
