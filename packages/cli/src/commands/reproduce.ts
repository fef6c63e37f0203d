/** signorini reproduce [id...]: the papers' figures and tables, computed again. */
import { unknownName } from '@signorini/engine/checks';
import { type Experiment, experiments } from '@signorini/lab';
import { reproduce } from '@signorini/lab/node';
import type { Command } from 'commander';
import { type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';

export function addReproduce(program: Command, io: Io): void {
  program
    .command('reproduce')
    .argument('[id...]', `experiments: ${experiments.map(({ id }) => id).join(', ')} (default: all)`)
    .description("the papers' figures and tables: data, pictures and one page")
    .option('-o, --output <dir>', 'folder to write into', 'reproduced')
    .option('--quick', 'coarser and faster')
    .option('--json', 'print one JSON document')
    .action(async (ids: string[], { output, quick, json }: { output: string; quick?: boolean; json?: boolean }) => {
      const list = ids.length === 0 ? experiments : ids.map(find);
      const bar = new Progress(io);
      const progress = (id: string, done: number) => bar.at('reproduce', done, list.length, id);
      const entries = await reproduce(list, output, { quick: quick ?? false, progress }).finally(() => bar.end());
      if (json) io.out(`${JSON.stringify({ experiments: entries }, null, 1)}\n`);
      else {
        for (const { id, verdict, source, paper, ours, unit, reason } of entries)
          io.out(
            `${id}: ${verdict}. ${source}: paper ${paper ?? 'none'}, ours ${ours?.toPrecision(4) ?? 'none'} ${unit}\n  ${reason}\n`,
          );
        io.out(`${output}/index.html\n`);
      }
    });
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
