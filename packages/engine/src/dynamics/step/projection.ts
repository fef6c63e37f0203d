/**
 * Moves poses after a one-solve step so that joints have the gaps that their springs allow.   docs/theory/integrators.md (IN19)-(IN21)
 *
 *   phi(q+) = phi(q) - h (C x + D phi(q)) =: t        min 1/2 d'M d  with  J d = t - phi(q+),  by Newton,  q+ <- q+ (+) d
 *
 * The step holds t only to first order: it moves points along tangents. It removes that error, not the deflection that
 * a spring of stiffness k has under its load, so that nothing at rest is lifted and soft joints stay soft.
 */
import { rotationMatrix, turnTensor } from '../../linalg/mat3.ts';
import type { RowBuilder } from '../../problem/rows/row-builder.ts';
import { lever } from '../../problem/rows/written-rows.ts';
import type { Bodies } from '../bodies/bodies.ts';
import { movePose } from '../bodies/move-pose.ts';
import { Frames } from '../joints/parts/frames.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import { hasGuard, type StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';
import { BY_ONE_SOLVE, type IslandSchemes } from './island-schemes.ts';
import { Loops } from './loops.ts';

/** Newton ends with a largest error below this, rad or as a share of the mechanism's size, or after so many solves. */
const TOLERANCE = 1e-11;
const MOST_SOLVES = 3;

export class Projection {
  private target: Float64Array = new Float64Array(0);
  /** 1: a motor or servo that is not at its limit; what it drives stays where the step has moved it. */
  private driven: Uint8Array = new Uint8Array(0);
  /** By slot, six numbers: J'x, and the displacement d. */
  private pushed: Float64Array = new Float64Array(0);
  private moved: Float64Array = new Float64Array(0);
  private readonly loops = new Loops();
  private readonly R = new Float64Array(9);
  private readonly tensor = new Float64Array(9);

  /** The group gets the mechanisms that the world's `projection` closes (IN24). False: there are none. */
  select(parts: StepParts, schemes: IslandSchemes, group: SolveGroup): boolean {
    const { projection } = parts;
    if (projection === 'loops')
      return hasGuard(parts) && this.loops.find(parts) && schemes.selectFlagged(parts, this.loops.flags, group);
    if (projection === 'joints') schemes.select(parts, BY_ONE_SOLVE, group);
    return projection === 'joints';
  }

  /** Moves the poses of a group at the end of the step; its ledger gets the energy that this changes (IN21). */
  project(parts: StepParts, state: StepState, group: SolveGroup, start: Frames): void {
    if (group.joints.length === 0) return;
    const { bodies, h } = parts;
    const { rows, pose } = state;
    this.writeJoints(parts, state, group, start);
    this.reserve(rows.n, group);
    const { target, driven, pushed, moved } = this;
    // x of the joints, then t in its place; what contacts write behind it is not read
    group.gather(parts, state, target);
    for (let i = 0; i < rows.n; i++) {
      driven[i] = rows.kind[i] === 'motor' && rows.isInside(i, target[i]) ? 1 : 0;
      target[i] = rows.phi[i] - h * (rows.C[i] * target[i] + rows.D[i] * rows.phi[i]);
    }
    const size = sizeOf(bodies, group, rows);
    const before = this.energy(parts, state, group);
    for (let solve = 0; solve < MOST_SOLVES; solve++) {
      this.writeJoints(parts, state, group, new Frames(pose));
      let worst = 0;
      for (let i = 0; i < rows.n; i++) {
        const held = !Number.isNaN(rows.phi[i]);
        rows.b[i] = held ? rows.phi[i] - target[i] : 0;
        if (!held) {
          if (driven[i] === 1) rows.free(i);
          else rows.silence(i); // limits, ropes: not held at a place
        }
        worst = Math.max(worst, Math.abs(rows.b[i]) / (rows.unit[i] === 'linear' ? size : 1));
      }
      if (!(worst > TOLERANCE)) break;
      const Minv = this.inverseMasses(bodies, group, pose);
      const { x } = parts.solver.solve(rows.build(parts.title, Minv, h), undefined, rows.memory.answer);
      rows.memory.held = false;
      state.solves++;
      pushed.fill(0);
      rows.addTransposed(x, pushed);
      for (const [s, k] of group.bodyOfSlot.entries()) {
        for (let r = 0; r < 6; r++) {
          let sum = 0;
          for (let c = 0; c < 6; c++) sum += Minv[36 * s + 6 * r + c] * pushed[6 * s + c];
          moved[6 * s + r] = sum;
        }
        movePose(pose, k, moved, 6 * s, 1, pose);
      }
    }
    state.ledger.entries.projection += this.energy(parts, state, group) - before;
  }

  private writeJoints(parts: StepParts, { rows }: StepState, group: SolveGroup, frames: Frames): void {
    rows.clear(group.slot, parts.bodies.velocity);
    for (const j of group.joints) parts.joints[j].write(frames, parts.h, rows);
  }

  /** Energy of the group's bodies at the end of the step, J: gravity, and rotation, whose tensor turns with the body. */
  private energy({ bodies, gravity }: StepParts, { pose, velocity }: StepState, { bodyOfSlot }: SolveGroup): number {
    let sum = 0;
    for (const k of bodyOfSlot) {
      for (let c = 0; c < 3; c++) sum -= bodies.mass[k] * gravity[c] * pose[7 * k + c];
      sum += bodies.spinEnergy(k, pose, velocity);
    }
    return sum;
  }

  private inverseMasses(bodies: Bodies, { bodyOfSlot }: SolveGroup, pose: Float64Array): Float64Array {
    const Minv = new Float64Array(36 * bodyOfSlot.length);
    for (const [s, k] of bodyOfSlot.entries()) {
      rotationMatrix(pose, 7 * k + 3, this.R, 0);
      turnTensor(this.R, 0, bodies.inverseInertia, 9 * k, this.tensor, 0);
      for (let c = 0; c < 3; c++) {
        Minv[36 * s + 7 * c] = 1 / bodies.mass[k];
        for (let d = 0; d < 3; d++) Minv[36 * s + 6 * (3 + c) + 3 + d] = this.tensor[3 * c + d];
      }
    }
    return Minv;
  }

  private reserve(rows: number, { bodyOfSlot }: SolveGroup): void {
    if (this.target.length < rows) {
      this.target = new Float64Array(2 * rows);
      this.driven = new Uint8Array(2 * rows);
    }
    if (this.pushed.length === 6 * bodyOfSlot.length) return;
    this.pushed = new Float64Array(6 * bodyOfSlot.length);
    this.moved = new Float64Array(6 * bodyOfSlot.length);
  }
}

/** The longest lever of a row, or the largest radius of gyration, m. */
function sizeOf(bodies: Bodies, { bodyOfSlot }: SolveGroup, rows: RowBuilder): number {
  let size = 0;
  for (let i = 0; i < rows.n; i++) size = Math.max(size, lever(rows, i));
  for (const k of bodyOfSlot) size = Math.max(size, bodies.gyration(k));
  return size;
}
