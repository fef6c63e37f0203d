/**
 * The workspace of an implicit step: poses and velocities of all bodies at the start and at the end of the present (sub-)step, vectors of
 * the bodies that it moves, and the ledger's entries so far. Shared by the Newton solve, the halving and the filter.
 */

import type { FloatBuffer } from '../../linalg/buffers.ts';
import { invertSymmetric, rotationMatrix, turnTensor } from '../../linalg/mat3.ts';
import type { Frames } from '../joints/parts/frames.ts';
import { type LedgerEntries, noEntries } from '../state/ledger.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { SolvedProblem, StepState } from '../state/step-state.ts';
import { LawForces } from './law-forces.ts';
import { TurnStiffness } from './turn-stiffness.ts';

/** The group that is stepped, with its world. */
export interface ImplicitJob {
  readonly parts: StepParts;
  readonly state: StepState;
  readonly group: SolveGroup;
}

const NOTHING = new Float64Array(0);

export class ImplicitWork {
  /** Poses and velocities of all bodies at the start and the end of the (sub-)step: seven and six numbers per body. */
  startPose: Float64Array = NOTHING;
  startVelocity: Float64Array = NOTHING;
  endPose: Float64Array = NOTHING;
  endVelocity: Float64Array = NOTHING;
  /** Velocity of bodies outside the group; zero inside. */
  private outside: Float64Array = NOTHING;
  /** Velocities after gravity alone, six numbers per body. */
  predicted: Float64Array = NOTHING;
  /** By slot, six numbers: v_e, start velocity, momentum residual without rows, with rows, v*. */
  ve: Float64Array = NOTHING;
  v0: Float64Array = NOTHING;
  momentum: Float64Array = NOTHING;
  residual: Float64Array = NOTHING;
  vStar: Float64Array = NOTHING;
  /** By contact point: how much its gap has changed since the start of the whole step, m. */
  gapMoved: Float64Array = NOTHING;
  /** Time from the start of the whole step to that of the present (sub-)step, s. */
  elapsed = 0;
  readonly entries: LedgerEntries = noEntries();
  /** The last MLCP of the step with its answer. */
  last: SolvedProblem | undefined;
  readonly stiffness = new TurnStiffness();
  readonly laws = new LawForces();
  private readonly R = new Float64Array(9);
  private readonly tensor = new Float64Array(9);
  private readonly inverse = new Float64Array(9);

  /** Room for a step of a group. */
  reserve(job: ImplicitJob): void {
    const { parts, group } = job;
    const { bodies, gravity, h } = parts;
    this.laws.begin(job);
    if (this.startPose.length !== 7 * bodies.count) {
      this.startPose = new Float64Array(7 * bodies.count);
      this.endPose = new Float64Array(7 * bodies.count);
      this.startVelocity = new Float64Array(6 * bodies.count);
      this.endVelocity = new Float64Array(6 * bodies.count);
      this.outside = new Float64Array(6 * bodies.count);
      this.predicted = new Float64Array(6 * bodies.count);
    }
    for (let k = 0; k < bodies.count; k++)
      for (let c = 0; c < 6; c++) {
        const v = bodies.velocity[6 * k + c];
        this.outside[6 * k + c] = group.slot[k] < 0 ? v : 0;
        this.predicted[6 * k + c] = bodies.slot[k] >= 0 && c < 3 ? v + h * gravity[c] : v;
      }
    const size = 6 * group.bodyOfSlot.length;
    if (this.ve.length !== size) {
      this.ve = new Float64Array(size);
      this.v0 = new Float64Array(size);
      this.momentum = new Float64Array(size);
      this.residual = new Float64Array(size);
      this.vStar = new Float64Array(size);
    }
    const { count } = parts.detector.points;
    if (this.gapMoved.length < count) this.gapMoved = new Float64Array(2 * count);
  }

  /** The step starts from the bodies' state. */
  restart({ parts }: ImplicitJob): void {
    this.startPose.set(parts.bodies.pose);
    this.startVelocity.set(parts.bodies.velocity);
    this.gapMoved.fill(0);
    this.elapsed = 0;
    this.last = undefined;
    Object.assign(this.entries, noEntries());
  }

  /** The next part of a halved step starts where this one, of length h, ended; gaps have moved with it. */
  moveOn({ parts, group }: ImplicitJob, h: number): void {
    this.startPose.set(this.endPose);
    this.startVelocity.set(this.endVelocity);
    this.elapsed += h;
    if (!this.last) return;
    const { contacts, structure } = this.last.problem;
    group.points.forEach((point, i) => {
      const row = contacts[i].normal;
      let speed = 0;
      for (let k = structure.rowStart[row]; k < structure.rowStart[row + 1]; k++)
        for (let c = 0; c < 6; c++) speed += structure.J[6 * k + c] * this.ve[6 * structure.body[k] + c];
      if (point < parts.detector.points.count) this.gapMoved[point] += h * speed;
    });
  }

  /** Places of the group's joints alone, at `frames`: rows without blocks. */
  writePlaces(job: ImplicitJob, frames: Frames, h: number): void {
    const { rows } = job.state;
    rows.placesAlone = true;
    this.writeJoints(job, frames, h);
    rows.placesAlone = false;
  }

  /** Rows of the group's joints alone, at `frames`. */
  writeJoints({ parts, state, group }: ImplicitJob, frames: Frames, h: number): void {
    state.rows.clear(group.slot, this.outside);
    for (const j of group.joints) parts.joints[j].write(frames, h, state.rows);
  }

  /** B^-1 at the end of the step, 36 numbers per slot in `out`: linear theta/m, angular (I+/theta + c h [K]+)^-1 (IN13). */
  inverseBlocks({ parts: { bodies }, group }: ImplicitJob, theta: number, out: FloatBuffer): Float64Array {
    const Binv = out.of(36 * group.bodyOfSlot.length);
    const { R, tensor, inverse } = this;
    const { E } = this.stiffness;
    for (let s = 0; s < group.bodyOfSlot.length; s++) {
      const k = group.bodyOfSlot[s];
      rotationMatrix(this.endPose, 7 * k + 3, R, 0);
      turnTensor(R, 0, bodies.inertia, 9 * k, tensor, 0);
      for (let c = 0; c < 9; c++) tensor[c] = tensor[c] / theta + E[9 * k + c];
      invertSymmetric(tensor, 0, inverse, 0);
      for (let c = 0; c < 3; c++) {
        Binv[36 * s + 7 * c] = theta / bodies.mass[k];
        for (let d = 0; d < 3; d++) Binv[36 * s + 6 * (3 + c) + 3 + d] = inverse[3 * c + d];
      }
    }
    return Binv;
  }

  /** M^-1 at the end of the step: B^-1 for theta = 1 without geometric stiffness. */
  inverseMasses(job: ImplicitJob, end: Frames): Float64Array {
    this.stiffness.compute(job.parts.bodies, [], end, NOTHING, 0);
    return this.inverseBlocks(job, 1, job.state.rows.memory.Minv);
  }
}
