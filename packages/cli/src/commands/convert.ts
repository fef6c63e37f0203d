/** signorini convert <in> <out>: a problem in another format, by the names. Thin: read, write, print. */
import { counted } from '@signorini/lab';
import { expectOther, readProblemFile, writeProblemFile } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io } from '../io.ts';

export function addConvert(program: Command, io: Io): void {
  program
    .command('convert')
    .argument(
      '<in>',
      'a signorini-problem .json file, an FCLib .hdf5 or .h5 file, a Siconos .dat file, or FILE.jsonl#N',
    )
    .argument('<out>', 'a file that ends in .json, .hdf5 or .h5; one that is there is replaced')
    .description('write a problem in another format: json | fclib')
    .option('--json', 'print one JSON document')
    .action(async (from: string, to: string, { json }: { json?: boolean }) => {
      const notes: string[] = [];
      const note = (path: string) => (sentence: string) => void notes.push(`${path}: ${sentence}`);
      await expectOther(to, [from]);
      const p = await readProblemFile(from, note(from));
      await writeProblemFile(to, p, note(to));
      for (const sentence of notes) complain(io, sentence);
      const document = { in: from, out: to, title: p.title, rows: p.n, contacts: p.contacts.length, notes };
      const text = `${to}: ${counted(p.n, 'row')}, ${counted(p.contacts.length, 'contact')}`;
      io.out(`${json ? JSON.stringify(document) : text}\n`);
    });
}
