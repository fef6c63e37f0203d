/**
 * What one-solve steps do to joints, in joules.   docs/theory/error-budget.md (EB1), (EB3), (EB8)
 *
 *   joints: F |d| + d^2/(2 h^2 a),   d = phi found now - (phi - h (C x + D phi)) of the step before,   a = A_ii - C_i
 *   gaps: min(1/2 k phi^2, (phi/H)^2/(2 a)),   H the time step, also in sub-steps
 */
import type { SolveGroup } from './solve-group.ts';
import type { StepMemory } from './step-report.ts';
import type { StepParts, StepState } from './step-state.ts';
import { Worst } from './worst.ts';

/** A row whose compliance is more than this share of the rest of A_ii is a spring of the model, not a constraint. */
const SOFT = 0.1;

export class JointErrors {
  readonly moved = new Worst();
  readonly gaps = new Worst();
  /** Work of the rows that is no error: that of springs which are part of the model, J. */
  real = 0;
  /** By joint row: phi that the next step should find, m or rad; NaN if the row holds none. */
  expected: Float64Array = new Float64Array(0);

  /** After the MLCP of a group, whose rows and answer `state` has; `memory` is of the step before. */
  measure(parts: StepParts, state: StepState, group: SolveGroup, memory: StepMemory): void {
    const { joints } = parts;
    this.moved.clear();
    this.gaps.clear();
    this.real = 0;
    this.expected = new Float64Array(state.jointImpulse.length).fill(Number.NaN);
    if (group.joints.length === 0 || state.solved.length === 0) return;
    let [row, from, next] = [0, 0, 0];
    for (let j = 0; j < joints.length; j++) {
      const count = joints[j].rows.length;
      if (group.joints[next] === j) {
        for (let r = 0; r < count; r++) this.measureRow(parts, state, { j, row: row + r, at: from + r }, memory);
        row += count;
        next++;
      }
      from += count;
    }
  }

  /** Row `row` of the MLCP, which is row `at` of all joints and belongs to joint j. */
  private measureRow(
    { h, timeStep }: StepParts,
    { rows, solved: [{ problem, solution, w }] }: StepState,
    { j, row, at }: { readonly j: number; readonly row: number; readonly at: number },
    { expectedJoints, jointMemory }: StepMemory,
  ): void {
    const phi = rows.phi[row];
    const C = rows.C[row];
    const a = problem.A.diagonal[row] - C;
    if (Number.isNaN(phi) || !(a > 0)) return; // limits, motors, ropes; rows that move nothing
    const x = solution.x[row];
    const D = rows.D[row];
    const d = phi - (expectedJoints[at] ?? Number.NaN);
    const force = (jointMemory[at] ?? 0) / timeStep;
    if (!Number.isNaN(d)) this.moved.add(Math.abs(force * d) + (d * d) / (2 * h * h * a), j);
    const spring = (0.5 * D) / (h * C); // k/2
    this.gaps.add(phi * phi * Math.min(spring, 1 / (2 * timeStep * timeStep * a)), j);
    this.expected[at] = phi - h * (C * x + D * phi);
    if (C > SOFT * a && w) this.real += x * (rows.drift[row] + 0.5 * (w[row] - problem.b[row] - C * x));
  }
}
