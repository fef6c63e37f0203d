/** Misuses of worlds, scenes, files, problems and solvers. */
import { readProblem } from '../../src/problem/read-json.ts';
import { findScene } from '../../src/scenes/catalogue.ts';
import { readScene, sceneFromDocument } from '../../src/scenes/format/read-scene.ts';
import { createWorld } from '../../src/simulate.ts';
import { findSolver } from '../../src/solvers/registry.ts';
import { solve } from '../../src/solvers/solve.ts';
import { collector } from './collector.ts';
import type { Any } from './fixture.ts';
import { hostileNames, notNegativeOnly, notNumbers, notObjects, notPositive, notVectors } from './values.ts';

const { cases, misuse, each } = collector();

const hinge = { kind: 'revolute', point: [0, 0, 0.1], axis: [0, 1, 0] } as const;
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
misuse('option gravity', () => createWorld({}, { gravity: [0, 0] } as Any));
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
      solve(world.problem() as Any, { solver: findSolver('psor'), [key]: value }),
    );
for (const name of ['pgz', ...hostileNames]) misuse(`findSolver ${name.slice(0, 20)}`, () => findSolver(name));

export const worldMisuses = cases;
