/** The cheap entries of a step's budget, which need no further solve.   docs/theory/error-budget.md (EB1)-(EB4), (EB6), (EB8) */
import { rotationMatrix } from '../../linalg/mat3.ts';
import type { Bodies } from '../bodies/bodies.ts';
import { StepMotion } from '../forces/step-motion.ts';
import type { LedgerReport } from '../state/ledger.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';
import { type BudgetEntry, type StepBudget, schemeEnergy, totalOf } from './budget.ts';
import { ContactErrors } from './contact-errors.ts';
import { JointErrors } from './joint-errors.ts';
import { LocatedSum } from './located-sum.ts';
import type { StepMeasured } from './step-report.ts';

/** The largest kinetic energy, and the work of drives, fade as a scale over so many time steps. */
const SCALE_STEPS = 60;

/**
 * Lower limit of the energy scale: free fall over this many steps. Without it the first step from rest has scale 0 and an error of
 * 100 %.
 */
const FALL = 20;

/** How bodies are stepped. */
export interface SteppedBodies {
  /** True: one MLCP moves the body. */
  isOneSolve(body: number): boolean;
  /** True: it sleeps, or is held while others are stepped. */
  stays(body: number): boolean;
}

/** The measures of a step, and the data of the step before that its budget needs. */
export interface MeasuredStep {
  readonly energyError: StepMeasured;
  readonly frictionConsistency: StepMeasured;
  readonly ledger: LedgerReport;
  /** Kinetic energy at the end of the step, J. */
  readonly kinetic: number;
  /** By point of the step before: the gap that it should have now, m. */
  readonly expected: Float64Array;
  /** (EB7) of the step before, J. */
  readonly scale: number;
  /** True: the step before had rates to compare with. */
  readonly hasRates: boolean;
  /** Time at the start of the step, s. */
  readonly time: number;
  readonly schemes: SteppedBodies;
}

export class StepErrors {
  readonly joints = new JointErrors();
  readonly contacts = new ContactErrors();
  private readonly quick = new LocatedSum(-1);
  private jointed: Uint8Array = new Uint8Array(0);
  private readonly R = new Float64Array(9);
  private readonly d = new Float64Array(6);
  private readonly bent = new Float64Array(6);
  /**
   * Kinetic energies of a body, J: of its change of velocity, of the part that its acceleration does not explain, of its velocity.
   */
  private readonly energies = new Float64Array(3);

  /** Budget of the outcome in `state`, before it is recorded. */
  budget(parts: StepParts, state: StepState, step: MeasuredStep): StepBudget {
    const { joints, contacts, quick } = this;
    contacts.measure(parts, state, step.expected);
    this.measureMotion(parts, state, step);
    const { entries } = step.ledger;
    const drift = schemeEnergy(entries) + entries.joints - joints.real + this.forcedEnergy(parts, state, step);
    const driven = entries.motors - joints.balancedMotors;
    const inJoints = joints.gaps.value > contacts.gaps.value;
    const gaps = joints.gaps.value + contacts.gaps.value;
    const solver = rowEntry(parts, state, step.energyError);
    const friction = rowEntry(parts, state, step.frictionConsistency);
    const summed = {
      solver,
      friction,
      joints: entryOf(joints.moved.value, jointName(parts, joints.moved.at)),
      contacts: entryOf(contacts.moved.value, pairName(parts, contacts.moved.at)),
      gaps: entryOf(gaps, inJoints ? jointName(parts, joints.gaps.at) : pairName(parts, contacts.gaps.at)),
      arms: entryOf(contacts.arms.value, pairName(parts, contacts.arms.at)),
      drift: entryOf(drift, joints.moved.at >= 0 ? jointName(parts, joints.moved.at) : nameOf(parts, quick.at)),
      quick: entryOf(quick.value, nameOf(parts, quick.at)),
      total: 0,
      driven,
      scale: scaleAfter(parts, step.kinetic, step.scale, driven),
    };
    summed.total = totalOf(summed);
    return summed;
  }

