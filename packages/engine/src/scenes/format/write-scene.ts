/**
 * Writes a world as a `signorini-scene` document: what `readScene` reads back.   docs/guide/scene-format.md
 *
 * Bodies are where they are and move as they move at present. Points and axes of joints and force elements are carried to the present
 * poses, coordinates are counted from there. What a world remembers of its last step (impulses, anchors, sleep) is not part of a scene:
 * `world.snapshot()` has it. A world that has not moved since it was made is written with the very numbers that it was made with.
 */
import { ContractError } from '../../checks/errors.ts';
import { isRecord } from '../../checks/fields.ts';
import { found, shortened } from '../../checks/wording.ts';
import { shapeDocument } from '../../collision/shapes/shape-document.ts';
import type { MaterialOptions } from '../../contact/material.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import { BODY, type BodyOptions } from '../../dynamics/bodies/body-options.ts';
import type { Course } from '../../dynamics/bodies/prescribed-motion.ts';
import type { Driver } from '../../dynamics/forces/driver.ts';
import type { ForceElement } from '../../dynamics/forces/force-element.ts';
import { internalsOf, type WorldInternals } from '../../dynamics/world/internals.ts';
import type { World } from '../../dynamics/world/world.ts';
import { PI } from '../../linalg/elementary.ts';
import { type Quat, unitQuat } from '../../linalg/quat.ts';
import { FORMAT, VERSION } from './scene-format.ts';
import { forceDocument, jointDocument } from './write-moved.ts';

/** Plain JSON. */
export type SceneDocument = Readonly<Record<string, unknown>>;

/** @throws ContractError for what no file can hold: drivers and paths that are functions of a program */
export function sceneOf(world: World): SceneDocument {
  const made = isRecord(world) ? internalsOf<WorldInternals | undefined>(world) : undefined;
  if (!made) throw new ContractError(`sceneOf: expected a world, found ${found(world)}`);
  const { settings, drivers, excluded, store } = made;
  const { title, timeStep } = world;
  const materials = new Map<string, MaterialOptions>();
  const bodies = world.bodies.map((body) => bodyDocument(body, store.courses.get(body.index), world, materials));
  const joints = world.joints.filter(({ broken }) => !broken).map((joint) => jointDocument(joint, world.time));
  const forces = drivers.map((driver) => forceDocument(expectElement(driver)));
  const ignored = excluded.ignoring.map((pair) => pair.map((k) => store.names[k]));
  return {
    format: FORMAT,
    version: VERSION,
    settings: { ...settings, title, timeStep },
    ...(materials.size > 0 && { materials: Object.fromEntries(materials) }),
    bodies,
    ...(joints.length > 0 && { joints }),
    ...(forces.length > 0 && { forces }),
    ...(ignored.length > 0 && { ignoreContacts: ignored }),
  };
}

function expectElement(driver: Driver): ForceElement {
  if ('given' in driver) return driver as ForceElement;
  throw new ContractError(
    'sceneOf: expected force elements only, found a driver of a program, which no scene file can hold',
  );
}

function bodyDocument(
  body: Body,
  course: Course | undefined,
  world: World,
  materials: Map<string, MaterialOptions>,
): SceneDocument {
  const { shape, material, orientation, motion: _, ...options } = internalsOf<BodyOptions>(body);
  const { position, velocity, angularVelocity, surfaceVelocity, surfaceAngularVelocity } = body;
  const motion = course ? motionDocument(body, course, world) : body.motion;
  const zero = (v: readonly number[]) => v.every((c) => c === 0);
  const fields: Record<string, unknown> = {
    ...options,
    name: body.name,
    ...(motion !== 'dynamic' && { motion }),
    ...(shape && { shape: shapeDocument(shape) }),
    ...(material && { material: materialDocument(body, material, materials) }),
    position,
    ...orientationDocument(body.orientation, orientation as Quat | undefined),
    velocity: course || zero(velocity) ? undefined : velocity,
    angularVelocity: course || zero(angularVelocity) ? undefined : angularVelocity,
    surfaceVelocity: zero(surfaceVelocity) ? undefined : surfaceVelocity,
    surfaceAngularVelocity: zero(surfaceAngularVelocity) ? undefined : surfaceAngularVelocity,
  };
  return Object.fromEntries(
    Object.keys(BODY)
      .filter((key) => fields[key] !== undefined)
      .map((key) => [key, fields[key]]),
  );
}

/** Writes the orientation as given if it is unchanged: reading a file normalizes the quaternion. */
function orientationDocument(q: Quat, given: Quat | undefined): { readonly orientation?: Quat } {
  const same = given && unitQuat(given).every((c, k) => Object.is(c, q[k]));
  if (same) return { orientation: given };
  return q[0] === 0 && q[1] === 0 && q[2] === 0 && q[3] === 1 ? {} : { orientation: q };
}

/** A motion goes on from where it is. */
function motionDocument(body: Body, { motion, start }: Course, world: World): SceneDocument {
  if (motion.kind === 'path')
    throw new ContractError(
      `sceneOf: body ${shortened(body.name)}: expected a motion that a scene file can hold, found a path of a program`,
    );
  if (motion.kind !== 'oscillation' || world.steps === start) return { ...motion };
  const turns = motion.frequency * (world.steps - start) * world.timeStep;
  return { ...motion, phase: (motion.phase ?? 0) + 2 * PI * (turns - Math.floor(turns)) };
}

/** Named materials are written once; one name stands for one material. */
function materialDocument(body: Body, material: MaterialOptions, known: Map<string, MaterialOptions>): unknown {
  const { name, ...fields } = material;
  if (name === undefined) return fields;
  const other = known.get(name);
  if (other && JSON.stringify(other) !== JSON.stringify(fields))
    throw new ContractError(
      `sceneOf: body ${shortened(body.name)}: material: expected one material with the name ${shortened(name)}, found two`,
    );
  known.set(name, fields);
  return name;
}
