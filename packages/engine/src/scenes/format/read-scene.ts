/**
 * Reads a `signorini-scene` document and checks all of it.   docs/guide/scene-format.md
 * What is wrong is stated in one sentence that begins with the path: `bodies[3].shape.radius: expected a radius > 0 in m, found -1`.
 */
import { ContractError, SceneFormatError } from '../../checks/errors.ts';
import { expectFields, type Field } from '../../checks/fields.ts';
import { parseJson } from '../../checks/json.ts';
import { checkInside, forFile, Misfit, misfit, type Reading } from '../../checks/value.ts';
import { found, shortened, unknownName } from '../../checks/wording.ts';
import type { MaterialOptions } from '../../contact/material.ts';
import { massOf } from '../../dynamics/bodies/body-mass.ts';
import type { BodyOptions } from '../../dynamics/bodies/body-options.ts';
import { anyForce, makeForce } from '../../dynamics/forces/kinds.ts';
import { anyJoint } from '../../dynamics/joints/kinds.ts';
import { World } from '../../dynamics/world/world.ts';
import type { Scene } from '../scene.ts';
import { DEFAULT_STEPS, type FileSettings, FORMAT, SCENE, type SceneParts } from './scene-format.ts';

type NamedBody = BodyOptions & { readonly name: string };
type ReadParts = SceneParts & { readonly bodies: readonly NamedBody[] };

/** A scene from JSON text. @param name of the scene, default its title. @throws SceneFormatError */
export function readScene(json: string, name?: string): Scene {
  const document = parseJson(json, (was) => {
    throw new SceneFormatError('', `expected JSON, found ${was}`);
  });
  return sceneFromDocument(document, name);
}

/** A scene from a parsed document, for every function that takes a scene. @throws SceneFormatError */
export function sceneFromDocument(document: unknown, name?: string): Scene {
  const parts = readParts(document);
  const { steps = DEFAULT_STEPS, ...settings } = parts.settings ?? {};
  const idle = { solve: () => misfit('a world that is not stepped', 'a step'), release: () => {} };
  build(parts, new World(settings, idle)); // built once, so that errors only a world can find are thrown now, with their path
  const title = settings.title ?? 'scene';
  return {
    name: name ?? title,
    summary: title,
    reference: 'a scene file',
    known: 'A scene file does not state what is known of its answer.',
    parameters: {},
    steps,
    timeStep: settings.timeStep ?? 1 / 60,
    settings: () => settings,
    build: (world) => build(parts, world),
  };
}

/** Part by part, since bodies refer to materials, and joints and forces to bodies. */
function readParts(document: unknown): ReadParts {
  const materials = new Map<string, MaterialOptions>();
  const bodies = new Map<string, number>();
  const reading: Reading = {
    file: true,
    refer: (what, given) => (what === 'material' ? materialOf(given, materials) : nameOf(given, bodies)),
  };
  const top = forFile('', () => expectTop(document, reading));
  const read = <K extends keyof SceneParts>(key: K): SceneParts[K] => {
    const { value, required } = SCENE[key] as Field<SceneParts[K]>;
    if (!required && top[key] === undefined) return undefined as SceneParts[K];
    return forFile('', () => checkInside(key, value, top[key], reading));
  };
  read('format');
  read('version');
  const settings = read('settings');
  for (const [name, material] of Object.entries(read('materials') ?? {})) materials.set(name, { ...material, name });
  expectPairs(settings, materials);
  const list = read('bodies').map((body, k) => nameBody(body, k, bodies));
  const joints = read('joints');
  const forces = read('forces');
  const ignoreContacts = read('ignoreContacts');
  ignoreContacts?.forEach(([a, b], k) => {
    if (a === b)
      throw new SceneFormatError(`ignoreContacts[${k}]`, `expected two different bodies, found ${found(a)} twice`);
  });
  return {
    format: FORMAT,
    version: 1,
    bodies: list,
    ...(settings && { settings }),
    ...(joints && { joints }),
    ...(forces && { forces }),
    ...(ignoreContacts && { ignoreContacts }),
  };
}

/** A file of another format is rejected by its `format`, before its fields are read. */
function expectTop(document: unknown, reading: Reading): Readonly<Record<string, unknown>> {
  const { format } = (document ?? {}) as { format?: unknown };
  if (typeof format === 'string') checkInside('format', SCENE.format.value, format, reading);
  return expectFields(document, SCENE, reading);
}

function materialOf(given: unknown, known: ReadonlyMap<string, MaterialOptions>): MaterialOptions {
  const material = known.get(given as string);
  if (!material) throw new Misfit(unknownName('material', String(given), [...known.keys()]));
  return material;
}

function nameOf(given: unknown, known: ReadonlyMap<string, unknown>): string {
  if (typeof given !== 'string') return misfit('the name of a body', found(given));
  if (!known.has(given)) throw new Misfit(unknownName('body', given, [...known.keys()]));
  return given;
}

function expectPairs(settings: FileSettings | undefined, known: ReadonlyMap<string, unknown>): void {
  settings?.frictionPairs?.forEach(({ materials }, k) => {
    materials.forEach((name, side) => {
      if (!known.has(name))
        throw new SceneFormatError(
          `settings.frictionPairs[${k}].materials[${side}]`,
          unknownName('material', name, [...known.keys()]),
        );
    });
  });
}

function nameBody(body: BodyOptions, k: number, names: Map<string, number>): NamedBody {
  const { name = `body-${k + 1}` } = body;
  const taken = names.get(name);
  if (taken !== undefined)
    throw new SceneFormatError(
      `bodies[${k}].name`,
      `expected a name that no other body has (bodies[${taken}] has it), found ${found(name)}`,
    );
  names.set(name, k);
  forFile(`bodies[${k}]`, () => massOf(body));
  return { ...body, name };
}

function build({ bodies, joints = [], forces = [], ignoreContacts = [] }: ReadParts, world: World): void {
  const reading: Reading = { file: true, refer: (_, name) => world.body(name as string) };
  bodies.forEach((body, k) => {
    within(`bodies[${k}]`, () => world.addBody(body));
  });
  joints.forEach((joint, k) => {
    within(`joints[${k}]`, () => world.addJoint(anyJoint.check(joint, reading)));
  });
  forces.forEach((force, k) => {
    within(`forces[${k}]`, () => world.addDriver(makeForce(anyForce.check(force, reading))));
  });
  for (const [a, b] of ignoreContacts) world.ignoreContacts(world.body(a), world.body(b));
}

/** Adds the path to errors that only the world can find. */
function within<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContractError) throw new SceneFormatError(path, shortened(error.message, 280 - path.length));
    throw error;
  }
}
