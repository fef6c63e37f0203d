/** Problems from one format into another, by the endings of the names.   docs/guide/datasets.md */
import { extname } from 'node:path';
import { VERSION } from '@signorini/engine';
import { found } from '@signorini/engine/checks';
import { writeProblem } from '@signorini/engine/problem';
import { counted } from '../number-text.ts';
import { type Dataset, openDataset, openDatasetFile } from './dataset/dataset.ts';
import { type DatasetHead, type PlacedProblem, writeDatasetWhole } from './dataset/write-dataset.ts';
import { FileError, isHdf5 } from './files/files.ts';
import { writeLinesWhole } from './files/whole-files.ts';
import { isJournal } from './journal/read-journal.ts';
import { type Note, readProblems, writeProblemFile } from './problem-files.ts';

/** `h5`: a dataset; `fclib`: one problem in FCLib's HDF5. */
export const PROBLEM_FORMATS = ['json', 'jsonl', 'h5', 'fclib'] as const;
export type ProblemFormat = (typeof PROBLEM_FORMATS)[number];

export interface Conversion {
  readonly problems: number;
  readonly rows: number;
  readonly contacts: number;
  /** Title of the only problem, or of the dataset. */
  readonly title: string;
}

const BY_ENDING: Readonly<Record<string, ProblemFormat>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.h5': 'h5',
  '.hdf5': 'fclib',
};

/**
 * All problems of `from`, or the one of FILE#N, into `to`.
 * @param format in place of that of the ending
 * @throws FileError if it cannot be read or written, or the format holds one problem and there are several
 */
export async function convertProblems(
  from: string,
  to: string,
  { format, note }: { readonly format?: ProblemFormat | undefined; readonly note?: (path: string) => Note },
): Promise<Conversion> {
  const wanted = format ?? BY_ENDING[extname(to).toLowerCase()];
  if (wanted === undefined)
    throw new FileError(to, `expected a name that ends in .json, .jsonl, .h5 or .hdf5, found ${found(extname(to))}`);
  const { problems, head } = await readAll(from, note?.(from));
  const [first] = problems;
  if ((wanted === 'json' || wanted === 'fclib') && problems.length !== 1)
    throw new FileError(to, `expected one problem for this format, found ${problems.length}; ${from}#1 is the first`);
  if (wanted === 'h5') await writeDatasetWhole(to, problems, head);
  else if (wanted === 'jsonl')
    await writeLinesWhole(to, async (write) => {
      for (const { problem } of problems) await write(writeProblem(problem));
    });
  else await writeProblemFile(to, first!.problem, { note: note?.(to), fclib: wanted === 'fclib' });
  return {
    problems: problems.length,
    rows: problems.reduce((sum, { problem }) => sum + problem.n, 0),
    contacts: problems.reduce((sum, { problem }) => sum + problem.contacts.length, 0),
    title: problems.length === 1 ? first!.problem.title : head.title,
  };
}

/** A dataset keeps its index and its provenance. */
async function readAll(path: string, note?: Note): Promise<{ problems: PlacedProblem[]; head: DatasetHead }> {
  const dataset = isJournal(path) || isHdf5(path) ? await openAny(path) : undefined;
  if (dataset) {
    try {
      const { title, created, provenance, leftOut } = dataset;
      if (leftOut > 0) note?.(`${counted(leftOut, 'byte')} at the end are damaged or cut and were left out`);
      const problems = Array.from(dataset.problems(), (problem, k) => {
        const { step, time } = dataset.entries[k]!;
        return { problem, step: step ?? undefined, time: time ?? undefined };
      });
      return {
        problems,
        head: { title, engine: dataset.engine ?? VERSION, created: created ?? undefined, provenance },
      };
    } finally {
      dataset.close();
    }
  }
  const { problems, capture } = await readProblems([path], undefined, note);
  return {
    problems: problems.map(({ problem, source }) => ({ problem, step: source?.step ?? undefined })),
    head: {
      title: capture ? `${capture.scene}, ${capture.selection}` : problems[0]!.problem.title,
      engine: capture?.engine ?? VERSION,
      provenance: capture ?? null,
    },
  };
}

async function openAny(path: string): Promise<Dataset | undefined> {
  return isJournal(path) ? openDataset(path) : openDatasetFile(path);
}
