/** signorini reproduce [id...]: the papers' figures, tables and claims, computed again. Thin: parse, run, print. */
import { availableParallelism } from 'node:os';
import { unknownName } from '@signorini/engine/checks';
import { type Experiment, experiments } from '@signorini/lab';
import { cell, type ExperimentEntry, type Reproduction, reproduce } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { parseCount } from '../quantities.ts';

interface ReproduceFlags {
  readonly output: string;
  readonly quick?: boolean;
  readonly resume?: boolean;
  readonly threads: string;
  readonly json?: boolean;
}

export function addReproduce(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('reproduce')
    .argument('[id...]', `experiments: ${experiments.map(({ id }) => id).join(', ')} (default: all)`)
    .description("the papers' figures, tables and claims: data, pictures, verdicts and one page; exit 1 if one failed")
    .option('-o, --output <dir>', 'folder to write into', 'reproduced')
    .option('--quick', 'less of everything: minutes instead of half an hour')
    .option('--resume', 'go on with a folder of an interrupted run')
    .option('--threads <n>', 'experiments at once; those that measure times run alone', String(availableParallelism()))
    .option('--json', 'print one JSON document')
    .action(async (ids: string[], { output, quick = false, resume = false, threads, json }: ReproduceFlags) => {
      const list = ids.length === 0 ? experiments : [...new Set(ids)].map(find);
      const bar = new Progress(io);
      const { entries, failed } = await reproduce(list, output, {
        quick,
        resume,
        threads: parseCount('--threads', threads, 1),
        progress: (share, running) => bar.at('reproduce', Math.floor(100 * share), 100, running.join(', ')),
      }).finally(() => bar.end());
      if (json) io.out(`${JSON.stringify({ experiments: entries }, null, 1)}\n`);
      else io.out(`${entries.map(textOf).join('')}${summaryOf(entries)}${output}/index.html\n`);
      for (const { id, sentence } of failed) complain(io, `${id}: ${sentence}`);
      if (failed.length > 0) end(1);
    });
}

function textOf({ id, verdict, source, paper, ours, unit, claims, reason }: ExperimentEntry): string {
  const figures = paper === null && ours === null ? '' : `: paper ${cell(paper)}, ours ${cell(ours)} ${unit}`;
  const lines = claims.map(({ id: claim, verdict: word, reason: why }) => `  ${claim} ${word}. ${why}\n`);
  return `${id}: ${verdict}. ${source}${figures}\n  ${reason}\n${lines.join('')}`;
}

function summaryOf(entries: Reproduction['entries']): string {
  const counts = new Map<string, number>();
  for (const { claims } of entries)
    for (const { verdict } of claims) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return `claims  ${[...counts].map(([verdict, count]) => `${verdict} ${count}`).join(', ')}\n`;
}

function find(id: string): Experiment {
  const experiment = experiments.find((candidate) => candidate.id === id);
  if (!experiment)
    throw new UsageError(
      unknownName(
        'experiment',
        id,
        experiments.map((known) => known.id),
      ),
    );
  return experiment;
}
