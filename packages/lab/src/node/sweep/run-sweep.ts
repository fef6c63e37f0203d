/** Runs the items of a sweep that have no result yet, and writes one file per item as they end. */
import { ContractError } from '@signorini/engine';
import type { SweepResult } from '../../sweep/run-item.ts';
import type { SweepPlan } from '../../sweep/sweep.ts';
import { FileError } from '../files/file-error.ts';
import { takeLock } from '../files/writer-lock.ts';
import { type AddressedItem, itemsOf } from './addresses.ts';
import { documentOf, makeSweepFolder, type Shard, type SweepDocument, SweepFolder } from './folder.ts';
import type { Executor } from './pool.ts';

export interface SweepRequest {
  readonly plan: SweepPlan;
  readonly folder: string;
  readonly shard: Shard | null;
  /** Go on with a folder of the same sweep. */
  readonly resume: boolean;
  /** Made after the folder has been checked, if items are missing. */
  readonly executor: (document: SweepDocument) => Promise<Executor>;
  /** `done` of the `total` items that had no result are finished; called before the first. */
  readonly progress?: (done: number, total: number) => void;
}

export interface SweepOutcome {
  readonly document: SweepDocument;
  /** Rows of this shard, in the order of the grid. */
  readonly rows: readonly SweepRow[];
  /** Rows that were there before. */
  readonly kept: number;
}

/** A result with its place of the grid. */
export interface SweepRow extends AddressedItem {
  readonly result: SweepResult;
}

/** @throws ContractError, FileError, MissingPackageError; failures of items are rows */
export async function runSweep(request: SweepRequest): Promise<SweepOutcome> {
  const { plan, shard, resume } = request;
  const items = itemsOf(plan);
  const document = documentOf(plan, items.length, shard);
  const folder = new SweepFolder(request.folder);
  checkFolder(folder, document, resume);
  const mine = items.filter((_, k) => !shard || k % shard.of === shard.index - 1);
  if (mine.length === 0)
    throw new ContractError(`--shard: expected at most ${items.length} shards, one per item, found ${shard?.of}`);
  makeSweepFolder(request.folder);
  const lock = takeLock(request.folder);
  try {
    folder.begin(document);
    const results = new Map<string, SweepResult>();
    for (const { id } of mine) {
      const result = folder.result(id);
      if (result && result.outcome !== 'crashed') results.set(id, result);
    }
    const kept = results.size;
    const missing = mine.filter(({ id }) => !results.has(id));
    request.progress?.(0, missing.length);
    await runMissing(
      missing,
      () => request.executor(document),
      (result) => {
        folder.write(result);
        results.set(result.id, result);
        request.progress?.(results.size - kept, missing.length);
      },
    );
    return { document, rows: mine.map((one) => ({ ...one, result: results.get(one.id)! })), kept };
  } finally {
    lock.release();
  }
}

/** @throws FileError unless the folder is free, or holds this sweep and `resume` was asked for */
function checkFolder(folder: SweepFolder, document: SweepDocument, resume: boolean): void {
  const present = folder.read();
  if (!present) return;
  if (present.engine !== document.engine)
    throw new FileError(
      folder.path,
      `expected a sweep of version ${document.engine} of the engine, found one of version ${present.engine}; its items stay as they are`,
    );
  if (present.id !== document.id)
    throw new FileError(
      folder.path,
      `expected a new folder, or the sweep ${document.id}, found the sweep ${present.id}`,
    );
  if (present.shard?.index !== document.shard?.index || present.shard?.of !== document.shard?.of)
    throw new FileError(
      folder.path,
      `expected ${shardText(document.shard)} of the sweep, found ${shardText(present.shard)}`,
    );
  if (!resume)
    throw new FileError(
      folder.path,
      `expected a new folder, found this sweep with ${folder.ids().length} results; --resume goes on with it`,
    );
}

const shardText = (shard: Shard | null): string => (shard ? `shard ${shard.index}/${shard.of}` : 'all');

/** Keeps every worker busy; the first fault of our own ends it. */
async function runMissing(
  items: readonly AddressedItem[],
  create: () => Promise<Executor>,
  finished: (result: SweepResult) => void,
): Promise<void> {
  if (items.length === 0) return;
  const executor = await create();
  const queue = items.values();
  const work = async () => {
    for (const item of queue) finished(await executor.run(item));
  };
  try {
    await Promise.all(Array.from({ length: Math.min(executor.width, items.length) }, work));
  } finally {
    await executor.close();
  }
}
