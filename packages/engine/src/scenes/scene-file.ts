/**
 * Reads a `signorini-scene` document, version 1, and checks all of it.   docs/guide/scene-format.md
 * What is wrong is told in one sentence that begins with the path: `bodies[3].shape.radius: expected a positive number, found -1`.
 */

import { check, expectFields, fail, ProblemFormatError } from '../checks/checks.ts';
import { ContractError } from '../checks/errors.ts';
import { found, unknownName } from '../checks/wording.ts';
import { massProperties } from '../collision/shapes/mass-properties.ts';
import { ShapeError } from '../collision/shapes/shapes.ts';
import type { MaterialOptions } from '../contact/material.ts';
import { World } from '../dynamics/world.ts';
import type { BodyOptions, WorldSettings } from '../dynamics/world-options.ts';
import { length } from '../linalg/vec3.ts';
import { type FileJoint, jointOptions, readJoint } from './file-joints.ts';
import { readMotion } from './file-motion.ts';
import { readShape } from './file-shapes.ts';
import {
  count,
  type FieldTable,
  facets,
  frictionModel,
  positiveShare,
  readFields,
  rotation,
  share,
  sleep,
  text,
  time,
  vector,
} from './file-values.ts';
import type { Scene } from './scene.ts';

/** What is read of a file, before it becomes a world. */
interface SceneParts {
  readonly settings: WorldSettings;
  readonly steps: number;
  readonly bodies: readonly (BodyOptions & { readonly name: string })[];
  readonly joints: readonly FileJoint[];
  readonly ignored: readonly (readonly [string, string])[];
}

const TOP = ['format', 'version', 'settings', 'materials', 'bodies', 'joints', 'ignoreContacts'];

const SETTINGS: FieldTable = {
  ...{ title: text, timeStep: time, steps: count, gravity: vector },
  integrator: check.oneOf(['euler', 'midpoint', 'semi-implicit'] as const),
  gyroscopic: check.oneOf(['midpoint', 'none'] as const),
  stick: check.oneOf(['anchor', 'none'] as const),
  projection: check.oneOf(['none', 'joints'] as const),
  sleep,
  ...{ frictionCompliance: check.positive, contactMargin: check.notNegative },
  ...{
    frictionModel,
    facets,
    contactForm: check.oneOf(['compliant', 'rigid'] as const),
    overlapRecovery: positiveShare,
  },
};

const MATERIAL: FieldTable = {
  ...{ friction: check.notNegative, stiffness: check.positive, damping: check.notNegative, restitution: share },
  ...{ rollingFriction: check.notNegative, spinningFriction: check.notNegative, frictionModel, facets },
};

/** A scene from JSON text. @param name of the scene, default its title. @throws ProblemFormatError */
export function readScene(json: string, name?: string): Scene {
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (error) {
    throw new ProblemFormatError('', `expected JSON, found ${(error as Error).message}`);
  }
  return sceneFromDocument(document, name);
}

/** A scene from a parsed document: whatever takes a scene takes it. @throws ProblemFormatError */
export function sceneFromDocument(document: unknown, name?: string): Scene {
  const parts = readParts(document);
  const { settings, steps } = parts;
  // built once, so that what only a world can tell is told now and with its path
  build(
    parts,
    new World(settings, { solve: () => fail('', 'a world that is not stepped', 'a step'), release: () => {} }),
  );
  const title = settings.title ?? 'scene';
  return {
    name: name ?? title,
    summary: title,
    reference: 'a scene file',
    known: 'A scene file does not say what is known of its answer.',
    parameters: {},
    steps,
    timeStep: settings.timeStep ?? 1 / 60,
    settings: () => settings,
    build: (world) => build(parts, world),
  };
}

