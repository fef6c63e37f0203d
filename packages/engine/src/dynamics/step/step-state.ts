/**
 * What a step works on: everything that it reads, and scratch for what it computes.
 * Stages write here; only the last one writes into the bodies, so that a failed step changes nothing.
 */
import type { Detector, PairSet } from '../../collision/detector.ts';
import type { ContactRows } from '../../contact/contact-rows.ts';
import type { ContactSettings } from '../../contact/contact-step.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Judgement } from '../../measures/converged.ts';
import type { Problem } from '../../problem/problem.ts';
import type { ProblemMemory } from '../../problem/problem-memory.ts';
import { type BuiltProblem, RowBuilder } from '../../problem/row-builder.ts';
import type { AnswerRoom, Iterations, OptionValues, Status } from '../../problem/solver.ts';
import type { Bodies } from '../bodies.ts';
import type { ColliderTable } from '../collider-table.ts';
import { turnFactor } from '../exact-turns.ts';
import type { Joint } from '../joints/joint.ts';
import type { Driver } from '../world-options.ts';
import { Ledger } from './ledger.ts';
import type { SleepSettings } from './sleeping.ts';
import type { SolveGroup } from './solve-group.ts';
import type { StepFallbacks } from './step-report.ts';

/** What a world needs of a solver: the contract, with everything that was chosen beforehand bound to it. */
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
  readonly excluded: PairSet;
  readonly detector: Detector;
  readonly contactRows: ContactRows;
  readonly joints: readonly Joint[];
  readonly drivers: readonly Driver[];
  readonly solver: StepSolver;
  readonly clock: (() => number) | undefined;
}

/** One MLCP of a step with its answer, and whose rows it has. */
export interface SolvedProblem {
  readonly problem: BuiltProblem;
  /** Of everything here, until the step after the next is kept. */
  readonly memory: ProblemMemory;
  readonly warm: Float64Array;
  readonly solution: StepSolution;
  /** A x + b of the answer, if the step has needed it. */
  w: Float64Array | undefined;
  readonly joints: readonly number[];
  readonly points: readonly number[];
  /** One of several within the step that add up: x is a part of the points' impulses (CR20). */
  part: boolean;
  /** Joints whose rods have two rows of inertia each, after all others (IN22). */
  rods: readonly number[];
}

export class StepState {
  readonly rows = new RowBuilder();
  readonly ledger = new Ledger();
  /** Six numbers per body: the velocity that moves positions, and the one at the end of the step. */
  moving: Float64Array = new Float64Array(0);
  velocity: Float64Array = new Float64Array(0);
  /** Seven numbers per body: the pose at the end of the step. */
  pose: Float64Array = new Float64Array(0);
  /** Impulses of the step: joint rows in order, and those of contacts as `ContactRows.first` has them. */
  jointImpulse: Float64Array = new Float64Array(0);
  contactImpulse: Float64Array = new Float64Array(0);
  /** The MLCPs whose answers make the step, and how many were solved on the way to them. */
  solved: SolvedProblem[] = [];
  solves = 0;
  solveMs = 0;
  /** At which the step begins, s. */
  time = 0;
  /** What implicit steps had to resort to, islands. */
  fallbacks = NO_FALLBACKS;

  /** Room for this step's bodies, joints and contacts. */
  begin(bodies: Bodies, jointRows: number, contactRows: number): void {
    if (this.velocity.length !== 6 * bodies.count) {
      this.moving = new Float64Array(6 * bodies.count);
      this.velocity = new Float64Array(6 * bodies.count);
      this.pose = new Float64Array(7 * bodies.count);
    }
    if (this.jointImpulse.length !== jointRows) this.jointImpulse = new Float64Array(jointRows);
    if (this.contactImpulse.length < contactRows) this.contactImpulse = new Float64Array(2 * contactRows);
    this.solved = [];
    this.solves = 0;
    this.solveMs = 0;
    this.fallbacks = NO_FALLBACKS;
  }

  /** An island needed more than a step of its way. */
  fellBack(to: keyof StepFallbacks): void {
    this.fallbacks = { ...this.fallbacks, [to]: this.fallbacks[to] + 1 };
  }

  /** Solves one MLCP of a group from the impulses so far; they become its answer. */
  solve(parts: StepParts, group: SolveGroup, Minv: Float64Array, h: number): SolvedProblem {
    const problem = this.rows.build(parts.title, Minv, h);
    const { memory } = this.rows;
    const warm = memory.warm.of(problem.n);
    group.gather(parts, this, warm);
    const solution = parts.solver.solve(problem, warm, memory.answer);
    group.scatter(parts, solution.x, this);
    this.solves++;
    this.solveMs += solution.timeMs ?? 0;
    const { joints, points } = group;
    return { problem, memory, warm, solution, w: undefined, joints, points, part: false, rods: NO_RODS };
  }
}

const NO_RODS: readonly number[] = [];
const NO_FALLBACKS: StepFallbacks = { halved: 0, implicitEuler: 0, unconverged: 0 };

const scaledVelocity = new Float64Array(6);

/** As `movePose`, but turned by h |omega| exactly (JO27). */
export function movePoseExactly(
  pose: Float64Array,
  body: number,
  velocity: Float64Array,
  v: number,
  h: number,
  out: Float64Array,
): void {
  const factor = turnFactor(h, velocity, v + 3);
  for (let c = 0; c < 3; c++) {
    scaledVelocity[c] = velocity[v + c];
    scaledVelocity[3 + c] = factor * velocity[v + 3 + c];
  }
  movePose(pose, body, scaledVelocity, 0, h, out);
}

/** position += h v, orientation turned by the Cayley map of h omega (DY6), for one body. */
export function movePose(
  pose: Float64Array,
  body: number,
  velocity: Float64Array,
  v: number,
  h: number,
  out: Float64Array,
): void {
  const at = 7 * body;
  for (let c = 0; c < 3; c++) out[at + c] = pose[at + c] + h * velocity[v + c];
  const wx = 0.5 * h * velocity[v + 3];
  const wy = 0.5 * h * velocity[v + 4];
  const wz = 0.5 * h * velocity[v + 5];
  const x = pose[at + 3];
  const y = pose[at + 4];
  const z = pose[at + 5];
  const w = pose[at + 6];
  const qx = x + wx * w + wy * z - wz * y;
  const qy = y + wy * w + wz * x - wx * z;
  const qz = z + wz * w + wx * y - wy * x;
  const qw = w - wx * x - wy * y - wz * z;
  const size = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
  out[at + 3] = qx / size;
  out[at + 4] = qy / size;
  out[at + 5] = qz / size;
  out[at + 6] = qw / size;
}
