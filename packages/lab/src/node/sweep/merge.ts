/** Joins the folders of a sweep's shards into one, each result as it is: with the machine that it was timed on. */
import type { SweepResult } from '../../sweep/run-item.ts';
import { canonical } from '../../sweep/sweep.ts';
import { FileError } from '../files/file-error.ts';
import { expectFreeFolder, expectOther, writeFolderWhole } from '../files/whole-files.ts';
import { itemsOf } from './addresses.ts';
import { type SweepDocument, SweepFolder } from './folder.ts';
import type { SweepOutcome, SweepRow } from './run-sweep.ts';

/** A sweep as its folder has it; `missing`: items of it without a result. */
export interface ReadSweep extends SweepOutcome {
  readonly missing: number;
}

/** Reads one folder. @throws FileError */
export function readSweep(path: string): ReadSweep {
  return joined([new SweepFolder(path)]);
}

/** @throws FileError unless all are of the same sweep and version, and `output` is free; nothing is then written */
export async function mergeSweeps(paths: readonly string[], output: string): Promise<ReadSweep> {
  const merged = joined(paths.map((path) => new SweepFolder(path)));
  await expectOther(output, paths);
  await expectFreeFolder(output, 'an earlier merge of the same sweep', () => isMergeOf(output, merged.document.id));
  await writeFolderWhole(output, async (inside) => {
    const folder = new SweepFolder(inside);
    folder.begin(merged.document);
    for (const { result } of merged.rows) folder.write(result);
  });
  return merged;
}

function isMergeOf(path: string, id: string): boolean {
  const present = new SweepFolder(path).read();
  return present?.id === id && present.shard === null;
}

function joined(folders: readonly SweepFolder[]): ReadSweep {
  const documents = folders.map((folder) => ({ path: folder.path, ...folder.expectDocument() }));
  const [first] = documents as [(typeof documents)[number]];
  for (const { path, engine, id } of documents) {
    if (engine !== first.engine)
      throw new FileError(
        path,
        `expected a sweep of version ${first.engine} of the engine, as ${first.path} is, found version ${engine}`,
      );
    if (id !== first.id)
      throw new FileError(path, `expected the sweep ${first.id}, as ${first.path} is, found the sweep ${id}`);
  }
  const { path: _, ...document } = first;
  const whole: SweepDocument = folders.length === 1 ? document : { ...document, shard: null };
  const rows: SweepRow[] = [];
  const { shard } = whole;
  const items = itemsOf(document, document.engine).filter((_, k) => !shard || k % shard.of === shard.index - 1);
  for (const one of items) {
    const result = resultOf(folders, one.id);
    if (result) rows.push({ ...one, result });
  }
  return { document: whole, rows, kept: 0, missing: items.length - rows.length };
}

/** The first that has not crashed; two that differ by more than their times are an error. */
function resultOf(folders: readonly SweepFolder[], id: string): SweepResult | undefined {
  let best: { readonly result: SweepResult; readonly path: string } | undefined;
  for (const folder of folders) {
    const result = folder.result(id);
    const path = folder.resultPath(id);
    if (!result || (best && result.outcome === 'crashed')) continue;
    if (!best || best.result.outcome === 'crashed') best = { result, path };
    else if (timeless(best.result) !== timeless(result))
      throw new FileError(
        path,
        `expected the result of ${best.path} but for the times, found another (hash ${result.hash} instead of ${best.result.hash})`,
      );
  }
  return best?.result;
}

const timeless = ({ timing: _, ...rest }: SweepResult): string => canonical(rest);
