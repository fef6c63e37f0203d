/** Thread of a replay's pool: runs cells, with the solvers that it was started with. */
import { workerData } from 'node:worker_threads';
import { type Cell, type CellResult, CellRunner, type CellSetup, type OpenedList } from './cell-runner.ts';

let runner: CellRunner | undefined; // not now: a thread that fails before its first task is not replaced

/** 'open': the names of the solvers. */
export default function run(task: Cell | 'open'): Promise<CellResult | OpenedList> {
  runner ??= new CellRunner(workerData as CellSetup, () => performance.now());
  return task === 'open' ? runner.open() : runner.run(task);
}
