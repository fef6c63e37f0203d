/**
 * Files and folders to problems: a folder means its *.json, *.hdf5, *.h5 and *.dat, sorted by name, without the folders inside
 * it, without `capture.json` and without NAME.reference.json beside NAME.hdf5, which is an answer and no problem.
 * A .jsonl file means the problem of every line, a dataset (.h5, or its journal .h5.part) all of its problems, FILE#N the
 * N-th of them, from 1; another HDF5 file is one of FCLib, a .dat file one of Siconos. collection:NAME is a problem that ships
 * with this package, collection:all are all of them.
 */

import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { found } from '@signorini/engine/checks';
import { writeProblem } from '@signorini/engine/problem';
import type { Imported } from '../fclib/from-fclib.ts';
import type { AlmostSymmetric } from '../fclib/matrix.ts';
import { counted } from '../number-text.ts';
import { sourceOf } from '../replay/problem-source.ts';
import type { NamedProblem } from '../replay/request.ts';
import type { CaptureDocument } from '../run/capture.ts';
import { CAPTURE_FILE, readCaptureDocument } from './capture-files.ts';
import { collectionProblem, expandInCollection, isInCollection, nameInCollection } from './collection/collection.ts';
import { openDataset, openDatasetFile } from './dataset/dataset.ts';
import { readFclibFile, writeFclibFile } from './fclib-files.ts';
import { expectRegular, FileError, isHdf5, parseProblem, readLines, readText } from './files/files.ts';
import { writeFileWhole } from './files/whole-files.ts';
import { isJournal } from './journal/read-journal.ts';
import { isSiconos, readSiconosFile } from './siconos-files.ts';

/** Called with what a reader or writer changed or left out, one sentence per call. */
export type Note = (sentence: string) => void;

export interface ProblemSet {
  readonly problems: readonly NamedProblem[];
  /** capture.json of the one folder that all problems come from, if it has one. */
  readonly capture: CaptureDocument | undefined;
}

/**
 * One problem: a .json file, an FCLib file, or a line of a .jsonl file.
 * @param almost what to do with an FCLib file's W that is almost symmetric: its mean with its transpose, or as it is stored
 * @throws FileError
 */
export async function readProblemFile(
  path: string,
  note?: Note,
  almost: AlmostSymmetric = 'mean',
): Promise<NamedProblem['problem']> {
  const problems = await readOne(path, note, almost);
  if (problems.length > 1)
    throw new FileError(path, `expected one problem, found ${problems.length}; ${path}#1 is the first of them`);
  return problems[0]!.problem;
}

/** One problem as JSON, or as an FCLib file. @throws FileError */
export async function writeProblemFile(
  path: string,
  problem: NamedProblem['problem'],
  { note, fclib = isHdf5(path) }: { readonly note?: Note | undefined; readonly fclib?: boolean } = {},
): Promise<void> {
  if (fclib) for (const sentence of await writeFclibFile(path, problem)) note?.(sentence);
  else await writeFileWhole(path, `${writeProblem(problem)}\n`);
}

/**
 * In the order given; a file that is named twice counts once. A problem is called after its file, in a .jsonl after its
 * title; if two share a name, after the path, or FILE#N. @throws FileError
 */
export async function readProblems(
  paths: readonly string[],
  progress?: (name: string) => void,
  note?: Note,
): Promise<ProblemSet> {
  const read: Named[] = [];
  for (const path of await problemFiles(paths)) {
    progress?.(withoutEnding(basename(path)));
    read.push(...(await readOne(path, note && ((sentence) => note(`${path}: ${sentence}`)))));
  }
  const count = new Map<string, number>();
  for (const { name } of read) count.set(name, (count.get(name) ?? 0) + 1);
  const problems = read.map(({ name, place, file, problem }) => ({
    name: count.get(name) === 1 ? name : place,
    problem,
    source: sourceOf(problem.title, file),
  }));
  return { problems, capture: paths.length === 1 ? await readCaptureDocument(paths[0]!) : undefined };
}

/** The files that `readProblems` reads, with #N for a line. @throws FileError */
export async function problemFiles(paths: readonly string[]): Promise<string[]> {
  const files = new Map<string, string>();
  for (const path of paths) for (const file of await expand(path)) files.set(resolve(file), file);
  return [...files.values()];
}

interface Named extends NamedProblem {
  /** Unique: the path, without .json, or FILE#N. */
  readonly place: string;
  /** Path as given, with #N for a line. */
  readonly file: string;
}

