/** Drives that follow a schedule, and largest forces over time, against closed forms. */
import { describe, expect, test } from 'vitest';
import { readScene } from '../../../scenes/format/read-scene.ts';
import { sceneOf } from '../../../scenes/format/write-scene.ts';
import { createWorld } from '../../../simulate.ts';
import type { SlideDrive, TurnDrive } from './drive.ts';
import { type FunctionOfTime, type ScheduleOfTime, valueAt } from './time-function.ts';

const INERTIA = 0.4; // kg m^2
const MASS = 2; // kg
function wheel(drive: TurnDrive, settings = {}) {
  const world = createWorld({ gravity: [0, 0, 0], ...settings });
  const b = world.addBody({ name: 'wheel', mass: MASS, inertia: [0.3, 0.3, INERTIA] });
  const hinge = world.addJoint({ kind: 'revolute', name: 'hinge', b, point: [0, 0, 0], axis: [0, 0, 1], ...drive });
  return { world, hinge };
}
function carriage(drive: SlideDrive, settings = {}) {
  const world = createWorld({ gravity: [0, 0, 0], ...settings });
  const b = world.addBody({ name: 'carriage', mass: MASS, inertia: [0.1, 0.1, 0.1] });
  const rail = world.addJoint({ kind: 'prismatic', name: 'rail', b, point: [0, 0, 0], axis: [0, 0, 1], ...drive });
  return { world, rail };
}
const run = (world: { step(): unknown }, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
};
const INTEGRATORS = ['semi-implicit', 'euler', 'midpoint'] as const;

const points = [
  { at: 1, target: 0.3 },
  { at: 3, target: 1.2 },
  { at: 4, target: 1.2 },
  { at: 4.5, target: -0.7 },
];
const smooth: ScheduleOfTime = { kind: 'schedule', points, between: 'smooth' };
const at = (given: FunctionOfTime, time: number) => valueAt(given, time, '');

describe('values', () => {
  test('lines between the points, the first and the last target outside, counted from `begin`', () => {
    const linear = { kind: 'schedule', points } as const;
    const times = [-1, 1, 2, 3, 3.5, 4, 4.25, 4.5, 9];
    const values = [0.3, 0.3, 0.75, 1.2, 1.2, 1.2, 0.25, -0.7, -0.7];
    times.forEach((time, k) => {
      expect(at(linear, time)).toBeCloseTo(values[k], 14);
      expect(at({ ...linear, between: 'linear', begin: 2 }, time + 2)).toBeCloseTo(values[k], 14);
    });
    expect(at({ kind: 'schedule', points: [{ at: 5, target: 2 }] }, 1)).toBe(2);
  });

  test('smooth: at rest without acceleration at every point, the closed form between', () => {
    const d = 1e-4; // s
    const slope = (t: number) => (at(smooth, t + d) - at(smooth, t - d)) / (2 * d);
    const bend = (t: number) => (at(smooth, t + d) - 2 * at(smooth, t) + at(smooth, t - d)) / (d * d);
    for (const point of points) {
      expect(at(smooth, point.at)).toBe(point.target);
      expect(Math.abs(slope(point.at))).toBeLessThan(1e-6); // 5 dv d^2/T^3 = 0.8e-6 at most, of a largest slope of 7.1
      expect(Math.abs(bend(point.at))).toBeLessThan(0.03); // 10 dv d/T^3 = 0.015 at most, of a largest one of 44
    }
    for (const [k, from] of points.slice(0, -1).entries())
      for (const u of [0.1, 0.25, 0.5, 0.7, 0.9]) {
        const { at: end, target } = points[k + 1];
        const [T, dv, t] = [end - from.at, target - from.target, from.at + u * (end - from.at)];
        expect(at(smooth, t)).toBeCloseTo(from.target + dv * (10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5), 12);
        expect(slope(t)).toBeCloseTo((dv / T) * 30 * u ** 2 * (1 - u) ** 2, 5);
        expect(bend(t)).toBeCloseTo((dv / T ** 2) * (60 * u - 180 * u ** 2 + 120 * u ** 3), 4);
      }
    expect([3, 3.2, 3.9, 4].map((time) => at(smooth, time))).toEqual([1.2, 1.2, 1.2, 1.2]); // rests, to the bit
  });

  test('no rounding takes a schedule out of the range of its points', () => {
    const falls = [
      { at: 0.1, target: 0.7 },
      { at: 0.4, target: 0 },
    ];
    for (const between of ['linear', 'smooth'] as const)
      for (let time = 0.4, k = 0; k < 2000; k++, time -= 1e-17 * 2 ** (k / 40)) {
        const value = at({ kind: 'schedule', points: falls, between }, time);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(0.7);
      }
  });
});

