/** The schema of scene files agrees with the reader: on committed files, on kinds, and on what neither takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JOINT_KINDS, Rng } from '@signorini/engine';
import { sceneFromDocument } from '@signorini/engine/scenes';
import { sceneFormat, sceneSchema } from '@signorini/lab/schema';
import { describe, expect, test } from 'vitest';

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
  const limits = { lower: -1, upper: 1, ...rows };
  const friction = { frictionModel: 'box', facets: 8 };
  const all = { name: 'n', a: 'one', b: 'two', collide: true, ...rows, breakForce: 9, breakTorque: 9 };
  const corners = [-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].map((k) => [i, j, k])));
  const triangle = [
    [0, 0, -9],
    [1, 0, -9],
    [0, 1, -9],
  ];
  return {
    ...{ format: 'signorini-scene', version: 1 },
    settings: {
      ...{ title: 't', timeStep: '1/60', steps: 3, gravity: [0, 0, -9.81], integrator: 'euler', gyroscopic: 'none' },
      ...{ stick: 'none', frictionCompliance: 1, contactMargin: 0.01, ...friction },
      ...{ contactForm: 'compliant', overlapRecovery: 0.2, projection: 'joints', sleep: { speed: 0.01, steps: 30 } },
    },
    materials: {
      m: { friction: 0.5, ...rows, restitution: 0.5, rollingFriction: 0.01, spinningFriction: 0.01, ...friction },
    },
    bodies: [
      { name: 'one', motion: 'dynamic', shape: { kind: 'box', half }, material: 'm', mass: 1, inertia: [1, 1, 1] },
      { name: 'two', shape: { kind: 'sphere', radius: 1 }, material: { friction: 0.1 }, density: 5, velocity: point },
      { shape: { kind: 'capsule', radius: 1, halfLength: 1 }, position: point, orientation: [0, 0, 0, 1] },
      {
        shape: { kind: 'cylinder', radius: 1, halfLength: 1 },
        orientation: { axis, angle: 1 },
        angularVelocity: point,
      },
      { shape: { kind: 'hull', points: corners } },
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
      { kind: 'gear', a: 'one', b: 'two', axisA: axis, axisB: axis, ratio: 2, motionA: 'turn', motionB: 'slide' },
      {
        kind: 'differential',
        terms: [
          { body: 'one', axis, factor: 1, motion: 'turn' },
          { body: 'two', axis, factor: 1 },
        ],
      },
    ],
    ignoreContacts: [['one', 'two']],
  };
})();

/** As much of JSON Schema as the schema uses; a keyword that it does not know is a mistake. */
function valid(schema: Any, value: Any): boolean {
  return Object.entries(schema).every(([keyword, is]: [string, Any]) => {
    const entries = value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
    switch (keyword) {
      case '$schema':
      case 'title':
      case 'description':
        return true;
      case 'type':
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

test.each(scenes)('%s is taken by the reader, by zod and by the JSON Schema', (_, scene) => {
  expect(() => sceneFromDocument(scene)).not.toThrow();
  expect(sceneFormat.safeParse(scene).error?.issues).toBeUndefined();
  expect(valid(sceneSchema, scene)).toBe(true);
});

test('the schema has every kind of joint', () => {
  const { properties } = sceneSchema as Any;
  expect(properties.joints.items.oneOf.map((one: Any) => one.properties.kind.const)).toEqual([...JOINT_KINDS]);
});

test('the schema has the fields that the reader knows, in every object of the file with everything', () => {
  /** Objects of a document with the names that the schema has there; of alternatives the one that fits. */
  function objects(
    value: Any,
    schema: Any,
    path: (string | number)[],
  ): { path: (string | number)[]; names: string[] }[] {
    if (typeof value !== 'object' || value === null) return [];
    const fits = (schema.oneOf ?? schema.anyOf ?? [schema]).find((one: Any) => valid(one, value));
    if (Array.isArray(value)) return value.flatMap((v, k) => objects(v, fits.items, [...path, k]));
    const inside = Object.entries(value).flatMap(([key, v]) =>
      objects(v, fits.properties?.[key] ?? fits.additionalProperties, [...path, key]),
    );
    return fits.properties ? [{ path, names: Object.keys(fits.properties) }, ...inside] : inside;
  }
  const all = objects(EVERYTHING, sceneSchema, []);
  expect(all.length).toBeGreaterThan(40);
  const { settings, materials, bodies } = EVERYTHING;
  const written = [settings, materials.m, Object.assign({}, ...bodies)].map((one) => Object.keys(one).sort());
  const named = (path: string) => all.find((one) => one.path.join('.') === path)?.names.sort();
  expect(written).toEqual(['settings', 'materials.m', 'bodies.0'].map(named)); // it does have everything
  for (const { path, names } of all) {
    const scene: Any = structuredClone(EVERYTHING);
    const place = path.reduce((value: Any, key) => value[key], scene);
    place.zzzzzzzzzzzzzzzz = 1; // near no name: the reader lists those that it knows
    let sentence = '';
    try {
      sceneFromDocument(scene);
    } catch (error) {
      sentence = (error as Error).message;
    }
    const known = /known are (.*)$/.exec(sentence)?.[1].split(', ') ?? [sentence];
    expect(known.sort(), path.join('.')).toEqual(names.sort());
  }
});

/** What the reader says of files whose form is right: names, what does not fit together, what only a world can tell. */
const NOT_OF_FORM = [
  /unknown (body|material) "/,
  /expected a name that no other body has/,
  /expected two different bodies/,
  /expected no such field beside mass/,
  /expected the mass in kg beside inertia/,
  /expected a shape(, or mass and inertia| of finite volume| about its centre of mass)/,
  /^joints\[\d+\]: /, // of the world
  /^bodies\[\d+\](\.shape|\.motion)?: (?!expected (an? (object|array)|dynamic))/, // of a shape, or of the world
  /^bodies\[\d+\]: /,
  /^settings: /,
];

describe('what the reader refuses for its form, zod and the JSON Schema refuse too', () => {
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
  const { bodies, joints, ...rest } = EVERYTHING;
  const [one, two] = bodies;
  const head = { format: 'signorini-scene', version: 1 };
  const pieces: { scene: Any; changed: (scene: Any) => [Any, string][] }[] = [
    { scene: { ...rest, bodies: [one, two] }, changed: places },
    ...bodies.slice(2).map((body) => ({ scene: { ...head, bodies: [body] }, changed: places })),
    ...joints.map((joint) => ({
      scene: { ...head, bodies: [{ ...one, material: {} }, two], joints: [joint] },
      changed: (scene: Any) => places(scene.joints),
    })),
  ];

  test('one change at every place of the file with everything', () => {
    const faults: string[] = [];
    let [taken, refused] = [0, 0];
    const compare = (change: string, scene: Any) => {
      const byZod = sceneFormat.safeParse(scene).success;
      const bySchema = valid(sceneSchema, scene);
      let sentence: string | undefined;
      try {
        sceneFromDocument(scene);
      } catch (error) {
        sentence = (error as Error).message;
      }
      if (sentence === undefined) taken++;
      else refused++;
      if (sentence === undefined && !(byZod && bySchema))
        faults.push(`${change}: taken by the reader, not by the schema`);
      if (sentence !== undefined && byZod && !NOT_OF_FORM.some((reason) => reason.test(sentence)))
        faults.push(`${change}: taken by zod; the reader says "${sentence}"`);
      if (byZod && !bySchema) faults.push(`${change}: taken by zod, not by the JSON Schema`);
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
