/** signorini diff <a> <b>: the first problem, row and field in which two files differ, or step, body and field of two recorded runs. Thin: compare, print. */
import { counted } from '@signorini/lab';
import {
  type DiffDocument,
  type DiffPlace,
  type DiffRunsDocument,
  diffFiles,
  diffRuns,
  isRunFile,
  openRun,
} from '@signorini/lab/node';
import type { Command } from 'commander';
import { differenceLines, differenceText } from '../difference-text.ts';
import { complain, type Io } from '../io.ts';
import { short } from '../quantities.ts';

export function addDiff(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('diff')
    .argument(
      '<a>',
      'a recorded run .h5, or problems: a dataset .h5, journals, .json, .jsonl, FCLib .hdf5, a folder, FILE#N',
    )
    .argument('<b>', 'the same, also in another format')
    .description('the first step, body and field (or problem and row) in which two files differ; exit 1 if they do')
    .option('--json', 'print one JSON document')
    .action(async (a: string, b: string, { json }: { json?: boolean }) => {
      if (await isRunFile(a)) {
        const runs = await diffRecorded(a, b);
        io.out(json ? `${JSON.stringify(runs)}\n` : runsText(runs));
        return end(runs.same ? 0 : 1);
      }
      const document = await diffFiles(a, b, (path) => (sentence) => complain(io, `${path}: ${sentence}`));
      io.out(json ? `${JSON.stringify(document)}\n` : textOf(document));
      end(document.same ? 0 : 1);
    });
}

async function diffRecorded(a: string, b: string): Promise<DiffRunsDocument> {
  const left = await openRun(a);
  try {
    const right = await openRun(b);
    try {
      return diffRuns(left, right);
    } finally {
      right.close();
    }
  } finally {
    left.close();
  }
}

function runsText({ same, steps, differing, first, apart, asked }: DiffRunsDocument): string {
  const [left, right] = steps;
  if (same) return `the same ${counted(left, 'step')}, to the last bit\n`;
  const both = Math.min(left, right);
  const fields = asked.map(({ field, a, b }) => `  asked  ${field}: ${JSON.stringify(a)} and ${JSON.stringify(b)}\n`);
  return [
    left === right ? '' : `${left} and ${counted(right, 'step')}\n`,
    first ? `${differing} of ${both} differ\n${differenceText(first)}` : `the first ${both} are the same\n`,
    first ? `  end    ${short(apart.value)} m apart at most after step ${both}, ${apart.body}\n` : '',
    ...fields,
  ].join('');
}

function textOf({ same, bitForBit, problems, differing, first }: DiffDocument): string {
  const [left, right] = problems;
  if (same) return `the same ${counted(left, 'problem')}, ${bitForBit ? 'bit for bit' : 'but for signs of zeros'}\n`;
  const both = Math.min(left, right);
  return [
    left === right ? '' : `${left} and ${counted(right, 'problem')}\n`,
    first ? `${differing} of ${both} differ\n${placeText(first)}` : `the first ${both} are the same\n`,
  ].join('');
}

function placeText({ problem, title, field, place, row, ...values }: DiffPlace): string {
  const where = `${field}${place === null ? '' : `[${place}]`}`;
  return differenceLines(`problem ${problem}, ${title}`, row === null ? where : `${where}, ${row}`, values);
}
