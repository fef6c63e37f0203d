/**
 * The first difference between two recorded steps: bodies first, then contacts, then the figures of the step; in units in
 * the last place (ulps) and in the unit of the number.   docs/guide/record.md
 */
import { ulpsBetween } from '../diff-problems.ts';
import {
  CONTACT_ARRAYS,
  CONTACT_NAMES,
  type ContactArray,
  type RecordedStep,
  STEP_COLUMNS,
  STEP_TEXTS,
} from './recorded-step.ts';

export interface StepDifference {
  readonly step: number;
  /** The name of a body, "contact 3, brick-1/brick-2"; null for figures of the whole step. */
  readonly of: string | null;
  /** "position x", "impulse tangent 1", "energyError". */
  readonly field: string;
  readonly a: number | string;
  readonly b: number | string;
  /** Doubles between them, one counted; null if they are no doubles. */
  readonly ulps: number | null;
  readonly unit: string;
}

const XYZ = ['x', 'y', 'z'];
const named = (name: string, parts: readonly string[]) => parts.map((part) => `${name} ${part}`);
const POSE_FIELDS = [...named('position', XYZ), ...named('orientation', [...XYZ, 'w'])];
const VELOCITY_FIELDS = [...named('velocity', XYZ), ...named('angular velocity', XYZ)];
const CONTACT_FIELDS: Readonly<Record<ContactArray, readonly string[]>> = {
  id: named('id', ['collider A', 'collider B', 'feature']),
  body: ['body A', 'body B'],
  state: ['state'],
  point: named('point', XYZ),
  normal: named('normal', XYZ),
  tangent: named('tangent', XYZ),
  gap: ['gap'],
  impulse: named('impulse', ['normal', 'tangent 1', 'tangent 2']),
  turning: named('turning impulse', ['tangent 1', 'tangent 2', 'normal']),
  error: ['energy error'],
};

/** Undefined if they are the same, to the last bit; NaN equals NaN. @param bodies their names */
export function stepDifference(
  a: Omit<RecordedStep, 'texts' | 'values' | 'contacts'> & Partial<RecordedStep>,
  b: Omit<RecordedStep, 'texts' | 'values' | 'contacts'> & Partial<RecordedStep>,
  bodies: readonly string[],
): StepDifference | undefined {
  const { step } = a;
  const moved = [
    { values: a.pose, others: b.pose, fields: POSE_FIELDS, unit: (c: number) => (c < 3 ? 'm' : '1') },
    { values: a.velocity, others: b.velocity, fields: VELOCITY_FIELDS, unit: (c: number) => (c < 3 ? 'm/s' : 'rad/s') },
  ].flatMap(({ values, others, fields, unit }) => {
    const at = firstOther(values, others);
    if (at < 0) return [];
    const [body, c] = [Math.floor(at / fields.length), at % fields.length];
    return [{ body, ...numbers(step, bodies[body]!, fields[c]!, [values[at]!, others[at]!], unit(c)) }];
  });
  const first = moved.sort((p, q) => p.body - q.body)[0]; // of one body, poses come first: the sort is stable
  if (first) {
    const { body: _, ...difference } = first;
    return difference;
  }
  return contactDifference(a, b, bodies) ?? figureDifference(a, b);
}

function contactDifference(
  { step, contacts: p }: Pick<RecordedStep, 'step'> & Partial<RecordedStep>,
  { contacts: q }: Partial<RecordedStep>,
  bodies: readonly string[],
): StepDifference | undefined {
  if (!p || !q) return undefined;
  if (p.count !== q.count) return { step, of: null, field: 'contacts', a: p.count, b: q.count, ulps: null, unit: '1' };
  const found = CONTACT_NAMES.flatMap((name) => {
    const at = firstOther(p[name], q[name]);
    const { columns } = CONTACT_ARRAYS[name];
    return at < 0 ? [] : [{ name, at, contact: Math.floor(at / columns), c: at % columns }];
  }).sort((one, other) => one.contact - other.contact)[0];
  if (!found) return undefined;
  const { name, at, contact, c } = found;
  const [bodyA, bodyB] = [bodies[p.body[2 * contact]!], bodies[p.body[2 * contact + 1]!]];
  const of = `contact ${contact}, ${bodyA}/${bodyB}`;
  const { type, unit } = CONTACT_ARRAYS[name];
  const difference = numbers(step, of, CONTACT_FIELDS[name][c]!, [p[name][at]!, q[name][at]!], unit);
  return type === 'f64' ? difference : { ...difference, ulps: null };
}

function figureDifference(
  a: Pick<RecordedStep, 'step'> & Partial<RecordedStep>,
  b: Partial<RecordedStep>,
): StepDifference | undefined {
  const { step, values, texts } = a;
  const at = values && b.values ? firstOther(values, b.values) : -1;
  if (at >= 0) {
    const { name, unit } = STEP_COLUMNS[at]!;
    return numbers(step, null, name, [values![at]!, b.values![at]!], unit);
  }
  const k = texts && b.texts ? texts.findIndex((text, i) => text !== b.texts![i]) : -1;
  if (k < 0) return undefined;
  return { step, of: null, field: STEP_TEXTS[k]!.name, a: texts![k]!, b: b.texts![k]!, ulps: null, unit: '' };
}

function numbers(
  step: number,
  of: string | null,
  field: string,
  [a, b]: readonly [number, number],
  unit: string,
): StepDifference {
  return { step, of, field, a, b, ulps: ulpsBetween(a, b), unit };
}

/** 0 and -0 differ: they are other bits. */
function firstOther(values: Float64Array | Int32Array, others: Float64Array | Int32Array): number {
  if (values.length !== others.length) return 0;
  return values.findIndex((value, k) => !Object.is(value, others[k]));
}
