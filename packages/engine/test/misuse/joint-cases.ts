/** Misuses of joints, force elements and queries. */
import { sphere } from '../../src/collision/shapes/shapes.ts';
import { constantForce } from '../../src/dynamics/forces/constant-force.ts';
import { springDamper } from '../../src/dynamics/forces/spring-damper.ts';
import { torqueConverter } from '../../src/dynamics/forces/torque-converter.ts';
import { torsionalSpring } from '../../src/dynamics/forces/torsional-spring.ts';
import { createWorld } from '../../src/simulate.ts';
import { collector } from './collector.ts';
import type { Any } from './fixture.ts';
import {
  notBodies,
  notDirections,
  notNames,
  notNegativeOnly,
  notNumbers,
  notObjects,
  notPositive,
  notRotations,
  notVectors,
} from './values.ts';

const { cases, misuse, each } = collector();

const solid = { shape: sphere(0.1) };
// joints
const hinge = { kind: 'revolute', point: [0, 0, 0.1], axis: [0, 1, 0] } as const;
each('addJoint', notObjects, ({ world }, value) => world.addJoint(value));
each('addJoint a', notBodies, ({ world, cube }, a) => world.addJoint({ ...hinge, a, b: cube }));
each('addJoint point', notVectors, ({ world, ball, cube }, point) =>
  world.addJoint({ ...hinge, a: ball, b: cube, point }),
);
each('addJoint axis', notDirections, ({ world, ball, cube }, axis) =>
  world.addJoint({ ...hinge, a: ball, b: cube, axis }),
);
each('addJoint name', [...notNames, ['that is taken', 'hinge']], ({ world, ball }, name) =>
  world.addJoint({ ...hinge, a: ball, name }),
);
each(
  'addJoint kind',
  [
    ['none', undefined],
    ['a word', 'hinge'],
    ['of every object', 'toString'],
    ['null', null],
    ['an object', {}],
  ],
  (
    { world, ball },
    kind, // biome-ignore format: one line
  ) => world.addJoint({ ...hinge, a: ball, kind }),
);
each('addJoint stiffness', notPositive, ({ world, ball }, stiffness) =>
  world.addJoint({ ...hinge, a: ball, stiffness }),
);
each('addJoint damping', notNegativeOnly, ({ world, ball }, damping) => world.addJoint({ ...hinge, a: ball, damping }));
each('addJoint breakForce', notPositive, ({ world, ball }, breakForce) =>
  world.addJoint({ ...hinge, a: ball, breakForce }),
);
each(
  'addJoint motor',
  [
    ...notObjects,
    ['without speed', {}],
    ['with NaN', { speed: Number.NaN }],
    ['with a force', { speed: 1, maxForce: 1 }],
  ],
  (
    { world, ball },
    motor, // biome-ignore format: one line
  ) => world.addJoint({ ...hinge, a: ball, motor }),
);
each(
  'addJoint servo',
  [...notObjects, ['without target', {}], ['without stiffness', { target: 1, stiffness: 0 }]],
  (
    { world, ball },
    servo, // biome-ignore format: one line
  ) => world.addJoint({ ...hinge, a: ball, servo }),
);
each(
  'addJoint limits',
  [...notObjects, ['crossed', { lower: 1, upper: 0 }], ['NaN', { lower: Number.NaN }]],
  (
    { world, ball },
    limits, // biome-ignore format: one line
  ) => world.addJoint({ ...hinge, a: ball, limits }),
);
misuse('addJoint of the world with itself', ({ world }) => world.addJoint(hinge));
misuse('addJoint of a body with itself', ({ world, ball }) => world.addJoint({ ...hinge, a: ball, b: ball }));
misuse('addJoint of a body that was removed', ({ ball }) => {
  const other = createWorld();
  const gone = other.addBody(solid);
  other.removeBody(gone);
  other.addJoint({ ...hinge, a: gone, b: ball });
});
misuse('addJoint of a body of another world', ({ world }) =>
  world.addJoint({ ...hinge, a: createWorld().addBody(solid) }),
);
misuse('addJoint with a motor and a servo', ({ world, ball }) =>
  world.addJoint({ ...hinge, a: ball, motor: { speed: 1 }, servo: { target: 1 } }),
);
misuse('addJoint collide as text', ({ world, ball }) => world.addJoint({ ...hinge, a: ball, collide: 'no' as Any }));
misuse('a universal joint whose axes are not across', ({ world, ball }) =>
  world.addJoint({ kind: 'universal', a: ball, point: [0, 0, 0], axisA: [1, 0, 0], axisB: [1, 1, 0] }),
);
misuse('a rod without length', ({ world, ball }) =>
  world.addJoint({ kind: 'distance', a: ball, pointA: [0, 0, 0], pointB: [0, 0, 0] }),
);
misuse('a gear with the world', ({ world, ball }) =>
  world.addJoint({ kind: 'gear', a: ball, axisA: [1, 0, 0], axisB: [1, 0, 0], ratio: 2 } as Any),
);
misuse('a gear of ratio 0', ({ world, ball, cube }) =>
  world.addJoint({ kind: 'gear', a: ball, b: cube, axisA: [1, 0, 0], axisB: [1, 0, 0], ratio: 0 }),
);
each('a differential of', [...notObjects, ['one term', [{}]], ['null terms', [null, null]]], ({ world }, terms) =>
  world.addJoint({ kind: 'differential', terms }),
);

