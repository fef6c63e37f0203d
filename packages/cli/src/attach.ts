/**
 * `run --studio`: the studio beside a run. A thread of its own serves it and the page runs the same steps itself, so that no page,
 * slow or dead, can slow the run: all that the run gives away is the number of its step and the hash of its state.
 */
import { Worker } from 'node:worker_threads';
import { VERSION, type World } from '@signorini/engine';
import { found } from '@signorini/engine/checks';
import { MOMENT_FORMAT, MOMENT_VERSION, type Moment } from '@signorini/engine/testing';
import type { RunSource } from '@signorini/lab/run';
import { type Io, UsageError } from './io.ts';
import { studioFolder } from './studio-place.ts';
import type { ServedStudio } from './studio-thread.ts';

/** ms between two states that are told; a hash costs as much as a small step. */
const PACE = 100;

class Attached {
  readonly address: string;
  private readonly thread: Worker;
  private readonly state: BigInt64Array; // step and hash in one number, so that both are of the same step
  private readonly clock: () => number;
  private told = -Infinity;

  private constructor(thread: Worker, address: string, state: BigInt64Array, clock: () => number) {
    this.thread = thread;
    this.address = address;
    this.state = state;
    this.clock = clock;
  }

  /** @param moment of the run's start, as text */
  static async start(folder: string, title: string, moment: string, clock: () => number): Promise<Attached> {
    const shared = new SharedArrayBuffer(16);
    const opened = { kind: 'moment', title, text: moment, follow: true } as const;
    const thread = new Worker(new URL('./studio-thread.js', import.meta.url), {
      workerData: { folder, opened, shared } satisfies ServedStudio,
    });
    const address = await new Promise<string>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', ({ message }) => reject(new UsageError(`--studio: expected a free port, found ${message}`)));
    });
    return new Attached(thread, address, new BigInt64Array(shared), clock);
  }

  /** Tells the state that the run is in, if it is time to. */
  at(world: World, last = false): void {
    const now = this.clock();
    if (!last && now - this.told < PACE) return;
    this.told = now;
    Atomics.store(this.state, 0, (BigInt(world.steps) << 32n) | BigInt(`0x${world.hash()}`));
    if (last) Atomics.store(this.state, 1, 1n);
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }
}

/** @throws UsageError for what the page could not do again */
export async function attach(source: RunSource, name: string, io: Io): Promise<Attached> {
  const { scene, parameters, timeStep, options, warmStart, sceneFile, coupling, sleep, accuracy } = source;
  const other = { coupling: coupling !== null, sleep, accuracy: accuracy !== null };
  const [refused] = Object.entries(other).flatMap(([flag, given]) => (given ? [`--${flag}`] : []));
  if (refused) throw new UsageError(`--studio: expected a run that the page can do again, found ${refused}`);
  if (source.solver !== name)
    throw new UsageError(`--studio: expected a solver of the registry, found ${found(source.solver)}`);
  const moment: Moment = {
    format: MOMENT_FORMAT,
    version: MOMENT_VERSION,
    engine: VERSION,
    state: null,
    run: {
      source: sceneFile
        ? { kind: 'file', title: scene, text: JSON.stringify(sceneFile) }
        : { kind: 'catalogue', name: scene, parameters },
      timeStep,
      frictionModel: null,
      integrator: null,
    },
    branches: [
      {
        name: null,
        parent: null,
        start: 0,
        head: 0,
        events: [{ kind: 'setup', step: 1, setup: { solver: name, options, warmStart } }],
      },
    ],
    shown: [0],
    step: 0,
    hash: null,
    view: { iterate: null, contact: null, body: null, camera: null },
  };
  const attached = await Attached.start(studioFolder(), scene, JSON.stringify(moment), io.clock);
  io.err(`the studio at this run: ${attached.address} until Ctrl-C\n`);
  return attached;
}
