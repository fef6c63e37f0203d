/** Forces by laws of the user's own, against closed forms. */
import { expect, test } from 'vitest';
import { sceneOf } from '../../../scenes/format/write-scene.ts';
import { createWorld } from '../../../simulate.ts';
import type { Law } from './force-law.ts';

const G = 9.81;
const MASS = 2;

/** A body that hangs below a point on a law of its distance. */
function hanging(law: Law, settings = {}, more = {}) {
  const world = createWorld(settings);
  const b = world.addBody({ name: 'bob', mass: MASS, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1] });
  const ends = { pointA: [0, 0, 0], pointB: [0, 0, -1] } as const;
  const element = world.addJoint({ kind: 'force-law', name: 'law', b, ...ends, law, ...more });
  const run = (steps: number) => {
    for (let k = 0; k < steps; k++) if (!world.step().ledger.closed) throw new Error('the ledger does not close');
  };
  return { world, b, element, run };
}

test.each(['semi-implicit', 'euler', 'midpoint'] as const)(
  'a stiff cubic spring, h w = 100, comes to rest where its force is the weight (%s)',
  (integrator) => {
    const k = MASS * (100 * 60) ** 2 * 1e4; // N/m^3
    const { b, element, run } = hanging((q, r) => -k * (q - 1) ** 3 - 200 * r, { integrator });
    run(600);
    expect(-b.position[2] - 1).toBeCloseTo(Math.cbrt((MASS * G) / k), 6);
    expect(element.reaction.force[2]).toBeCloseTo(MASS * G, 3);
  },
);

test('drag by the square of the speed: a fall has the speed v_t tanh(g t/v_t)', () => {
  const c = 0.5; // kg/m
  const { world, b, run } = hanging((_, r) => -c * r * Math.abs(r), { timeStep: 1 / 960 });
  const last = Math.sqrt((MASS * G) / c);
  run(480);
  expect(-b.velocity[2] / (last * Math.tanh((G * world.time) / last))).toBeCloseTo(1, 2);
  run(960 * 4);
  expect(-b.velocity[2]).toBeCloseTo(last, 3);
});

test('a linear law is the servo with its spring and damper', () => {
  const [k, c] = [300, 4];
  const law = hanging((q, r) => -k * (q - 1) - c * r, {}, { lawStiffness: () => k, lawDamping: () => c });
  const world = createWorld();
  const b = world.addBody({ mass: MASS, inertia: [0.1, 0.1, 0.1], position: [0, 0, -1] });
  const servo = { target: 0, stiffness: k, damping: c };
  world.addJoint({ kind: 'prismatic', b, point: [0, 0, -1], axis: [0, 0, -1], servo });
  for (let n = 0; n < 120; n++) {
    law.run(1);
    world.step();
    expect(Math.abs(law.b.position[2] - b.position[2])).toBeLessThan(1e-8);
  }
});

test('a constant force, whose slope is zero, is that force', () => {
  const { b, element, run } = hanging(() => 5, { gravity: [0, 0, 0] });
  run(60);
  expect(b.velocity[2]).toBeCloseTo(-5 / MASS, 6);
  expect(element.reaction.force[2]).toBeCloseTo(-5, 6);
});

test('about an axis: a torque by the angle over any number of turns', () => {
  const world = createWorld({ gravity: [0, 0, 0] });
  const b = world.addBody({ mass: 1, inertia: [0.2, 0.2, 0.2], angularVelocity: [0, 0, 3] });
  world.addJoint({ kind: 'revolute', b, point: [0, 0, 0], axis: [0, 0, 1] });
  const spring = world.addJoint({
    kind: 'force-law',
    b,
    axis: [0, 0, 1],
    law: (q, r) => -0.5 * (q - 20) - 0.6 * r, // rests at 20 rad, beyond three turns
  });
  for (let n = 0; n < 3600; n++) world.step();
  expect(spring.coordinate()).toBeCloseTo(20, 4);
});

test('mistakes get a sentence, and no file holds a function', () => {
  const { world, b, run } = hanging((q) => (q > 1.001 ? Number.NaN : 0));
  const law = () => 0;
  expect(() => world.addJoint({ kind: 'force-law', b, law })).toThrow(
    'expected pointA and pointB, or an axis, found neither',
  );
  expect(() => run(60)).toThrow('joint law: law: expected a finite number at (');
  expect(() => sceneOf(world)).toThrow('joint law: expected a joint that a scene file can hold, found a force-law');
});