test.each(INTEGRATORS)(
  'a servo along a smooth schedule has the place and the speed of its target (%s)',
  (integrator) => {
    const h = 1 / 240;
    const { world, rail } = carriage({ servo: { target: smooth } }, { integrator, timeStep: h });
    const [T, dv] = [2, 0.9]; // s, m: from 1 s to 3 s
    run(world, 240); // the first target is not where it starts: it goes there
    let [off, slow, largest] = [0, 0, 0];
    for (let k = 241; k <= 720; k++) {
      world.step();
      const u = (k * h - 1) / T;
      const speed = (dv / T) * 30 * u ** 2 * (1 - u) ** 2;
      off = Math.max(off, Math.abs((rail.coordinate() as number) - at(smooth, k * h)));
      slow = Math.max(slow, Math.abs((rail.rate() as number) - speed));
      largest = Math.max(largest, rail.rate() as number);
    }
    const bend = (5.7735 * dv) / T ** 2; // m/s^2, the largest acceleration: 10/sqrt(3)
    // 0.02 mm; the midpoint asks for the mean rate of the target at the end of a step: h q''/2D, 1/D = h + damping/stiffness
    expect(off).toBeLessThan(integrator === 'midpoint' ? 0.51 * h * bend * (h + 0.01) : h * h * bend);
    expect(slow).toBeLessThan(0.6 * h * bend); // the mean rate of a step is that of its middle: h/2 times the acceleration
    expect(largest).toBeCloseTo((1.875 * dv) / T, 3);
  },
);

test('a servo along straight lines has their slope, through a kink between two steps', () => {
  const { world, rail } = carriage({ servo: { target: { kind: 'schedule', points: [{ at: 0, target: 0 }, { at: 1.005, target: 0.5 }] } } }); // biome-ignore format: one line
  run(world, 30);
  expect(rail.coordinate()).toBeCloseTo(0.25 / 1.005, 8);
  expect(rail.rate()).toBeCloseTo(0.5 / 1.005, 8);
  run(world, 60);
  expect(rail.coordinate()).toBeCloseTo(0.5, 8);
  expect(rail.rate()).toBeCloseTo(0, 8);
});

test('sub-steps follow the schedule at their own times', () => {
  const { world, rail } = carriage({ servo: { target: smooth } }, { accuracy: 0.01 });
  run(world, 120);
  expect(rail.coordinate()).toBeCloseTo(0.75, 4);
  expect(rail.rate()).toBeCloseTo((1.875 * 0.9) / 2, 2);
});

