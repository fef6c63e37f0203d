/**
 * A job of a queue, in a process of its own: the worker's process renews the job's lock meanwhile, which a busy thread
 * could not. Started by `job-processes.ts`.
 */
import { type LoadedSource, runItem } from '../../sweep/run-item.ts';
import type { SweepItem } from '../../sweep/sweep.ts';
import { SweepFolder } from './folder.ts';
import type { JobAnswer } from './job-processes.ts';
import { timingOf } from './pool.ts';
import { connect, KEPT, keysOf, LATER, type QueuedJob } from './queue-connection.ts';
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

interface Context {
  readonly sweep: string;
  readonly loaded: LoadedSource;
  /** The folder of the results, if it is the same one on both sides. */
  readonly folder: SweepFolder | undefined;
}
let context: Context | undefined; // of the last job: sweeps seldom mix

const LONGEST = 1000; // ms; the rest of a job whose items take longer than expected goes back

/** @returns items done */
async function work({ sweep, items }: QueuedJob): Promise<number> {
  if (context?.sweep !== sweep) context = await contextOf(sweep);
  if (!context) return 0; // the sweep has ended: nobody waits for these items
  const { loaded, folder } = context;
  const { results } = keysOf(sweep);
  const answer = (await redis).multi();
  const start = performance.now();
  let count = 0;
  for (const { id, item } of items) {
    let payload: string = LATER;
    if (performance.now() - start < LONGEST) {
      const result = runItem(id, item as SweepItem, loaded, { ...timing, clock: () => performance.now() });
      folder?.write(result);
      payload = folder ? '' : JSON.stringify(result);
      count++;
    }
    answer.xadd(results, '*', 'id', id, 'payload', payload);
  }
  await answer.expire(results, KEPT).exec();
  return count;
}

async function contextOf(sweep: string): Promise<Context | undefined> {
  const text = await (await redis).get(keysOf(sweep).source);
  if (text === null) return undefined;
  const { source, folder, token } = JSON.parse(text) as { source: CarriedSource; folder: string; token: string };
  const shared = new SweepFolder(folder);
  return { sweep, loaded: unpacked(source), folder: shared.token() === token ? shared : undefined };
}
