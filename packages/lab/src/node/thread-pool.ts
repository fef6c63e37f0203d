/**
 * Threads for work that needs no other's result: replays and sweeps share this pool. A thread that ends while at a task (memory,
 * `process.exit`) fails that task alone, and another takes its place.
 */
import { shortened } from '@signorini/engine/checks';
import { needed } from './optional-packages.ts';

export interface ThreadPool<Task, Result> {
  /** Tasks at a time. */
  readonly width: number;
  /** @param signal ends the thread that is at the task. @throws what the task throws; an Error if its thread ended */
  run(task: Task, signal?: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** Node's threads cannot load TypeScript: run from sources, as tests are, tasks take turns in the thread of the caller. */
export const hasThreads = !import.meta.url.endsWith('.ts');

/**
 * @param task for the sentence: "a sweep". @param module exports the function that does a task as its default; it is called with
 * one task at a time per thread. @param data for every thread. @throws MissingPackageError without piscina
 */
export async function createThreadPool<Task, Result>(
  task: string,
  module: URL,
  data: unknown,
  threads: number,
): Promise<ThreadPool<Task, Result>> {
  const { Piscina } = await needed(task, 'piscina', () => import('piscina'));
  const pool = new Piscina({
    filename: module.href,
    workerData: data,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    execArgv: [], // what the command was started with is not meant for its threads
  });
  pool.on('error', () => {}); // a thread that ended between two tasks: another has taken its place
  return {
    width: threads,
    run: (one, signal) => pool.run(one, signal ? { signal } : {}),
    close: () => pool.destroy(),
  };
}

/** Why a task has no result, if its thread ended. */
export const threadEnded = (error: Error): string => `its thread ended while at it: ${shortened(error.message, 200)}`;
