/** signorini diff <a> <b>: the first problem, row and field in which two files differ. Thin: compare, print. */
import { counted } from '@signorini/lab';
import { type DiffDocument, type DiffPlace, diffFiles } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io } from '../io.ts';

export function addDiff(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('diff')
    .argument('<a>', 'problems: a dataset .h5 or its journal, .json, .jsonl, FCLib .hdf5, a folder, FILE#N')
    .argument('<b>', 'the same, also in another format')
    .description('the first problem, row and field in which two files differ; exit 1 if they do')
    .option('--json', 'print one JSON document')
    .action(async (a: string, b: string, { json }: { json?: boolean }) => {
      const document = await diffFiles(a, b, (path) => (sentence) => complain(io, `${path}: ${sentence}`));
      io.out(json ? `${JSON.stringify(document)}\n` : textOf(document));
      end(document.same ? 0 : 1);
    });
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

function placeText({ problem, title, field, place, row, a, b, ulps, unit }: DiffPlace): string {
  const where = `${field}${place === null ? '' : `[${place}]`}`;
  const lines = [
    ['first', `problem ${problem}, ${title}`],
    ['field', row === null ? where : `${where}, ${row}`],
    ['a', shown(a, unit)],
    ['b', shown(b, unit)],
    ...(ulps === null || typeof a !== 'number' || typeof b !== 'number'
      ? []
      : [['apart', `${ulps === 1 ? '1 ulp' : `${ulps} ulps`}, ${Math.abs(a - b)}${unitText(unit)}`]]),
  ];
  return lines.map(([name, text]) => `  ${name!.padEnd(6)} ${text}\n`).join('');
}

function shown(value: unknown, unit: string | null): string {
  if (value === null || value === undefined) return 'not given';
  if (typeof value === 'number') return `${Object.is(value, -0) ? '-0' : value}${unitText(unit)}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const unitText = (unit: string | null): string => (unit === null || unit === '1' ? '' : ` ${unit}`);
