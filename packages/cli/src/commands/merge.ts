/** signorini merge <DIR...>: the shards of a sweep in one folder. */
import { counted } from '@signorini/lab';
import { mergeSweeps } from '@signorini/lab/node';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { sweepDocument, sweepText } from '../sweep-text.ts';

export function addMerge(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('merge')
    .argument('<DIR...>', 'folders of `signorini sweep --shard i/n`')
    .description('joins the shards of a sweep; exit 1 if items are missing or failed')
    .requiredOption('-o, --output <folder>', 'a new folder')
    .option('--json', 'print one JSON document')
    .action(async (paths: string[], { output, json }: { readonly output: string; readonly json?: boolean }) => {
      const merged = await mergeSweeps(paths, output);
      const missing =
        merged.missing === 0 ? '' : `${counted(merged.missing, 'item')} of ${merged.document.items} MISSING\n`;
      io.out(json ? `${JSON.stringify(sweepDocument(merged))}\n` : `${sweepText(merged, output)}${missing}`);
      if (merged.missing > 0 || merged.rows.some(({ result }) => result.outcome !== 'done')) end(1);
    });
}
