/**
 * `run --studio`: the studio beside a run. A thread of its own serves it and the page runs the same steps itself, so that no page,
 * slow or dead, can slow the run: all that the run gives away is the number of its step and the hash of its state.
 */
import { Worker } from 'node:worker_threads';
import type { World } from '@signorini/engine';
import { UsageError } from './io.ts';
import type { ServedStudio } from './studio-thread.ts';

/** ms between two states that are told; a hash costs as much as a small step. */
const PACE = 100;

export class Attached {
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
