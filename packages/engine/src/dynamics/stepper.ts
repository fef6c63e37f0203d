/**
 * One time step in nine numbered stages.   docs/pipeline.md; formulas in docs/theory/dynamics.md (DY3)-(DY6)
 *
 *   v* = v + h M^-1 f;   A x + b = w with b = J v* + g;   v+ = v* + M^-1 J^T x;   q+ = q (+) h v+
 *
 * Everything before stage 7 writes into scratch, so that a step without a finite outcome changes nothing.
 */
import type { Detector, PairSet } from '../collision/detector.ts';
import type { ContactRows, ContactSettings } from '../contact/contact-rows.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { energyError } from '../measures/energy.ts';
import { frictionConsistency } from '../measures/friction-consistency.ts';
import type { Measured } from '../measures/measured.ts';
import { type Problem, withBounds } from '../problem/problem.ts';
import { RowBuilder } from '../problem/row-builder.ts';
import type { Iterations, Status } from '../problem/solver.ts';
import type { Bodies } from './bodies.ts';
import type { ColliderTable } from './colliders.ts';
import { Islands } from './islands.ts';
import { Frames } from './joints/frames.ts';
import type { Joint } from './joints/joint.ts';
import { Ledger, type LedgerReport } from './ledger.ts';

/** What a world needs of a solver: the contract, with everything that was chosen beforehand bound to it. */
export interface StepSolver {
  /** @param warm first guess of x, or undefined for a cold start */
  solve(p: Problem, warm: Float64Array | undefined): StepSolution;
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
}

export const STAGES = [
  'apply forces',
  'collide',
  'islands',
  'assemble rows',
  'warm start',
  'solve',
  'integrate',
  'measure',
  'record',
] as const;

export interface StepReport {
  /** From 1. */
  readonly step: number;
  /** At its end, s. */
  readonly time: number;
  readonly rows: number;
  readonly contactCount: number;
  /** Sets of bodies that hang together by contacts or joints. */
  readonly islands: number;
  /** `empty`: the step had no rows, and nothing to solve. */
  readonly status: Status | 'empty';
  readonly iterations: Iterations;
  /** Error of the impulses against the bounds that they were solved with, J. */
  readonly energyError: Measured;
  /** Error against the friction bounds that the impulses themselves imply, J. */
  readonly frictionConsistency: Measured;
  /** Deepest penetration at the start of the step, m, >= 0. */
  readonly deepest: number;
  readonly ledger: LedgerReport;
  /** Time of the solve, of the whole step, and of each stage in the order of STAGES, ms; undefined without a clock. */
  readonly solveMs: number | undefined;
  readonly ms: number | undefined;
  readonly stageMs: readonly number[] | undefined;
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

interface Parts {
  readonly title: string;
  readonly h: number;
  readonly gravity: Vec3;
  /** Half of the gap at which a pair at rest counts as a contact, m. */
  readonly margin: number;
  readonly contact: ContactSettings;
  readonly bodies: Bodies;
  readonly colliders: ColliderTable;
  readonly excluded: PairSet;
  readonly detector: Detector;
  readonly contactRows: ContactRows;
  readonly joints: readonly Joint[];
  readonly solver: StepSolver;
  readonly clock: (() => number) | undefined;
}

export interface StepMemory {
  readonly steps: number;
  readonly jointMemory: Float64Array;
  readonly problem: Problem | undefined;
  readonly warm: Float64Array | undefined;
  readonly solution: StepSolution | undefined;
}

const NO_ITERATIONS: Iterations = { direct: 0, iterative: 0, coupling: 0, total: 0 };
const NO_ERROR: Measured = { value: 0, unit: 'J', worstRow: -1 };

export class Stepper {
  steps = 0;
  /** Impulses of the joints' rows in the last step, in order. */
  jointMemory: Float64Array = new Float64Array(0);
  /** The last step: its problem, warm start and answer; undefined before the first and where there were no rows. */
  problem: Problem | undefined;
  warm: Float64Array | undefined;
  solution: StepSolution | undefined;
  readonly h: number;
  private readonly parts: Parts;
  private readonly rows = new RowBuilder();
  private readonly islands = new Islands();
  private readonly ledger = new Ledger();
  private vStar: Float64Array = new Float64Array(0);
  private vPlus: Float64Array = new Float64Array(0);
  private nextPose: Float64Array = new Float64Array(0);
  private bodyOfSlot: Int32Array = new Int32Array(0);
  private readonly marks = new Float64Array(STAGES.length + 1);

  constructor(parts: Parts) {
    this.parts = parts;
    this.h = parts.h;
  }

