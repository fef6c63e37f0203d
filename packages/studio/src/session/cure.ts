/** The cure of a step: a solver chosen from the trial of all on it, and the comparison of both branches after a fork with it. */
import type { BranchInfo, Setup, SolverDot } from '../protocol.ts';
import type { RunFigures } from './run-figures.ts';
import type { Session } from './session.ts';
import type { Cure } from './state.ts';
import { holderOf, medianOf } from './tree.ts';

/** Steps that both branches take before they are compared. */
export const CURE_STEPS = 30;

/** J: an answer is judged by the larger of energy error and friction consistency. */
export const largerOf = ({ energyError, frictionConsistency }: SolverDot): number =>
  energyError === null ? Infinity : Math.max(energyError, frictionConsistency ?? 0);

export type Choice =
  /** The step is within the tolerance. */
  | { readonly kind: 'well' }
  /** The quickest that is within the tolerance. */
  | { readonly kind: 'within'; readonly dot: SolverDot }
  /** None is: the most accurate, and it is better than the step as it is. */
  | { readonly kind: 'better'; readonly dot: SolverDot }
  | { readonly kind: 'none' };

/** @param error of the step as it was taken, J */
export function chooseCure(dots: readonly SolverDot[], setup: Setup, error: number, tolerance: number): Choice {
  if (error <= tolerance) return { kind: 'well' };
  const same = Object.keys(setup.options).length === 0 ? setup.solver : null; // it was taken so already
  const able = dots.filter(({ solver, timeMs }) => timeMs !== null && solver !== same);
  const quickest = (p: SolverDot, q: SolverDot) => p.timeMs! - q.timeMs! || largerOf(p) - largerOf(q); // clocks are coarse
  const [within] = able.filter((dot) => largerOf(dot) <= tolerance).sort(quickest);
  if (within) return { kind: 'within', dot: within };
  const [best] = [...able].sort((p, q) => largerOf(p) - largerOf(q) || p.timeMs! - q.timeMs!);
  return best && largerOf(best) < error ? { kind: 'better', dot: best } : { kind: 'none' };
}

/** Figures of one branch over the steps that both have taken. */
export interface Taken {
  readonly branch: BranchInfo;
  /** J: the larger of both errors. */
  readonly worst: number;
  readonly median: number;
  /** ms */
  readonly solveMs: number;
}

export interface Comparison {
  readonly from: number;
  readonly steps: number;
  readonly before: Taken;
  readonly after: Taken;
}

/** Null while one of the branches has taken none of the steps. */
export function compareCure(
  { branch, step, known }: Cure,
  branches: readonly BranchInfo[],
  figures: RunFigures,
  most: number,
): Comparison | null {
  const after = branches.find(({ id }) => id > known);
  const before = branches.find(({ id }) => id === branch);
  if (!after || !before) return null;
  const steps = Math.min(most, Math.min(before.head, after.head) - step + 1);
  if (!(steps >= 1)) return null;
  const of = (one: BranchInfo): Taken => {
    const list = (name: 'energyError' | 'frictionConsistency' | 'solveMs') =>
      Array.from({ length: steps }, (_, k) => figures.at(holderOf(branches, one, step + k).id, name, step + k));
    const consistency = list('frictionConsistency');
    const errors = list('energyError').map((value, k) => Math.max(value, consistency[k]!));
    return { branch: one, worst: Math.max(...errors), median: medianOf(errors), solveMs: medianOf(list('solveMs')) };
  };
  return { from: step, steps, before: of(before), after: of(after) };
}

/** Tries every solver on the step, unless that is done or under way. */
export function seekCure(session: Session, { branch, step }: { branch: number; step: number }): void {
  const { dots } = session.state;
  const tried = dots?.branch === branch && dots.step === step && (dots.running || dots.done === dots.total);
  if (!tried) session.allSolvers(null);
}

/** Takes the step again with another setup, in a fork, and some steps more in both branches. */
export function forkWithCure(session: Session, setup: Setup): void {
  const { answers, branches } = session.state;
  const { why } = answers;
  if (!why) return;
  const { branch, step } = why;
  session.store.set({ cure: { branch, step, known: Math.max(...branches.map(({ id }) => id)) } });
  retake(session, why, setup, CURE_STEPS);
}

/** Takes a step again with another setup, in a fork that then shows this step: its error is that of its own solver. */
export function retake(session: Session, of: { branch: number; step: number }, setup: Setup, steps = 1): void {
  const { branch, step } = of;
  session.cancelTrial();
  session.pause();
  session.store.set({ setup });
  session.send({ type: 'seek', step });
  session.send({ type: 'fork', branch, step: step - 1, setup, name: null }); // brought to the step that is shown
  if (steps > 1) session.send({ type: 'play', speed: session.state.speed, until: step - 1 + steps });
}
