/** A recorded run once more, from one of its complete states, compared with the record step by step.   docs/guide/record.md */
import { ContractError, createWorld } from '@signorini/engine';
import { SceneFormatError } from '@signorini/engine/scenes';
import type { AnySolver } from '@signorini/engine/solvers';
import { type StepDifference, stepDifference } from '../../recording/diff-steps.ts';
import type { RecordedRun } from '../../recording/recorded-run.ts';
import { recordedStep } from '../../recording/recorded-step.ts';
import { recordedScene, worldOptions } from '../../recording/recorded-world.ts';
import { frictionOf } from '../../run/friction.ts';
import { type RunDocument, runSteps } from '../../run/run.ts';
import { FileError } from '../files/file-error.ts';
import { inTurns } from '../in-turns.ts';

export interface Rerun {
  readonly document: RunDocument;
  /** Step of the complete state that it began with. */
  readonly keyframe: number;
  /** Hash of the record; null if it is not finished. */
  readonly recordedHash: string | null;
  /** The first; null: every step, and the last state, have the same bits. */
  readonly difference: StepDifference | null;
}

export interface RerunRequest {
  /** From the last complete state at or before this step. */
  readonly from: number;
  readonly solver: AnySolver;
  /** ms */
  readonly clock?: () => number;
  readonly progress?: (done: number, total: number) => void;
}

/** @throws FileError if the record does not fit the engine's scenes, or has no state there */
export async function rerunRecorded(run: RecordedRun, request: RerunRequest): Promise<Rerun> {
  const { provenance, bodies, length } = run;
  const { from, solver, clock, progress } = request;
  if (from > length) throw new FileError(run.path, `expected a step from 0 to ${length}, found ${from}`);
  if ((provenance.events ?? []).length > 0)
    throw new FileError(
      run.path,
      'expected a run without inputs, found one of the studio with some; the studio re-runs it',
    );
  const keyframe = run.keyframes.findLast((step) => step <= from);
  if (keyframe === undefined) throw new FileError(run.path, 'expected a complete state to begin with, found none');
  const world = inSentence(run.path, () => {
    const made = createWorld(recordedScene(provenance), {
      ...worldOptions(provenance, solver),
      ...(clock && { clock }),
    });
    made.restore(run.snapshot(keyframe));
    return made;
  });
  const names = bodies.map(({ name }) => name);
  const { scene, parameters, warmStart, accuracy } = provenance;
  let difference: StepDifference | null = null;
  try {
    const { frictionModel } = provenance;
    const friction = frictionOf(world, { scene: recordedScene(provenance), parameters, solver, frictionModel });
    const steps = runSteps({
      world,
      scene,
      parameters,
      steps: length,
      solver: solver.name,
      warmStart,
      friction,
      ...(accuracy !== null && { accuracy }),
      ...(progress && { progress }),
    });
    const recorded = run.steps(keyframe + 1);
    const document = await inTurns(steps, (report) => {
      difference ??= stepDifference(recorded.next().value!, recordedStep(world, report), names) ?? null;
    });
    const recordedHash = provenance.hash;
    if (difference === null && recordedHash !== null && recordedHash !== document.hash)
      difference = {
        step: length,
        of: null,
        field: 'hash of the last state',
        a: recordedHash,
        b: document.hash,
        ulps: null,
        unit: '',
      };
    return { document, keyframe, recordedHash, difference };
  } finally {
    world.release();
  }
}

/** Reports as the file's fault what the engine does not accept. */
function inSentence<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof ContractError || error instanceof SceneFormatError) throw new FileError(path, error.message);
    throw error;
  }
}
