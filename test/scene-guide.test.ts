/**
 * The tables of docs/guide/scene-format.md are made from the field tables by which scene files are read. Each stands between
 * `<!-- fields: NAME -->` and `<!-- end -->`; `DOCS=write npx vitest run test/scene-guide.test.ts` writes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AnyTable, type Kind, namesOf } from '../packages/engine/src/checks/fields.ts';
import type { JsonSchema } from '../packages/engine/src/checks/value.ts';
import { SHAPE_KINDS } from '../packages/engine/src/collision/shapes/shape-kinds.ts';
import { MATERIAL } from '../packages/engine/src/contact/material.ts';
import { BODY } from '../packages/engine/src/dynamics/bodies/body-options.ts';
import { MOTIONS } from '../packages/engine/src/dynamics/bodies/prescribed-motion.ts';
import { FORCES } from '../packages/engine/src/dynamics/forces/kinds.ts';
import { SLIDE_DRIVE, TURN_DRIVE } from '../packages/engine/src/dynamics/joints/drives/drive.ts';
import { timeFunctions } from '../packages/engine/src/dynamics/joints/drives/time-function.ts';
import { JOINT } from '../packages/engine/src/dynamics/joints/joint.ts';
import { JOINTS } from '../packages/engine/src/dynamics/joints/kinds.ts';
import { FILE_SETTINGS, SCENE } from '../packages/engine/src/scenes/format/scene-format.ts';

const GUIDE = new URL('../docs/guide/scene-format.md', import.meta.url);
const DRIVES = ['limits', 'motor', 'servo', 'frictionTorque', 'frictionForce', 'turn', 'slide'];

type Row = readonly string[];
const cell = (text: string) => text.replaceAll('|', '\\|');

/** One row per field, and one per field of an object inside it: `motor.speed`, `terms[].axis`. */
function rowsOf(table: AnyTable, inside = true): Row[] {
  return namesOf(table, true).flatMap((name) => {
    const { value, summary, required, default: byDefault } = table[name];
    const own = [`\`${name}\``, cell(value.words), cell(summary), required ? 'required' : (byDefault ?? '')];
    return [own, ...(inside ? nestedRows(name, value.schema) : [])];
  });
}

function nestedRows(path: string, schema: JsonSchema): Row[] {
  const {
    type,
    items,
    properties,
    required = [],
  } = schema as {
    type?: string;
    items?: JsonSchema;
    properties?: Readonly<Record<string, { description: string }>>;
    required?: readonly string[];
  };
  if (type === 'array' && items) return nestedRows(`${path}[]`, items);
  return Object.entries(properties ?? {}).map(([name, { description }]) => {
    const [text, byDefault = ''] = description.split('; default ');
    const [summary, words] = parted(text);
    return [`\`${path}.${name}\``, cell(words), cell(summary), required.includes(name) ? 'required' : byDefault];
  });
}

/** Meaning and expected value of "meaning: value"; a colon inside braces belongs to the value. */
function parted(text: string): [string, string] {
  const at = text.replace(/\{[^}]*\}/g, (braces) => '-'.repeat(braces.length)).lastIndexOf(': ');
  return [text.slice(0, at), text.slice(at + 2)];
}

const drawn = (heads: Row, rows: readonly Row[]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const fields = (table: unknown, inside = true) =>
  drawn(['field', 'expected', 'meaning', 'default'], rowsOf(table as AnyTable, inside));

/** One row per field of each kind; the fields of a drive are left to their own table. */
function kinds(list: Readonly<Record<string, Kind>>, fewer = false): string {
  const rows = Object.entries(list)
    .filter(([, { only }]) => only === undefined)
    .flatMap(([kind, { summary, fields: table }]) => {
      const all = rowsOf(table).filter(([name]) => !fewer || !DRIVES.includes(name.replace(/`|[.[].*/g, '')));
      const driven = fewer ? namesOf(table, true).filter((name) => DRIVES.includes(name)) : [];
      const note = driven.length > 0 ? `; a drive: ${driven.map((name) => `\`${name}\``).join(', ')}` : '';
      return [[`**\`${kind}\`**`, '', `${summary}${note}`, ''], ...all];
    });
  return drawn(['kind and fields', 'expected', 'meaning', 'default'], rows);
}

const TABLES: Record<string, string> = {
  scene: fields(SCENE, false),
  settings: fields(FILE_SETTINGS),
  materials: fields(MATERIAL),
  bodies: fields(BODY, false),
  motions: kinds(MOTIONS),
  shapes: kinds(SHAPE_KINDS),
  joint: fields(JOINT),
  joints: kinds(JOINTS, true),
  'drives of a rotation': fields(TURN_DRIVE),
  'drives of a translation': fields(SLIDE_DRIVE),
  'functions of time': kinds(timeFunctions()),
  forces: kinds(FORCES),
};
const PLACE = /<!-- fields: (.*?) -->\n[\s\S]*?<!-- end -->/g;

test('the tables of the guide to scene files are those of the reader', () => {
  const text = readFileSync(GUIDE, 'utf8');
  const made = text.replace(PLACE, (_, name: string) => `<!-- fields: ${name} -->\n${TABLES[name]}\n<!-- end -->`);
  if (process.env.DOCS === 'write') writeFileSync(GUIDE, made);
  else expect(text).toBe(made);
  expect([...text.matchAll(PLACE)].map(([, name]) => name).sort()).toEqual(Object.keys(TABLES).sort());
});
