/** signorini convert <in> <out>: problems in another format, by the names. Thin: read, write, print. */
import { counted } from '@signorini/lab';
import { convertProblems, expectOther, PROBLEM_FORMATS, type ProblemFormat } from '@signorini/lab/node';
import { type Command, Option } from 'commander';
import { complain, type Io } from '../io.ts';

interface ConvertFlags {
  readonly format?: ProblemFormat;
  readonly json?: boolean;
}

export function addConvert(program: Command, io: Io): void {
  program
    .command('convert')
    .argument(
      '<in>',
      'a problem .json, problems .jsonl, a dataset .h5 or its journal .h5.part, FILE#N, an FCLib .hdf5, a Siconos .dat',
    )
    .argument('<out>', 'ends in .json, .jsonl, .h5 (dataset) or .hdf5 (FCLib); a file that is there is replaced')
    .description('write problems in another format: json | jsonl | h5 | fclib')
    .addOption(new Option('--format <name>', 'in place of that of the ending').choices(PROBLEM_FORMATS))
    .option('--json', 'print one JSON document')
    .action(async (from: string, to: string, { format, json }: ConvertFlags) => {
      const notes: string[] = [];
      const note = (path: string) => (sentence: string) =>
        void notes.push(sentence.startsWith(`${path}: `) ? sentence : `${path}: ${sentence}`);
      await expectOther(to, [from]);
      const { title, problems, rows, contacts } = await convertProblems(from, to, { format, note });
      for (const sentence of notes) complain(io, sentence);
      const document = { in: from, out: to, title, problems, rows, contacts, notes };
      const many = problems === 1 ? '' : `${problems} problems, `;
      const text = `${to}: ${many}${counted(rows, 'row')}, ${counted(contacts, 'contact')}`;
      io.out(`${json ? JSON.stringify(document) : text}\n`);
    });
}
