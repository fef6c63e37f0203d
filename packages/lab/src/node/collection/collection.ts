/**
 * The problems that ship with the laboratory: an index in JSON, and one dataset per problem, read when it is asked for.
 * docs/guide/scoreboard.md
 */
import { fileURLToPath } from 'node:url';
import { ContractError } from '@signorini/engine';
import { unknownName } from '@signorini/engine/checks';
import type { Problem } from '@signorini/engine/problem';
import type { Origin } from '../../collection/collect.ts';
import { openDataset } from '../dataset/dataset.ts';
import { FileError, readText } from '../files/files.ts';

/** A line of the index. */
export interface CollectionEntry extends Origin {
  readonly rows: number;
  readonly contacts: number;
  readonly bodies: number;
  /** Friction models of its contacts; empty if it has no contacts. */
  readonly friction: readonly string[];
  /** Size of its file. */
  readonly bytes: number;
  /** 32 hexadecimal digits, of all its numbers. */
  readonly hash: string;
}

/** `collection.json`. */
export interface CollectionIndex {
  readonly format: 'signorini-collection';
  /** Raised when a problem is added, removed or changed. */
  readonly version: number;
  readonly licence: string;
  /** 32 hexadecimal digits, of the hashes of all problems. */
  readonly content: string;
  /** The versions that made the files: the same versions make the same bytes. */
  readonly made: { readonly engine: string; readonly node: string; readonly platform: string };
  readonly problems: readonly CollectionEntry[];
}

/** Beside `src` and `dist`. */
export const COLLECTION_FOLDER = fileURLToPath(new URL('../../../collection/', import.meta.url));
export const INDEX_FILE = 'collection.json';
const PREFIX = 'collection:';
const ALL = 'all';

let index: Promise<CollectionIndex> | undefined;

/** @throws FileError if the package is not whole */
export function readCollection(): Promise<CollectionIndex> {
  index ??= readText(`${COLLECTION_FOLDER}${INDEX_FILE}`, 'the index of the collection').then((text) =>
    JSON.parse(text),
  );
  return index;
}

/** @throws ContractError with the nearest names */
export async function findInCollection(name: string): Promise<CollectionEntry> {
  const { problems } = await readCollection();
  if (name === ALL) throw new ContractError(`collection: expected one problem, found all ${problems.length} of them`);
  const entry = problems.find((one) => one.name === name);
  if (entry) return entry;
  throw new ContractError(
    unknownName(
      'problem of the collection',
      name,
      problems.map((one) => one.name),
    ),
  );
}

/** The file of a problem. */
export const collectionFile = (name: string): string => `${COLLECTION_FOLDER}${name}.h5`;

/** @throws ContractError for an unknown name; FileError if its file is damaged */
export async function collectionProblem(name: string): Promise<Problem> {
  const { hash } = await findInCollection(name);
  const path = collectionFile(name);
  const dataset = await openDataset(path);
  try {
    if (dataset.entries[0]?.hash !== hash)
      throw new FileError(path, `expected the problem ${hash} of ${INDEX_FILE}, found ${dataset.entries[0]?.hash}`);
    return dataset.problem(0);
  } finally {
    dataset.close();
  }
}

/** "collection:brick-wall-middle" is not a path. */
export const isInCollection = (path: string): boolean => path.startsWith(PREFIX);

/** The name behind `collection:`. */
export const nameInCollection = (path: string): string => path.slice(PREFIX.length);

/** `collection:all` is every one of them. @throws ContractError for an unknown name */
export async function expandInCollection(path: string): Promise<string[]> {
  const name = nameInCollection(path);
  if (name !== ALL) return [PREFIX + (await findInCollection(name)).name];
  return (await readCollection()).problems.map((entry) => PREFIX + entry.name);
}
