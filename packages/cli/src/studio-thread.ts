/** The thread that serves the studio beside a run; started by `attach.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { type Opened, serveStudio } from './studio-server.ts';

export interface ServedStudio {
  readonly folder: string;
  readonly opened: Opened;
  /** Two numbers: step and hash, then whether the run has ended. */
  readonly shared: SharedArrayBuffer;
}

const { folder, opened, shared } = workerData as ServedStudio;
const state = new BigInt64Array(shared);

const server = await serveStudio(folder, {
  opened,
  run: () => {
    const both = Atomics.load(state, 0);
    const hash = (both & 0xffff_ffffn).toString(16).padStart(8, '0');
    return { step: Number(both >> 32n), hash, ended: Atomics.load(state, 1) === 1n };
  },
});
parentPort!.postMessage(server.address);
