/** The report of a step, the data that it keeps for the next one, and the error of a failed step.   docs/pipeline.md */
import type { Measured } from '../../measures/measured.ts';
import type { Iterations, OptionValues, Status } from '../../problem/solver.ts';
import type { Body } from '../body.ts';
import type { StepBudget, Verdict } from './budget.ts';
import type { JointImpulses } from './joint-impulses.ts';
import type { LedgerReport } from './ledger.ts';
import type { SolvedProblem } from './step-state.ts';

/** The stages of a step in order, each of which is timed. */
export const STAGES = ['forces', 'collide', 'prepare', 'advance', 'measure', 'record'] as const;
export type Stage = (typeof STAGES)[number];

/** An error over all problems of a step. */
export interface StepMeasured extends Measured {
  /** The problem that `worstRow` is a row of, the one with the largest error: its place in `world.problems()`; -1 if all rows are zero. */
  readonly problem: number;
}

/** How the problems of a step were solved. */
export interface StepMethod {
  /** Every option with the value used; undefined if the solver does not report them. */
  readonly options: OptionValues | undefined;
  /** Solves with updated friction bounds, the most of any problem; 0 = bounds as given. */
  readonly coupling: number;
  /** Methods that produced the impulses: the solver's name, or those that it chose. */
  readonly path: string;
}

/** Two bodies, in the order of their numbers. */
export interface BodyPair {
  readonly a: Body;
  readonly b: Body;
  /** Their names. */
  readonly bodyA: string;
  readonly bodyB: string;
}

/** What implicit steps had to resort to, in numbers of islands (IN33); all 0 in most steps. */
export interface StepFallbacks {
  /** Midpoint steps that did not converge and were made in halves, or halves of halves, of midpoint steps. */
  readonly halved: number;
  /** Those that did not converge in halves either: implicit Euler, which loses energy, made the step. */
  readonly implicitEuler: number;
  /** Those that implicit Euler did not bring to convergence in its shortest parts: `status` is then at best `iteration-limit`. */
  readonly unconverged: number;
}

export interface StepReport {
  /** From 1. */
  readonly step: number;
  /** At its end, s. */
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
  /** How the problems were solved; undefined if there were none. */
  readonly method: StepMethod | undefined;
  /** Error of the impulses against the bounds that they were solved with, J. */
  readonly energyError: StepMeasured;
  /** Error against the friction bounds that the impulses themselves imply, J. */
  readonly frictionConsistency: StepMeasured;
  /** On the whole step: its solve, its joints and its budget. */
  readonly verdict: Verdict;
  /** How wrong the step is, all of it, in joules: `energyError` and `frictionConsistency` are two of its entries. */
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
  /** Of each stage, ms; together they make up `ms`. Rows are written, solved and bodies moved in `advance`. */
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

/** What a world remembers of its last step. */
export interface StepMemory extends JointImpulses {
  readonly steps: number;
  /** Impulses of the contacts' rows: N s, N m s. */
  readonly contactImpulse: Float64Array;
  /** Where the rows of each contact begin in `contactImpulse`, and after the last one their number. */
  readonly contactFirst: Int32Array;
  /** None after a restored snapshot: they come with the next step. */
  readonly solved: readonly SolvedProblem[];
  /** Of a restored snapshot: what each contact did, as `contactStates` encodes it; otherwise read from `solved`. */
  readonly contactStates?: Uint8Array | undefined;
  /** Pairs of bodies that pressed on each other, as keys, ascending. */
  readonly touching: readonly number[];
  /** By contact: the gap that it should have in the next step, m; NaN if it did not press. */
  readonly expected: Float64Array;
  /** By joint row: what it keeps at zero should be in the next step, m or rad; NaN if it holds nothing. */
  readonly expectedJoints: Float64Array;
  /** The energy that errors are a share of, J. */
  readonly scale: number;
}
