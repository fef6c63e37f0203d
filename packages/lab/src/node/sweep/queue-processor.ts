/**
 * One item of a queue, in a process of its own: the worker's process renews the job's lock meanwhile, which a busy thread
 * could not. Started by `queue-worker.ts`.
 */
import { type LoadedSource, runItem } from '../../sweep/run-item.ts';
import type { SweepItem } from '../../sweep/sweep.ts';
import { SweepFolder } from './folder.ts';
import { timingOf } from './pool.ts';
import { connect, KEPT, keysOf, type QueuedItem } from './queue-connection.ts';
import { type CarriedSource, unpacked } from './source.ts';

const ADDRESS = process.env.SIGNORINI_QUEUE ?? '';
const timing = timingOf('from a queue, beside other work: not comparable', false);
const redis = connect(ADDRESS, { retryStrategy: (times) => Math.min(100 * times, 2000) });
process.on('disconnect', () => process.exit()); // the worker was killed

interface Context {
  readonly sweep: string;
  readonly loaded: LoadedSource;
  /** The folder of the results, if it is the same one on both sides. */
  readonly folder: SweepFolder | undefined;
}
let context: Context | undefined; // of the last job: sweeps seldom mix

export default async function work({ data }: { readonly data: QueuedItem }): Promise<void> {
  const { sweep, id, item } = data;
  if (context?.sweep !== sweep) context = await contextOf(sweep);
  if (!context) return; // the sweep has ended: nobody waits for this item
  const { loaded, folder } = context;
  const result = runItem(id, item as SweepItem, loaded, { ...timing, clock: () => performance.now() });
  folder?.write(result);
  const { results } = keysOf(sweep);
  const payload = folder ? '' : JSON.stringify(result);
  await (await redis).multi().xadd(results, '*', 'id', id, 'payload', payload).expire(results, KEPT).exec();
}

async function contextOf(sweep: string): Promise<Context | undefined> {
  const text = await (await redis).get(keysOf(sweep).source);
  if (text === null) return undefined;
  const { source, folder, token } = JSON.parse(text) as { source: CarriedSource; folder: string; token: string };
  const shared = new SweepFolder(folder);
  return { sweep, loaded: unpacked(source), folder: shared.token() === token ? shared : undefined };
}
