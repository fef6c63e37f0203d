/** The thread that solves for the scoreboard: it can be ended in the middle of a solve, which this process alone could not. */
import { parentPort, workerData } from 'node:worker_threads';
import { type ScoreItem, ScoreTable } from './score-item.ts';

const { list, limitMs } = workerData as { readonly list: string; readonly limitMs: number };
const port = parentPort!;

try {
  const table = await ScoreTable.open(list, limitMs);
  port.on('message', async (item: ScoreItem | 'close') => {
    if (item === 'close') {
      await table.close();
      port.close();
      return;
    }
    port.postMessage({ row: await table.score(item) });
  });
  port.postMessage({ ready: table.descriptions });
} catch (error) {
  port.postMessage({ failed: error }); // the sentence survives, its class does not
}
