/**
 * Threads that work on one memory together: sweeps colour by colour, or islands.   docs/theory/parallel.md (PA2)-(PA4)
 *
 * Rows of one colour touch no body in common, so that it does not matter who sweeps which of them: the numbers are those of
 * one thread that sweeps in the same order. Between colours all wait for the last. The engine makes no threads: whoever has
 * them (Node's worker_threads, a page's Web Workers) hands them in, each running the engine's `worker` entry. All that is
 * asynchronous happens once, in `Team.ready`: browsers deliver no message while the one who sent it is at work.
 */
import { type SweepKernels, twinKernels } from './kernels.ts';
import { ROW_RECORD } from './layouts.ts';
import { instantiateSweeps, sharedMemory } from './load.ts';
import type { WasmMemory } from './platform.ts';

/** A worker as Node (`once`) and browsers (`addEventListener`) have it. */
export interface TeamMember {
  postMessage(message: unknown): void;
  once?(event: 'message', listener: () => void): unknown;
  addEventListener?(event: 'message', listener: () => void, options: { once: boolean }): void;
}

/** What a worker is told before it takes part. */
export interface Invitation {
  /** Undefined where WebAssembly is refused: then `buffer` is what they share. */
  readonly memory: WasmMemory | undefined;
  readonly buffer: ArrayBuffer;
  readonly control: Int32Array;
  /** Largest change of an impulse, one number a thread. */
  readonly changes: Float64Array;
  /** Number of this thread; the one that calls is 0. */
  readonly index: number;
  readonly threads: number;
}

/** Where things are in the memory, and how its rows are dealt out; element offsets. */
export interface SweepLayout {
  readonly records: number;
  readonly bodies: number;
  readonly y: number;
  readonly x: number;
  readonly colours: number;
  /** i32 offset of (threads + 1) first rows for each colour. */
  readonly cuts: number;
}

export interface TeamOptions {
  /** Memory that the threads share, MB; a sweep needs 0.5 kB a contact. Default 256. */
  readonly megabytes?: number;
}

// places in `control`
const GENERATION = 0;
const PHASE = 1;
const ARRIVED = 2;
const COMMAND = 3;
const ARGUMENTS = 8;
const MOST_ARGUMENTS = 6;
const CONTROL = 16;

const SWEEP = 1;
const OTHER = 2;

/** Looks at a flag before a thread goes to sleep: about 0.1 ms, more than one colour takes where all threads have a core. */
const LOOKS = 20000;
const PAGE = 65536;

export class Team {
  /** The calling thread included. */
  readonly threads: number;
  /** What they share. */
  readonly buffer: ArrayBuffer;
  private readonly own: Invitation;
  private readonly kernels: Pick<SweepKernels, 'sweep'>;

  private constructor(own: Invitation) {
    this.own = own;
    this.threads = own.threads;
    this.buffer = own.buffer;
    this.kernels = sweepsOn(own);
  }

  /**
   * A team, when all its workers have come. They wait for work from then on and hear no other messages; who made them ends
   * them.
   * @param members fresh workers that run the engine's `worker` entry
   */
  static async ready(members: readonly TeamMember[], { megabytes = 256 }: TeamOptions = {}): Promise<Team> {
    const threads = members.length + 1;
    const pages = Math.ceil((megabytes * 1e6) / PAGE);
    const memory = sharedMemory(pages);
    const common = {
      memory,
      buffer: memory?.buffer ?? sharedBuffer(pages * PAGE),
      control: new Int32Array(sharedBuffer(4 * CONTROL)),
      changes: new Float64Array(sharedBuffer(8 * threads)),
      threads,
    };
    await Promise.all(members.map(nextMessage)); // "started"
    const joined = members.map(nextMessage);
    members.forEach((member, k) => {
      member.postMessage({ ...common, index: k + 1 });
    });
    await Promise.all(joined);
    return new Team({ ...common, index: 0 });
  }

