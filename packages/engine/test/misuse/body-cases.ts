/** Misuses of bodies and materials. */
import { sphere } from '../../src/collision/shapes/shapes.ts';
import { createWorld } from '../../src/simulate.ts';
import { collector } from './collector.ts';
import type { Any } from './fixture.ts';
import {
  hostileNames,
  notBodies,
  notNames,
  notNegativeOnly,
  notNumbers,
  notObjects,
  notPositive,
  notRotations,
  notVectors,
} from './values.ts';

const { cases, misuse, each } = collector();

// setters and methods of bodies
for (const key of ['position', 'velocity', 'angularVelocity', 'surfaceVelocity'])
  each(`body.${key} =`, notVectors, ({ ball }, value) => {
    (ball as Any)[key] = value;
  });
each('body.orientation =', notRotations, ({ ball }, value) => {
  ball.orientation = value;
});
for (const method of [
  'applyForce',
  'applyTorque',
  'applyImpulse',
  'applyAngularImpulse',
  'toWorld',
  'directionToLocal',
])
  each(`body.${method}`, notVectors.slice(0, 11), ({ ball }, value) => (ball as Any)[method](value));
each('body.applyForce at', notVectors.slice(1, 11), ({ ball }, value) => ball.applyForce([1, 0, 0], value));
each('body.applyImpulse at', notVectors.slice(1, 11), ({ ball }, value) => ball.applyImpulse([1, 0, 0], value));
misuse('the position of a body whose motion is prescribed', ({ plate }) => {
  plate.position = [0, 0, 0];
});

// addBody
const solid = { shape: sphere(0.1) };
each('addBody', notObjects, ({ world }, value) => world.addBody(value));
for (const key of ['position', 'velocity', 'angularVelocity', 'surfaceVelocity', 'centreOfMass'])
  each(`addBody ${key}`, notVectors, ({ world }, value) => world.addBody({ ...solid, [key]: value }));
each('addBody orientation', notRotations, ({ world }, orientation) => world.addBody({ ...solid, orientation }));
each('addBody mass', notPositive, ({ world }, mass) => world.addBody({ ...solid, mass }));
each('addBody density', notPositive, ({ world }, density) => world.addBody({ ...solid, density }));
each('addBody name', notNames, ({ world }, name) => world.addBody({ ...solid, name }));
each(
  'addBody inertia',
  [
    ...notVectors,
    ['impossible', [1, 1, 10]],
    ['impossible by a millionth', [1, 1, 2.00001]],
    ['a zero', [0, 1, 1]],
    ['negative', [-1, 1, 1]],
    ['four numbers', [1, 1, 1, 0]],
    ['six numbers that are not definite', [1, 1, 1, 2, 0, 0]],
    ['rows that are not symmetric', [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]], // biome-ignore format: one line each
    ['two rows', [[1, 0, 0], [0, 1, 0]]], // biome-ignore format: one line each
  ],
  ({ world }, inertia) => world.addBody({ mass: 1, inertia }),
);
misuse('addBody inertia without mass', ({ world }) => world.addBody({ inertia: [1, 1, 1] }));
misuse('addBody density beside mass', ({ world }) => world.addBody({ ...solid, mass: 1, density: 1 }));
misuse('addBody centreOfMass without inertia', ({ world }) => world.addBody({ ...solid, centreOfMass: [0, 0, 1] }));
misuse('addBody centreOfMass without shape', ({ world }) =>
  world.addBody({ mass: 1, inertia: [1, 1, 1], centreOfMass: [0, 0, 1] }),
);
misuse('addBody of nothing', ({ world }) => world.addBody({}));
misuse('addBody of a plane that moves', ({ world }) => world.addBody({ shape: { kind: 'plane' } }));
misuse('addBody of a name that is taken', ({ world }) => world.addBody({ ...solid, name: 'ball' }));
misuse('addBody of a velocity beside a prescribed motion', ({ world }) =>
  world.addBody({ motion: { kind: 'uniform' }, velocity: [1, 0, 0] }),
);
each(
  'addBody shape',
  [
    ['an empty object', {}],
    ['a word', 'box'],
    ['a kind that is none', { kind: 'cone' }],
    ['a kind of every object', { kind: 'constructor' }],
    ['without its radius', { kind: 'sphere' }],
    ['a field of another shape', { kind: 'sphere', radius: 1, half: [1, 1, 1] }],
    ['half of two numbers', { kind: 'box', half: [1, 1] }],
    ['a list', [sphere(1)]],
    ['null', null],
    ['a function', sphere],
  ],
  ({ world }, shape) => world.addBody({ shape }),
);
each(
  'addBody motion',
  [
    ['a word that is none', 'flying'],
    ['a number', 5],
    ['null', null],
    ['without a kind', {}],
    ['of a kind that is none', { kind: 'wave' }],
    ['without its fields', { kind: 'oscillation' }],
    ['a negative amplitude', { kind: 'oscillation', amplitude: -1, direction: [1, 0, 0], frequency: 1 }],
    ['no direction', { kind: 'oscillation', amplitude: 1, direction: [0, 0, 0], frequency: 1 }],
    [
      'a phase beyond what sine takes',
      { kind: 'oscillation', amplitude: 1, direction: [1, 0, 0], frequency: 1, phase: 1e9 },
    ],
    ['a velocity of two', { kind: 'uniform', velocity: [1, 2] }],
    ['a path that is no function', { kind: 'path', pose: 5 }],
    ['a path without poses', { kind: 'path', pose: () => undefined }],
  ],
  ({ world }, motion) => world.addBody({ motion }),
);
each('addBody groups', [...notNumbers, ['a fraction', 0.5], ['33 bits', 2 ** 33]], ({ world }, groups) =>
  world.addBody({ ...solid, groups }),
);
each(
  'addBody sensor',
  [
    ['a word', 'yes'],
    ['a number', 1],
    ['null', null],
  ],
  (
    { world },
    sensor, // biome-ignore format: one line
  ) => world.addBody({ ...solid, sensor }),
);
for (const name of ['masss', 'friction', ...hostileNames])
  misuse(`addBody with the option ${name.slice(0, 20)}`, ({ world }) =>
    world.addBody({ ...solid, ...Object.fromEntries([[name, 1]]) }),
  );

