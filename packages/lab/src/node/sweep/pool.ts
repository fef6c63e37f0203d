/** Threads that run items: a crash of one (memory, `process.exit`) is a row of the sweep, and another takes its place. */
import { hostname } from 'node:os';
import { shortened } from '@signorini/engine/checks';
import { crashedResult, type ItemTiming, runItem, type SweepResult } from '../../sweep/run-item.ts';
import { thisMachine } from '../machine.ts';
import { needed } from '../optional-packages.ts';
import type { AddressedItem } from './addresses.ts';
import type { ItemWorkerData } from './item-worker.ts';
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
  if (import.meta.url.endsWith('.ts')) return inThisThread(opened, timing);
  const { Piscina } = await needed('a sweep', 'piscina', () => import('piscina'));
  const pool = new Piscina({
    filename: new URL('./item-worker.js', import.meta.url).href,
    workerData: { source: carried(opened), timing } satisfies ItemWorkerData,
    ...{ minThreads: threads, maxThreads: threads },
    execArgv: [], // what the command was started with is not meant for its threads
  });
  pool.on('error', () => {}); // a thread that ended between two items: another has taken its place
  return {
    width: threads,
    run: ({ id, item }) =>
      pool.run({ id, item }).catch((error: Error) => {
        const sentence = `its thread ended while at it: ${shortened(error.message, 200)}`;
        return crashedResult(id, item, sentence, how);
      }),
    close: () => pool.destroy(),
  };
}

/** Node's threads cannot load TypeScript: run from sources, as tests are, items take turns here. */
function inThisThread({ loaded }: OpenedSource, timing: Omit<ItemTiming, 'clock'>): Executor {
  const clock = () => performance.now();
  return {
    width: 1,
    run: async ({ id, item }) => runItem(id, item, loaded, { ...timing, clock }),
    close: async () => {},
  };
}
