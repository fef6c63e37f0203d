/** Takes items from a queue until it is told to end: what `signorini worker` runs. */
import { needed } from '../optional-packages.ts';
import { JobProcesses } from './job-processes.ts';
import { connect, expectJob, lastingRefusal, lost, PREFIX, QUEUE } from './queue-connection.ts';

interface WorkerRequest {
  readonly address: string;
  /** Jobs at once, each in its own process. */
  readonly threads: number;
  /** ms without a sign of life after which a worker's items are given to another. */
  readonly patience: number;
  /** ms without work after which it ends; undefined: never. */
  readonly idle?: number | undefined;
  /** Ends it when the items under way are done. */
  readonly signal: AbortSignal;
}

const STALLED = 5; // times that a job may lose its worker

/** @returns items done. @throws FileError if there is no server, MissingPackageError */
export async function runWorker({ address, threads, patience, idle, signal }: WorkerRequest): Promise<number> {
  const { Worker } = await needed('a queue', 'bullmq', () => import('bullmq'));
  const connection = await connect(address, { retryStrategy: (times) => Math.min(100 * times, 2000) });
  const processes = new JobProcesses(address);
  const worker = new Worker(QUEUE, async ({ data }) => processes.run(expectJob(data)), {
    connection,
    prefix: PREFIX,
    concurrency: threads,
    lockDuration: patience,
    stalledInterval: patience,
    maxStalledCount: STALLED,
  });
  let refused: string | undefined;
  worker.on('error', (error) => {
    refused ??= lastingRefusal(error); // else it connects again by itself
  });
  let [count, last] = [0, performance.now()];
  const busy = new Set<string>();
  worker.on('active', ({ id }) => busy.add(id ?? ''));
  worker.on('failed', (job) => busy.delete(job?.id ?? ''));
  worker.on('completed', ({ id }, done: number) => {
    busy.delete(id ?? '');
    last = performance.now();
    count += done;
  });
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      const tired = idle !== undefined && busy.size === 0 && performance.now() - last > idle;
      if (!signal.aborted && !tired && refused === undefined) return;
      clearInterval(look);
      resolve();
    }, 100);
  });
  await worker.close(refused !== undefined);
  processes.end();
  connection.disconnect();
  if (refused !== undefined) throw lost(address, refused);
  return count;
}
