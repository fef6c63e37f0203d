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
const BEATS = 5; // pieces of work that workers have begun or ended
const ARGUMENTS = 8;

/** Integers that a command may carry. */
const MOST_ARGUMENTS = 6;
export const CONTROL_SIZE = ARGUMENTS + MOST_ARGUMENTS;

/** Looks at a flag before a thread goes to sleep: about 0.1 ms, more than one colour takes if every thread has a core. */
const LOOKS = 20000;
/** ms that they take at least. */
const LOOKS_TIME = 0.02;
/** Sleeps that make up the patience of the calling thread: it looks for progress between them. */
const SLEEPS = 20;

/** Tells every waiting worker to begin. */
export function command(control: Int32Array, name: number, integers: readonly number[]): void {
  control.set(integers, ARGUMENTS);
  Atomics.store(control, COMMAND, name);
  Atomics.add(control, GENERATION, 1);
  Atomics.notify(control, GENERATION);
}

/** Waits for a command after number `generation`; returns its number. */
export function nextCommand(control: Int32Array, generation: number): number {
  while (Atomics.load(control, GENERATION) === generation) pause(control, GENERATION, generation, Infinity);
  beat(control);
  return Atomics.load(control, GENERATION);
}

/** Counts a sign of life of the calling worker. */
export function beat(control: Int32Array): void {
  Atomics.add(control, BEATS, 1);
}

/** The name of the current command. */
export function commandOf(control: Int32Array): number {
  return Atomics.load(control, COMMAND);
}

/** Arguments of the current command: a view, valid until all threads have met. */
export function argumentsOf(control: Int32Array): Int32Array {
  return control.subarray(ARGUMENTS, ARGUMENTS + MOST_ARGUMENTS);
}

/**
 * Returns when all threads are here; false if no other thread arrives or begins a piece of its work for `patience` ms. A thread
 * that is slow is waited for as long as it goes on.
 */
export function meet(control: Int32Array, threads: number, patience: number, wait: typeof pause = pause): boolean {
  const phase = Atomics.load(control, PHASE);
  if (Atomics.add(control, ARRIVED, 1) === threads - 1) {
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, PHASE, 1);
    Atomics.notify(control, PHASE);
    return true;
  }
  let seen = progress(control);
  for (let waited = 0; Atomics.load(control, PHASE) === phase; ) {
    if (waited >= patience) return false;
    waited += wait(control, PHASE, phase, patience);
    const now = progress(control);
    if (now !== seen) waited = 0;
    seen = now;
  }
  return true;
}

/** Changes whenever another thread arrives or goes on. */
function progress(control: Int32Array): number {
  return Atomics.load(control, BEATS) + Atomics.load(control, ARRIVED);
}

/** Records that a worker threw. */
export function setFailed(control: Int32Array, index: number): void {
  Atomics.store(control, FAILED, index);
}

/** A worker that threw since the last call, or 0. */
export function takeFailed(control: Int32Array): number {
  return Atomics.exchange(control, FAILED, 0);
}

/**
 * Looks for a while whether control[place] still is `value`, then sleeps until notified, `most` ms at a time; a page's main thread
 * may not sleep and only looks. Returns the ms of a sleep in vain; the engine has no clock.
 */
function pause(control: Int32Array, place: number, value: number, most: number): number {
  for (let k = 0; k < LOOKS; k++) if (Atomics.load(control, place) !== value) return 0;
  const time = most === Infinity ? Infinity : most / SLEEPS;
  try {
    return Atomics.wait(control, place, value, time) === 'timed-out' ? time : 0;
  } catch {
    return LOOKS_TIME;
  }
}
