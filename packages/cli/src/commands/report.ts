/** signorini report <results>: a replay or a sweep as one page that needs no other file. */

import { basename, extname, resolve } from 'node:path';
import { found } from '@signorini/engine/checks';
import { sweepPage } from '@signorini/lab';
import { isFolder, readResultsFile, readSweep, renderReport, writeFileWhole } from '@signorini/lab/node';
import type { Command } from 'commander';
import { type Io, UsageError } from '../io.ts';
import { parseEnergy, parseTime } from '../quantities.ts';

interface ReportFlags {
  readonly output: string;
  readonly tolerance: string;
  readonly budget?: string;
  readonly title?: string;
}

export function addReport(program: Command, io: Io): void {
  program
    .command('report')
    .argument(
      '<results>',
      'what `signorini replay -o` wrote (.json, .h5, .csv), its journal .part, or the folder of a sweep',
    )
    .description('one self-contained HTML page: tables, time-error scatter, histograms, performance profiles')
    .option('-o, --output <file>', 'the page to write', 'report.html')
    .option('--tolerance <energy>', 'for the larger of the two errors of the worst problem', '1e-6J')
    .option('--budget <time>', 'for the slowest problem (default: none)')
    .option('--title <text>', "heading of the page (default: the scene's name, else the file's)")
    .action(async (path: string, { output, tolerance, budget, title }: ReportFlags) => {
      if (!['.html', '.htm'].includes(extname(output).toLowerCase()))
        throw new UsageError(`--output: expected a file that ends in .html, found ${found(output)}`);
      const limits = {
        tolerance: parseEnergy('--tolerance', tolerance),
        ...(budget !== undefined && { budgetMs: parseTime('--budget', budget) }),
      };
      if (isFolder(path)) {
        const sweep = readSweep(path);
        const { name } = sweep.document.source;
        await writeFileWhole(output, sweepPage(sweep, title ?? `Sweep: ${name} (${basename(resolve(path))})`));
        io.out(`${output}\n`);
        return;
      }
      const results = await readResultsFile(path);
      const heading =
        title ??
        `Solvers compared: ${results.capture?.scene ?? basename(path).replace(/(\.(json|h5|hdf5|csv|parquet))?(\.part)?$/i, '')}`;
      await writeFileWhole(output, renderReport({ results, title: heading, ...limits }));
      io.out(`${output}\n`);
    });
}
