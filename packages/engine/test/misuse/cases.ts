/** The misuses: each is one call of the public API with an argument that does not fit. */
import { compound } from '../../src/collision/shapes/compound.ts';
import { hull } from '../../src/collision/shapes/hull.ts';
import { heightField, mesh } from '../../src/collision/shapes/mesh.ts';
import { box, capsule, cylinder, sphere } from '../../src/collision/shapes/shapes.ts';
import { constantForce } from '../../src/dynamics/forces/constant-force.ts';
import { springDamper } from '../../src/dynamics/forces/spring-damper.ts';
import { torqueConverter } from '../../src/dynamics/forces/torque-converter.ts';
import { torsionalSpring } from '../../src/dynamics/forces/torsional-spring.ts';
import { readProblem } from '../../src/problem/read-json.ts';
import { findScene } from '../../src/scenes/catalogue.ts';
import { readScene, sceneFromDocument } from '../../src/scenes/format/read-scene.ts';
import { createWorld } from '../../src/simulate.ts';
import { findSolver } from '../../src/solvers/registry.ts';
import { solve } from '../../src/solvers/solve.ts';
import type { Any, Fixture } from './fixture.ts';
import {
  hostileNames,
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

export interface Misuse {
  readonly title: string;
  readonly act: (f: Fixture) => unknown;
}

const cases: Misuse[] = [];
const misuse = (title: string, act: Misuse['act']) => cases.push({ title, act });
const each = (title: string, values: readonly (readonly [string, Any])[], act: (f: Fixture, value: Any) => unknown) => {
  for (const [name, value] of values) misuse(`${title}: ${name}`, (f) => act(f, value));
};

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

// shapes
each('sphere', notPositive, (_, radius) => sphere(radius));
misuse('sphere()', () => (sphere as Any)());
misuse('box()', () => (box as Any)());
each('box', notPositive, (_, half) => box(1, half, 1));
each('capsule', notPositive, (_, radius) => capsule(radius, 1));
each('cylinder', notPositive, (_, half) => cylinder(1, half));
each(
  'hull',
  [...notObjects, ['too few', [[0, 0, 0]]], ['numbers', [1, 2, 3, 4]], ['null points', [null, null, null, null]]],
  (
    _,
    points, // biome-ignore format: one line
  ) => hull(points),
);
misuse('hull of a plane', () => hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]])); // biome-ignore format: one line
misuse('hull with NaN', () => hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, Number.NaN]])); // biome-ignore format: one line
misuse('mesh()', () => (mesh as Any)());
each('mesh vertices', notObjects, (_, vertices) => mesh(vertices, [[0, 1, 2]]));
each(
  'mesh triangles',
  [...notObjects, ['vertices that are not there', [[0, 1, 9]]], ['two corners', [[0, 1]]], ['negative', [[0, 1, -1]]]],
  (_, triangles) => // biome-ignore format: one line
  mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles), // biome-ignore format: one line
);
misuse('heightField()', () => (heightField as Any)());
each(
  'heightField',
  [
    ...notObjects,
    ['one row', [[0, 0]]],
    ['rows of one', [[0], [0]]],
    [
      'ragged rows',
      [
        [0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'NaN',
      [
        [0, 0],
        [0, Number.NaN],
      ],
    ],
  ],
  (
    _,
    rows, // biome-ignore format: one line
  ) => heightField(rows, 1, 1),
);
each('heightField spacing', notPositive, (_, dx) => heightField([[0, 0], [0, 0]], dx, 1)); // biome-ignore format: one line
each(
  'compound',
  [
    ...notObjects,
    ['of null', [null]],
    ['of a number', [5]],
    ['without shapes', [{}]],
    ['of a plane', [{ shape: { kind: 'plane' } }]],
    ['of a compound', [{ shape: compound([{ shape: sphere(1) }]) }]],
    ['with the old field at', [{ shape: sphere(1), at: [0, 0, 1] }]],
    ['with a position of two', [{ shape: sphere(1), position: [0, 1] }]],
    ['with an orientation of three', [{ shape: sphere(1), orientation: [0, 0, 1] }]],
  ],
  (_, parts) => compound(parts),
);

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

// createWorld
each('createWorld', notObjects.filter(([, value]) => value !== undefined), (_, scene) => createWorld(scene)); // biome-ignore format: one line
each('createWorld timeStep', [...notPositive, ['infinite', Infinity]], (_, timeStep) => createWorld({ timeStep }));
each('createWorld gravity', notVectors, (_, gravity) => createWorld({ gravity }));
each('createWorld contactMargin', notNegativeOnly, (_, contactMargin) => createWorld({ contactMargin }));
each(
  'createWorld sleep',
  [
    ['a number', 5],
    ['a word', 'yes'],
    ['null', null],
    ['no speed', { speed: 0 }],
    ['one step', { steps: 1 }],
    ['unknown', { time: 1 }],
  ],
  (
    _,
    sleep, // biome-ignore format: one line
  ) => createWorld({ sleep }),
);
for (const key of ['stick', 'integrator', 'gyroscopic', 'projection', 'frictionModel', 'contactForm'])
  each(
    `createWorld ${key}`,
    [
      ['a word', 'glue'],
      ['a number', 5],
      ['null', null],
    ],
    (
      _,
      value, // biome-ignore format: one line
    ) => createWorld({ [key]: value }),
  );
each('createWorld facets', [['1e12', 1e12], ['odd', 5], ['two', 2], ['text', '8']], (_, facets) => createWorld({ facets })); // biome-ignore format: one line
each(
  'createWorld overlapRecovery',
  [
    ['zero', 0],
    ['two', 2],
    ['text', '1'],
  ],
  (
    _,
    overlapRecovery, // biome-ignore format: one line
  ) => createWorld({ overlapRecovery }),
);
each(
  'createWorld frictionPairs',
  [
    ['an object', {}],
    ['null pairs', [null]],
    ['one name', [{ materials: ['a'], friction: 1 }]],
    ['negative', [{ materials: ['a', 'b'], friction: -1 }]],
  ],
  (
    _,
    frictionPairs, // biome-ignore format: one line
  ) => createWorld({ frictionPairs }),
);
for (const name of ['timestep', 'solver', ...hostileNames])
  misuse(`createWorld with the setting ${name.slice(0, 20)}`, () => createWorld(Object.fromEntries([[name, 1]])));
each('createWorld options', notObjects, (_, options) => createWorld({}, options));
each(
  'option coupling',
  [
    ['-1', -1],
    ['NaN', Number.NaN],
    ['a fraction', 0.5],
    ['a word', 'table4'],
    ['null', null],
  ],
  (
    _,
    coupling, // biome-ignore format: one line
  ) => createWorld({}, { coupling }),
);
each(
  'option tolerance',
  [
    ['NaN', Number.NaN],
    ['-1', -1],
    ['text', '1e-6'],
    ['null', null],
  ],
  (
    _,
    tolerance, // biome-ignore format: one line
  ) => createWorld({}, { tolerance }),
);
each('option clock', [['a number', 5], ['an object', {}], ['null', null]], (_, clock) => createWorld({}, { clock })); // biome-ignore format: one line
each(
  'option solver',
  [
    ['an empty object', {}],
    ['a number', 5],
    ['null', null],
    ['a word', 'pgz'],
    ['of every object', 'constructor'],
  ],
  (
    _,
    solver, // biome-ignore format: one line
  ) => createWorld({}, { solver }),
);
each(
  'option options',
  [
    ['unknown', { omga: 1 }],
    ['out of range', { maxIterations: -1 }],
    ['of every object', { constructor: 1 }],
    ['text', 'fast'],
    ['null', null],
  ],
  (
    _,
    options, // biome-ignore format: one line
  ) => createWorld({}, { solver: 'pgs', options }),
);
each('option warmStart', [['text', 'yes'], ['null', null]], (_, warmStart) => createWorld({}, { warmStart })); // biome-ignore format: one line
misuse('option gravity', () => createWorld({}, { gravity: [0, 0, 0] } as Any));
misuse('parameters without a scene', () => createWorld({}, { parameters: { count: 1 } }));

// scenes
for (const name of ['brik-wall', ...hostileNames]) misuse(`findScene ${name.slice(0, 20)}`, () => findScene(name));
for (const name of ['heigth', ...hostileNames])
  misuse(`a scene parameter ${name.slice(0, 20)}`, () =>
    createWorld(findScene('brick-wall'), { parameters: Object.fromEntries([[name, 1]]) }),
  );
each('scene parameters', notObjects.slice(0, 4), (_, parameters) => createWorld(findScene('pendulum'), { parameters }));
each('a scene parameter', notNumbers, (_, mass) =>
  createWorld(findScene('mass-ratio-stack'), { parameters: { ratio: mass } }),
);
misuse('a scene without settings', () => createWorld({ build: () => {} } as Any));

// scene files
const head = { format: 'signorini-scene', version: 1 };
const ball = { shape: { kind: 'sphere', radius: 0.1 } };
for (const text of ['', '{', 'null', '5', '[]', '\u0000\u0001binary', `"${'x'.repeat(100000)}`, '{"a":'.repeat(5000)])
  misuse(`readScene of ${JSON.stringify(text.slice(0, 10))}`, () => readScene(text));
each('readScene', [['undefined', undefined], ['an object', {}], ['a number', 5], ['null', null]], (_, text) => readScene(text)); // biome-ignore format: one line
each(
  'sceneFromDocument',
  [
    ...notObjects,
    ['without bodies', head],
    ['of no bodies', { ...head, bodies: [] }],
    ['of null bodies', { ...head, bodies: [null] }],
    ['of another version', { ...head, version: 2, bodies: [ball] }],
    ['of a problem', { format: 'signorini-problem' }],
    ['with materials in a list', { ...head, bodies: [ball], materials: [] }],
    ['with a material that is none', { ...head, bodies: [{ ...ball, material: 'ice' }] }],
    ['with a material of every object', { ...head, bodies: [{ ...ball, material: 'toString' }] }],
    ['with a joint of nothing', { ...head, bodies: [ball], joints: [{}] }],
    ['with a body that is not there', { ...head, bodies: [ball], joints: [{ ...hinge, a: 'ball' }] }],
    ['with a number as a body', { ...head, bodies: [ball], joints: [{ ...hinge, a: 1 }] }],
    ['with a force of nothing', { ...head, bodies: [ball], forces: [{}] }],
    ['with a path', { ...head, bodies: [{ motion: { kind: 'path', pose: null } }] }],
    ['with a pair of one', { ...head, bodies: [ball], ignoreContacts: [['body-1']] }],
    [
      'with a pair that is not there',
      { ...head, bodies: [ball], settings: { frictionPairs: [{ materials: ['a', 'b'], friction: 1 }] } },
    ],
    ['with __proto__', JSON.parse('{"__proto__": 1, "format": "signorini-scene"}')],
  ],
  (_, document) => sceneFromDocument(document),
);
misuse('a scene file of compounds nested 3000 deep', () => {
  let shape: Any = { kind: 'sphere', radius: 1 };
  for (let k = 0; k < 3000; k++) shape = { kind: 'compound', parts: [{ shape }] };
  return sceneFromDocument({ ...head, bodies: [{ shape }] });
});
misuse('a wrong name among 2000 long ones', () => {
  const bodies = Array.from({ length: 2000 }, (_, k) => ({ ...ball, name: `${'body '.repeat(400)}${k}` }));
  return sceneFromDocument({ ...head, bodies, joints: [{ ...hinge, a: `${'bodi '.repeat(400)}7` }] });
});

// problems and solvers
for (const text of [
  '',
  '{',
  'null',
  '5',
  '[]',
  '\u0000\u0001binary',
  '{"format": "signorini-scene"}',
  `{"${'x'.repeat(9999)}": 1}`,
])
  misuse(`readProblem of ${JSON.stringify(text.slice(0, 10))}`, () => readProblem(text));
each('readProblem', [['undefined', undefined], ['an object', {}], ['null', null]], (_, text) => readProblem(text)); // biome-ignore format: one line
each('solve', notObjects, (_, problem) => solve(problem, { solver: findSolver('pgs') }));
each('solve request', notObjects, ({ world }, request) => solve(world.problem() as Any, request));
each(
  'solve solver',
  [
    ['none', undefined],
    ['a name', 'pgs'],
    ['null', null],
    ['an object', {}],
  ],
  (
    { world },
    solver, // biome-ignore format: one line
  ) => solve(world.problem() as Any, { solver }),
);
for (const [key, values] of Object.entries({
  coupling: [-1, 0.5, 'table4', Number.NaN],
  tolerance: [-1, Number.NaN, '1e-6'],
  timeLimit: [-1, Number.NaN, '1s', 5],
  clock: [5, {}],
  pick: ['best', 5],
  history: ['yes'],
  every: [0, 0.5, '2'],
  warm: [[1, 2, 3], 'warm', new Float64Array(1)],
  options: [5, { omga: 1 }],
  solvr: [1],
}))
  for (const value of values)
    misuse(`solve ${key}: ${JSON.stringify(value)}`, ({ world }) =>
      solve(world.problem() as Any, { solver: findSolver('pgs'), [key]: value }),
    );
for (const name of ['pgz', ...hostileNames]) misuse(`findSolver ${name.slice(0, 20)}`, () => findSolver(name));

export const misuses: readonly Misuse[] = cases;
