/**
 * Scratch of a step: everything that it computes. Only its last stage writes into the bodies, so that a failed step changes nothing.
 */
import { FloatBuffer } from '../../linalg/buffers.ts';
import type { ProblemMemory } from '../../problem/rows/problem-memory.ts';
import { type BuiltProblem, RowBuilder } from '../../problem/rows/row-builder.ts';
import type { Bodies, BodyEnergy } from '../bodies/bodies.ts';
import { Ledger } from './ledger.ts';
import type { SolveGroup } from './solve-group.ts';
import type { StepParts, StepSolution } from './step-parts.ts';

/** One MLCP of a step. */
export interface PosedProblem {
  readonly problem: BuiltProblem;
  /** Memory of everything here, valid until the step after the next is kept. */
  readonly memory: ProblemMemory;
  readonly warm: Float64Array;
}

/** The same with its answer, and whose rows it has. */
export interface SolvedProblem extends PosedProblem {
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

/** Fallbacks of implicit steps, in numbers of islands (IN33); all 0 in most steps. */
export interface StepFallbacks {
  /** Midpoint steps that did not converge and were made in halves, or halves of halves, of midpoint steps. */
  readonly halved: number;
  /** Those that did not converge in halves either: implicit Euler, which loses energy, made the step. */
  readonly implicitEuler: number;
  /** Those that implicit Euler did not bring to convergence in its shortest parts: `status` is then at best `iteration-limit`. */
  readonly unconverged: number;
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
  /** Holds `contactImpulse`; a step that is kept takes it, and leaves that of the step before. */
  contactBuffer = new FloatBuffer();
  /** The MLCPs whose answers make the step, and how many were solved on the way to them. */
  solved: SolvedProblem[] = [];
  solves = 0;
  solveMs = 0;
  /** At the end of the step, once it was measured. */
  energy: BodyEnergy | undefined;
  /** At which the step begins, s. */
  time = 0;
  /** Why the step must throw: a solve that failed in a world that wants no other method. */
  refused: string | undefined;
  /** Fallbacks of implicit steps, islands. */
  fallbacks = NO_FALLBACKS;

  /** Room for this step's bodies, joints and contacts. */
  begin(bodies: Bodies, jointRows: number, contactRows: number): void {
    if (this.velocity.length !== 6 * bodies.count) {
      this.moving = new Float64Array(6 * bodies.count);
      this.velocity = new Float64Array(6 * bodies.count);
      this.pose = new Float64Array(7 * bodies.count);
    }
    if (this.jointImpulse.length !== jointRows) this.jointImpulse = new Float64Array(jointRows);
    this.contactImpulse = this.contactBuffer.of(contactRows);
    this.solved = [];
    this.energy = undefined;
    this.solves = 0;
    this.solveMs = 0;
    this.refused = undefined;
    this.fallbacks = NO_FALLBACKS;
  }

  /** An island needed more than a step of its way. */
  fellBack(to: keyof StepFallbacks): void {
    this.fallbacks = { ...this.fallbacks, [to]: this.fallbacks[to] + 1 };
  }

  /** The MLCP of a group whose rows are written; the impulses so far are its first guess. */
  problemOf(parts: StepParts, group: SolveGroup, Minv: Float64Array, h: number): PosedProblem {
    const problem = this.rows.build(parts.title, Minv, h);
    const { memory } = this.rows;
    const warm = memory.warm.of(problem.n);
    group.gather(parts, this, warm);
    return { problem, memory, warm };
  }

  /** Takes the answer to it: the impulses of the group are now those of the answer. */
  take(parts: StepParts, group: SolveGroup, posed: PosedProblem, solution: StepSolution): SolvedProblem {
    const { problem, memory, warm } = posed;
    const { joints, points } = group;
    group.scatter(parts, solution.x, this);
    this.refused ??= solution.refused;
    this.solves++;
    this.solveMs += solution.timeMs ?? 0;
    return { problem, memory, warm, solution, w: undefined, joints, points, part: false, rods: NO_RODS };
  }
}

const NO_RODS: readonly number[] = [];
const NO_FALLBACKS: StepFallbacks = { halved: 0, implicitEuler: 0, unconverged: 0 };
