/** Thread of the pool: runs items of the sweep whose source it was started with. */
import { workerData } from 'node:worker_threads';
import type { ItemTiming, LoadedSource, SweepResult } from '../../sweep/run-item.ts';
import type { AddressedItem } from './addresses.ts';
import { runAnyItem } from './outside.ts';
import { type CarriedSource, unpacked } from './source.ts';

export interface ItemWorkerData {
  readonly source: CarriedSource;
  readonly timing: Omit<ItemTiming, 'clock'>;
}

const { source, timing } = workerData as ItemWorkerData;
let loaded: LoadedSource | undefined; // not now: a thread that fails before its first item is not replaced

export default function run({ id, item }: Pick<AddressedItem, 'id' | 'item'>): Promise<SweepResult> {
  loaded ??= unpacked(source);
  return runAnyItem(id, item, loaded, { ...timing, clock: () => performance.now() });
}
