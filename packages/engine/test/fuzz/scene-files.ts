/** Mutated scene files: one document with some of everything, changed at random places, and what reading it may end in. */
import { SceneFormatError } from '../../src/checks/errors.ts';
import { Rng } from '../../src/linalg/rng.ts';
import { readScene } from '../../src/scenes/format/read-scene.ts';

// biome-ignore lint/suspicious/noExplicitAny: any JSON
type Any = any;

const LONGEST = 300;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a sentence has none
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/;

const point = [0, 0, 1];
const axis = [0, 1, 0];
const schedule = { kind: 'schedule', points: [{ at: 0, target: 0 }, { at: 1, target: 2 }], between: 'smooth' }; // biome-ignore format: one line

const BASE = {
  format: 'signorini-scene',
  version: 1,
  settings: {
    title: 'fuzz',
    timeStep: '1/60',
    gravity: [0, 0, -9.81],
    integrator: 'midpoint',
    sleep: { steps: 5 },
    frictionPairs: [{ materials: ['ice', 'mud'], friction: 0.1 }],
  },
  materials: { ice: { friction: 0.1, frictionModel: 'cone' }, mud: { rollingFriction: 0.1, facets: 8 } },
  bodies: [
    { name: 'ground', motion: 'static', shape: { kind: 'plane' }, material: 'ice' },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: point, velocity: [1, 0, 0], material: 'mud' },
    { name: 'cube', shape: { kind: 'box', half: [0.1, 0.2, 0.3] }, orientation: { axis, angle: 1 }, density: 500 },
    {
      name: 'both',
      mass: 1,
      inertia: [0.1, 0.1, 0.1, 0.01, 0, 0],
      centreOfMass: [0, 0, 0.1],
      shape: {
        kind: 'compound',
        parts: [{ shape: { kind: 'capsule', radius: 0.1, halfLength: 0.2 }, position: point }],
      },
    },
    { name: 'shaker', motion: { kind: 'oscillation', amplitude: 1, direction: axis, frequency: 1 }, sensor: true },
    {
      name: 'mesh',
      motion: 'static',
      shape: { kind: 'mesh', vertices: [point, axis, [1, 0, 0]], triangles: [[0, 1, 2]] },
    },
    { name: 'hills', motion: 'static', shape: { kind: 'heightfield', rows: [[0, 0], [0, 1]], dx: 1, dy: 1 } }, // biome-ignore format: one line
    { name: 'hull', shape: { kind: 'hull', points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }, groups: 3, meets: 1 }, // biome-ignore format: one line
  ],
  joints: [
    { kind: 'revolute', a: 'ball', b: 'cube', point, axis, limits: { lower: -1, upper: 1 }, motor: { speed: 1 } },
    { kind: 'cylindrical', a: 'both', point, axis, slide: { servo: { target: 1, stiffness: 10 } } },
    { kind: 'prismatic', a: 'ball', point, axis, motor: { speed: schedule, maxForce: schedule } },
    { kind: 'distance', a: 'ball', b: 'both', pointA: [0, 0, 0], pointB: point, rope: true },
    { kind: 'gear', a: 'ball', b: 'cube', axisA: axis, axisB: axis, ratio: 2, housing: 'both' },
    { kind: 'differential', terms: [{ body: 'ball', axis, factor: 1 }, { body: 'cube', axis, factor: -1 }] }, // biome-ignore format: one line
  ],
  forces: [
    { kind: 'spring-damper', a: 'ball', pointA: point, pointB: axis, stiffness: 10 },
    { kind: 'torque-converter', input: 'ball', output: 'cube', axis, capacity: [[0, 10], [1, null]], torqueRatio: [[0, 2]] }, // biome-ignore format: one line
  ],
  ignoreContacts: [['ball', 'both']],
};

const VALUES: readonly Any[] = [
  ...[null, true, false, 0, -1, 1, 0.5, 3, 1e9, 1e300, -1e300, 1e-300, '', ' ', 'x', 'ball', '1/60', '0/0', 'kind'],
  ...[
    [],
    [1],
    [0, 0, 0],
    [0, 0, 0, 0],
    [1, 2, 3, 4, 5, 6],
    [[]],
    [null],
    {},
    { x: 1 },
    { kind: 'sphere' },
    { kind: 1 },
  ],
  ...['\u0000\n\u001b[31m', 'y'.repeat(5000), '__proto__', 'constructor', 'toString'],
];

/** Every object and list of a document. */
function holders(value: Any, found: Any[] = []): Any[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value);
  for (const one of Object.values(value)) holders(one, found);
  return found;
}

/** Changes one place: removes, doubles, renames or replaces what is there, or moves something from elsewhere into it. */
function mutate(document: Any, rng: Rng): void {
  const all = holders(document);
  const holder = all[rng.below(all.length)];
  const keys = Object.keys(holder);
  if (keys.length === 0) return;
  const key = keys[rng.below(keys.length)];
  const pick = (list: readonly Any[]) => structuredClone(list[rng.below(list.length)]);
  const ways = [
    () => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]),
    () => (Array.isArray(holder) ? holder.push(structuredClone(holder[Number(key)])) : define(holder, `${key}s`, 1)),
    () => Array.isArray(holder) || define(holder, pick(VALUES.filter((one) => typeof one === 'string')), pick(VALUES)),
    () => define(holder, key, pick(VALUES)),
    () => define(holder, key, pick(VALUES)),
    () => define(holder, key, structuredClone(all[rng.below(all.length)])),
  ];
  ways[rng.below(ways.length)]();
}

/** Also for `__proto__`, as JSON has it. */
const define = (holder: Any, key: string, value: Any) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

/** The fault in reading a mutated file; undefined if it was taken, or refused with one sentence. */
export function faultOf(seed: number): string | undefined {
  const rng = new Rng(seed);
  const document = structuredClone(BASE);
  const changes = 1 + rng.below(3);
  for (let k = 0; k < changes; k++) mutate(document, rng);
  let text = JSON.stringify(document);
  if (rng.below(20) === 0) text = text.slice(0, rng.below(text.length)); // a file that was cut off
  try {
    readScene(text);
    return undefined;
  } catch (error) {
    const { name, message } = error as Error;
    if (!(error instanceof SceneFormatError)) return `seed ${seed}: ${name}: ${message.slice(0, LONGEST)}`;
    if (message.length >= LONGEST || UNPRINTABLE.test(message))
      return `seed ${seed}: no short line: ${message.slice(0, 400)}`;
    return undefined;
  }
}
