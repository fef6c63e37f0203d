/** Two files of problems side by side: the first problem that differs, and where.   docs/guide/datasets.md */
import { type Difference, firstDifference } from '../diff-problems.ts';
import type { NamedProblem } from '../replay/request.ts';
import { problemHash } from './dataset/parts.ts';
import { type Note, readProblems } from './problem-files.ts';

/** The JSON document of `signorini diff`. */
export interface DiffDocument {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  /** Also the signs of zeros, which JSON does not keep. */
  readonly bitForBit: boolean;
  /** In each. */
  readonly problems: readonly [number, number];
  /** Problems that both have and that differ. */
  readonly differing: number;
  /** null if all that both have are the same. */
  readonly first: DiffPlace | null;
}

export interface DiffPlace extends Difference {
  /** From 1. */
  readonly problem: number;
  /** Title in a. */
  readonly title: string;
}

/** @throws FileError */
export async function diffFiles(a: string, b: string, note?: (path: string) => Note): Promise<DiffDocument> {
  const read = async (path: string): Promise<readonly NamedProblem[]> =>
    (await readProblems([path], undefined, note?.(path))).problems;
  const [left, right] = [await read(a), await read(b)];
  let differing = 0;
  let bits = true;
  let first: DiffPlace | null = null;
  for (let k = 0; k < Math.min(left.length, right.length); k++) {
    const difference = firstDifference(left[k]!.problem, right[k]!.problem);
    if (!difference) {
      bits &&= problemHash(left[k]!.problem) === problemHash(right[k]!.problem);
      continue;
    }
    differing++;
    first ??= { problem: k + 1, title: left[k]!.problem.title, ...difference };
  }
  const problems = [left.length, right.length] as const;
  const same = differing === 0 && left.length === right.length;
  return { a, b, same, bitForBit: same && bits, problems, differing, first };
}
