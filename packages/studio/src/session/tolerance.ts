/** The cost of a tolerance, from the recorded error per iteration and the figures of every step. */

import type { BranchInfo } from '../protocol.ts';
import type { ErrorCurve, ErrorCurves, SampledStep } from '../questions.ts';
import type { RunFigures } from './run-figures.ts';
import type { Session } from './session.ts';
import type { State } from './state.ts';
import { holderOf, medianOf } from './tree.ts';

/** The first iterate within the tolerance, J; undefined if none is. */
function firstWithin({ k, energy }: ErrorCurve, tolerance: number): number | undefined {
  let [low, high] = [0, energy.length]; // errors fall
  while (low < high) {
    const middle = (low + high) >> 1;
    if (energy[middle]! <= tolerance) high = middle;
    else low = middle + 1;
  }
  return k[low];
}

/** Iterations of a step that stops at a tolerance; it misses it if the last solve of a problem does not get there. */
export function costOf({ problems }: SampledStep, tolerance: number): { iterations: number; misses: boolean } {
  let [iterations, misses] = [0, false];
  for (const curves of problems) {
    const within = curves.map((curve) => firstWithin(curve, tolerance));
    curves.forEach(({ length }, c) => {
      iterations += within[c] ?? length;
    });
    misses ||= curves.length > 0 && within.at(-1) === undefined;
  }
  return { iterations, misses };
}

/** Steps that were solved in the same way as the one that is shown, of the branch that took them. */
export interface Segment {
  readonly branch: BranchInfo;
  readonly from: number;
  readonly to: number;
}

export function segmentOf({ branches, shown }: State): Segment | null {
  const [main] = shown;
  const chosen = branches.find(({ id }) => id === main?.branch);
  if (!main || !chosen) return null;
  const step = Math.max(1, main.step);
  const branch = holderOf(branches, chosen, step);
  const changes = branch.events.flatMap((event) => (event.kind === 'setup' ? [event.step] : []));
  const from = Math.max(branch.start + 1, ...changes.filter((one) => one <= step));
  const to = Math.min(branch.head, ...changes.filter((one) => one > step).map((one) => one - 1));
  return { branch, from, to };
}

/** Figures of the steps as they were taken. */
interface AsRun {
  readonly steps: number;
  /** Energy error above the tolerance, or not finite. */
  readonly missed: number;
  /** ms per iteration; NaN without iterations. */
  readonly perIteration: number;
}

export function asRun(figures: RunFigures, { branch, from, to }: Segment, tolerance: number): AsRun {
  let [missed, ms, iterations] = [0, 0, 0];
  for (let step = from; step <= to; step++) {
    if (!(figures.at(branch.id, 'energyError', step) <= tolerance)) missed++;
    ms += figures.at(branch.id, 'solveMs', step);
    iterations += figures.at(branch.id, 'iterations', step);
  }
  return { steps: Math.max(0, to - from + 1), missed, perIteration: iterations > 0 ? ms / iterations : Number.NaN };
}

/** Iterations and misses of sampled steps. */
export interface Cost {
  /** Steps with an error per iteration; the others were solved without. */
  readonly of: number;
  readonly median: number;
  readonly most: number;
  readonly missed: number;
}

/** If each of the sampled steps alone, from the start that it had, stopped at the tolerance. */
export function predicted({ samples }: ErrorCurves, tolerance: number): Cost {
  const iterated = samples.filter(({ problems }) => problems.some((curves) => curves.length > 0));
  return costOfAll(iterated.map((sample) => costOf(sample, tolerance)));
}

export function costOfAll(steps: readonly { readonly iterations: number; readonly misses: boolean }[]): Cost {
  const iterations = steps.map((step) => step.iterations);
  const missed = steps.filter(({ misses }) => misses).length;
  return { of: steps.length, median: medianOf(iterations), most: Math.max(...iterations), missed };
}

/** True if the curves are of the segment, and of enough of it. */
export const fits = (
  curves: Pick<ErrorCurves, 'branch' | 'from' | 'to'> | undefined,
  { branch, from, to }: Segment,
  main: number | undefined,
): boolean =>
  curves !== undefined &&
  (curves.branch === main || curves.branch === branch.id) &&
  curves.from === from &&
  curves.to <= to &&
  to <= 1.5 * curves.to + 20;

/** Error per iteration of the steps that are shown, unless it is known or on its way. */
export function askCurves(session: Session): void {
  const { state } = session;
  const [main] = state.shown;
  const segment = segmentOf(state);
  if (!main || !segment || segment.to < segment.from || fits(state.answers.curves, segment, main.branch)) return;
  const { from, to } = segment;
  const none = { solver: '', direct: false, samples: [], ended: null };
  const curves = { branch: main.branch, from, to, ...none };
  session.store.set({ answers: { ...state.answers, curves } }); // until the first answer: asked once
  session.ask('curves', { branch: main.branch, step: Math.max(1, main.step) });
}

/** Once the line rests: short runs with the tolerance. Recorded errors miss that later steps then start from worse states. */
export function tryTolerance(session: Session): void {
  const { shown, answers, tolerance } = session.state;
  const { curves, tried } = answers;
  const [main] = shown;
  const segment = segmentOf(session.state);
  if (!main || !segment || !curves?.ended || !fits(curves, segment, main.branch)) return;
  if (predicted(curves, tolerance).of === 0) return;
  if (tried?.tolerance === tolerance && fits(tried, segment, main.branch)) return;
  session.ask('tried', { branch: main.branch, step: Math.max(1, main.step), tolerance });
}
