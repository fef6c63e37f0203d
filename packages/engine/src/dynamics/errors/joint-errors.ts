/**
 * Errors of one-solve steps in joints, in joules.   docs/theory/error-budget.md (EB1), (EB3), (EB8)
 *
 *   joints: F |d| + d^2/(2 h^2 a),   d = phi found now - (phi - h (C x + D phi)) of the step before,   a = A_ii - C_i
 *   gaps: min(1/2 k phi^2, (phi/H)^2/(2 a)),   H the time step, also in sub-steps
 */
import type { BuiltProblem } from '../../problem/rows/row-builder.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import type { StepMemory } from '../state/step-memory.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';
import { LocatedSum } from './located-sum.ts';

/** A row whose compliance is more than this share of the rest of A_ii is a spring of the model, not a constraint. */
const SOFT = 0.1;

export class JointErrors {
  readonly moved = new LocatedSum(-1);
  readonly gaps = new LocatedSum(-1);
  /** Work of the rows that is no error: that of springs which are part of the model, J. */
  real = 0;
  /**
   * 1/2 h (g + f/m).p of the impulses p of rows that do work: motors, limits, friction and springs of the model, J (EB8). Of a motor
   * at its largest force -1/2 p.J(v+ - v*) instead: its work is force times way.
   */
  balanced = 0;
  /** The part of `balanced` that belongs to motors and servos: what the ledger books as their work beyond the real one, J. */
  balancedMotors = 0;
  /** By joint row: phi that the next step should find, m or rad; NaN if the row holds none. */
  expected: Float64Array = new Float64Array(0);
  /** By slot: h (g + f/m), m/s. */
  private push: Float64Array = new Float64Array(0);

  /** Measures after the MLCP of a group, whose rows and answer `state` has; `memory` is of the step before. */
  measure(parts: StepParts, state: StepState, group: SolveGroup, memory: StepMemory): void {
    const { joints } = parts;
    this.moved.clear();
    this.gaps.clear();
    this.real = 0;
    this.balanced = 0;
    this.balancedMotors = 0;
    const count = state.jointImpulse.length;
    if (this.expected.length !== count) this.expected = new Float64Array(count);
    this.expected.fill(Number.NaN);
    if (group.joints.length === 0 || state.solved.length === 0) return;
    this.setPush(parts, group);
    const place = { j: 0, row: 0, at: 0 };
    let from = 0;
    let next = 0;
    for (let j = 0; j < joints.length; j++) {
      const end = from + joints[j].rows.length;
      if (group.joints[next] === j) {
        place.j = j;
        for (place.at = from; place.at < end; place.at++) {
          this.measureRow(parts, state, place, memory);
          place.row++;
        }
        next++;
      }
      from = end;
    }
  }

  /** Row `row` of the MLCP, which is row `at` of all joints and belongs to joint j. */
  private measureRow(
    { h, timeStep }: StepParts,
    { rows, solved }: StepState,
    { j, row, at }: { readonly j: number; readonly row: number; readonly at: number },
    { expectedJoints, jointMemory }: StepMemory,
  ): void {
    const { problem, solution, w } = solved[0];
    const phi = rows.phi[row];
    const C = rows.C[row];
    const a = problem.A.diagonal[row] - C;
    const x = solution.x[row];
    const kind = problem.kind?.[row];
    const isForced = kind === 'motor' && w && !rows.isInside(row, x);
    if (kind !== 'bilateral' || C > SOFT * a) {
      const balanced = isForced ? -0.5 * x * (w[row] - problem.b[row] - C * x) : 0.5 * x * this.pushed(problem, row);
      this.balanced += balanced;
      if (kind === 'motor') this.balancedMotors += balanced;
    }
    if (Number.isNaN(phi) || !(a > 0)) return; // limits, motors, ropes; rows that move nothing
    const D = rows.D[row];
    const d = phi - (expectedJoints[at] ?? Number.NaN);
    const force = (jointMemory[at] ?? 0) / timeStep;
    if (!Number.isNaN(d)) this.moved.add(Math.abs(force * d) + (d * d) / (2 * h * h * a), j);
    const spring = (0.5 * D) / (h * C); // k/2
    this.gaps.add(phi * phi * Math.min(spring, 1 / (2 * timeStep * timeStep * a)), j);
    this.expected[at] = phi - h * (C * x + D * phi);
    if (C > SOFT * a && w) this.real += x * (rows.drift[row] + 0.5 * (w[row] - problem.b[row] - C * x));
  }
  private setPush({ bodies, gravity, h }: StepParts, { slot }: SolveGroup): void {
    const { count, force, mass } = bodies;
    if (this.push.length < 3 * count) this.push = new Float64Array(3 * count);
    for (let k = 0; k < count; k++) {
      if (slot[k] < 0) continue;
      for (let c = 0; c < 3; c++) this.push[3 * slot[k] + c] = h * (gravity[c] + force[6 * k + c] / mass[k]);
    }
  }

  /** h (g + f/m) of its bodies along a row, m/s or rad/s. */
  private pushed({ structure: { body, J, rowStart } }: BuiltProblem, row: number): number {
    let sum = 0;
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
      for (let c = 0; c < 3; c++) sum += J[6 * k + c] * this.push[3 * body[k] + c];
    return sum;
  }
}
