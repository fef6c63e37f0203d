/** The numbers of a recorded step in three arrays: many short ones cost more to write than their bytes. */
import type { TakenStep } from '../../recording/record-step.ts';
import {
  CONTACT_ARRAYS,
  CONTACT_NAMES,
  type ContactArray,
  type RecordedStep,
  STEP_COLUMNS,
} from '../../recording/recorded-step.ts';
import type { RecordArray } from '../journal/record.ts';

const DOUBLES = CONTACT_NAMES.filter((name) => CONTACT_ARRAYS[name].type === 'f64');
const INTEGERS = CONTACT_NAMES.filter((name) => CONTACT_ARRAYS[name].type === 'i32');
const INTEGER_WIDTH = INTEGERS.reduce((sum, name) => sum + CONTACT_ARRAYS[name].columns, 0);
const MOTION = 13; // numbers per body: pose, velocity

/** Figures, poses and velocities; doubles of the contacts; integers of the contacts: the table's own memory. */
export function packStep({ values, pose, velocity, contacts }: TakenStep): RecordArray[] {
  const motion = new Float64Array(values.length + pose.length + velocity.length);
  motion.set(values);
  motion.set(pose, values.length);
  motion.set(velocity, values.length + pose.length);
  return [motion, contacts.doubles, contacts.integers];
}

/** Of arrays that do not fit each other something comes out that does not fit either: `JournalRun` looks. */
export function unpackStep(arrays: readonly RecordArray[]): Omit<RecordedStep, 'step' | 'texts'> {
  const [motion, doubles, integers] = arrays as readonly [Float64Array, Float64Array, Int32Array];
  const figures = STEP_COLUMNS.length;
  const bodies = Math.floor((motion.length - figures) / MOTION);
  const count = Math.floor(integers.length / INTEGER_WIDTH);
  const table: Partial<Record<ContactArray, Float64Array | Int32Array>> = {};
  for (const [names, source] of [
    [DOUBLES, doubles],
    [INTEGERS, integers],
  ] as const) {
    let at = 0;
    for (const name of names) {
      const length = CONTACT_ARRAYS[name].columns * count;
      table[name] = source.subarray(at, at + length);
      at += length;
    }
  }
  return {
    values: motion.subarray(0, figures),
    pose: motion.subarray(figures, figures + 7 * bodies),
    velocity: motion.subarray(figures + 7 * bodies, figures + MOTION * bodies),
    contacts: { count, ...table } as RecordedStep['contacts'],
  };
}
