/** `signorini run run.h5 --from STEP`: a recorded run once more, from a complete state. Thin: open, run, print. */
import { VERSION } from '@signorini/engine';
import type { StepDifference } from '@signorini/lab';
import { openRun, rerunRecorded } from '@signorini/lab/node';
import { differenceText } from './difference-text.ts';
import { complain, type Io, UsageError } from './io.ts';
import { Progress } from './progress.ts';
import { parseCount } from './quantities.ts';
import { runText } from './run-text.ts';
import { withSolver } from './solver-flag.ts';

interface RerunFlags {
  readonly from?: string;
  readonly json?: boolean;
}

/** @param given names of the flags on the command line */
export async function rerun(
  path: string,
  { from, json }: RerunFlags,
  given: readonly string[],
  io: Io,
  end: (code: number) => void,
): Promise<void> {
  const other = given.find((flag) => flag !== 'from' && flag !== 'json');
  if (other !== undefined)
    throw new UsageError(`--${other}: expected only --from and --json beside a recorded run, found it too`);
  const first = from === undefined ? 0 : parseCount('--from', from, 0);
  const run = await openRun(path);
  const progress = new Progress(io);
  try {
    const { solver: text, scene, engine } = run.provenance;
    if (engine !== VERSION) complain(io, `${path}: recorded by version ${engine} of the engine, this is ${VERSION}`);
    const { document, ...outcome } = await withSolver(text, (solver) =>
      rerunRecorded(run, {
        from: first,
        solver,
        clock: io.clock,
        progress: (done, total) => progress.at(`run  ${scene}`, done, total),
      }),
    );
    progress.end();
    const { keyframe, difference } = outcome;
    const rerunDocument = { file: path, ...outcome, same: difference === null };
    io.out(
      json
        ? `${JSON.stringify({ ...document, rerun: rerunDocument })}\n`
        : runText(document, [`  the record           ${sameText(keyframe, document.steps, difference)}`]),
    );
    if (document.failure && json) complain(io, `signorini: ${document.failure.sentence}`);
    end(difference ? 1 : document.failure ? 3 : 0);
  } finally {
    progress.end();
    run.close();
  }
}

function sameText(keyframe: number, steps: number, difference: StepDifference | null): string {
  if (difference === null) return `the same to the last bit, ${steps} steps after the state of step ${keyframe}`;
  return `DIFFERS\n${differenceText(difference)}`.trimEnd();
}
