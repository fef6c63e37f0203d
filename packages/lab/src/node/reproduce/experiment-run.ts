/** One experiment with a journal of its parts: in a thread, or in the caller's when run from sources. */
import { type ThreadTeam, VERSION } from '@signorini/engine';
import { experiments } from '../../experiments/catalogue.ts';
import { Captures } from '../../experiments/context.ts';
import type { Experiment, ExperimentResult } from '../../experiments/experiment.ts';
import { createJournal, resumeJournal } from '../journal/journal.ts';
import { dataFile } from './folder.ts';

export interface ExperimentTask {
  readonly id: string;
  readonly folder: string;
  readonly quick: boolean;
  readonly resume: boolean;
  /** Two numbers, done and total: how far it is. Shared with the thread. */
  readonly progress: Float64Array;
}

interface PartRecord {
  readonly part: string;
  readonly value: unknown;
}

const captures = new Captures(); // of this thread: its experiments share scenes

/** @throws FileError, and what the experiment throws. The journal stays until the results are written. */
export function runExperiment(
  { id, folder, quick, resume, progress }: ExperimentTask,
  experiment: Experiment = findExperiment(id),
  team?: ThreadTeam,
): ExperimentResult {
  const head = { kind: 'experiment', version: 1, of: { engine: VERSION, id, quick } } as const;
  const target = dataFile(folder, id);
  const done = new Map<string, unknown>();
  const journal = resume
    ? resumeJournal(target, head, ({ document }) => {
        const { part, value } = document as PartRecord;
        done.set(part, value);
      })
    : createJournal(target, head);
  try {
    return experiment.run({
      quick,
      clock: () => performance.now(),
      progress(parts, total) {
        progress[0] = parts;
        progress[1] = total;
      },
      resumable<T>(part: string, compute: () => T): T {
        if (done.has(part)) return done.get(part) as T;
        const record = JSON.parse(JSON.stringify({ part, value: compute() })) as PartRecord;
        journal.append(record);
        return record.value as T;
      },
      captured: (request) => captures.get(request),
      ...(team && { team }),
    });
  } finally {
    journal.close();
  }
}

export function findExperiment(id: string): Experiment {
  const experiment = experiments.find((candidate) => candidate.id === id);
  if (!experiment) throw new Error(`no experiment has the id ${id}`);
  return experiment;
}
