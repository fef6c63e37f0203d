/** Threads that run items: a crash of one (memory, `process.exit`) is a row of the sweep, and another takes its place. */
import { hostname } from 'node:os';
import { crashedResult, type ItemTiming, type SweepResult } from '../../sweep/run-item.ts';
import { thisMachine } from '../machine.ts';
import { createThreadPool, hasThreads, threadEnded } from '../thread-pool.ts';
import type { AddressedItem } from './addresses.ts';
import type { ItemWorkerData } from './item-worker.ts';
import { runAnyItem } from './outside.ts';
import { carried, type OpenedSource } from './source.ts';

/** Runs items, at most `width` at a time. */
export interface Executor {
  readonly width: number;
  run(item: AddressedItem): Promise<SweepResult>;
  close(): Promise<void>;
}

export function timingOf(how: string, counts: boolean): Omit<ItemTiming, 'clock'> {
  return { how, counts, machine: { ...thisMachine(), host: hostname() } };
}

/** @throws MissingPackageError without piscina */
export async function createPool(opened: OpenedSource, threads: number): Promise<Executor> {
  const how = threads === 1 ? 'one item at a time' : `${threads} items at once: not comparable`;
  const timing = timingOf(how, threads === 1);
  if (!hasThreads) return inThisThread(opened, timing);
  const data: ItemWorkerData = { source: carried(opened), timing };
  const module = new URL('./item-worker.js', import.meta.url);
  const pool = await createThreadPool<Omit<AddressedItem, 'place'>, SweepResult>('a sweep', module, data, threads);
  return {
    width: pool.width,
    run: ({ id, item }) =>
      pool.run({ id, item }).catch((error: Error) => crashedResult(id, item, threadEnded(error), how)),
    close: () => pool.close(),
  };
}

/** From sources, as tests are run, items take turns here. */
function inThisThread({ loaded }: OpenedSource, timing: Omit<ItemTiming, 'clock'>): Executor {
  const clock = () => performance.now();
  return {
    width: 1,
    run: ({ id, item }) => runAnyItem(id, item, loaded, { ...timing, clock }),
    close: async () => {},
  };
}
