/** signorini convert <in> <out>: problems or a recorded run in another format, by the names. Thin: read, write, print. */
import { counted, RUN_TABLES, type RunTableName } from '@signorini/lab';
import {
  convertProblems,
  expectOther,
  exportRun,
  isRunFile,
  openRun,
  PROBLEM_FORMATS,
  type ProblemFormat,
} from '@signorini/lab/node';
import { type Command, Option } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';

interface ConvertFlags {
  readonly format?: ProblemFormat;
  readonly table?: RunTableName;
  readonly json?: boolean;
}

export function addConvert(program: Command, io: Io): void {
  program
    .command('convert')
    .argument(
      '<in>',
      'a recorded run .h5, a problem .json, problems .jsonl, a dataset .h5 or its journal .h5.part, FILE#N, an FCLib .hdf5, a Siconos .dat',
    )
    .argument(
      '<out>',
      'problems: ends in .json, .jsonl, .h5 (dataset) or .hdf5 (FCLib); a run: .csv, .parquet, .mcap or .glb; a file that is there is replaced',
    )
    .description('write problems (json | jsonl | h5 | fclib) or a recorded run (csv | parquet | mcap | glb)')
    .addOption(new Option('--format <name>', 'in place of that of the ending').choices(PROBLEM_FORMATS))
    .addOption(
      new Option('--table <name>', 'of a recorded run, for csv and parquet (default: bodies)').choices(RUN_TABLES),
    )
    .option('--json', 'print one JSON document')
    .action(async (from: string, to: string, { format, table, json }: ConvertFlags) => {
      const notes: string[] = [];
      const note = (path: string) => (sentence: string) =>
        void notes.push(sentence.startsWith(`${path}: `) ? sentence : `${path}: ${sentence}`);
      await expectOther(to, [from]);
      if (await isRunFile(from)) {
        if (format !== undefined)
          throw new UsageError('--format: expected problems, found a recorded run; the ending of the name chooses');
        const run = await openRun(from);
        const written = await exportRun(run, to, table).finally(() => run.close());
        const text = `${to}: ${counted(written.what.count, written.what.noun)}`;
        return io.out(`${json ? JSON.stringify({ in: from, out: to, ...written }) : text}\n`);
      }
      if (table !== undefined) throw new UsageError('--table: expected a recorded run, found problems');
      const { title, problems, rows, contacts } = await convertProblems(from, to, { format, note });
      for (const sentence of notes) complain(io, sentence);
      const document = { in: from, out: to, title, problems, rows, contacts, notes };
      const many = problems === 1 ? '' : `${problems} problems, `;
      const text = `${to}: ${many}${counted(rows, 'row')}, ${counted(contacts, 'contact')}`;
      io.out(`${json ? JSON.stringify(document) : text}\n`);
    });
}
