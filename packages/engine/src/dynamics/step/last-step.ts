/** Memory of the last step, in arrays that the next one writes into.   docs/pipeline.md, stage 6 */
import { ACTIVE } from '../../collision/detector.ts';
import { FloatBuffer, IntBuffer, scaled } from '../../linalg/buffers.ts';
import type { StepErrors } from '../errors/step-errors.ts';
import type { StepReport } from '../errors/step-report.ts';
import type { Joint } from '../joints/joint.ts';
import type { StepMemory } from '../state/step-memory.ts';
import { hasMidpoint, type StepParts } from '../state/step-parts.ts';
import type { SolvedProblem, StepState } from '../state/step-state.ts';
import { pairsWithout, pairsWithoutBodies, pressingPairs } from './contact-events.ts';
import { withoutJoints } from './joint-impulses.ts';

export class LastStep implements StepMemory {
  steps = 0;
  jointMemory: Float64Array = new Float64Array(0);
  jointBefore: Float64Array = new Float64Array(0);
  contactImpulse: Float64Array = new Float64Array(0);
  contactFirst: Int32Array = new Int32Array(1);
  solved: readonly SolvedProblem[] = [];
  contactStates: Uint8Array | undefined;
  touching: number[] = [];
  expected: Float64Array = new Float64Array(0);
  expectedJoints: Float64Array = new Float64Array(0);
  scale = 0;
  private contactBuffer = new FloatBuffer();
  private readonly firstBuffer = new IntBuffer();
  /** The list of pairs before this one, to be filled next. */
  private touchedBefore: number[] = [];

  /** Stores the expected gaps. Swaps the two buffers instead of copying. */
  keepExpected(parts: StepParts, { contacts, joints }: StepErrors, roles: Uint8Array | undefined, whole: number): void {
    const { expected: last, expectedJoints } = this;
    this.expected = contacts.expected;
    this.expectedJoints = joints.expected;
    contacts.expected = last;
    joints.expected = expectedJoints;
    if (roles || whole !== 1) rescaleContacts(parts, roles, whole, { last, next: this.expected });
  }

  /** Stores impulses, scaled to a full step. Keeps the previous ones too if the integrator reads two steps. */
  keepImpulses(parts: StepParts, state: StepState, whole: number): void {
    const { jointMemory, jointBefore } = this;
    const both = hasMidpoint(parts);
    if (both) this.jointBefore = jointMemory;
    this.jointMemory = scaled(both ? jointBefore : jointMemory, state.jointImpulse, whole);
    const { count } = parts.detector.points;
    const { first } = parts.contactRows;
    this.contactFirst = this.firstBuffer.of(count + 1);
    for (let i = 0; i <= count; i++) this.contactFirst[i] = first[i];
    const { contactImpulse: x, contactBuffer } = state;
    if (whole !== 1) for (let i = 0; i < x.length; i++) x[i] *= whole;
    this.contactImpulse = x;
    state.contactBuffer = this.contactBuffer;
    this.contactBuffer = contactBuffer;
    this.solved = state.solved;
    this.contactStates = undefined;
  }

  /** Pairs that press now, and what has changed. */
  keepTouching(parts: StepParts): Pick<StepReport, 'began' | 'ended'> {
    const { bodies, colliders, contactRows, detector } = parts;
    const { touching: before, touchedBefore } = this;
    const { first } = contactRows;
    this.touching = pressingPairs(detector.points, colliders.body, this.contactImpulse, first, touchedBefore);
    this.touchedBefore = before;
    const { handles } = bodies;
    return { began: pairsWithout(this.touching, before, handles), ended: pairsWithout(before, this.touching, handles) };
  }

  /** Everything slept through the step. */
  sleptOn(): void {
    this.solved = [];
    this.contactStates = undefined;
    this.steps++;
  }

  jointsChanged(): void {
    this.jointMemory = new Float64Array(0);
    this.expectedJoints = new Float64Array(0);
    this.jointBefore = new Float64Array(0);
  }

  /** A joint was removed. */
  jointRemoved(): void {
    this.expectedJoints = new Float64Array(0);
    this.solved = [];
  }

  /** Joints are about to go: the others keep their impulses. */
  withoutJoints(joints: readonly Joint[], gone: ReadonlySet<Joint>): void {
    this.jointMemory = withoutJoints(this.jointMemory, joints, gone);
    this.jointBefore = withoutJoints(this.jointBefore, joints, gone);
  }

  /** A body was removed: results of the last step are no longer shown. */
  bodyRemoved(): void {
    this.contactImpulse = new Float64Array(0);
    this.contactFirst = new Int32Array(1);
    this.contactStates = undefined;
    this.expected = new Float64Array(0);
    this.solved = [];
  }

  /** Pairs of bodies that were removed are dropped without an end event. */
  withoutBodies(gone: ReadonlySet<number>): void {
    this.touching = pairsWithoutBodies(this.touching, gone);
  }

  /** The same with arrays of its own. */
  copy(): StepMemory {
    return copiedMemory(this);
  }

  restore(memory: StepMemory): void {
    Object.assign(this, copiedMemory(memory));
  }
}

function copiedMemory(memory: StepMemory): StepMemory {
  const { steps, jointMemory, jointBefore, contactImpulse, contactFirst, solved, contactStates } = memory;
  const { touching, expected, expectedJoints, scale } = memory;
  return {
    steps,
    jointMemory: jointMemory.slice(),
    jointBefore: jointBefore.slice(),
    contactImpulse: contactImpulse.slice(),
    contactFirst: contactFirst.slice(),
    solved,
    contactStates,
    touching: touching.slice(),
    expected: expected.slice(),
    expectedJoints: expectedJoints.slice(),
    scale,
  };
}

/** Gaps that points should have in the next step, by point: of the step before, and of this one. */
interface Expected {
  readonly last: Float64Array;
  readonly next: Float64Array;
}

/** Contact memory of a sub-step (AC8): contacts of bodies that did not move keep what they had; impulses of the others count for `whole` as many, a power of two. */
function rescaleContacts(parts: StepParts, roles: Uint8Array | undefined, whole: number, expected: Expected): void {
  const { colliders, contactRows, detector } = parts;
  const { a, b, count, previous } = detector.points;
  for (let i = 0; i < count; i++) {
    const moved = !roles || roles[colliders.body[a[i]]] === ACTIVE || roles[colliders.body[b[i]]] === ACTIVE;
    if (moved) contactRows.memory.scaleNext(i, whole);
    else {
      contactRows.memory.carry(previous[i], i);
      expected.next[i] = expected.last[previous[i]] ?? Number.NaN;
    }
  }
}
