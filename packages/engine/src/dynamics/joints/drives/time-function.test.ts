/** Drives that follow the time, against closed forms. */
import { expect, test } from 'vitest';
import { cos, PI, sin } from '../../../linalg/elementary.ts';
import { readScene } from '../../../scenes/format/read-scene.ts';
import { sceneOf } from '../../../scenes/format/write-scene.ts';
import { createWorld } from '../../../simulate.ts';
import type { TurnDrive } from './drive.ts';
import { type FunctionOfTime, valueAt } from './time-function.ts';

const INERTIA = 0.4; // kg m^2
function wheel(drive: TurnDrive, settings = {}) {
  const world = createWorld({ gravity: [0, 0, 0], ...settings });
  const b = world.addBody({ name: 'wheel', mass: 2, inertia: [0.3, 0.3, INERTIA] });
  const hinge = world.addJoint({ kind: 'revolute', name: 'hinge', b, point: [0, 0, 0], axis: [0, 0, 1], ...drive });
  return { world, hinge };
}
const run = (world: { step(): unknown }, steps: number) => {
  for (let k = 0; k < steps; k++) world.step();
};

test('functions of time have the values of their formulas', () => {
  const at = (given: FunctionOfTime, time: number) => valueAt(given, time, '');
  expect(at({ kind: 'polynomial', coefficients: [1, -2, 3], begin: 1 }, 3)).toBe(1 - 4 + 12);
  const wave = { kind: 'harmonic', amplitude: 2, frequency: 0.5, mean: 1, phase: 0.3 } as const;
  expect(at(wave, 7.25)).toBeCloseTo(1 + 2 * sin(7.25 * PI + 0.3), 12);
  expect(at((time) => 2 * time, 3)).toBe(6);
});

test.each(['semi-implicit', 'euler', 'midpoint'] as const)(
  'a hinge that is led along A sin(w t) is there at every step, and takes the torque I A w^2 (%s)',
  (integrator) => {
    const [A, f, h] = [0.3, 1.5, 1 / 240];
    const w = 2 * PI * f;
    const target = { kind: 'harmonic', amplitude: A, frequency: f } as const;
    const { world, hinge } = wheel({ servo: { target } }, { integrator, timeStep: h });
    let [off, torqueOff, largest] = [0, 0, 0];
    const torques: number[] = [];
    for (let k = 1; k <= 480; k++) {
      world.step();
      off = Math.max(off, Math.abs((hinge.coordinate() as number) - A * sin(w * k * h)));
      torques.push(hinge.motorForce() as number);
      if (k < 10) continue; // it starts from rest, with a jerk
      // the mean of two torques is that between the steps; one-solve steps lag by half a step, as readings of the midpoint do
      const time = (k - 1.5) * h;
      const torque = 0.5 * (torques[k - 1] + torques[k - 2]);
      largest = Math.max(largest, Math.abs(torque));
      torqueOff = Math.max(torqueOff, Math.abs(torque + INERTIA * A * w * w * sin(w * time)));
    }
    // rad; the midpoint asks for the mean rate of the target at the end of a step: h q''/2D, 0.78 mrad measured
    expect(off).toBeLessThan(integrator === 'midpoint' ? 1e-3 : 1e-4);
    expect(torqueOff / (INERTIA * A * w * w)).toBeLessThan(0.01);
    expect(largest / (INERTIA * A * w * w)).toBeCloseTo(1, 2);
  },
);

test('the rate of a motor is its speed at the time of the world; a ramp takes the torque I c', () => {
  const { world, hinge } = wheel({ motor: { speed: { kind: 'polynomial', coefficients: [0.5, 2] } } });
  run(world, 120);
  expect(hinge.rate()).toBeCloseTo(0.5 + 2 * world.time, 6);
  expect(hinge.motorForce()).toBeCloseTo(INERTIA * 2, 6);
});

test('a function of a program is the same drive as the data with its values, bit for bit', () => {
  const data = wheel({ motor: { speed: { kind: 'polynomial', coefficients: [0, 3] } } });
  const program = wheel({ motor: { speed: (time) => 3 * time } });
  run(data.world, 100);
  run(program.world, 100);
  expect(program.world.hash()).toBe(data.world.hash());
});

test('a restored world follows the time again, and a driven body wakes when its function moves', () => {
  const points = [
    { at: 2, target: 0 },
    { at: 3, target: 1 },
  ];
  const { world, hinge } = wheel({ servo: { target: { kind: 'schedule', points } } }, { sleep: true });
  run(world, 110);
  expect(world.body('wheel').sleeping).toBe(true);
  const saved = world.snapshot();
  run(world, 100);
  expect(hinge.coordinate()).toBeCloseTo(1, 5);
  const end = world.hash();
  world.restore(saved);
  run(world, 100);
  expect(world.hash()).toBe(end);
});

test('the file of a world that has moved goes on along its function', () => {
  const target = { kind: 'harmonic', amplitude: 0.3, frequency: 0.7, phase: 0.2, mean: -0.05 } as const;
  const { world } = wheel({ servo: { target, stiffness: 20, damping: 1 } });
  run(world, 50);
  const again = createWorld(readScene(JSON.stringify(sceneOf(world))));
  run(world, 50);
  run(again, 50);
  const [q, p] = [world.body('wheel').orientation, again.body('wheel').orientation];
  q.forEach((value, k) => {
    expect(value).toBeCloseTo(p[k], 9);
  });
  const other = wheel({ motor: { speed: (time) => cos(time) } }).world;
  expect(() => sceneOf(other)).toThrow('joint hinge: expected a drive that a scene file can hold, found a function');
});

test('mistakes get a sentence, and a function that returns no number leaves the world as it was', () => {
  const { world, hinge } = wheel({ motor: { speed: (time) => (time > 0.09 ? Number.NaN : 1) } });
  expect(() => hinge.setSpeed(2)).toThrow('setSpeed: expected a drive with a number to set, found a function of time');
  run(world, 5);
  const before = world.hash();
  expect(() => run(world, 5)).toThrow('joint hinge: motor.speed: expected a finite number at');
  expect(world.steps).toBe(5);
  expect(world.hash()).toBe(before);
});
