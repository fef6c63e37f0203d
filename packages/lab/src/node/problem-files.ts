/**
 * Files and folders to problems: a folder means its *.json, sorted by name, without the folders inside it and without
 * `capture.json`; a .jsonl file means the problem of every line, FILE.jsonl#N the N-th of them, from 1.
 */
import { open, readdir } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import type { CaptureDocument } from '../capture.ts';
import type { NamedProblem } from '../replay.ts';
import { CAPTURE_FILE, readCaptureDocument } from './capture-files.ts';
import { cannotRead, FileError, parseProblem, readProblemText } from './files.ts';

export interface ProblemSet {
  readonly problems: readonly NamedProblem[];
  /** Of the one folder that they all come from, where it has a capture.json. */
  readonly capture: CaptureDocument | undefined;
}

/** One problem: a .json file, or a line of a .jsonl file. @throws FileError */
export async function readProblemFile(path: string): Promise<NamedProblem['problem']> {
  const problems = await readOne(path);
  if (problems.length > 1)
    throw new FileError(path, `expected one problem, found ${problems.length}; ${path}#1 is the first of them`);
  return problems[0]!.problem;
}

/**
 * In the order given; a file that is named twice counts once. A problem is called after its file, in a .jsonl after its
 * title; where two share a name, after the path, or FILE#N. @throws FileError
 */
export async function readProblems(paths: readonly string[], progress?: (name: string) => void): Promise<ProblemSet> {
  const files = new Map<string, string>();
  for (const path of paths) for (const file of await expand(path)) files.set(resolve(file), file);
  const read: Named[] = [];
  for (const path of files.values()) {
    progress?.(basename(path, '.json'));
    read.push(...(await readOne(path)));
  }
  const count = new Map<string, number>();
  for (const { name } of read) count.set(name, (count.get(name) ?? 0) + 1);
  const problems = read.map(({ name, place, problem }) => ({ name: count.get(name) === 1 ? name : place, problem }));
  return { problems, capture: paths.length === 1 ? await readCaptureDocument(paths[0]!) : undefined };
}

interface Named extends NamedProblem {
  /** Unique: the path without .json, or FILE#N. */
  readonly place: string;
}

async function readOne(path: string): Promise<Named[]> {
  const [, file, line] = /^(.*\.jsonl)#(.*)$/i.exec(path) ?? [];
  if (file === undefined && extname(path).toLowerCase() !== '.jsonl') {
    const problem = parseProblem(path, await readProblemText(path));
    return [{ name: basename(path, '.json'), place: path.replace(/\.json$/, ''), problem }];
  }
  const source = file ?? path;
  const only = line === undefined || !/^\d+$/.test(line) ? undefined : Number(line);
  const read: Named[] = [];
  let lines = 0;
  for await (const text of linesOf(source)) {
    if (text.trim() === '') continue; // at the end, or between
    lines++;
    if (line !== undefined && only !== lines) continue;
    const place = `${source}#${lines}`;
    const problem = parseProblem(place, text);
    read.push({ name: problem.title === 'untitled' ? place : problem.title, place, problem });
  }
  if (lines === 0) throw new FileError(source, 'expected a problem on every line, found an empty file');
  if (read.length === 0)
    throw new FileError(path, `expected a problem from 1 to ${lines} after the #, found "${line}"`);
  return read;
}

/** One after the other: a file of captured problems may be larger than what a string holds. */
async function* linesOf(path: string): AsyncGenerator<string> {
  try {
    const file = await open(path);
    try {
      yield* file.readLines();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw cannotRead(path, 'a problem file', error);
    throw error;
  }
}

async function expand(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path]; // a file, or nothing: reading it tells which
  const names = entries
    .filter((entry) => !entry.isDirectory() && /^[^.].*\.json$/.test(entry.name)) // as *.json in a shell
    .map(({ name }) => name)
    .filter((name) => name !== CAPTURE_FILE)
    .sort(); // by code units: the same order on every machine
  if (names.length === 0) {
    const instead = entries.length === 0 ? 'an empty folder' : 'a folder without .json files';
    throw new FileError(path, `expected a problem file or a folder of them, found ${instead}`);
  }
  return names.map((name) => join(path, name));
}
