/**
 * The control block of a team: a few integers in shared memory by which threads start together and wait for each other.
 * docs/theory/parallel.md (PA3)
 */

/** Places in the block. */
const GENERATION = 0; // counts commands: a thread that waits for work sees it change
const PHASE = 1; // counts meetings
const ARRIVED = 2; // threads at the current meeting
const COMMAND = 3;
const FAILED = 4; // a worker that threw during a command, 0 = none
const ARGUMENTS = 8;

/** Integers that a command may carry. */
export const MOST_ARGUMENTS = 6;
export const CONTROL_SIZE = ARGUMENTS + MOST_ARGUMENTS;

/** Looks at a flag before a thread goes to sleep: about 0.1 ms, more than one colour takes if every thread has a core. */
const LOOKS = 20000;

/** Tells every waiting worker to begin. */
export function command(control: Int32Array, name: number, integers: readonly number[]): void {
  control.set(integers, ARGUMENTS);
  Atomics.store(control, COMMAND, name);
  Atomics.add(control, GENERATION, 1);
  Atomics.notify(control, GENERATION);
}

/** Waits for a command after number `generation`; returns its number. */
export function nextCommand(control: Int32Array, generation: number): number {
  while (Atomics.load(control, GENERATION) === generation) pause(control, GENERATION, generation);
  return Atomics.load(control, GENERATION);
}

/** The name of the current command. */
export function commandOf(control: Int32Array): number {
  return Atomics.load(control, COMMAND);
}

/** What the current command carries: a view, valid until all threads have met. */
export function argumentsOf(control: Int32Array): Int32Array {
  return control.subarray(ARGUMENTS, ARGUMENTS + MOST_ARGUMENTS);
}

/** Returns when all threads are here. */
export function meet(control: Int32Array, threads: number): void {
  const phase = Atomics.load(control, PHASE);
  if (Atomics.add(control, ARRIVED, 1) === threads - 1) {
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, PHASE, 1);
    Atomics.notify(control, PHASE);
    return;
  }
  while (Atomics.load(control, PHASE) === phase) pause(control, PHASE, phase);
}

/** Records that a worker threw. */
export function setFailed(control: Int32Array, index: number): void {
  Atomics.store(control, FAILED, index);
}

/** A worker that threw since the last call, or 0. */
export function takeFailed(control: Int32Array): number {
  return Atomics.exchange(control, FAILED, 0);
}

/** Looks for a while whether control[place] still is `value`, then sleeps until notified; a page's main thread only looks. */
function pause(control: Int32Array, place: number, value: number): void {
  for (let k = 0; k < LOOKS; k++) if (Atomics.load(control, place) !== value) return;
  try {
    Atomics.wait(control, place, value);
  } catch {
    // a main thread may not sleep: it looks again at once
  }
}