function readParts(document: unknown): SceneParts {
  const { format } = (document ?? {}) as { format?: unknown };
  if (typeof format === 'string')
    check.that(format === 'signorini-scene', 'format', '"signorini-scene"', found(format));
  const top = expectFields(document, '', TOP);
  top.exactly('format', 'signorini-scene');
  top.exactly('version', 1);
  const { steps = 500, ...settings } = (top.optional('settings', (v, path) => readFields(v, path, SETTINGS)) ?? {}) as {
    steps?: number;
  } & WorldSettings;
  const materials = top.optional('materials', readMaterials) ?? {};
  const names = new Map<string, string>();
  const bodies = top.required(
    'bodies',
    check.list(undefined, (v, path) => readBody(v, path, materials, names)),
  );
  check.that(bodies.length > 0, 'bodies', 'at least one body', 'none');
  const known = [...names.keys()];
  const joints =
    top.optional(
      'joints',
      check.list(undefined, (v, path) => readJoint(v, path, known)),
    ) ?? [];
  const pair = (v: unknown, path: string) => {
    const [a, b] = check.list(2, check.string)(v, path) as [string, string];
    [a, b].forEach((body, k) => {
      if (!names.has(body)) throw new ProblemFormatError(`${path}[${k}]`, unknownName('body', body, known));
    });
    check.that(a !== b, path, 'two different bodies', `${found(a)} twice`);
    return [a, b] as const;
  };
  const ignored = top.optional('ignoreContacts', check.list(undefined, pair)) ?? [];
  return { settings, steps, bodies, joints, ignored };
}

function readMaterials(value: unknown, path: string): Readonly<Record<string, MaterialOptions>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail(path, 'an object: materials by name', found(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, readFields(one, `${path}.${name}`, MATERIAL)]),
  );
}

function readBody(
  value: unknown,
  path: string,
  materials: Readonly<Record<string, MaterialOptions>>,
  names: Map<string, string>,
): SceneParts['bodies'][number] {
  const material = (v: unknown, at: string): MaterialOptions => {
    if (typeof v !== 'string') return readFields(v, at, MATERIAL);
    if (!Object.hasOwn(materials, v))
      throw new ProblemFormatError(at, unknownName('material', v, Object.keys(materials)));
    return materials[v];
  };
  const read = readFields(value, path, {
    ...{ name: text, motion: readMotion, shape: readShape, material },
    ...{ density: check.positive, mass: check.positive, inertia: check.list(3, check.positive) },
    ...{ position: vector, orientation: rotation, velocity: vector, angularVelocity: vector },
  }) as Omit<BodyOptions, 'name'> & { name?: string };
  const name = read.name ?? `body-${names.size + 1}`;
  const taken = names.get(name);
  if (taken !== undefined) fail(`${path}.name`, `a name that no other body has (${taken} has it)`, found(name));
  names.set(name, path);
  checkMass(read, path);
  return { ...read, name };
}

function checkMass(body: Omit<BodyOptions, 'name'>, path: string): void {
  const { motion = 'dynamic', shape, density, mass, inertia } = body;
  if (density !== undefined && mass !== undefined) fail(`${path}.density`, 'no such field beside mass', 'both');
  if (inertia && mass === undefined) fail(`${path}.mass`, 'the mass in kg beside inertia', 'nothing');
  if (motion !== 'dynamic') return;
  if (!shape && !inertia) fail(`${path}.shape`, 'a shape, or mass and inertia: a body that moves has one', 'nothing');
  if (!shape) return;
  if (['plane', 'mesh', 'heightfield'].includes(shape.kind))
    fail(`${path}.shape`, 'a shape of finite volume, or "motion": "static"', `a ${shape.kind}`);
  if (inertia || !('radius' in shape)) return;
  const { centre } = massProperties(shape, 1);
  if (length(centre) > 1e-6 * shape.radius)
    fail(
      `${path}.shape`,
      "a shape about its centre of mass, which is the body's position (or mass and inertia)",
      `it at (${centre.map((c) => Number(c.toPrecision(4))).join(', ')})`,
    );
}

function build({ bodies, joints, ignored }: SceneParts, world: World): void {
  bodies.forEach((body, k) => {
    within(`bodies[${k}]`, () => world.addBody(body));
  });
  joints.forEach((joint, k) => {
    within(`joints[${k}]`, () => world.addJoint(jointOptions(joint, (name) => world.body(name))));
  });
  for (const [a, b] of ignored) world.ignoreContacts(world.body(a), world.body(b));
}

/** Gives a path to what only the world or a shape can tell. */
function within<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof ContractError || error instanceof ShapeError)
      throw new ProblemFormatError(path, error.message);
    throw error;
  }
}