// views of joints
each('joint.setSpeed', notNumbers, (f, speed) => f.hinge.setSpeed(speed));
each('joint.setTarget', notNumbers, (f, target) => f.slider.setTarget(target));
misuse('setSpeed of a joint without motor', ({ slider }) => slider.setSpeed(1));
misuse('setTarget of a joint without servo', (f) => f.hinge.setTarget(1));
each('joint freedom', [['a word', 'spin'], ['a number', 1], ['null', null]], (f, freedom) => f.hinge.coordinate(freedom)); // biome-ignore format: one line
each('world.joint', [['none', 'hing'], ['null', null], ['a number', 0]], ({ world }, name) => world.joint(name)); // biome-ignore format: one line
each(
  'world.removeJoint',
  [
    ['none', 'hing'],
    ['null', null],
    ['a number', 0],
    ['an object', {}],
  ],
  (
    { world },
    joint, // biome-ignore format: one line
  ) => world.removeJoint(joint),
);

// drivers and force elements
each('addDriver', notObjects.slice(0, 4), ({ world }, driver) => world.addDriver(driver));
misuse('addDriver twice', ({ world, spring }) => world.addDriver(spring));
misuse('removeDriver of a stranger', ({ world }) => world.removeDriver({ act: () => {} }));
each('springDamper', notObjects, (_, options) => springDamper(options));
each('springDamper a', notBodies, ({ cube }, a) =>
  springDamper({ a, b: cube, pointA: [0, 0, 0], pointB: [1, 0, 0], stiffness: 1 }),
);
each('springDamper pointA', notVectors, ({ ball, cube }, pointA) =>
  springDamper({ a: ball, b: cube, pointA, pointB: [1, 0, 0], stiffness: 1 }),
);
each('springDamper stiffness', notNegativeOnly, ({ ball }, stiffness) =>
  springDamper({ a: ball, pointA: [0, 0, 0], pointB: [1, 0, 0], stiffness }),
);
misuse('springDamper of one body', ({ ball }) =>
  springDamper({ a: ball, b: ball, pointA: [0, 0, 0], pointB: [1, 0, 0], stiffness: 1 }),
);
each('torsionalSpring axis', notDirections.slice(0, 12), ({ ball }, axis) =>
  torsionalSpring({ b: ball, axis, stiffness: 1 }),
);
each('constantForce body', notBodies, (_, body) => constantForce({ body, force: [1, 0, 0] }));
each('constantForce force', notVectors.slice(0, 12), ({ ball }, force) => constantForce({ body: ball, force }));
misuse('constantForce frame', ({ ball }) => constantForce({ body: ball, frame: 'moon' as Any }));
each(
  'torqueConverter capacity',
  [
    ...notObjects,
    ['empty', []],
    ['zeros', [[0, 0]]],
    [
      'falling',
      [
        [1, 1],
        [0, 1],
      ],
    ],
  ],
  (
    { ball, cube },
    capacity, // biome-ignore format: one line
  ) => torqueConverter({ input: ball, output: cube, axis: [1, 0, 0], capacity, torqueRatio: [[0, 1]] }),
);

// queries
each('rayCast', notObjects, ({ world }, options) => world.queries().rayCast(options));
each('rayCast origin', notVectors.slice(0, 12), ({ world }, origin) =>
  world.queries().rayCast({ origin, direction: [1, 0, 0] }),
);
each('rayCast direction', notDirections.slice(0, 12), ({ world }, direction) =>
  world.queries().rayCast({ origin: [0, 0, 0], direction }),
);
each('rayCast maxDistance', notNegativeOnly, ({ world }, maxDistance) =>
  world.queries().rayCast({ origin: [0, 0, 0], direction: [1, 0, 0], maxDistance }),
);
each('shapeCast shape', notObjects, ({ world }, shape) =>
  world.queries().shapeCast({ shape, position: [0, 0, 0], direction: [1, 0, 0] }),
);
each('overlap position', notVectors.slice(0, 12), ({ world }, position) =>
  world.queries().overlap(sphere(1), position),
);
each(
  'overlap orientation',
  notRotations.filter(([, value]) => value !== undefined),
  (
    { world },
    orientation, // biome-ignore format: one line
  ) => world.queries().overlap(sphere(1), [0, 0, 0], orientation),
);

export const jointMisuses = cases;
