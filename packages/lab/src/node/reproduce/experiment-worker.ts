/** Thread of the pool: runs one experiment at a time, with a second thread if it measures threads. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Team } from '@signorini/engine';
import type { ExperimentResult } from '../../experiments/experiment.ts';
import { FileError } from '../files/file-error.ts';
import { type ExperimentTask, findExperiment, runExperiment } from './experiment-run.ts';

/** For sweeps of 100 000 contacts, 0.5 kB each, and room beside. */
const SHARED = 128; // MB

/** `refused`: the words of a FileError. */
export type ExperimentAnswer = { readonly result: ExperimentResult } | { readonly refused: string };

export default async function run(task: ExperimentTask): Promise<ExperimentAnswer> {
  try {
    return { result: await resultOf(task) };
  } catch (error) {
    if (error instanceof FileError) return { refused: error.message };
    throw error;
  }
}

async function resultOf(task: ExperimentTask): Promise<ExperimentResult> {
  const experiment = findExperiment(task.id);
  if (!experiment.team || availableParallelism() < 2) return runExperiment(task, experiment);
  const worker = new Worker(new URL(import.meta.resolve('@signorini/engine/worker')));
  try {
    return runExperiment(task, experiment, await Team.ready([worker], { megabytes: SHARED }));
  } finally {
    await worker.terminate();
  }
}