  step(): StepReport {
    const { bodies, colliders, detector, contactRows, joints, clock, h } = this.parts;
    const { marks } = this;
    const mark = (stage: number) => {
      if (clock) marks[stage] = clock();
    };
    this.reserve();
    mark(0);

    // 1 apply forces
    bodies.refresh();
    this.applyForces();
    mark(1);

    // 2 collide
    colliders.update(bodies, this.parts.margin, h);
    const points = detector.detect(colliders, this.parts.excluded);
    mark(2);

    // 3 islands
    this.islands.begin(bodies.count);
    for (const {
      bodies: [first, ...others],
    } of joints)
      for (const other of others) this.islands.join(first, other, bodies.slot);
    for (let i = 0; i < points.count; i++)
      this.islands.join(colliders.body[points.a[i]], colliders.body[points.b[i]], bodies.slot);
    this.islands.end(bodies.count);
    mark(3);

    // 4 assemble rows
    this.rows.clear(bodies.slot, this.vStar);
    const frames = new Frames(bodies.pose);
    for (const joint of joints) joint.write(frames, h, this.rows);
    const jointRows = this.rows.n;
    contactRows.write(points, colliders.body, colliders.materialOf, bodies, this.parts.contact, h, this.rows);
    const p = this.rows.n > 0 ? this.rows.build(this.parts.title, bodies.inverseMasses(), h) : undefined;
    mark(4);

    // 5 warm start
    const warm = p && new Float64Array(p.n);
    if (warm) {
      warm.set(this.jointMemory);
      contactRows.warmStart(points, warm);
    }
    mark(5);

    // 6 solve
    const solution = p && this.parts.solver.solve(p, warm);
    mark(6);

    // 7 integrate
    this.addImpulses(p, solution?.x);
    this.movePoses();
    this.expectFinite(p, solution?.x);
    mark(7);

    // 8 measure
    const ledger = this.closeLedger(p, solution?.x);
    const bounded = p && solution && withBounds(p, solution.lo, solution.hi);
    const energy = bounded && solution ? energyError(bounded, solution.x) : NO_ERROR;
    const consistency = p && solution ? frictionConsistency(p, solution.x) : NO_ERROR;
    let deepest = 0;
    for (let i = 0; i < points.count; i++) deepest = Math.max(deepest, -points.gap[i]);
    mark(8);

    // 9 record
    if (solution)
      contactRows.remember(
        points,
        colliders.body,
        colliders.materialOf,
        { pose: bodies.pose, velocity: this.vPlus },
        this.parts.contact,
        h,
        solution.x,
      );
    contactRows.commit();
    this.jointMemory = solution ? solution.x.slice(0, jointRows) : this.jointMemory;
    this.problem = p;
    this.warm = warm;
    this.solution = solution;
    bodies.velocity.set(this.vPlus);
    bodies.pose.set(this.nextPose);
    bodies.force.fill(0);
    this.steps++;
    mark(9);

    return {
      step: this.steps,
      time: this.steps * h,
      rows: p?.n ?? 0,
      contactCount: points.count,
      islands: this.islands.count,
      status: solution?.status ?? 'empty',
      iterations: solution?.iterations ?? NO_ITERATIONS,
      energyError: energy,
      frictionConsistency: consistency,
      deepest,
      ledger,
      solveMs: clock ? (solution?.timeMs ?? 0) : undefined,
      ms: clock ? marks[9] - marks[0] : undefined,
      stageMs: clock ? STAGES.map((_, k) => marks[k + 1] - marks[k]) : undefined,
    };
  }

  jointsChanged(): void {
    this.jointMemory = new Float64Array(0);
  }

  /** What a restored world shows of its last step; values that nobody changes, so they are kept, not copied. */
  save(): StepMemory {
    const { steps, jointMemory, problem, warm, solution } = this;
    return { steps, jointMemory, problem, warm, solution };
  }

  restore(memory: StepMemory): void {
    Object.assign(this, memory);
  }

  release(): void {
    this.parts.solver.release();
  }

  /** v* = v + h M^-1 f (DY3); a body that cannot be moved keeps its velocity. */
  private applyForces(): void {
    const { bodies, gravity, h } = this.parts;
    const { velocity, force, mass, slot, worldInverseInertia: Iinv } = bodies;
    const { vStar } = this;
    vStar.set(velocity);
    for (let k = 0; k < bodies.count; k++) {
      if (slot[k] < 0) continue;
      const at = 6 * k;
      for (let c = 0; c < 3; c++) {
        vStar[at + c] += h * (gravity[c] + force[at + c] / mass[k]);
        const row = 9 * k + 3 * c;
        vStar[at + 3 + c] +=
          h * (Iinv[row] * force[at + 3] + Iinv[row + 1] * force[at + 4] + Iinv[row + 2] * force[at + 5]);
      }
    }
  }

