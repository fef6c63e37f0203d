/** The schema of scene files agrees with the reader: on committed files, on kinds, and on what neither takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JOINT_KINDS, Rng } from '@signorini/engine';
import { sceneFromDocument, sceneSchema } from '@signorini/engine/scenes';
import { describe, expect, test } from 'vitest';

const schema = sceneSchema();
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: a schema is any JSON
type Any = any;

const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
const examples = readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.scene.json'))
  .map((file) => join('examples', file));
const inTheGuide = [
  ...readFileSync(join(ROOT, 'docs/guide/scene-format.md'), 'utf8').matchAll(/```json\n([\s\S]*?)```/g),
]
  .map(([, text]) => JSON.parse(text))
  .filter(({ format }) => format === 'signorini-scene');

/** Every kind of body, shape and joint, with every field that its kind may have. */
const EVERYTHING = (() => {
  const [point, axis, half] = [
    [0, 0, 1],
    [0, 0, 2],
    [0.1, 0.2, 0.3],
  ];
  const rows = { stiffness: 1e6, damping: 10 };
  const angular = { angularStiffness: 1e6, angularDamping: 10 };
  const limits = { lower: -1, upper: 1, ...rows };
  const friction = { frictionModel: 'box', facets: 8 };
  const all = { name: 'n', a: 'one', b: 'two', collide: true, ...rows, ...angular, breakForce: 9, breakTorque: 9 };
  const corners = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i, j, k])));
  const triangle = [
    [0, 0, -9],
    [1, 0, -9],
    [0, 1, -9],
  ];
  return {
    format: 'signorini-scene',
    version: 1,
    settings: {
      title: 't',
      timeStep: '1/60',
      steps: 3,
      gravity: [0, 0, -9.81],
      integrator: 'euler',
      gyroscopic: 'none',
      stick: 'none',
      frictionCompliance: 1,
      contactMargin: 0.01,
      ...friction,
      contactForm: 'compliant',
      overlapRecovery: 0.2,
      projection: 'joints',
      sleep: { speed: 0.01, steps: 30 },
      frictionPairs: [{ materials: ['m', 'm'], friction: 0.1 }],
      accuracy: { joules: 0.001 },
      smallestStep: 0.0001,
      budget: 'cheap',
    },
    materials: {
      m: { friction: 0.5, ...rows, restitution: 0.5, rollingFriction: 0.01, spinningFriction: 0.01, ...friction },
    },
    bodies: [
      {
        name: 'one',
        motion: 'dynamic',
        shape: { kind: 'box', half },
        material: 'm',
        mass: 1,
        inertia: [1, 1, 1],
        centreOfMass: [0, 0, 0.1],
        surfaceVelocity: point,
        surfaceAngularVelocity: point,
        groups: 2,
        meets: 6,
        sensor: false,
      },
      { name: 'two', shape: { kind: 'sphere', radius: 1 }, material: { friction: 0.1 }, density: 5, velocity: point },
      { shape: { kind: 'capsule', radius: 1, halfLength: 1 }, position: point, orientation: [0, 0, 0, 1] },
      {
        shape: { kind: 'cylinder', radius: 1, halfLength: 1 },
        orientation: { axis, angle: 1 },
        angularVelocity: point,
      },
      { shape: { kind: 'hull', points: corners }, mass: 1, inertia: [1, 1, 1, 0.1, 0, 0] },
      {
        shape: { kind: 'sphere', radius: 1 },
        mass: 1,
        inertia: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      {
        shape: {
          kind: 'compound',
          parts: [
            { shape: { kind: 'box', half }, position: [0, 0, -1] },
            { shape: { kind: 'box', half }, position: [0, 0, 1], orientation: [0, 0, 0, 1] },
          ],
        },
      },
      { motion: 'static', shape: { kind: 'plane' } },
      { motion: 'static', shape: { kind: 'mesh', vertices: triangle, triangles: [[0, 1, 2]] } },
      {
        motion: 'static',
        shape: {
          kind: 'heightfield',
          rows: [
            [0, 0],
            [0, 0],
          ],
          dx: 1,
          dy: 1,
        },
      },
      { motion: { kind: 'oscillation', amplitude: 1, direction: axis, frequency: 1, phase: 1 } },
      { motion: { kind: 'uniform', velocity: point, angularVelocity: point } },
    ],
    joints: [
      { ...all, kind: 'fixed', point },
      { kind: 'spherical', a: 'one', point },
      { kind: 'revolute', a: 'one', point, axis, limits, motor: { speed: 1, maxTorque: 1 }, frictionTorque: 1 },
      { kind: 'revolute', a: 'one', point, axis, servo: { target: 1, maxTorque: 1, ...rows } },
      { kind: 'prismatic', a: 'one', point, axis, limits, motor: { speed: 1, maxForce: 1 }, frictionForce: 1 },
      { kind: 'cylindrical', a: 'one', point, axis, turn: { motor: { speed: 1 } }, slide: { servo: { target: 1 } } },
      { kind: 'universal', a: 'one', b: 'two', point, axisA: [1, 0, 0], axisB: axis },
      { kind: 'distance', a: 'one', b: 'two', pointA: [0, 0, 0], pointB: point, minLength: 0.5, maxLength: 2 },
      { kind: 'distance', a: 'one', b: 'two', pointA: [0, 0, 0], pointB: point, rope: true },
      {
        kind: 'gear',
        a: 'one',
        b: 'two',
        axisA: axis,
        axisB: axis,
        ratio: 2,
        motionA: 'turn',
        motionB: 'slide',
        housing: 'body-3',
      },
      {
        kind: 'differential',
        terms: [
          { body: 'one', axis, factor: 1, motion: 'turn' },
          { body: 'two', axis, factor: 1 },
        ],
        housing: 'body-3',
      },
      { kind: 'distance', a: 'one', b: 'two', pointA: [0, 0, 0], pointB: point, length: 1 },
      { kind: 'revolute-spherical', a: 'one', pointA: [0, 0, 0], pointB: point, axis: [1, 0, 0], length: 1 },
      {
        kind: 'screw',
        a: 'two',
        point,
        axis,
        lead: 0.1,
        turn: { limits, motor: { speed: 1, maxTorque: 1 }, frictionTorque: 1 },
        slide: { limits, servo: { target: 1, maxForce: 1, ...rows }, frictionForce: 1 },
      },
      {
        kind: 'screw',
        a: 'two',
        point,
        axis,
        lead: -0.1,
        turn: { servo: { target: 1, maxTorque: 1, ...rows } },
        slide: { motor: { speed: 1, maxForce: 1 } },
      },
      { kind: 'planar', a: 'one', point, normal: axis, limits, motor: { speed: 1, maxTorque: 1 }, frictionTorque: 1 },
      { kind: 'planar', a: 'one', point, normal: axis, servo: { target: 1, maxTorque: 1, ...rows } },
      { kind: 'point-on-line', a: 'one', point, axis, limits, motor: { speed: 1, maxForce: 1 }, frictionForce: 1 },
      { kind: 'point-on-line', a: 'one', point, axis, servo: { target: 1, maxForce: 1, ...rows } },
      { kind: 'point-on-plane', a: 'one', point, normal: axis },
      {
        kind: 'revolute',
        a: 'two',
        point,
        axis,
        motor: {
          speed: { kind: 'polynomial', coefficients: [1], begin: 1 },
          maxTorque: { kind: 'harmonic', amplitude: 1, mean: 1, frequency: 1 },
        },
      },
      {
        kind: 'revolute',
        a: 'two',
        point,
        axis,
        servo: { target: { kind: 'harmonic', amplitude: 1, frequency: 1, mean: 1, phase: 1, begin: 1 } },
      },
      {
        kind: 'prismatic',
        a: 'two',
        point,
        axis,
        servo: {
          target: {
            kind: 'schedule',
            begin: 1,
            between: 'smooth',
            points: [
              { at: 0, target: 1 },
              { at: 1, target: 2 },
            ],
          },
          maxForce: { kind: 'schedule', points: [{ at: 0, target: 1 }] },
        },
      },
      {
        kind: 'cylindrical',
        a: 'two',
        point,
        axis,
        turn: { limits, servo: { target: 1, maxTorque: 1, ...rows }, frictionTorque: 1 },
        slide: { limits, motor: { speed: 1, maxForce: 1 }, frictionForce: 1 },
      },
      {
        kind: 'cylindrical',
        a: 'two',
        point,
        axis,
        turn: { motor: { speed: 1, maxTorque: 1 } },
        slide: { servo: { target: 1, maxForce: 1, ...rows } },
      },
      { kind: 'prismatic', a: 'one', point, axis, servo: { target: 1, maxForce: 1, ...rows } },
    ],
    forces: [
      {
        kind: 'spring-damper',
        name: 's',
        a: 'one',
        b: 'two',
        pointA: point,
        pointB: axis,
        stiffness: 10,
        damping: 1,
        length: 1,
        pullsOnly: true,
      },
      { kind: 'torsional-spring', name: 't', a: 'one', b: 'two', axis, stiffness: 1, damping: 1, angle: 0.5 },
      { kind: 'constant-force', name: 'c', body: 'one', force: point, torque: point, point, frame: 'body' },
      {
        kind: 'torque-converter',
        name: 'k',
        input: 'one',
        output: 'two',
        housing: 'body-3',
        axis,
        capacity: [
          [0, 10],
          [1, null],
        ],
        torqueRatio: [[0, 2]],
      },
    ],
    ignoreContacts: [['one', 'two']],
  };
})();

