/**
 * Errors of a step in its contacts, in joules.   docs/theory/error-budget.md (EB2)-(EB4)
 *
 *   contacts: F_n |d| + d^2/(2 h^2 a),   d = gap found now - (gap + h (J v+)_n) of the step before, if it pressed or overlaps
 *   gaps: min(1/2 k phi^2, (phi/H)^2/(2 a)) of overlaps;   arms: |x_t| phi |omega+| of contacts that close between two free bodies
 */
import { combine, DEFAULT_MATERIAL, type PairMaterial } from '../../contact/material.ts';
import { slipAlong } from '../../contact/point-motion.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { SolvedProblem, StepState } from '../state/step-state.ts';
import { LocatedSum } from './located-sum.ts';

/** A contact of a solved problem. */
interface Point {
  /** Its number and its normal row. */
  i: number;
  row: number;
  material: PairMaterial;
}

export class ContactErrors {
  readonly moved = new LocatedSum(-1);
  readonly gaps = new LocatedSum(-1);
  readonly arms = new LocatedSum(-1);
  /** Sum of the impulses on each body, three numbers, N s; only in worlds with joints. */
  impulse: Float64Array = new Float64Array(0);
  /** By point: the gap that the next step should find, m; NaN if it neither pressed nor overlapped. */
  expected: Float64Array = new Float64Array(0);
  private readonly after = new Float64Array(6);
  private readonly point: Point = { i: 0, row: 0, material: combine(DEFAULT_MATERIAL, DEFAULT_MATERIAL) };

  /**
   * Measures all contacts of a step, before it is recorded.
   * @param expected by point of the step before: the gap that it should have now, m; NaN: not known
   */
  measure(parts: StepParts, state: StepState, expected: Float64Array): void {
    const { gap: gaps, previous } = parts.detector.points;
    this.moved.clear();
    this.gaps.clear();
    this.arms.clear();
    const summed = parts.joints.length > 0;
    if (this.impulse.length !== 3 * parts.bodies.count) this.impulse = new Float64Array(3 * parts.bodies.count);
    else if (summed) this.impulse.fill(0);
    const { count } = parts.detector.points;
    if (this.expected.length !== count) this.expected = new Float64Array(count);
    this.expected.fill(Number.NaN);
    const { point } = this;
    const memory = parts.contactRows.memory;
    const perStep = 1 / parts.timeStep;
    const perEnergy = 0.5 / (parts.h * parts.h);
    const perRepair = 0.5 * perStep * perStep;
    for (const solved of state.solved) {
      const { contacts, A, structure } = solved.problem;
      const { x } = solved.solution;
      const { points } = solved;
      for (let c = 0; c < points.length; c++) {
        const i = points[c];
        const row = contacts[c].normal;
        const gap = gaps[i];
        const a = A.diagonal[row] - structure.C[row];
        const before = previous[i];
        const last = before < 0 ? 0 : perStep * memory.normalImpulse(before);
        if (before >= 0 && before < expected.length && (last > 0 || gap < 0)) {
          const d = gap - expected[before];
          if (!Number.isNaN(d)) this.moved.add(last * Math.abs(d) + (perEnergy * d * d) / a, i);
        }
        const presses = x[row] > 0;
        if (!presses && !(gap < 0)) continue;
        point.i = i;
        point.row = row;
        point.material = parts.contactRows.materials[i];
        if (gap < 0) this.gaps.add(gap * gap * Math.min(0.5 * this.point.material.stiffness, perRepair / a), i);
        this.expect(parts, solved, state.moving);
        if (!presses) continue;
        if (gap > 0) this.measureArms(parts, x);
        if (summed) this.addImpulse(parts, x);
      }
    }
  }

  /** gap + h (J v+)_n, from w = J v+ + C x + g of a one-solve step if nothing bounces, else from the velocities. */
  private expect(parts: StepParts, { w, solution: { x }, problem }: SolvedProblem, moving: Float64Array): void {
    const { i, row } = this.point;
    const { damping, restitution, stiffness } = this.point.material;
    const { contact, detector, h } = parts;
    const { points } = detector;
    const gap = points.gap[i];
    if (w && restitution === 0) {
      const speed = w[row] - problem.structure.C[row] * x[row];
      const D = contact.form === 'rigid' ? contact.recovery / h : stiffness / (h * stiffness + damping);
      this.expected[i] = gap > 0 ? h * speed : gap + h * (speed - D * gap);
      return;
    }
    parts.contactRows.frames.velocitiesAt(i, moving, this.after);
    this.expected[i] = gap + h * slipAlong(this.after, points.normal, 3 * i);
  }

  private measureArms({ bodies, colliders, detector: { points } }: StepParts, x: Float64Array): void {
    const { i, row } = this.point;
    const { law } = this.point.material;
    const gap = points.gap[i];
    if (!(gap > 0)) return;
    const [p, q] = [colliders.body[points.a[i]], colliders.body[points.b[i]]];
    if (bodies.slot[p] < 0 || bodies.slot[q] < 0 || law.set === 'none') return;
    const turn = Math.max(spinOf(bodies.velocity, p), spinOf(bodies.velocity, q));
    this.arms.add(Math.sqrt(x[row + 1] * x[row + 1] + x[row + 2] * x[row + 2]) * gap * turn, i);
  }

  /** Adds the impulse of the point to the momenta of its bodies, three numbers per body. */
  private addImpulse({ colliders, contactRows, detector: { points } }: StepParts, x: Float64Array): void {
    const { i, row, material } = this.point;
    const { impulse } = this;
    const { frames } = contactRows;
    const { numbers: d } = frames;
    const t = frames.tangents(i);
    const [p, q] = [3 * colliders.body[points.a[i]], 3 * colliders.body[points.b[i]]];
    const slides = material.law.set !== 'none';
    for (let c = 0; c < 3; c++) {
      let push = x[row] * points.normal[3 * i + c];
      if (slides) push += x[row + 1] * d[t + c] + x[row + 2] * d[t + 3 + c];
      impulse[p + c] -= push;
      impulse[q + c] += push;
    }
  }
}

/** |omega| of a body, rad/s. */
function spinOf(velocity: Float64Array, k: number): number {
  const [x, y, z] = [velocity[6 * k + 3], velocity[6 * k + 4], velocity[6 * k + 5]];
  return Math.sqrt(x * x + y * y + z * z);
}
