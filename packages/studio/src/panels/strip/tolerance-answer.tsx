/** The cost of the tolerance in one sentence, from the figures of every step and from some steps that are solved again. */

import { useEffect } from 'preact/hooks';
import type { ErrorCurves, Tried } from '../../questions.ts';
import {
  askCurves,
  asRun,
  type Cost,
  costOfAll,
  fits,
  predicted,
  segmentOf,
  tryTolerance,
} from '../../session/tolerance.ts';
import { medianOf } from '../../session/tree.ts';
import { counted, short, shownNumber } from '../numbers.ts';
import { usePart, useSession } from '../session-context.ts';

/** ms after which a line that was moved counts as at rest. */
const REST = 300;

const unit = (value: number): string => `${shownNumber(value)} J`;

export function ToleranceAnswer() {
  const session = useSession();
  const tolerance = usePart((state) => state.tolerance);
  const curves = usePart((state) => state.answers.curves);
  const tried = usePart((state) => state.answers.tried);
  const playing = usePart((state) => state.playing);
  usePart((state) => state.figures);
  const segment = segmentOf(session.state);
  const of = session.state.shown[0]?.branch;
  const known = curves && segment && fits(curves, segment, of) ? curves : null;
  useEffect(() => {
    if (playing) return;
    askCurves(session);
    const rests = setTimeout(() => tryTolerance(session), REST);
    return () => clearTimeout(rests);
  }, [playing, tolerance, known?.ended, segment && segment.to >= segment.from]);
  if (!segment || segment.to < segment.from) return null;
  const run = asRun(session.figures, segment, tolerance);
  const again = tried?.ended && tried.tolerance === tolerance && fits(tried, segment, of) ? tried : null;
  const missed = `As run, ${run.missed} of ${counted(run.steps, 'step')} ${run.missed === 1 ? 'misses' : 'miss'} it.`;
  return (
    <p class="tolerance-answer" id="tolerance-answer">
      {costSentence(known, again, tolerance, run.perIteration)} {missed}
    </p>
  );
}

/** @param perIteration ms, as run; NaN if it is not known */
function costSentence(
  curves: ErrorCurves | null,
  tried: Tried | null,
  tolerance: number,
  perIteration: number,
): string {
  if (!curves || (curves.ended === null && curves.samples.length === 0)) return 'Solving some steps again…';
  const { solver, samples, ended } = curves;
  if (curves.direct) return `${solver} solves directly: no error per iteration, stopping earlier saves nothing.`;
  if (samples.length === 0)
    return ended === 'time'
      ? `${solver} without its own stopping test takes too long on a step to be looked at here.`
      : 'No state is kept from which a step could be solved again.';
  const first = predicted(curves, tolerance);
  if (first.of === 0)
    return `${solver} had no error per iteration to stop by in ${counted(samples.length, 'sampled step')}.`;
  const to = `${solver} to ${unit(tolerance)}`;
  if (!tried || tried.steps.length === 0)
    return `${to}: about ${costText(first, first.median * perIteration)}, from the starts that they had.`;
  return `${to}, run again: ${costText(costOfAll(tried.steps), medianOf(tried.steps.map(({ solveMs }) => solveMs)))}.`;
}

/** @param ms of a step; NaN if it is not known */
function costText({ of, median, most, missed }: Cost, ms: number): string {
  const time = Number.isNaN(ms) ? '' : `, ${short(ms)} ms`;
  const misses = `${missed === 0 ? 'none' : missed} of ${counted(of, 'sampled step')} ${missed === 1 ? 'misses' : 'miss'} it`;
  return `${counted(Math.round(median), 'iteration')} per step in the median (at most ${most})${time}; ${misses}`;
}
