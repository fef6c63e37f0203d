/** The numbers of a recorded step in three arrays: many short ones cost more to write than their bytes. */
import type { ContactTable } from '@signorini/engine';
import {
  CONTACT_ARRAYS,
  CONTACT_NAMES,
  type ContactArray,
  type RecordedStep,
  STEP_COLUMNS,
} from '../../recording/recorded-step.ts';
import type { RecordArray } from '../journal/record.ts';

const FLOATS = CONTACT_NAMES.filter((name) => CONTACT_ARRAYS[name].type === 'f64');
const INTEGERS = CONTACT_NAMES.filter((name) => CONTACT_ARRAYS[name].type === 'i32');
const widthOf = (names: readonly ContactArray[]) => names.reduce((sum, name) => sum + CONTACT_ARRAYS[name].columns, 0);
const [FLOAT_WIDTH, INTEGER_WIDTH] = [widthOf(FLOATS), widthOf(INTEGERS)];
const MOTION = 13; // numbers per body: pose, velocity

/** Figures, poses and velocities; doubles of the contacts; integers of the contacts. */
export function packStep({ values, pose, velocity, contacts }: RecordedStep): RecordArray[] {
  const motion = new Float64Array(values.length + pose.length + velocity.length);
  motion.set(values);
  motion.set(pose, values.length);
  motion.set(velocity, values.length + pose.length);
  const floats = new Float64Array(FLOAT_WIDTH * contacts.count);
  const integers = new Int32Array(INTEGER_WIDTH * contacts.count);
  let at = 0;
  for (const name of FLOATS) {
    floats.set(contacts[name], at);
    at += contacts[name].length;
  }
  at = 0;
  for (const name of INTEGERS) {
    integers.set(contacts[name], at);
    at += contacts[name].length;
  }
  return [motion, floats, integers];
}

/** Does not check that arrays fit each other: `JournalRun` does. */
export function unpackStep(arrays: readonly RecordArray[]): Omit<RecordedStep, 'step' | 'texts'> {
  const [motion, floats, integers] = arrays as readonly [Float64Array, Float64Array, Int32Array];
  const figures = STEP_COLUMNS.length;
  const bodies = Math.floor((motion.length - figures) / MOTION);
  const count = Math.floor(integers.length / INTEGER_WIDTH);
  const table: Partial<Record<ContactArray, Float64Array | Int32Array>> = {};
  for (const [names, source] of [
    [FLOATS, floats],
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
    contacts: { count, ...table } as unknown as ContactTable,
  };
}