  /** One sweep by all threads; the largest change of an impulse. */
  sweep({ records, bodies, y, x, colours, cuts }: SweepLayout): number {
    const { changes } = this.own;
    this.command(SWEEP, [records, bodies, y, x, colours, cuts]);
    takePart(this.own, this.kernels);
    let change = 0;
    for (const each of changes) change = Math.max(change, each); // NaN stays
    return change;
  }

  /** Workers do what their entry does with these integers while `meanwhile` runs here; returns when all have ended. */
  together(integers: readonly number[], meanwhile: () => void): void {
    this.command(OTHER, integers);
    try {
      meanwhile();
    } finally {
      meet(this.own.control, this.threads);
    }
  }

  private command(command: number, integers: readonly number[]): void {
    const { control } = this.own;
    control.set(integers, ARGUMENTS);
    Atomics.store(control, COMMAND, command);
    Atomics.add(control, GENERATION, 1);
    Atomics.notify(control, GENERATION);
  }
}

/** What a worker does from its invitation on, for ever; `other` is told the integers of `together`. */
export function joinTeam(invitation: Invitation, other: (invitation: Invitation, integers: Int32Array) => void): never {
  const { control, threads } = invitation;
  const kernels = sweepsOn(invitation);
  let generation = 0;
  for (;;) {
    while (Atomics.load(control, GENERATION) === generation) pause(control, GENERATION, generation);
    generation = Atomics.load(control, GENERATION);
    if (Atomics.load(control, COMMAND) === SWEEP) takePart(invitation, kernels);
    else {
      other(invitation, control.slice(ARGUMENTS, ARGUMENTS + MOST_ARGUMENTS));
      meet(control, threads);
    }
  }
}

/** This thread's share of every colour, all threads together between colours. */
function takePart(
  { buffer, control, changes, index, threads }: Invitation,
  kernels: Pick<SweepKernels, 'sweep'>,
): void {
  const [records, bodies, y, x, colours, cuts] = control.subarray(ARGUMENTS, ARGUMENTS + MOST_ARGUMENTS);
  const first = new Int32Array(buffer, 4 * cuts, colours * (threads + 1));
  let change = 0;
  for (let colour = 0; colour < colours; colour++) {
    const from = first[colour * (threads + 1) + index];
    const to = first[colour * (threads + 1) + index + 1];
    const own =
      to > from ? kernels.sweep(to - from, records + ROW_RECORD.size * from, bodies + 2 * from, y, x + from) : 0;
    change = Math.max(change, own);
    changes[index] = change;
    meet(control, threads);
  }
}

function sweepsOn({ memory, buffer }: Invitation): Pick<SweepKernels, 'sweep'> {
  const compiled = memory && instantiateSweeps(memory);
  return (compiled as Pick<SweepKernels, 'sweep'> | undefined) ?? twinKernels(buffer);
}

/** Goes on when all threads have come here. */
function meet(control: Int32Array, threads: number): void {
  const phase = Atomics.load(control, PHASE);
  if (Atomics.add(control, ARRIVED, 1) === threads - 1) {
    Atomics.store(control, ARRIVED, 0);
    Atomics.add(control, PHASE, 1);
    Atomics.notify(control, PHASE);
    return;
  }
  while (Atomics.load(control, PHASE) === phase) pause(control, PHASE, phase);
}

/** Looks for a while whether control[place] still is `value`, then sleeps until told; a page's main thread only looks. */
function pause(control: Int32Array, place: number, value: number): void {
  for (let k = 0; k < LOOKS; k++) if (Atomics.load(control, place) !== value) return;
  try {
    Atomics.wait(control, place, value);
  } catch {
    // looks again at once
  }
}

function nextMessage(member: TeamMember): Promise<void> {
  return new Promise((come) => {
    if (member.once) member.once('message', () => come());
    else member.addEventListener?.('message', () => come(), { once: true });
  });
}

/** @throws where the platform has no shared memory (a page that is not cross-origin isolated). */
function sharedBuffer(bytes: number): ArrayBuffer {
  if (typeof SharedArrayBuffer === 'undefined')
    throw new Error('threads need SharedArrayBuffer: expected Node or a cross-origin isolated page, found neither');
  return new SharedArrayBuffer(bytes) as unknown as ArrayBuffer; // typed arrays see no difference
}