// materials
each('material', notObjects.slice(0, 4), ({ world }, material) => world.addBody({ ...solid, material }));
for (const key of ['friction', 'damping', 'rollingFriction', 'spinningFriction'])
  each(`material ${key}`, notNegativeOnly, ({ world }, value) =>
    world.addBody({ ...solid, material: { [key]: value } }),
  );
each('material stiffness', notPositive, ({ world }, stiffness) => world.addBody({ ...solid, material: { stiffness } }));
each('material restitution', [...notNegativeOnly, ['two', 2]], ({ world }, restitution) =>
  world.addBody({ ...solid, material: { restitution } }),
);
misuse('material with a model that is none', ({ world }) =>
  world.addBody({ ...solid, material: { frictionModel: 'disc' as Any } }),
);
misuse('material with an odd polygon', ({ world }) => world.addBody({ ...solid, material: { facets: 7 } }));
misuse('material with a polygon of 1e12 sides', ({ world }) => world.addBody({ ...solid, material: { facets: 1e12 } }));
misuse('material with an option that is none', ({ world }) =>
  world.addBody({ ...solid, material: { fricton: 1 } as Any }),
);

// bodies of the world
for (const name of ['bal', ...hostileNames]) misuse(`world.body ${name.slice(0, 20)}`, ({ world }) => world.body(name));
each('world.body', [['null', null], ['a number', 0], ['an object', {}]], ({ world }, name) => world.body(name)); // biome-ignore format: one line
each('world.removeBody', notBodies, ({ world }, body) => world.removeBody(body));
each('world.ignoreContacts', notBodies, ({ world, ball }, body) => world.ignoreContacts(ball, body));
each('world.prescribe', notBodies, ({ world }, body) => world.prescribe(body, undefined));
each(
  'world.prescribe motion',
  [...notObjects, ['without fields', { kind: 'oscillation' }]],
  (
    { world, belt },
    motion, // biome-ignore format: one line
  ) => world.prescribe(belt, motion === null ? {} : motion),
);
misuse('world.prescribe of a dynamic body', ({ world, ball }) => world.prescribe(ball, { kind: 'uniform' }));
each(
  'world.restore',
  [...notObjects, ['an empty object', {}], ['of a smaller world', createWorld().snapshot()]],
  (
    { world },
    snapshot, // biome-ignore format: one line
  ) => world.restore(snapshot),
);

export const bodyMisuses = cases;
