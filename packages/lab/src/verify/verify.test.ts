/** Short versions of every verification, and the mathematics that they compare with. */
import { scenes } from '@signorini/engine/scenes';
import { expect, test } from 'vitest';
import { sceneVerifications, verifications } from './catalogue.ts';
import { compare, isSo } from './check.ts';
import { completeElliptic } from './elliptic.ts';
import { consistentEnergy } from './pendulum.ts';
import { steadyCircle } from './steady-circle.ts';
import { flipPeriod } from './t-handle.ts';
import { ledgerCheck, Watched } from './watch.ts';

test('every verification is of a scene of the catalogue or a problem, and has a name of its own', () => {
  const names = scenes.map(({ name }) => name);
  for (const { id } of sceneVerifications) expect(names).toContain(id);
  for (const { id } of verifications) expect(names.includes(id)).toBe(sceneVerifications.some((one) => one.id === id));
  expect(new Set(verifications.map(({ id }) => id)).size).toBe(verifications.length);
});

test.each(verifications.map((verification) => [verification.id, verification] as const))(
  '%s holds its limits in a quick run but for what is known not to, and its books close',
  (id, verification) => {
    const checks = verification.run(true);
    expect(checks.at(-1)).toMatchObject({ quantity: 'ledger: steps not closed', value: 0, pass: true });
    for (const check of checks) {
      expect(Object.keys(check)).toEqual([
        'id',
        'quantity',
        'value',
        'expected',
        'limit',
        'unit',
        'pass',
        'knownFailure',
      ]);
      expect(check.id).toBe(id);
      expect(check, check.quantity).toMatchObject({ pass: !check.knownFailure });
    }
  },
);

test('a check passes within its limit and never where the figure is not finite', () => {
  expect(compare('x', 'q', 1.5, { expected: 1, limit: 0.5, unit: 'm' })).toMatchObject({
    value: 1.5,
    pass: true,
    knownFailure: false,
  });
  expect(compare('x', 'q', 1.51, { expected: 1, limit: 0.5 }).pass).toBe(false);
  expect(compare('x', 'q', Number.NaN, { limit: Infinity })).toMatchObject({ value: null, pass: false });
  expect(compare('x', 'q', Infinity, { limit: Infinity })).toMatchObject({ value: null, pass: false });
  expect(isSo('x', 'stands', true)).toMatchObject({ value: 1, expected: 1, limit: 0, pass: true });
  expect(isSo('x', 'stands', false)).toMatchObject({ value: 0, expected: 1, limit: 0, pass: false });
});

test('a step without an outcome ends a run, and none of its figures pass', () => {
  const run = new Watched('bouncing-ball');
  run.world.body('ball').velocity = [0, 0, 1e308];
  run.world.body('ball').position = [0, 0, 1e308];
  expect(run.run(10)).toBe(false);
  expect(run.figure(0)).toBeNaN();
  expect(ledgerCheck('bouncing-ball', [run])).toMatchObject({ value: null, pass: false });
});

test('the complete elliptic integral has its known values', () => {
  expect(completeElliptic(0)).toBeCloseTo(Math.PI / 2, 15);
  expect(completeElliptic(0.5)).toBeCloseTo(1.8540746773013719, 14);
  expect(completeElliptic(0.99)).toBeCloseTo(3.6956373629898747, 13);
  expect(completeElliptic(Number.NaN)).toBeNaN();
});

test('the time from flip to flip is that of Euler equations integrated in small steps, on both sides of the separatrix', () => {
  const I = [1.1e-3, 3.3e-3, 4.2e-3] as const;
  const rate = ([x, y, z]: readonly number[]) => [
    ((I[1] - I[2]) * y * z) / I[0],
    ((I[2] - I[0]) * z * x) / I[1],
    ((I[0] - I[1]) * x * y) / I[2],
  ];
  for (const start of [
    [0.1, 10, 0.1],
    [1, 10, 0.01],
    [0.01, 10, 1],
  ] as const) {
    const flips: number[] = [];
    const dt = 1e-3;
    let W: number[] = [...start];
    for (let k = 0; flips.length < 3; k++) {
      const along = (d: readonly number[], s: number) => W.map((w, c) => w + s * d[c]);
      const a = rate(W);
      const b = rate(along(a, dt / 2));
      const c = rate(along(b, dt / 2));
      const d = rate(along(c, dt));
      const next = W.map((w, i) => w + (dt / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
      if (next[1] > 0 !== W[1] > 0) flips.push(dt * (k + W[1] / (W[1] - next[1])));
      W = next;
    }
    expect(flipPeriod(start) / (flips[2] - flips[1])).toBeCloseTo(1, 6);
  }
});

test('the joint-consistent energy of a velocity that fits the joints is its kinetic energy; what does not fit is left out', () => {
  const run = new Watched('double-pendulum', { integrator: 'euler' });
  const [one, two] = run.world.bodies.filter(({ fixed }) => !fixed);
  // both links along x, turning by 2 and -3 rad/s about y
  one.velocity = [0, 0, -1];
  one.angularVelocity = [0, 2, 0];
  two.velocity = [0, 0, -2 + 1.5];
  two.angularVelocity = [0, -3, 0];
  const { kinetic } = run.world.energy();
  expect(consistentEnergy(run, 1)).toBeCloseTo(kinetic, 12);
  one.velocity = [5, 7, -1];
  one.angularVelocity = [3, 2, 1];
  expect(consistentEnergy(run, 1)).toBeCloseTo(kinetic, 12);
});

test('the circle of a truck whose wheels hardly slip is that of its geometry, at the speed at which torques balance', () => {
  const [wheelbase, track, radius, load] = [1.6, 1, 0.3, 5000];
  const rear = (side: number) => -Math.atan2(wheelbase, 3 - (side * track) / 2); // 3 m from the turning centre
  const wheels = [1, -1].flatMap((side) => [
    { x: 0.8, y: (side * track) / 2, heading: 0, load, radius, driven: true },
    { x: -0.8, y: (side * track) / 2, heading: rear(side), load, radius, driven: false },
  ]);
  const converter = { capacity: () => 15, torqueRatio: (nu: number) => 2 - nu, transmission: 18, engineTorque: 25 };
  const friction = { creep: 1e9, halfWidth: 0, rollingFriction: 0.01 };
  const { speed, radius: way, turnRate, wheelSpeeds } = steadyCircle({ mass: 2000, wheels, ...friction, ...converter });
  expect(way).toBeCloseTo(Math.hypot(0.8, 3), 5);
  const distances = [2.5, Math.hypot(1.6, 2.5), 3.5, Math.hypot(1.6, 3.5)];
  wheelSpeeds.forEach((spin, k) => {
    expect(spin).toBeCloseTo((turnRate * distances[k]!) / radius, 5);
  });
  // powers: G R(nu) T omega_c = c N sum omega_i, omega_c by 3 m
  const torqueRatio = (0.01 * load * distances.reduce((sum, d) => sum + d, 0)) / (18 * 25 * 3);
  const carrier = ((2 - torqueRatio) * 15 * Math.sqrt(25)) / 18;
  expect(speed).toBeCloseTo(((carrier * radius) / 3) * Math.hypot(0.8, 3), 5);
});