describe('largest forces over time', () => {
  const ramp: ScheduleOfTime = { kind: 'schedule', points: [{ at: 0.5, target: 0 }, { at: 1.5, target: 3 }] }; // biome-ignore format: one line

  test.each(INTEGRATORS)('a motor turns a free rotor up by the integral of its torque (%s)', (integrator) => {
    const { world, hinge } = wheel({ motor: { speed: 1e4, maxTorque: ramp } }, { integrator });
    for (let k = 1; k <= 120; k++) {
      world.step();
      const t = k / 60;
      const integral = t < 0.5 ? 0 : t < 1.5 ? 1.5 * (t - 0.5) ** 2 : 1.5 + 3 * (t - 1.5); // N m s
      expect(Math.abs(INERTIA * (hinge.rate() as number) - integral)).toBeLessThan(1e-12);
    }
  });

  test('the same along a slide, backwards, and in sub-steps; the sum is that of the middles of the steps', () => {
    const wave = { kind: 'harmonic', amplitude: 2, mean: 2.5, frequency: 0.8 } as const;
    const back = carriage({ motor: { speed: -1e4, maxForce: wave } });
    let sum = 0;
    for (let k = 0; k < 100; k++) {
      back.world.step();
      sum += at(wave, (k + 0.5) / 60) / 60;
      expect(MASS * (back.rail.rate() as number)).toBeCloseTo(-sum, 10);
    }
    const fine = wheel({ motor: { speed: 1e4, maxTorque: ramp } }, { accuracy: 0.01 });
    run(fine.world, 120);
    expect(INERTIA * (fine.hinge.rate() as number)).toBeCloseTo(3, 10);
  });

  test('a servo lifts when its force passes the weight, and lets go when that falls', () => {
    const weight = MASS * 9.81;
    const force: ScheduleOfTime = {
      kind: 'schedule',
      points: [
        { at: 1, target: 2 * weight },
        { at: 2, target: 0 },
      ],
    };
    const { world, rail } = carriage({ servo: { target: 0, maxForce: force } }, { gravity: [0, 0, -9.81] });
    run(world, 90); // at 1.5 s the force is the weight
    expect(rail.coordinate()).toBeCloseTo(0, 6);
    run(world, 30); // dv/dt = -2 g (t - 1.5)
    expect(rail.rate()).toBeCloseTo(-9.81 * 0.25, 6);
  });

  test('a sleeping body wakes when the force that holds it changes, also by a jump at the end of a step', () => {
    const holds = (maxForce: number | FunctionOfTime) => {
      const { world, rail } = carriage({ servo: { target: 0, maxForce } }, { gravity: [0, 0, -9.81], sleep: true });
      run(world, 118);
      expect(world.body('carriage').sleeping).toBe(true);
      run(world, 62);
      return rail.coordinate() as number;
    };
    expect(holds(100)).toBeCloseTo(0, 6);
    expect(holds((time) => (time < 2 ? 100 : 0))).toBeLessThan(-4); // falls for 1 s
    expect(holds({ kind: 'schedule', points: [{ at: 2, target: 100 }, { at: 2.01, target: 0 }] })).toBeLessThan(-4); // biome-ignore format: one line
  });

  test('a snapshot in the middle of a ramp goes on bit for bit, here and in another world', () => {
    const drive = { servo: { target: smooth, stiffness: 40, damping: 2, maxTorque: ramp } };
    const { world } = wheel(drive, { sleep: true });
    run(world, 67);
    const saved = JSON.parse(JSON.stringify(world.snapshot()));
    run(world, 100);
    const end = world.hash();
    world.restore(saved);
    run(world, 100);
    expect(world.hash()).toBe(end);
    const other = wheel(drive, { sleep: true }).world;
    other.restore(saved);
    run(other, 100);
    expect(other.hash()).toBe(end);
  });
});

test('files: a schedule is read as it was written, and the file of a moved world goes on along it', () => {
  const maxTorque: ScheduleOfTime = { kind: 'schedule', points: [{ at: 0, target: 0.1 }, { at: 2, target: 2 }] }; // biome-ignore format: one line
  const { world } = wheel({ servo: { target: smooth, stiffness: 20, damping: 1, maxTorque } });
  const written = JSON.parse(JSON.stringify(sceneOf(world)));
  expect(written.joints[0].servo).toEqual({ target: smooth, stiffness: 20, damping: 1, maxTorque });
  expect(sceneOf(createWorld(readScene(JSON.stringify(written))))).toEqual(sceneOf(world));
  run(world, 90);
  const again = createWorld(readScene(JSON.stringify(sceneOf(world))));
  run(world, 120);
  run(again, 120);
  const [q, p] = [world.body('wheel').orientation, again.body('wheel').orientation];
  q.forEach((value, k) => {
    expect(value).toBeCloseTo(p[k], 9);
  });
  const program = wheel({ motor: { speed: 1, maxTorque: (time) => time } }).world;
  expect(() => sceneOf(program)).toThrow('joint hinge: expected a drive that a scene file can hold, found a function');
});

