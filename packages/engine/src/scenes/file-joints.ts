/** Joints of a scene file: each kind's fields, bodies by name.   docs/guide/scene-format.md, docs/theory/joints.md */

import { check, fail, ProblemFormatError } from '../checks/checks.ts';
import { found, nearest, unknownName } from '../checks/wording.ts';
import type { Body } from '../dynamics/body.ts';
import { JOINT_KINDS, type JointKind, type JointOptions } from '../dynamics/joints/kinds.ts';
import { type Check, direction, type FieldTable, fieldsOf, readFields, text, vector } from './file-values.ts';

/** A joint whose bodies are still names. */
export type FileJoint = Readonly<Record<string, unknown>> & { readonly kind: JointKind };

const rows: FieldTable = { stiffness: check.positive, damping: check.notNegative };
const limits = fieldsOf({ lower: check.finite, upper: check.finite, ...rows });
const freedom = check.oneOf(['turn', 'slide'] as const);
const turn: FieldTable = {
  limits,
  motor: fieldsOf({ 'speed!': check.finite, maxTorque: check.notNegative }),
  servo: fieldsOf({ 'target!': check.finite, maxTorque: check.notNegative, ...rows }),
  frictionTorque: check.notNegative,
};
const slide: FieldTable = {
  limits,
  motor: fieldsOf({ 'speed!': check.finite, maxForce: check.notNegative }),
  servo: fieldsOf({ 'target!': check.finite, maxForce: check.notNegative, ...rows }),
  frictionForce: check.notNegative,
};

/** Its fields besides those of every joint. `body` checks the name of a body. */
const tables = (body: Check<string>): Readonly<Record<JointKind, FieldTable>> => ({
  fixed: { 'point!': vector },
  spherical: { 'point!': vector },
  revolute: { 'point!': vector, 'axis!': direction, ...turn },
  prismatic: { 'point!': vector, 'axis!': direction, ...slide },
  cylindrical: { 'point!': vector, 'axis!': direction, turn: fieldsOf(turn), slide: fieldsOf(slide) },
  universal: { 'point!': vector, 'axisA!': direction, 'axisB!': direction },
  distance: {
    ...{ 'pointA!': vector, 'pointB!': vector, length: check.positive, rope: check.boolean },
    ...{ minLength: check.notNegative, maxLength: check.positive },
  },
  gear: {
    ...{ 'axisA!': direction, 'axisB!': direction, 'ratio!': check.finite },
    ...{ motionA: freedom, motionB: freedom, housing: body },
  },
  differential: {
    'terms!': check.list(
      undefined,
      fieldsOf({ 'body!': body, 'axis!': direction, 'factor!': check.finite, motion: freedom }),
    ),
    housing: body,
  },
});

/** @param bodies names that there are. @throws ProblemFormatError */
export function readJoint(value: unknown, path: string, bodies: readonly string[]): FileJoint {
  const body: Check<string> = (name, at) => {
    const written = check.string(name, at);
    if (!bodies.includes(written)) throw new ProblemFormatError(at, unknownName('body', written, bodies));
    return written;
  };
  const common: FieldTable = {
    ...{ 'kind!': kindOf, name: text, a: body, b: body, collide: check.boolean },
    ...{ ...rows, breakForce: check.positive, breakTorque: check.positive },
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object', found(value));
  const kind = kindOf((value as { kind?: unknown }).kind, path === '' ? 'kind' : `${path}.kind`);
  const own = tables(body);
  return readFields(value, path, { ...common, ...own[kind] }) as FileJoint;
}

function kindOf(value: unknown, path: string): JointKind {
  if ((JOINT_KINDS as readonly unknown[]).includes(value)) return value as JointKind;
  const close = typeof value === 'string' ? nearest(value, JOINT_KINDS) : [];
  const hint = close.length > 0 ? `; perhaps ${close.join(' or ')} is meant` : '';
  throw new ProblemFormatError(path, `expected ${JOINT_KINDS.join(', ')}, found ${found(value)}${hint}`);
}

/** Names become bodies. */
export function jointOptions(joint: FileJoint, body: (name: string) => Body): JointOptions {
  const options: Record<string, unknown> = { ...joint };
  for (const key of ['a', 'b', 'housing'])
    if (typeof options[key] === 'string') options[key] = body(options[key] as string);
  if (Array.isArray(options.terms)) options.terms = options.terms.map((term) => ({ ...term, body: body(term.body) }));
  return options as unknown as JointOptions;
}
