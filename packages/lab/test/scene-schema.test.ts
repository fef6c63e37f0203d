/** The schema of scene files agrees with the reader: on committed files, on kinds, and on what neither takes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { JOINT_KINDS, sceneFromDocument } from '@signorini/engine';
import { sceneSchema } from '@signorini/lab';
import { expect, test } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));
const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.scene.json'),
);
const read = (file: string) => JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8'));

// biome-ignore lint/suspicious/noExplicitAny: a schema is any JSON
type Any = any;

/** As much of JSON Schema as the schema uses; a keyword that it does not know is a mistake. */
function valid(schema: Any, value: Any): boolean {
  if (schema.$ref) return valid((sceneSchema.$defs as Any)[schema.$ref.replace('#/$defs/', '')], value);
  return Object.entries(schema).every(([keyword, is]: [string, Any]) => {
    const entries = value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
    switch (keyword) {
      case '$schema':
      case '$defs':
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
      case 'properties':
        return entries.every(([key, v]) => !is[key] || valid(is[key], v));
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
      case 'minLength':
        return typeof value !== 'string' || value.length >= is;
      case 'pattern':
        return typeof value !== 'string' || new RegExp(is).test(value);
      case 'minimum':
        return typeof value !== 'number' || value >= is;
      case 'maximum':
        return typeof value !== 'number' || value <= is;
      case 'exclusiveMinimum':
        return typeof value !== 'number' || value > is;
      default:
        throw new Error(`unknown keyword ${keyword}`);
    }
  });
}

test.each(files)('%s is valid by the schema and by the reader', (file) => {
  expect(valid(sceneSchema, read(file))).toBe(true);
  expect(() => sceneFromDocument(read(file))).not.toThrow();
});

test('the schema has every kind of joint', () => {
  const { properties } = sceneSchema as Any;
  expect(properties.joints.items.oneOf.map((one: Any) => one.properties.kind.const)).toEqual([...JOINT_KINDS]);
});

test('what the reader refuses for its form, the schema refuses too', () => {
  const good = read('crane.scene.json');
  const spoil: ((scene: Any) => void)[] = [
    (scene) => delete scene.format,
    (scene) => (scene.version = 2),
    (scene) => (scene.bodies = []),
    (scene) => (scene.settings.timeStep = 0),
    (scene) => (scene.settings.timeStep = 'fast'),
    (scene) => (scene.settings.integrator = 'rk4'),
    (scene) => (scene.settings.speed = 1),
    (scene) => (scene.bodies[1].shape.half = [1, 1]),
    (scene) => (scene.bodies[1].shape.kind = 'cube'),
    (scene) => (scene.bodies[1].orientation = 3),
    (scene) => (scene.joints[0].kind = 'hinge'),
    (scene) => delete scene.joints[0].point,
    (scene) => (scene.joints[0].motor = { sped: 1 }),
    (scene) => (scene.ignoreContacts = [['mast']]),
  ];
  for (const change of spoil) {
    const scene = structuredClone(good);
    change(scene);
    expect(valid(sceneSchema, scene), String(change)).toBe(false);
    expect(() => sceneFromDocument(scene), String(change)).toThrow();
  }
});
