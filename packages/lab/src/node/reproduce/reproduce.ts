/**
 * Runs experiments and writes what they found. Those that measure no time share the threads, the longest first; the others come
 * after, one at a time with nothing of ours beside them. Interrupted, it goes on: whole experiments are in the folder, parts of
 * one in its journal.   docs/guide/reproduce.md
 */
import { VERSION } from '@signorini/engine';
import { shortened } from '@signorini/engine/checks';
import type { Experiment, ExperimentResult } from '../../experiments/experiment.ts';
import { FileError } from '../files/file-error.ts';
import { expectNoJournal } from '../journal/journal.ts';
import { createThreadPool, hasThreads } from '../thread-pool.ts';
import type { ExperimentEntry } from './entry.ts';
import { type ExperimentTask, runExperiment } from './experiment-run.ts';
import type { ExperimentAnswer } from './experiment-worker.ts';
import { addExperiment, dataFile, expectOurs, readEntries } from './folder.ts';

export interface ReproduceOptions {
  readonly quick: boolean;
  /** Experiments at a time, of those that measure no time. Default 1. */
  readonly threads?: number;
  /** Keep what is done. */
  readonly resume?: boolean;
  /** The share that is done, 0 to 1, and what is under way. */
  readonly progress?: (share: number, ids: readonly string[]) => void;
}

export interface Reproduction {
  /** Entries of the experiments asked for, in the order of the list. */
  readonly entries: readonly ExperimentEntry[];
  /** Those that gave no result, each with a sentence. */
  readonly failed: readonly { readonly id: string; readonly sentence: string }[];
}

const POLL = 250; // ms

/** @throws FileError, before the first experiment if the folder is not ours; MissingPackageError */
export async function reproduce(
  list: readonly Experiment[],
  folder: string,
  { quick, threads = 1, resume = false, progress }: ReproduceOptions,
): Promise<Reproduction> {
  await expectOurs(folder);
  const entries = new Map<string, ExperimentEntry>();
  const isDone = ({ engine, quick: short }: ExperimentEntry) => engine === VERSION && short === quick;
  const earlier = resume ? ((await readEntries(folder)) ?? []).filter(isDone) : [];
  for (const entry of earlier) entries.set(entry.id, entry);
  if (!resume) for (const { id } of list) expectNoJournal(dataFile(folder, id));
  const failed: { id: string; sentence: string }[] = [];
  const work = new OverallProgress(list, (experiment) => entries.has(experiment.id), progress);
  const run = await runner(threads);
  const conduct = async (experiment: Experiment) => {
    const task: ExperimentTask = { id: experiment.id, folder, quick, resume, progress: work.begin(experiment) };
    try {
      const result = await run.run(task, experiment);
      entries.set(experiment.id, await addExperiment(folder, experiment, result, quick));
    } catch (error) {
      if (error instanceof FileError) throw error;
      failed.push({ id: experiment.id, sentence: shortened((error as Error).message, 300) });
    } finally {
      work.end(experiment);
    }
  };
  try {
    const waiting = list.filter(({ id }) => !entries.has(id)).sort((p, q) => q.seconds - p.seconds);
    const shared = waiting.filter(({ timed }) => !timed).values();
    const lane = async () => {
      for (const experiment of shared) await conduct(experiment);
    };
    await Promise.all(Array.from({ length: run.width }, lane));
    for (const experiment of waiting.filter(({ timed }) => timed)) await conduct(experiment);
  } finally {
    work.close();
    await run.close();
  }
  return { entries: list.flatMap(({ id }) => entries.get(id) ?? []), failed };
}

interface Runner {
  readonly width: number;
  run(task: ExperimentTask, experiment: Experiment): Promise<ExperimentResult>;
  close(): Promise<void>;
}

async function runner(threads: number): Promise<Runner> {
  if (!hasThreads)
    return {
      width: 1,
      run: async (task, experiment) => runExperiment(task, experiment),
      close: async () => {},
    };
  const module = new URL('./experiment-worker.js', import.meta.url);
  const pool = await createThreadPool<ExperimentTask, ExperimentAnswer>('a reproduction', module, null, threads);
  const run = async (task: ExperimentTask) => {
    const answer = await pool.run(task);
    if ('refused' in answer) throw FileError.of(answer.refused);
    return answer.result;
  };
  return { width: pool.width, run, close: () => pool.close() };
}

/** How far all experiments are, by the seconds that they are said to take. */
class OverallProgress {
  private readonly list: readonly Experiment[];
  private readonly progress: ReproduceOptions['progress'];
  private readonly running = new Map<Experiment, Float64Array>();
  private readonly timer: NodeJS.Timeout;
  private done: number;

  constructor(
    list: readonly Experiment[],
    isDone: (one: Experiment) => boolean,
    progress: ReproduceOptions['progress'],
  ) {
    this.list = list;
    this.progress = progress;
    this.done = list.filter(isDone).reduce((sum, { seconds }) => sum + seconds, 0);
    this.timer = setInterval(() => this.tell(), POLL);
  }

  begin(experiment: Experiment): Float64Array {
    const shared = new Float64Array(new SharedArrayBuffer(16));
    this.running.set(experiment, shared);
    this.tell();
    return shared;
  }

  end(experiment: Experiment): void {
    this.running.delete(experiment);
    this.done += experiment.seconds;
    this.tell();
  }

  close(): void {
    clearInterval(this.timer);
  }

  private tell(): void {
    const all = this.list.reduce((sum, { seconds }) => sum + seconds, 0);
    const parts = [...this.running].map(([{ seconds }, [done, total]]) =>
      total! > 0 ? (seconds * done!) / total! : 0,
    );
    const sum = parts.reduce((p, q) => p + q, this.done);
    this.progress?.(
      all === 0 ? 1 : sum / all,
      [...this.running.keys()].map(({ id }) => id),
    );
  }
}