async function readOne(path: string, note?: Note, almost: AlmostSymmetric = 'mean'): Promise<Named[]> {
  if (isInCollection(path)) {
    const name = nameInCollection(path);
    return [{ name, place: path, file: path, problem: await collectionProblem(name) }];
  }
  const [, file, line] = /^(.*\.(?:jsonl|h5|hdf5|part))#(.*)$/i.exec(path) ?? [];
  const source = file ?? path;
  if (isHdf5(source) || isJournal(source)) {
    const named = await readDatasetProblems(source, line, note);
    if (named) return named;
    if (line !== undefined)
      throw new FileError(path, 'expected a dataset before the #, found another HDF5 file, which holds one problem');
    return [imported(path, await readFclibFile(path, almost), note)];
  }
  if (isSiconos(path)) return [imported(path, await readSiconosFile(path, almost), note)];
  if (file === undefined && extname(path).toLowerCase() !== '.jsonl') {
    if (!existsSync(path) && (await isScene(path)))
      throw new FileError(
        path,
        `expected a problem file, found the name of a scene; \`signorini capture ${path} -o FOLDER\` writes the problems of its run`,
      );
    const problem = parseProblem(path, await readText(path, 'a problem file'));
    return [{ name: withoutEnding(basename(path)), place: path.replace(/\.json$/, ''), file: path, problem }];
  }
  const only = line === undefined || !/^\d+$/.test(line) ? undefined : Number(line);
  const read: Named[] = [];
  let lines = 0;
  for await (const text of readLines(source, 'a problem file')) {
    if (text.trim() === '') continue; // at the end, or between
    lines++;
    if (line !== undefined && only !== lines) continue;
    const place = `${source}#${lines}`;
    const problem = parseProblem(place, text);
    read.push({ name: problem.title === 'untitled' ? place : problem.title, place, file: place, problem });
  }
  if (lines === 0) throw new FileError(source, 'expected a problem on every line, found an empty file');
  if (read.length === 0)
    throw new FileError(path, `expected a problem from 1 to ${lines} after the #, found ${found(line)}`);
  return read;
}

/** Loaded only now: what solves a problem needs no scenes. */
async function isScene(word: string): Promise<boolean> {
  const { scenes } = await import('@signorini/engine/scenes');
  return scenes.some(({ name }) => name === word);
}

function imported(path: string, { problem, notes }: Imported, note?: Note): Named {
  for (const sentence of notes) note?.(sentence);
  return { name: withoutEnding(basename(path)), place: path, file: path, problem };
}

/** Undefined if it is an HDF5 file that is no dataset. @param line after the #. @throws FileError */
async function readDatasetProblems(path: string, line: string | undefined, note?: Note): Promise<Named[] | undefined> {
  await expectRegular(path, 'a problem file');
  const dataset = isJournal(path) ? await openDataset(path) : await openDatasetFile(path);
  if (!dataset) return undefined;
  try {
    const { entries, leftOut } = dataset;
    if (leftOut > 0) note?.(`${counted(leftOut, 'byte')} at the end are damaged or cut and were left out`);
    if (entries.length === 0) throw new FileError(path, 'expected problems, found a dataset without any');
    const named = (problem: NamedProblem['problem'], k: number): Named => {
      const place = `${path}#${k + 1}`;
      return { name: problem.title === 'untitled' ? place : problem.title, place, file: place, problem };
    };
    if (line === undefined) return Array.from(dataset.problems(), named);
    const k = /^\d+$/.test(line) ? Number(line) - 1 : -1;
    if (!entries[k])
      throw new FileError(
        `${path}#${line}`,
        `expected a problem from 1 to ${entries.length} after the #, found ${found(line)}`,
      );
    return [named(dataset.problem(k), k)];
  } finally {
    dataset.close();
  }
}

async function expand(path: string): Promise<string[]> {
  if (isInCollection(path)) return expandInCollection(path);
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path]; // a file, or nothing: reading it shows which
  if (entries.some(({ name }) => name === 'sweep.json'))
    throw new FileError(path, 'expected problems, found the folder of a sweep; `signorini report` and `merge` read it');
  const files = entries
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.(json|hdf5|h5|dat)$/.test(entry.name)) // as *.json in a shell
    .map(({ name }) => name);
  const answers = files.filter(isHdf5).map((name) => `${withoutEnding(name)}.reference.json`);
  const names = files.filter((name) => name !== CAPTURE_FILE && !answers.includes(name)).sort(); // by code units: the same order on every machine
  if (names.length === 0) {
    const instead = entries.length === 0 ? 'an empty folder' : 'a folder without .json, .hdf5 and .dat files';
    throw new FileError(path, `expected a problem file or a folder of them, found ${instead}`);
  }
  return names.map((name) => join(path, name));
}

function withoutEnding(name: string): string {
  return name.replace(/\.(json|hdf5|h5|dat)$/, '');
}
