/** Source of a sweep: a scene by its name, a scene file or problems, with the digest that tells two versions apart. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { problemFromDocument, writeProblem } from '@signorini/engine/problem';
import { findScene, readScene } from '@signorini/engine/scenes';
import type { NamedProblem } from '../../replay/request.ts';
import type { LoadedSource } from '../../sweep/run-item.ts';
import type { SweepSource } from '../../sweep/sweep.ts';
import { FileError, readText } from '../files/files.ts';
import { type Note, readProblems } from '../problem-files.ts';
import { formatOf, sceneName, sceneOf } from '../scene-files.ts';
import { digestOf } from './addresses.ts';

export interface OpenedSource {
  readonly source: SweepSource;
  readonly loaded: LoadedSource;
}

/** @param paths one scene, one scene file, or problems. @throws ContractError, FileError */
export async function openSource(paths: readonly string[], note?: Note): Promise<OpenedSource> {
  const [first = ''] = paths;
  if (paths.length === 1 && !isPath(first)) {
    const scene = findScene(first);
    return { source: { kind: 'scene', name: scene.name, digest: null }, loaded: { scene } };
  }
  if (paths.length === 1 && /\.json$/i.test(first)) {
    const text = await readText(first, 'a scene file or a problem file');
    if (formatOf(text) !== 'signorini-problem') {
      const scene = sceneOf(first, text);
      const source = { kind: 'scene-file', name: sceneName(first), path: first, digest: digestOf(text), text } as const;
      return { source, loaded: { scene } };
    }
  }
  const { problems } = await readProblems(paths, undefined, note);
  return { source: problemsSource(paths, problems), loaded: { problems } };
}

/** No scene has a slash or an ending; a folder of problems may have neither. */
const isPath = (name: string): boolean =>
  /[/\\]|^collection:|\.(jsonl?|hdf5|h5)(#.*)?$/i.test(name) || existsSync(name);

function problemsSource(paths: readonly string[], problems: readonly NamedProblem[]): SweepSource {
  const units = new Set(problems.map(({ problem }) => problem.quantity));
  if (units.size > 1)
    throw new FileError(paths[0]!, 'expected energies of one unit, found impulse and force problems; sweep them apart');
  const digest = digestOf(JSON.stringify(problemLines(problems)));
  const name = paths.map((path) => basename(path)).join(', ');
  return { kind: 'problems', name, paths, count: problems.length, digest };
}

/** Name and content of every problem, as text that another process can read. */
export function problemLines(problems: readonly NamedProblem[]): string[] {
  return problems.map(({ name, problem }) => JSON.stringify([name, writeProblem(problem)]));
}

/** Data that another process needs to run items: everything but the files. */
export type CarriedSource =
  | { readonly kind: 'scene'; readonly name: string }
  | { readonly kind: 'scene-file'; readonly name: string; readonly text: string }
  | { readonly kind: 'problems'; readonly lines: readonly string[] };

export function carried({ source, loaded }: OpenedSource): CarriedSource {
  if ('problems' in loaded) return { kind: 'problems', lines: problemLines(loaded.problems) };
  if (source.kind === 'scene-file') return { kind: 'scene-file', name: source.name, text: source.text };
  return { kind: 'scene', name: source.name };
}

/** The other end of `carried`. */
export function unpacked(source: CarriedSource): LoadedSource {
  if (source.kind === 'scene') return { scene: findScene(source.name) };
  if (source.kind === 'scene-file') return { scene: readScene(source.text, source.name) };
  const problems = source.lines.map((line) => {
    const [name, text] = JSON.parse(line) as [string, string];
    return { name, problem: problemFromDocument(JSON.parse(text)) };
  });
  return { problems };
}