  /**
   * (EB8): applied forces over the step, less their work on the way that the bodies went, and the part of the impulses of contacts
   * and drives that only balances forces within a one-solve step.
   */
  private forcedEnergy(parts: StepParts, state: StepState, step: MeasuredStep): number {
    const { bodies, gravity, h, joints } = parts;
    const { moving } = state;
    const { impulse } = this.contacts;
    const { mass, velocity, force } = bodies;
    const real = this.forcesOfMiddle(parts, state, step.time);
    let sum = step.ledger.entries.applied + this.joints.balanced;
    this.jointed.fill(0);
    if (this.jointed.length !== bodies.count) this.jointed = new Uint8Array(bodies.count);
    for (const joint of joints) for (const k of joint.bodies) if (k >= 0 && !joint.broken) this.jointed[k] = 1;
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.slot[k] < 0 || step.schemes.stays(k)) continue;
      const m = mass[k];
      const at = 6 * k;
      const isOne = step.schemes.isOneSolve(k);
      const jointed = this.jointed[k] === 1;
      for (let c = 0; c < 6; c++) {
        if (real[at + c] !== 0) sum -= h * real[at + c] * moving[at + c];
        if (c > 2 || !isOne) continue;
        const push = h * (gravity[c] + force[at + c] / m);
        const contacts = jointed ? impulse[3 * k + c] : m * (moving[at + c] - velocity[at + c] - push);
        sum += 0.5 * push * contacts;
      }
    }
    return sum;
  }

  /** Applied forces with those of laws in the middle of the step, where their work is that of their energy (FE7). */
  private forcesOfMiddle({ bodies, drivers, h }: StepParts, { pose, moving }: StepState, time: number): Float64Array {
    if (drivers.length === 0 || !drivers.some(({ forces }) => forces)) return bodies.force;
    const middle = bodies.force.slice();
    const start = new Float64Array(middle.length);
    const motion = new StepMotion(bodies.pose, pose, moving, middle);
    const present = new StepMotion(bodies.pose, bodies.pose, bodies.velocity, start);
    present.time = time;
    motion.time = time + h / 2;
    for (const driver of drivers) {
      driver.forces?.(motion);
      driver.forces?.(present);
    }
    for (let c = 0; c < middle.length; c++) middle[c] -= start[c];
    return middle;
  }

  /** (EB6), body by body. */
  private measureMotion(
    { bodies, h }: StepParts,
    { pose, velocity }: StepState,
    { hasRates, schemes }: MeasuredStep,
  ): void {
    const { quick, R, d, bent, energies } = this;
    const { acceleration: rate, velocity: start } = bodies;
    quick.clear();
    if (!hasRates) return;
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.slot[k] < 0 || schemes.stays(k)) continue;
      const at = 6 * k;
      let any = false;
      for (let c = 0; c < 6; c++) {
        d[c] = velocity[at + c] - start[at + c];
        bent[c] = 0.5 * (d[c] - h * rate[at + c]);
        if (bent[c] !== 0) any = true;
      }
      if (!any) continue;
      rotationMatrix(pose, 7 * k + 3, R, 0);
      this.setEnergy(bodies, k, d, 0, 0);
      this.setEnergy(bodies, k, bent, 0, 1);
      this.setEnergy(bodies, k, velocity, at, 2);
      const turned = energies[1];
      quick.add(2 * Math.sqrt(turned * energies[2]) + turned + energies[0], k);
    }
  }

  /** energies[to] = kinetic energy of body k, turned by `R`, with the six velocities from `at`, J. */
  private setEnergy({ mass, inertia: I }: Bodies, k: number, v: Float64Array, at: number, to: number): void {
    const { R } = this;
    const i = 9 * k;
    const x = v[at + 3];
    const y = v[at + 4];
    const z = v[at + 5];
    const X = R[0] * x + R[3] * y + R[6] * z;
    const Y = R[1] * x + R[4] * y + R[7] * z;
    const Z = R[2] * x + R[5] * y + R[8] * z;
    const turning =
      X * (I[i] * X + I[i + 1] * Y + I[i + 2] * Z) +
      Y * (I[i + 3] * X + I[i + 4] * Y + I[i + 5] * Z) +
      Z * (I[i + 6] * X + I[i + 7] * Y + I[i + 8] * Z);
    this.energies[to] = 0.5 * (mass[k] * (v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]) + turning);
  }
}

/** (EB7): the scale after a step that began with the scale `before`, ends with the kinetic energy T, and in which drives did work, J. */
function scaleAfter({ bodies, gravity, h, timeStep }: StepParts, T: number, before: number, driven: number): number {
  const fall = bodies.fallEnergy(gravity, FALL * timeStep);
  return Math.max(T, before / (1 + h / (timeStep * SCALE_STEPS)) + Math.abs(driven), fall);
}

const ZERO: BudgetEntry = { value: 0, where: '' };

/** Most entries of most steps are zero: one object for all of them. */
const entryOf = (value: number, where: string): BudgetEntry => (value === 0 && where === '' ? ZERO : { value, where });

const nameOf = ({ bodies }: StepParts, k: number): string => (k < 0 ? '' : bodies.names[k]);
const jointName = ({ joints }: StepParts, j: number): string => (j < 0 ? '' : `joint ${joints[j].name}`);

function pairName({ bodies, colliders, detector }: StepParts, i: number): string {
  if (i < 0) return '';
  const { a, b } = detector.points;
  return `${bodies.names[colliders.body[a[i]]]}/${bodies.names[colliders.body[b[i]]]}`;
}

/** An error of the solves, and the name of its worst row. */
function rowEntry(parts: StepParts, state: StepState, { value, worstRow, problem }: StepMeasured): BudgetEntry {
  return entryOf(value, value > 0 && worstRow >= 0 ? rowName(parts, state, problem, worstRow) : '');
}

/** "normal of brick-17/brick-22", "point x of hinge". */
function rowName(parts: StepParts, { solved }: StepState, problem: number, row: number): string {
  const { problem: p, joints, points } = solved[problem];
  let at = 0;
  for (const j of joints) {
    const { name, rows } = parts.joints[j];
    if (row < at + rows.length) return `${rows[row - at]} of ${name}`;
    at += rows.length;
  }
  let c = 0;
  while (c + 1 < p.contacts.length && p.contacts[c + 1].normal <= row) c++;
  const i = points[c];
  if (i === undefined) return '';
  const kind = row === p.contacts[c].normal ? 'normal' : (p.kind?.[row] ?? 'row');
  return `${kind} of ${pairName(parts, i)}`;
}
