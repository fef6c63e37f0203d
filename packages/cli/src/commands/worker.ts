/** signorini worker: takes items of sweeps from a queue, until Ctrl-C or until there is nothing to do. */
import { VERSION } from '@signorini/engine';
import { counted } from '@signorini/lab';
import { checkAddress, runWorker, shownAddress } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io } from '../io.ts';
import { parseCount, parseTime } from '../quantities.ts';

interface WorkerFlags {
  readonly queue: string;
  readonly threads: string;
  readonly patience: string;
  readonly idle?: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export function addWorker(program: Command, io: Io): void {
  program
    .command('worker')
    .description('takes items of `signorini sweep --queue` until Ctrl-C; those under way are finished first')
    .requiredOption('--queue <redis://...>', 'where the items are')
    .option('--threads <n>', 'items at once, each in its own process', '1')
    .option('--patience <time>', 'after so long without a sign of life the items of a worker go to another', '30s')
    .option('--idle <time>', 'end after so long without work (default: never)')
    .action(async ({ queue, threads, patience, idle }: WorkerFlags) => {
      checkAddress(queue);
      const stop = new AbortController();
      const request = {
        address: queue,
        threads: parseCount('--threads', threads, 1),
        signal: stop.signal,
        patience: parseTime('--patience', patience),
        idle: idle === undefined ? undefined : parseTime('--idle', idle),
      };
      const end = () => stop.abort(); // once: the second signal ends it at once
      for (const signal of SIGNALS) process.once(signal, end);
      complain(io, `worker: items of version ${VERSION} from ${shownAddress(queue)}`);
      const count = await runWorker(request).finally(() => {
        for (const signal of SIGNALS) process.off(signal, end);
      });
      io.out(`${counted(count, 'item')}\n`);
    });
}
