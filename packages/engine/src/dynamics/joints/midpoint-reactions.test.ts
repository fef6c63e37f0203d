/** Reactions under `midpoint`: the mean of two steps against the closed forms of a swinging pendulum and of a gear. */
import { expect, test } from 'vitest';
import { createWorld } from '../../simulate.ts';

const G = 9.81;

/** A bar of 1 m and 1 kg that is let go from the horizontal; its hinge carries what its centre's acceleration takes. */
function pendulum(h: number) {
  const world = createWorld({ integrator: 'midpoint', timeStep: h });
  const bar = world.addBody({ mass: 1, inertia: [0.001, 1 / 12, 1 / 12], position: [0.5, 0, 0] });
  const hinge = world.addJoint({ kind: 'revolute', b: bar, point: [0, 0, 0], axis: [0, 1, 0] });
  return { world, bar, hinge };
}

/** The force on the bar where its centre is at x, z: w^2 = 3 g |z|/0.5 and w' = 3 g x (s = 0.5 m, moment about the hinge 1/3). */
function exactForce([x, , z]: readonly number[]): readonly [number, number] {
  const square = 2 * 3 * -z * G * 0.5 * 2; // from 1/2 (1/3) w^2 = g |z|
  const turning = -3 * G * x; // of the angle upwards
  return [-square * x - turning * z, -square * z + turning * x + G];
}

test('the reaction of a swinging pendulum is that of the instant between the last two steps, to the square of the step', () => {
  const errors = [60, 120].map((perSecond) => {
    const { world, bar, hinge } = pendulum(1 / perSecond);
    let [worst, before] = [0, bar.position];
    for (let k = 1; k <= 2 * perSecond; k++) {
      world.step();
      const { force } = hinge.reaction;
      const [x, z] = exactForce(before);
      if (k > 2) worst = Math.max(worst, Math.abs(force[0] - x), Math.abs(force[2] - z));
      before = bar.position;
    }
    return worst;
  });
  expect(errors[0]).toBeLessThan(0.35); // N, of 24.5 at the lowest point
  expect(errors[0] / errors[1]).toBeGreaterThan(3);
});

test('a snapshot shows the same reaction, and a joint breaks by the mean, not by an alternating impulse', () => {
  const { world, hinge } = pendulum(1 / 60);
  for (let k = 0; k < 20; k++) world.step();
  const shown = hinge.reaction;
  const saved = JSON.parse(JSON.stringify(world.snapshot()));
  for (let k = 0; k < 5; k++) world.step();
  world.restore(saved);
  expect(hinge.reaction).toEqual(shown);

  // 1 N m through a gear of two hinged wheels: 0.17 and 1.83 N m in turn
  const other = createWorld({ integrator: 'midpoint', gravity: [0, 0, 0] });
  const wheels = [0, 1].map((x) => other.addBody({ mass: 1, inertia: [1, 1, 1], position: [x, 0, 0] }));
  for (const b of wheels) other.addJoint({ kind: 'revolute', b, point: b.position, axis: [0, 0, 1] });
  const [a, b] = wheels;
  const axis = [0, 0, 1] as const;
  const mesh = other.addJoint({ kind: 'gear', a, b, axisA: axis, axisB: axis, ratio: -1, breakTorque: 1.2 });
  for (let k = 0; k < 120; k++) {
    a.applyTorque([0, 0, 2]);
    other.step();
    if (k > 1) expect(mesh.reaction.torque[2]).toBeCloseTo(-1, 2);
  }
  expect(mesh.broken).toBe(false);
});
