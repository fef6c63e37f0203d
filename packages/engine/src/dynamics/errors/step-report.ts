/** The report of a step, the data that it keeps for the next one, and the error of a failed step.   docs/pipeline.md */
import type { Measured } from '../../measures/measured.ts';
import type { FailedMethod, Iterations, OptionValues, Status } from '../../problem/solver.ts';
import type { Body } from '../bodies/body.ts';
import type { LedgerReport } from '../state/ledger.ts';
import type { StepFallbacks } from '../state/step-state.ts';
import type { StepBudget, Verdict } from './budget.ts';

/** The stages of a step in order, each of which is timed. */
export const STAGES = ['forces', 'collide', 'prepare', 'advance', 'measure', 'record'] as const;
export type Stage = (typeof STAGES)[number];

/** An error over all problems of a step. */
export interface StepMeasured extends Measured {
  /** The problem that `worstRow` is a row of, the one with the largest error: its place in `world.problems()`; -1 if all rows are zero. */
  readonly problem: number;
}

export interface StepMethod {
  /** Every option with the value used; undefined if the solver does not report them. */
  readonly options: OptionValues | undefined;
  /** Solves with updated friction bounds, the most of any problem; 0 = bounds as given. */
  readonly coupling: number;
  /** Methods that produced the impulses: the solver's name, or those that it chose. */
  readonly path: string;
  /** Solves of the step that failed, with what answered instead; left out if none did, as in nearly all steps. */
  readonly failed?: readonly FailedMethod[];
}

/** Two bodies, in the order of their numbers. */
export interface BodyPair {
  readonly a: Body;
  readonly b: Body;
  /** Their names. */
  readonly bodyA: string;
  readonly bodyB: string;
}

export interface StepReport {
  /** Number of the step, from 1. */
  readonly step: number;
  /** Time at its end, s. */
  readonly time: number;
  /** Rows of the MLCPs whose answers make the step. */
  readonly rows: number;
  readonly contactCount: number;
  /** Sets of bodies connected by contacts or joints. */
  readonly islands: number;
  /** Bodies asleep at the end of the step; 0 without the world option `sleep`. */
  readonly sleeping: number;
  /** Islands that were stepped implicitly: all with joints under `midpoint`, those that the guard redid under `euler`. */
  readonly implicitIslands: number;
  readonly fallbacks: StepFallbacks;
  /** MLCPs solved; 1 in most steps, 0 if nothing touches or holds. */
  readonly solves: number;
  /**
   * Sub-steps that make the step, those of all islands: 1 without the world option `accuracy`, tries that were thrown away, and
   * sub-steps of the smallest length whose error is still above the limit.
   */
  readonly subSteps: number;
  readonly rejected: number;
  readonly unmet: number;
  /** Names of the joints that broke in this step. */
  readonly broken: readonly string[];
  /** Names of joints that came apart in this step by more than 0.05 of their size, and stayed so after a second attempt (IN9). */
  readonly torn: readonly string[];
  /**
   * The worst of the solves, `iteration-limit` if an implicit step did not converge; `torn`: they converged, but a joint is torn;
   * `empty`: the step had no rows, and nothing to solve.
   */
  readonly status: Status | 'empty' | 'torn';
  readonly iterations: Iterations;
  /** Options and methods of the solves; undefined if there were none. */
  readonly method: StepMethod | undefined;
  /** Error of the impulses against the bounds that they were solved with, J. */
  readonly energyError: StepMeasured;
  /** Error against the friction bounds that the impulses themselves imply, J. */
  readonly frictionConsistency: StepMeasured;
  /** Verdict on the whole step: its solve, its joints and its budget. */
  readonly verdict: Verdict;
  /** Error budget of the step, J: `energyError` and `frictionConsistency` are two of its entries. */
  readonly budget: StepBudget;
  /** Deepest penetration at the start of the step, m, >= 0. */
  readonly deepest: number;
  /** Pairs of bodies that pressed on each other in this step and not in the one before, and the other way round. */
  readonly began: readonly BodyPair[];
  readonly ended: readonly BodyPair[];
  /** Pairs that overlap at the start of the step, one of them a sensor. */
  readonly sensed: readonly BodyPair[];
  readonly ledger: LedgerReport;
  /** Time of the whole step, ms; undefined without a clock, as are the next two. */
  readonly ms: number | undefined;
  /** Time of each stage, ms; together they make up `ms`. Rows are written, solved and bodies moved in `advance`. */
  readonly stageMs: Readonly<Record<Stage, number>> | undefined;
  /** The part of `advance` that was spent in the solver, ms. */
  readonly solveMs: number | undefined;
}

/** A step whose outcome is not finite; the world is as it was before it. */
export class StepError extends Error {
  readonly step: number;
  /** Names of the bodies, and numbers of the rows, that are not finite. */
  readonly bodies: readonly string[];
  readonly rows: readonly number[];

  constructor(step: number, bodies: readonly string[], rows: readonly number[], cause: string) {
    super(`step ${step}: expected a finite outcome, found ${cause}; the world is as it was before the step`);
    this.name = 'StepError';
    this.step = step;
    this.bodies = bodies;
    this.rows = rows;
  }
}
