/** A joint in other units of length, mass and time is the same joint. */
import { expect, test } from 'vitest';
import { createWorld } from '../../simulate.ts';
import type { World } from '../world/world.ts';

/** Number of the new units in one metre, one kilogram, one second. */
interface Units {
  readonly metre: number;
  readonly kilogram: number;
  readonly second: number;
}

/** Two arms on soft hinges with a weld, which rows of both units hold; everything given in the units. */
function arms({ metre, kilogram, second }: Units, integrator: 'semi-implicit' | 'euler', angular: boolean): World {
  const spring = kilogram / (second * second);
  const damper = kilogram / second;
  const square = metre * metre;
  const soft = {
    stiffness: 2 ** 20 * spring,
    damping: 2 ** 12 * damper,
    ...(angular && { angularStiffness: 2 ** 20 * spring * square, angularDamping: 2 ** 12 * damper * square }),
  };
  const world = createWorld({
    integrator,
    timeStep: second / 64,
    gravity: [0, 0, (-9.75 * metre) / (second * second)],
    gyroscopic: 'none',
  });
  const [first, upper, last] = [0.5, 1.5, 2.5].map((x) =>
    world.addBody({
      mass: 2 * kilogram,
      inertia: [0.25 * kilogram * square, 0.25 * kilogram * square, 0.25 * kilogram * square],
      position: [x * metre, 0, 0],
    }),
  );
  const axis = [0, 1, 0.5] as const;
  world.addJoint({ kind: 'revolute', b: first, point: [0, 0, 0], axis, ...soft });
  world.addJoint({ kind: 'revolute', a: first, b: upper, point: [metre, 0, 0], axis, ...soft });
  world.addJoint({ kind: 'fixed', a: upper, b: last, point: [2 * metre, 0, 0], ...soft });
  return world;
}

/** Positions after two seconds, m. */
function places(units: Units, integrator: 'semi-implicit' | 'euler', angular: boolean): number[] {
  const world = arms(units, integrator, angular);
  for (let k = 0; k < 128; k++) world.step();
  return world.bodies.flatMap(({ position }) => position.map((value) => value / units.metre));
}

const SI: Units = { metre: 1, kilogram: 1, second: 1 };
const BINARY: Units = { metre: 1024, kilogram: 1024, second: 1024 };
const MILLI: Units = { metre: 1000, kilogram: 1000, second: 1000 }; // mm, g, ms

for (const integrator of ['semi-implicit', 'euler'] as const) {
  test(`with an angular stiffness of its own a joint is the same in units of 1/1024, bit for bit (${integrator})`, () => {
    expect(places(BINARY, integrator, true)).toEqual(places(SI, integrator, true));
  });

  test(`and in mm, g, ms to rounding (${integrator})`, () => {
    const [here, there] = [places(SI, integrator, true), places(MILLI, integrator, true)];
    here.forEach((value, k) => {
      expect(Math.abs(value - there[k])).toBeLessThan(1e-9);
    });
  });

  test(`one number for both units is another joint in other units (${integrator})`, () => {
    const [here, there] = [places(SI, integrator, false), places(MILLI, integrator, false)];
    expect(Math.max(...here.map((value, k) => Math.abs(value - there[k])))).toBeGreaterThan(1e-3); // m
  });
}

test('in metres the default of the angular rows is the number of the linear ones', () => {
  expect(places(SI, 'euler', true)).toEqual(places(SI, 'euler', false));
});
