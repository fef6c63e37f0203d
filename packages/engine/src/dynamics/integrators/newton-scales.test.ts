import { expect, test } from 'vitest';
import { doublePendulum, rungeKutta } from '../../../test/support/reference-integration.ts';
import { PI } from '../../linalg/elementary.ts';
import { createWorld } from '../../simulate.ts';

const MOMENT = 1 / 12;
const START = [PI / 2, PI / 2, 0, 0];

/** Place of the lower bar of a double pendulum after T seconds, in units of which there are `per` in a metre. */
function lowerBar(h: number, T: number, per = 1, k = 1e10): readonly number[] {
  const world = createWorld({ integrator: 'midpoint', timeStep: h, gravity: [0, 0, -9.81 * per] });
  const I = MOMENT * per * per;
  let last: ReturnType<typeof world.addBody> | undefined;
  for (let i = 0; i < 2; i++) {
    const link = world.addBody({ mass: 1, inertia: [I / 100, I, I], position: [(i + 0.5) * per, 0, 5 * per] });
    const springs = { stiffness: k, damping: k / 100 };
    const angular = { ...springs, angularStiffness: k * per * per, angularDamping: (k / 100) * per * per };
    const hinge = { kind: 'revolute', b: link, point: [i * per, 0, 5 * per], axis: [0, 1, 0] } as const;
    world.addJoint(last ? { ...hinge, ...angular, a: last } : { ...hinge, ...angular });
    last = link;
  }
  for (let k = 0; k < Math.round(T / h); k++) world.step();
  return world.bodies[1].position.map((value) => value / per);
}

function error(h: number, T: number, k?: number): number {
  const [t1, t2] = rungeKutta(doublePendulum(MOMENT), START, T, 4000);
  const [x, , z] = lowerBar(h, T, 1, k);
  const [ex, ez] = [Math.sin(t1) + 0.5 * Math.sin(t2), 5 - Math.cos(t1) - 0.5 * Math.cos(t2)];
  return Math.sqrt((x - ex) * (x - ex) + (z - ez) * (z - ez));
}

test('the error of a double pendulum falls with the square of the step down to 1e-4 s: Newton is no longer what limits it', () => {
  const steps = [1 / 60, 1 / 240, 1 / 1000, 1 / 4000];
  const errors = steps.map((h) => error(h, 0.5));
  expect(errors[0]).toBeLessThan(0.02);
  for (const [k, h] of steps.slice(1).entries()) {
    const order = Math.log(errors[k] / errors[k + 1]) / Math.log(steps[k] / h);
    expect(order, `from ${steps[k]} to ${h} s`).toBeGreaterThan(1.9);
    expect(order, `from ${steps[k]} to ${h} s`).toBeLessThan(2.1);
  }
  // a tenth of a second, so that the test stays short; stiffer joints, because 1e10 N/m open by nanometres, which is more than this error
  const [coarse, fine] = [1e-3, 1e-4].map((h) => error(h, 0.1, 1e14));
  expect(coarse / fine).toBeGreaterThan(90);
  expect(coarse / fine).toBeLessThan(110);
});

test('a change of units by a power of two changes no bit of a motion', () => {
  expect(lowerBar(1 / 60, 1, 1024)).toEqual(lowerBar(1 / 60, 1));
  expect(lowerBar(1 / 500, 0.1, 1 / 1024)).toEqual(lowerBar(1 / 500, 0.1));
});
