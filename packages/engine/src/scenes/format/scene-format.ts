/**
 * The format of scene files, version 1: put together from the field tables of bodies, joints, forces and settings, which programs are
 * checked by too. Reader, writer, JSON Schema and the guide's tables are made from it.   docs/guide/scene-format.md
 */
import { constant, dictionary, type FieldTable, list, optional, record, required } from '../../checks/fields.ts';
import type { JsonSchema, Value } from '../../checks/value.ts';
import { number, reference } from '../../checks/values.ts';
import { anyMaterial, type MaterialOptions } from '../../contact/material.ts';
import { anyBody, type BodyOptions } from '../../dynamics/bodies/body-options.ts';
import { anyForce, type ForceOptions } from '../../dynamics/forces/kinds.ts';
import { anyJoint, type JointOptions } from '../../dynamics/joints/kinds.ts';
import { SETTINGS, type WorldSettings } from '../../dynamics/world/settings.ts';

export const FORMAT = 'signorini-scene';
export const VERSION = 1;

/** Steps of a full run unless a file gives another number. */
export const DEFAULT_STEPS = 500;

export interface FileSettings extends WorldSettings {
  readonly steps?: number;
}

/** Contents of a scene file; bodies and materials are referred to by name. */
export interface SceneParts {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly settings?: FileSettings;
  readonly materials?: Readonly<Record<string, MaterialOptions>>;
  readonly bodies: readonly BodyOptions[];
  readonly joints?: readonly JointOptions[];
  readonly forces?: readonly ForceOptions[];
  readonly ignoreContacts?: readonly (readonly string[])[];
}

export const FILE_SETTINGS: FieldTable<FileSettings> = {
  ...SETTINGS,
  title: { ...SETTINGS.title, default: '`"scene"`' },
  steps: optional(number('an integer', { atLeast: 1, integer: true }), 'of a full run', String(DEFAULT_STEPS)),
};

const pair = list(reference<string>('body'), 'two names of bodies', { least: 2, most: 2 });

export const SCENE: FieldTable<SceneParts> = {
  format: required(constant(FORMAT), 'what the file is'),
  version: required(constant(VERSION), 'of the format'),
  settings: optional(record<FileSettings>(FILE_SETTINGS), 'of the world'),
  materials: optional(dictionary(anyMaterial, 'an object: materials by name'), 'by name'),
  bodies: required(list(anyBody, 'one body or more', { least: 1 }), 'in order'),
  joints: optional(list(anyJoint, 'a list of joints'), 'in order'),
  forces: optional(list(anyForce, 'a list of force elements'), 'springs, dampers and other force elements, in order'),
  ignoreContacts: optional(list(pair, 'a list of pairs of bodies'), 'pairs of bodies that pass through each other'),
};

export const sceneFormat: Value<SceneParts> = record<SceneParts>(SCENE, 'an object: a scene');

/** The format as JSON Schema, for editors and other programs; fields that do not fit together are found by the reader only. */
export function sceneSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `${FORMAT}, version ${VERSION}`,
    ...sceneFormat.schema,
  };
}
