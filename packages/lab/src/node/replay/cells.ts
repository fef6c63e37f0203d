/** Where the cells of a replay are solved: threads of a pool, or this one. A solver that ends its thread fails its cell alone. */
import { ContractError } from '@signorini/engine';
import type { Problem } from '@signorini/engine/problem';
import { solvers as builtIn } from '@signorini/engine/solvers';
import { numbersOf } from '../../dataset/numbers.ts';
import { patternOf } from '../../dataset/pattern.ts';
import { failedRow } from '../../replay/replay-row.ts';
import { parseSolverList } from '../outside/solver-list.ts';
import { createThreadPool, hasThreads, type ThreadPool, threadEnded } from '../thread-pool.ts';
import {
  type CarriedProblem,
  type Cell,
  type CellResult,
  CellRunner,
  type CellSetup,
  type OpenedList,
} from './cell-runner.ts';

export interface Cells {
  /** Names of the solvers, in the order of the list. */
  readonly names: readonly string[];
  /** Cells at a time. */
  readonly width: number;
  /** Never rejects because of a solver: what goes wrong is the sentence of the result. */
  solve(problem: Problem, index: number, solver: number, measured: boolean): Promise<CellResult>;
  close(): Promise<void>;
}

/** @param clock of this thread, ms. @throws ContractError for a list that cannot be meant; MissingPackageError */
export async function openCells(setup: CellSetup, threads: number, clock: () => number): Promise<Cells> {
  const pool = hasThreads ? await inThreads(setup, threads) : inThisThread(setup, clock);
  try {
    const opened = (await pool.run('open')) as OpenedList;
    if ('mistake' in opened) throw new ContractError(opened.mistake);
    return new PooledCells(pool, setup, opened.names);
  } catch (error) {
    await pool.close();
    throw error;
  }
}

type Pool = ThreadPool<Cell | 'open', CellResult | OpenedList>;

function inThreads(setup: CellSetup, threads: number): Promise<Pool> {
  return createThreadPool('a replay', new URL('./cell-worker.js', import.meta.url), setup, threads);
}

function inThisThread(setup: CellSetup, clock: () => number): Pool {
  const runner = new CellRunner(setup, clock);
  return {
    width: 1,
    run: (task) => (task === 'open' ? runner.open() : runner.run(task)),
    close: () => runner.close(),
  };
}

const LOOKS = 100; // ms between looks at a module's solve

class PooledCells implements Cells {
  readonly names: readonly string[];
  readonly width: number;
  private readonly pool: Pool;
  private readonly setup: CellSetup;
  /** Modules cannot be asked to end: their thread is ended. */
  private readonly modules: readonly boolean[];
  private readonly carried = new Map<number, CarriedProblem>();

  constructor(pool: Pool, setup: CellSetup, names: readonly string[]) {
    this.pool = pool;
    this.setup = setup;
    this.names = names;
    this.width = pool.width;
    this.modules =
      setup.list === null ? builtIn.map(() => false) : parseSolverList(setup.list).map(({ kind }) => kind === 'module');
  }

  async solve(problem: Problem, index: number, solver: number, measured: boolean): Promise<CellResult> {
    const begun = new Int32Array(new SharedArrayBuffer(4));
    const cell = { problem: this.carry(problem, index), solver, measured, begun };
    const limit = this.modules[solver] ? new Limit(begun, this.setup.limitMs) : undefined;
    try {
      return (await this.pool.run(cell, limit?.signal)) as CellResult;
    } catch (error) {
      const name = this.names[solver]!;
      const what = limit?.signal.aborted
        ? `did not return within ${this.setup.limitMs / 1000} s, and its thread was ended`
        : threadEnded(error as Error);
      const failure = `${name}: ${what}`;
      const nothing = { timeMs: 0, claimedMs: null, symbolicMs: 0 };
      return { answer: measured ? failedRow(problem, name, failure) : null, failure, ...nothing };
    } finally {
      limit?.end();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  /** Taken apart once for all solvers; only the latest few problems are in use. */
  private carry(problem: Problem, index: number): CarriedProblem {
    const known = this.carried.get(index);
    if (known) return known;
    const carried = {
      index,
      title: problem.title,
      h: problem.h ?? null,
      pattern: patternOf(problem),
      numbers: numbersOf(problem),
    };
    for (const other of this.carried.keys()) if (this.carried.size >= 2 * this.width) this.carried.delete(other);
    this.carried.set(index, carried);
    return carried;
  }
}

/** Aborts when a solve that has begun lasts too long. */
class Limit {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private since: number | undefined;

  constructor(begun: Int32Array, limitMs: number) {
    const look = () => {
      if (begun[0] === 1) this.since ??= performance.now();
      if (this.since !== undefined && performance.now() - this.since >= limitMs) this.controller.abort();
    };
    this.timer = setInterval(look, Math.min(LOOKS, limitMs));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearInterval(this.timer);
  }
}