  /** v+ = v* + M^-1 J^T x (DY5), row by row. */
  private addImpulses(p: Problem | undefined, x: Float64Array | undefined): void {
    const { vStar, vPlus, bodyOfSlot } = this;
    const { mass, worldInverseInertia: Iinv } = this.parts.bodies;
    vPlus.set(vStar);
    if (!p?.structure || !x) return;
    const { rowStart, body, J } = p.structure;
    for (let i = 0; i < p.n; i++) {
      const xi = x[i];
      if (xi === 0) continue;
      for (let q = rowStart[i]; q < rowStart[i + 1]; q++) {
        const k = bodyOfSlot[body[q]];
        const at = 6 * k;
        const j = 6 * q;
        for (let c = 0; c < 3; c++) {
          const row = 9 * k + 3 * c;
          vPlus[at + c] += (J[j + c] * xi) / mass[k];
          vPlus[at + 3 + c] += (Iinv[row] * J[j + 3] + Iinv[row + 1] * J[j + 4] + Iinv[row + 2] * J[j + 5]) * xi;
        }
      }
    }
  }

  /** q+ = q (+) h v+ (DY6): positions along v+, orientations by the Cayley map of h omega. */
  private movePoses(): void {
    const { bodies, h } = this.parts;
    const { pose, motion } = bodies;
    const { nextPose, vPlus } = this;
    nextPose.set(pose);
    for (let k = 0; k < bodies.count; k++) {
      if (motion[k] === 'static') continue;
      const at = 7 * k;
      const v = 6 * k;
      for (let c = 0; c < 3; c++) nextPose[at + c] = pose[at + c] + h * vPlus[v + c];
      const wx = 0.5 * h * vPlus[v + 3];
      const wy = 0.5 * h * vPlus[v + 4];
      const wz = 0.5 * h * vPlus[v + 5];
      const [x, y, z, w] = [pose[at + 3], pose[at + 4], pose[at + 5], pose[at + 6]];
      const qx = x + wx * w + wy * z - wz * y;
      const qy = y + wy * w + wz * x - wx * z;
      const qz = z + wz * w + wx * y - wy * x;
      const qw = w - wx * x - wy * y - wz * z;
      const size = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
      nextPose[at + 3] = qx / size;
      nextPose[at + 4] = qy / size;
      nextPose[at + 5] = qz / size;
      nextPose[at + 6] = qw / size;
    }
  }

  private expectFinite(p: Problem | undefined, x: Float64Array | undefined): void {
    const { nextPose, vPlus } = this;
    let sum = 0;
    for (let i = 0; i < vPlus.length; i++) sum += 0 * vPlus[i];
    for (let i = 0; i < nextPose.length; i++) sum += 0 * nextPose[i];
    if (sum === 0) return;
    const rows: number[] = [];
    const bodies: string[] = [];
    for (let i = 0; i < (p?.n ?? 0); i++) if (!Number.isFinite(x?.[i])) rows.push(i);
    for (let k = 0; k < this.parts.bodies.count; k++) {
      const state = [...vPlus.subarray(6 * k, 6 * k + 6), ...nextPose.subarray(7 * k, 7 * k + 7)];
      if (!state.every(Number.isFinite)) bodies.push(this.parts.bodies.names[k]);
    }
    this.parts.detector.undo();
    const inRows = rows.length > 0 ? `${rows.length} impulses that are not (rows ${some(rows)}), ` : '';
    throw new StepError(this.steps + 1, bodies, rows, `${inRows}bodies ${some(bodies)} that are not`);
  }

  private closeLedger(p: Problem | undefined, x: Float64Array | undefined): LedgerReport {
    const { bodies, gravity, h } = this.parts;
    const { pose, velocity } = bodies;
    const { vStar, vPlus, nextPose, ledger } = this;
    ledger.open(bodies.kineticEnergy(pose, velocity), bodies.potentialEnergy(pose, gravity));
    ledger.addForces(bodies, gravity, h, velocity, vStar, vPlus);
    if (p?.structure && p.kind && x) ledger.addRows(p.structure, p.kind, x, this.bodyOfSlot, vStar, vPlus);
    const kinetic = bodies.kineticEnergy(nextPose, vPlus);
    const turned = kinetic - bodies.kineticEnergy(pose, vPlus);
    return ledger.close(turned, kinetic, bodies.potentialEnergy(nextPose, gravity));
  }

  private reserve(): void {
    const { bodies } = this.parts;
    if (this.vStar.length === bodies.velocity.length) return;
    this.vStar = new Float64Array(6 * bodies.count);
    this.vPlus = new Float64Array(6 * bodies.count);
    this.nextPose = new Float64Array(7 * bodies.count);
    this.bodyOfSlot = new Int32Array(bodies.dynamicCount);
    for (let k = 0; k < bodies.count; k++) if (bodies.slot[k] >= 0) this.bodyOfSlot[bodies.slot[k]] = k;
  }
}

function some(numbers: readonly (number | string)[]): string {
  return numbers.length > 5 ? `${numbers.slice(0, 5).join(', ')}, ...` : numbers.join(', ');
}