describe('mistakes get a sentence with their path', () => {
  const file = (drive: unknown) =>
    JSON.stringify({
      format: 'signorini-scene',
      version: 1,
      bodies: [{ name: 'wheel', mass: 1, inertia: [1, 1, 1] }],
      joints: [
        { kind: 'revolute', name: 'hinge', b: 'wheel', point: [0, 0, 0], axis: [0, 0, 1], ...(drive as object) },
      ],
    });
  const target = (given: object) => ({ servo: { target: { kind: 'schedule', ...given } } });
  const most = (given: unknown) => ({ motor: { speed: 1, maxTorque: given } });
  const one = { at: 0, target: 1 };
  test.each([
    [{ servo: { target: { kind: 'table', points: [[0, 1]] } } }, 'servo.target.kind: expected polynomial, harmonic, schedule, found "table"'], // biome-ignore format: one line
    [target({ points: [] }), 'servo.target.points: expected one point or more, times rising, found'],
    [target({}), 'servo.target.points: expected one point or more, times rising, found'],
    [target({ points: [[0, 1]] }), 'servo.target.points[0]: expected an object'],
    [target({ points: [one, one] }), 'servo.target.points[1].at: expected a time later than 0 s, found 0'],
    [target({ points: [one, { at: 1 }] }), 'servo.target.points[1].target: expected a target in rad, found'],
    [target({ points: [{ at: '0', target: 1 }] }), 'servo.target.points[0].at: expected a time in s, found "0"'],
    [target({ points: [{ ...one, speed: 1 }] }), 'servo.target.points[0].speed: expected no such field'],
    [target({ points: [one], between: 'cubic' }), 'servo.target.between: expected linear or smooth, found "cubic"'],
    [most({ kind: 'schedule', points: [one, { at: 1, target: -2 }] }), 'motor.maxTorque.points[1].target: expected a torque >= 0 in N m, found -2'], // biome-ignore format: one line
    [most({ kind: 'polynomial', coefficients: [-1, 0] }), 'motor.maxTorque: expected a torque >= 0 in N m at all times, found -1 at some'], // biome-ignore format: one line
    [most({ kind: 'harmonic', amplitude: 2, mean: 1, frequency: 1 }), 'motor.maxTorque: expected a torque >= 0 in N m at all times, found -1 at some'], // biome-ignore format: one line
    [most({ kind: 'harmonic', amplitude: -1, frequency: 1 }), 'motor.maxTorque: expected a torque >= 0 in N m at all times'], // biome-ignore format: one line
    [most('much'), 'motor.maxTorque: expected a torque >= 0 in N m, found "much"'],
  ])('%j', (drive, sentence) => {
    expect(() => readScene(file(drive))).toThrow(`joints[0].${sentence}`);
  });

  test('in range: a sine that touches zero, one that stands still, a polynomial that stays above', () => {
    for (const given of [
      { kind: 'harmonic', amplitude: -1, mean: 1, frequency: 1 },
      { kind: 'harmonic', amplitude: 1, phase: 1, frequency: 0 },
      { kind: 'polynomial', coefficients: [1, 0, 2] },
    ]) {
      const world = createWorld(readScene(file(most(given))));
      run(world, 120);
      world.release();
    }
  });

  test.each([
    ['a negative number', (time: number) => 0.1 - time, 'expected a finite number >= 0 at 0.1'],
    ['no number', (time: number) => (time > 0.1 ? Number.NaN : 1), 'expected a finite number >= 0 at 0.1'],
    ['an infinite number', (time: number) => (time > 0.1 ? Infinity : 1), 'expected a finite number >= 0 at 0.1'],
    ['a polynomial below zero', { kind: 'polynomial', coefficients: [0.1, -1] } as const, 'found -0.008'],
  ])('at its time, and leaves the world as it was: %s', (_, maxTorque, sentence) => {
    const { world } = wheel({ motor: { speed: 1, maxTorque } });
    run(world, 6);
    const before = world.hash();
    expect(() => world.step()).toThrow('joint hinge: motor.maxTorque: expected a finite number >= 0 at 0.108');
    expect(() => world.step()).toThrow(sentence);
    expect(world.hash()).toBe(before);
  });

  test('of an axis of two: with its name', () => {
    const world = createWorld();
    const b = world.addBody({ mass: 1, inertia: [1, 1, 1] });
    const slide = { motor: { speed: 1, maxForce: () => -1 } };
    world.addJoint({ kind: 'cylindrical', name: 'sleeve', b, point: [0, 0, 0], axis: [0, 0, 1], slide });
    expect(() => world.step()).toThrow('joint sleeve: slide.motor.maxForce: expected a finite number >= 0 at');
  });
});
