/** Writes the collection, all of it or a single file: the same recipe gives the same bytes. */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@signorini/engine';
import { type Problem, setsOf } from '@signorini/engine/problem';
import { type Collected, collect } from '../../collection/collect.ts';
import { COLLECTION_VERSION, type Recipe } from '../../collection/recipes.ts';
import { problemHash } from '../dataset/parts.ts';
import { contentOf, writeDatasetNow } from '../dataset/write-dataset.ts';
import { readText } from '../files/files.ts';
import { expectFreeFolder, writeFolderWhole } from '../files/whole-files.ts';
import { inTurns } from '../in-turns.ts';
import { type CollectionEntry, type CollectionIndex, INDEX_FILE } from './collection.ts';

const LICENCE = 'MIT';

/** One dataset with one problem. @param engine the version that it names */
export async function writeCollected(path: string, { origin, problem }: Collected, engine = VERSION): Promise<void> {
  const { name, step, time } = origin;
  await writeDatasetNow(path, [{ problem, step, ...(time !== null && { time }) }], {
    title: `${name} of the collection`,
    engine,
    provenance: { collection: COLLECTION_VERSION, licence: LICENCE, ...origin },
  });
}

/** Runs every recipe and replaces the folder. @throws FileError if it holds anything else */
export async function writeCollection(
  folder: string,
  recipes: readonly Recipe[],
  progress?: (entry: CollectionEntry) => void,
): Promise<CollectionIndex> {
  await expectFreeFolder(folder, 'an earlier collection', (names) => holdsCollection(folder, names));
  const problems: CollectionEntry[] = [];
  let index: CollectionIndex | undefined;
  await writeFolderWhole(folder, async (inside) => {
    for (const recipe of recipes)
      await inTurns(collect(recipe), async (collected) => {
        if (!collected) return;
        const path = join(inside, `${collected.origin.name}.h5`);
        await writeCollected(path, collected);
        const entry = entryOf(collected, (await stat(path)).size);
        problems.push(entry);
        progress?.(entry);
      });
    index = {
      format: 'signorini-collection',
      version: COLLECTION_VERSION,
      licence: LICENCE,
      content: contentOf(problems),
      made: { engine: VERSION, node: process.version, platform: `${process.platform} ${process.arch}` },
      problems,
    };
    await writeFile(join(inside, INDEX_FILE), `${JSON.stringify(index, null, 1)}\n`);
  });
  return index!;
}

async function holdsCollection(folder: string, names: readonly string[]): Promise<boolean> {
  if (!names.includes(INDEX_FILE)) return false;
  const { format } = JSON.parse(await readText(join(folder, INDEX_FILE), 'the index of a collection'));
  return format === 'signorini-collection' && names.every((name) => name === INDEX_FILE || name.endsWith('.h5'));
}

function entryOf({ origin, problem }: Collected, bytes: number): CollectionEntry {
  return {
    ...origin,
    rows: problem.n,
    contacts: problem.contacts.length,
    bodies: problem.structure?.bodies ?? 0,
    friction: frictionOf(problem),
    bytes,
    hash: problemHash(problem),
  };
}

function frictionOf(problem: Problem): string[] {
  const rolls = problem.contacts.some(({ rolling, spinning }) => rolling.length + spinning.length > 0);
  return [...new Set(setsOf(problem)), ...(rolls ? ['rolling'] : [])];
}
