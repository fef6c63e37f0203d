/**
 * A job of a queue, in a process of its own: the worker's process renews the job's lock meanwhile, which a busy thread
 * could not. Started by `job-processes.ts`.
 */
import { type LoadedSource, runItem } from '../../sweep/run-item.ts';
import type { SweepItem } from '../../sweep/sweep.ts';
import { SweepFolder } from './folder.ts';
import type { JobAnswer } from './job-processes.ts';
import { timingOf } from './pool.ts';
import {
  connect,
  expectJob,
  IN_FOLDER,
  KEPT,
  keysOf,
  LATER,
  type QueuedJob,
  type QueuedPlace,
} from './queue-connection.ts';
import { type CarriedSource, unpacked } from './source.ts';

const ADDRESS = process.env.SIGNORINI_QUEUE ?? '';
const timing = timingOf('from a queue, beside other work: not comparable', false);
const redis = connect(ADDRESS, { retryStrategy: (times) => Math.min(100 * times, 2000) });
process.on('disconnect', () => process.exit()); // the worker was killed
if (!process.connected) process.exit(); // before this module was loaded
process.on('message', async (job: QueuedJob) => {
  const answer: JobAnswer = await work(job).then(
    (done) => ({ done }),
    (error: Error) => ({ failed: error.message }),
  );
  process.send?.(answer);
});

let known: { readonly sweep: string; readonly loaded: LoadedSource } | undefined; // of the last job: sweeps seldom mix

const LONGEST = 1000; // ms; the rest of a job whose items take longer than expected goes back

/** @returns items done */
async function work(job: QueuedJob): Promise<number> {
  const { sweep, items } = expectJob(job);
  const place = await (await redis).get(keysOf(sweep).place);
  const loaded = place === null ? undefined : await sourceOf(sweep);
  if (place === null || !loaded) return 0; // the sweep has ended: nobody waits for these items
  const folder = folderOf(place);
  const { results } = keysOf(sweep);
  const answer = (await redis).multi();
  const start = performance.now();
  let count = 0;
  for (const { id, item } of items) {
    let payload: string = LATER;
    if (performance.now() - start < LONGEST) {
      const result = runItem(id, item as SweepItem, loaded, { ...timing, clock: () => performance.now() });
      folder?.write(result);
      payload = folder ? IN_FOLDER : JSON.stringify(result);
      count++;
    }
    answer.xadd(results, '*', 'id', id, 'payload', payload);
  }
  for (const [refused] of (await answer.expire(results, KEPT).exec()) ?? []) if (refused) throw refused;
  return count;
}

async function sourceOf(sweep: string): Promise<LoadedSource | undefined> {
  if (known?.sweep === sweep) return known.loaded;
  const text = await (await redis).get(keysOf(sweep).source);
  if (text === null) return undefined;
  known = { sweep, loaded: unpacked(JSON.parse(text) as CarriedSource) };
  return known.loaded;
}

/** The folder of the run that collects now, if it is the same one on both sides. */
function folderOf(place: string): SweepFolder | undefined {
  const { folder, token } = (JSON.parse(place) ?? {}) as Partial<QueuedPlace>;
  if (typeof folder !== 'string') return undefined;
  const shared = new SweepFolder(folder);
  return shared.hasToken(token) ? shared : undefined;
}
