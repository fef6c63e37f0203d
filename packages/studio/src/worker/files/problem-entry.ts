/** A problem of a dataset as the list shows it, and as a problem file. */
import { energyError } from '@signorini/engine/measures';
import { type Problem, writeProblem } from '@signorini/engine/problem';
import { type Dataset, FileError } from '@signorini/lab/files';
import { MOST_MB, type ProblemEntry } from '../../file-protocol.ts';
import type { LineDataset } from './line-dataset.ts';

export function entryOf(dataset: Dataset | LineDataset, place: number): ProblemEntry {
  const known = dataset.entries[place]!;
  const { step } = known;
  try {
    const problem = dataset.problem(place);
    const finite = (value: number) => (Number.isFinite(value) ? value : null);
    return {
      title: problem.title,
      step,
      rows: problem.n,
      contacts: problem.contacts.length,
      fault: null,
      stored: problem.x ? finite(energyError(problem, problem.x).value) : null,
      nothing: finite(energyError(problem, new Float64Array(problem.n)).value),
    };
  } catch (error) {
    const fault = sentenceOf(dataset.path, error);
    return { title: known.title, step, rows: 0, contacts: 0, stored: null, nothing: null, fault };
  }
}

/** @throws FileError if it is too large to be shown */
export function problemText(path: string, problem: Problem): string {
  const numbers = (problem.structure?.J.length ?? 0) + problem.n * 8;
  const text = numbers < 4e6 ? writeProblem(problem) : undefined;
  if (text === undefined || text.length > MOST_MB.text * 1e6)
    throw new FileError(path, `expected a problem of at most ${MOST_MB.text} MB as text, found more`);
  return text;
}

/** One sentence that begins with the file's name, of whatever was thrown. */
export function sentenceOf(name: string, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof FileError || name === '') return text;
  if (error instanceof RangeError && /call stack|array length|allocation/i.test(text))
    return `${name}: expected data that fit into memory, found more, or nested too deeply`;
  return `${name}: ${text}`;
}