/** The part of JSON Schema that the schema uses; a keyword that it does not know is a mistake. */
function valid(schema: Any, value: Any): boolean {
  return Object.entries(schema).every(([keyword, is]: [string, Any]) => {
    const entries = value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
    switch (keyword) {
      case '$schema':
      case 'title':
      case 'description':
        return true;
      case 'type':
        if (Array.isArray(is)) return is.some((one: Any) => valid({ type: one }, value));
        if (is === 'null') return value === null;
        if (is === 'array') return Array.isArray(value);
        if (is === 'integer') return Number.isInteger(value);
        if (is === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
        return typeof value === is;
      case 'const':
        return value === is;
      case 'enum':
        return is.includes(value);
      case 'oneOf':
        return is.filter((one: Any) => valid(one, value)).length === 1;
      case 'anyOf':
        return is.some((one: Any) => valid(one, value));
      case 'properties':
        return entries.every(([key, v]) => !is[key] || valid(is[key], v));
      case 'propertyNames':
        return entries.every(([key]) => valid(is, key));
      case 'required':
        return is.every((key: string) => value?.[key] !== undefined);
      case 'additionalProperties':
        return entries.every(([key, v]) => schema.properties?.[key] || (is && valid(is, v)));
      case 'items':
        return !Array.isArray(value) || value.every((v) => valid(is, v));
      case 'prefixItems':
        return !Array.isArray(value) || value.every((v, k) => !is[k] || valid(is[k], v));
      case 'not':
        return !valid(is, value);
      case 'minItems':
        return !Array.isArray(value) || value.length >= is;
      case 'maxItems':
        return !Array.isArray(value) || value.length <= is;
      case 'pattern':
        return typeof value !== 'string' || new RegExp(is).test(value);
      case 'minimum':
        return typeof value !== 'number' || value >= is;
      case 'maximum':
        return typeof value !== 'number' || value <= is;
      case 'exclusiveMinimum':
        return typeof value !== 'number' || value > is;
      case 'multipleOf':
        return typeof value !== 'number' || value % is === 0;
      default:
        throw new Error(`unknown keyword ${keyword}`);
    }
  });
}

const scenes: [string, Any][] = [
  ...examples.map((file): [string, Any] => [file, read(file)]),
  ...inTheGuide.map((scene, k): [string, Any] => [`the guide's example ${k + 1}`, scene]),
  ['a file with everything', EVERYTHING],
];

test.each(scenes)('%s is taken by the reader and by the JSON Schema', (_, scene) => {
  expect(() => sceneFromDocument(scene)).not.toThrow();
  expect(valid(schema, scene)).toBe(true);
});

test('the schema has every kind of joint', () => {
  const { properties } = schema as Any;
  expect(properties.joints.items.oneOf.map((one: Any) => one.properties.kind.const)).toEqual(
    JOINT_KINDS.filter((kind) => kind !== 'force-law'), // a function of a program
  );
});

test('the file with everything has every field of the schema, each of them with a description', () => {
  /** Names of fields by the place and kind of their object, as `joints.gear.ratio`; places of lists are not told apart. */
  function inSchema(one: Any, path: string, names: Set<string>): void {
    for (const way of [...(one.oneOf ?? []), ...(one.anyOf ?? [])]) inSchema(way, path, names);
    if (one.items) inSchema(one.items, path, names);
    if (typeof one.additionalProperties === 'object') inSchema(one.additionalProperties, path, names);
    const place = one.properties?.kind ? `${path}.${one.properties.kind.const}` : path;
    for (const [key, field] of Object.entries<Any>(one.properties ?? {})) {
      names.add(`${place}.${key}`);
      if (!/orientation.(axis|angle)$/.test(`${place}.${key}`))
        expect(field.description, `${place}.${key}`).toMatch(/\S/);
      inSchema(field, `${place}.${key}`, names);
    }
  }
  function inFile(value: Any, path: string, names: Set<string>): void {
    if (Array.isArray(value)) for (const one of value) inFile(one, path, names);
    else if (typeof value === 'object' && value !== null) {
      const place = value.kind ? `${path}.${value.kind}` : path;
      for (const [key, one] of Object.entries(value)) {
        const dictionary = path === '.materials'; // names of the user's own
        if (!dictionary) names.add(`${place}.${key}`);
        inFile(one, dictionary ? path : `${place}.${key}`, names);
      }
    }
  }
  const [there, written] = [new Set<string>(), new Set<string>()];
  inSchema(schema, '', there);
  inFile({ ...EVERYTHING, materials: undefined }, '', written);
  for (const [key] of Object.entries(EVERYTHING.materials.m)) written.add(`.materials.${key}`);
  const again =
    /^\.bodies\.(shape\.compound\.parts\.(shape|orientation)|material)\.|\.(speed|target|maxTorque|maxForce)\.(polynomial|harmonic|schedule)\./; // written elsewhere
  const common = ['a', 'b', 'name', 'collide', 'breakForce', 'breakTorque'];
  common.push('stiffness', 'damping', 'angularStiffness', 'angularDamping');
  const rest = [...there].filter((name) => !written.has(name) && !again.test(name));
  expect(rest.filter((name) => !(name.startsWith('.joints.') && common.includes(name.split('.')[3])))).toEqual([]);
  expect([...written].filter((name) => !there.has(name))).toEqual([]);
  expect(there.size).toBeGreaterThan(150);
});

/** Sentences of the reader about files whose form is right: names, zeros, what does not fit together, what only a world can tell. */
const NOT_OF_FORM = [
  /unknown (body|material) "/,
  /expected a name that no other body has/,
  /expected two different bodies/,
  /expected none beside mass/,
  /expected (the mass in kg beside inertia|mass and inertia beside centreOfMass|a shape beside it)/,
  /expected a shape(, or mass and inertia| of finite volume)/,
  /expected (principal moments|a symmetric tensor)/,
  /not all zero, found \(0, 0, 0\)/,
  /expected a quaternion x y z w, or .* found \(0, 0, 0, 0\)/,
  /found ratios that do not rise|expected a time later than/, // an order, which a schema cannot say
  /expected a torque >= 0 in N m at all times/, // of a sine
  /^forces\[\d+\]: /, // of the world
  /^joints\[\d+\]: /, // of the world
  /^bodies\[\d+\]\.shape: (hull|mesh|heightfield): /, // of a shape
  /^bodies\[\d+\]: /,
  /^settings: /,
];

describe('what the reader refuses for its form, the JSON Schema refuses too', () => {
  /** Places of a document: the object or array that holds it, and its name there; of lists of numbers the first. */
  function places(value: Any): [Any, string][] {
    if (typeof value !== 'object' || value === null) return [];
    const plain = Array.isArray(value) && (typeof value[0] !== 'object' || Array.isArray(value[0]));
    const keys = plain ? Object.keys(value).slice(0, 1) : Object.keys(value);
    return keys.flatMap((key) => [[value, key] as [Any, string], ...places(value[key])]);
  }
  type Change = (holder: Any, key: string) => void;
  const remove: Change = (holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  };
  const double: Change = (holder, key) => {
    if (Array.isArray(holder)) holder.push(holder[Number(key)]);
    else holder[`${key}s`] = 1;
  };
  const become =
    (value: Any): Change =>
    (holder, key) => {
      holder[key] = structuredClone(value);
    };
  const values = [null, true, 0, -1, 0.5, 3, 1e9, '', ' ', 'x', '0/0', [], [1], [0, 0, 0], [0, 0, 0, 0], {}, { x: 1 }];

  /** The file in pieces, which are read sooner: a body by itself, a joint with its two bodies. */
  const { bodies, joints, forces, ...rest } = EVERYTHING;
  const [one, two] = bodies;
  const head = { format: 'signorini-scene', version: 1 };
  const pieces: { scene: Any; changed: (scene: Any) => [Any, string][] }[] = [
    { scene: { ...rest, bodies: [one, two] }, changed: places },
    ...bodies.slice(2).map((body) => ({ scene: { ...head, bodies: [body] }, changed: places })),
    ...joints.map((joint) => ({
      scene: { ...head, bodies: [{ ...one, material: {} }, two, bodies[2]], joints: [joint] },
      changed: (scene: Any) => places(scene.joints),
    })),
    ...forces.map((force) => ({
      scene: { ...head, bodies: [{ ...one, material: {} }, two, bodies[2]], forces: [force] },
      changed: (scene: Any) => places(scene.forces),
    })),
  ];

  test('one change at every place of the file with everything', () => {
    const faults: string[] = [];
    let [taken, refused] = [0, 0];
    const compare = (change: string, scene: Any) => {
      const bySchema = valid(schema, scene);
      let sentence: string | undefined;
      try {
        sceneFromDocument(scene);
      } catch (error) {
        sentence = (error as Error).message;
      }
      if (sentence === undefined) taken++;
      else refused++;
      if (sentence === undefined && !bySchema) faults.push(`${change}: taken by the reader, not by the schema`);
      if (sentence !== undefined && bySchema && !NOT_OF_FORM.some((reason) => reason.test(sentence)))
        faults.push(`${change}: taken by the schema; the reader says "${sentence}"`);
    };
    const rng = new Rng(3);
    for (const { scene, changed } of pieces)
      for (let k = 0; k < changed(scene).length; k++)
        for (const [name, change] of [
          ['removed', remove] as const,
          ['doubled', double] as const,
          ...[0, 1, 2].map(() => {
            const value = values[rng.below(values.length)];
            return [`= ${JSON.stringify(value)}`, become(value)] as const;
          }),
        ]) {
          const copy = structuredClone(scene);
          const [holder, key] = changed(copy)[k];
          const subject = `${key} of ${JSON.stringify(holder).slice(0, 80)} ${name}`;
          change(holder, key);
          compare(subject, copy);
        }
    expect(faults).toEqual([]);
    expect(taken).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(500);
  });
});
