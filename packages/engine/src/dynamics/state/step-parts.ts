/** A world's parts as its steps see them, and what it needs of a solver. */
import type { Detector } from '../../collision/detector.ts';
import type { ContactRows } from '../../contact/contact-rows.ts';
import type { ContactSettings } from '../../contact/contact-step.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Judgement } from '../../measures/converged.ts';
import type { Problem } from '../../problem/problem.ts';
import type { AnswerRoom, FailedMethod, Iterations, OptionValues, Status } from '../../problem/solver.ts';
import type { Bodies } from '../bodies/bodies.ts';
import type { ColliderTable } from '../bodies/collider-table.ts';
import type { ExcludedPairs } from '../bodies/excluded-pairs.ts';
import type { SleepSettings } from '../bodies/sleep-state.ts';
import type { Driver } from '../forces/driver.ts';
import type { Joint } from '../joints/joint.ts';

/** A solver with all its options bound: solves a problem from a start. */
export interface StepSolver {
  /** @param warm first guess of x, or undefined for a cold start @param room for the answer, which may be used */
  solve(p: Problem, warm: Float64Array | undefined, room?: AnswerRoom): StepSolution;
  release(): void;
}

export interface StepSolution {
  readonly x: Float64Array;
  /** Bounds of the last solve. */
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  readonly status: Status;
  readonly iterations: Iterations;
  /** ms; undefined without a clock. */
  readonly timeMs: number | undefined;
  /** How it was solved, if the solver reports it: options as used, solves with updated friction bounds, methods. */
  readonly options?: OptionValues;
  readonly coupling?: number;
  readonly path?: string;
  /** The solve failed, and another method answered. */
  readonly failed?: FailedMethod;
  /** The solve failed, and the step must not use it: why. */
  readonly refused?: string;
  /** Status and errors of x on this problem, from outside; without it `status` counts. @param w A x + b, if known */
  judge?(w: Float64Array | undefined): Judgement;
}

export type IntegratorName = 'semi-implicit' | 'euler' | 'midpoint' | 'auto';

/** Which joints are closed after a step of one MLCP. */
export type ProjectionName = 'loops' | 'joints' | 'none';

/** A world's parts, as its stepper sees them. */
export interface StepParts {
  readonly title: string;
  /** H, s: what a step covers. */
  readonly timeStep: number;
  /** s, of the present sub-step; that of the whole step unless the world takes sub-steps. */
  h: number;
  readonly gravity: Vec3;
  readonly integrator: IntegratorName;
  readonly gyroscopic: boolean;
  readonly projection: ProjectionName;
  /** Undefined: bodies do not fall asleep. */
  readonly sleep: SleepSettings | undefined;
  /** Half of the gap at which a pair at rest counts as a contact, m. */
  readonly margin: number;
  readonly contact: ContactSettings;
  readonly bodies: Bodies;
  readonly colliders: ColliderTable;
  readonly excluded: ExcludedPairs;
  readonly detector: Detector;
  readonly contactRows: ContactRows;
  readonly joints: readonly Joint[];
  readonly drivers: readonly Driver[];
  readonly solver: StepSolver;
  readonly clock: (() => number) | undefined;
}

/** True: some islands may be stepped by the midpoint, which sees force laws and whose impulses alternate. */
export const hasMidpoint = ({ integrator }: StepParts): boolean => integrator === 'midpoint' || integrator === 'auto';

/** True: torn joints are mended, and loops closed, after steps of one MLCP. */
export const hasGuard = ({ integrator }: StepParts): boolean => integrator === 'euler' || integrator === 'auto';
