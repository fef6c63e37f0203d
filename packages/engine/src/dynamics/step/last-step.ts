/** What a world remembers of its last step, in arrays that the next one writes into.   docs/pipeline.md, stage 6 */
import { IntRoom, Room, scaled } from '../../linalg/room.ts';
import type { Joint } from '../joints/joint.ts';
import { pairsWithout, pairsWithoutBody, pressingPairs } from './contact-events.ts';
import { alternate, withoutJoint } from './joint-impulses.ts';
import { settleContacts } from './settle-contacts.ts';
import type { StepErrors } from './step-errors.ts';
import type { StepMemory, StepReport } from './step-report.ts';
import type { SolvedProblem, StepParts, StepState } from './step-state.ts';

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
  private readonly impulseRoom = new Room();
  private readonly firstRoom = new IntRoom();
  /** The list of pairs before this one, to be filled next. */
  private touchedBefore: number[] = [];

  /** The gaps that the step has measured; the arrays of the last step are those of the next. */
  keepExpected(parts: StepParts, { contacts, joints }: StepErrors, roles: Uint8Array | undefined, whole: number): void {
    const { expected: last, expectedJoints } = this;
    this.expected = contacts.expected;
    this.expectedJoints = joints.expected;
    contacts.expected = last;
    joints.expected = expectedJoints;
    if (roles || whole !== 1) settleContacts(parts, roles, whole, { last, next: this.expected });
  }

  /** Impulses as those of a whole time step; those of the step before stay known where two steps are read together. */
  keepImpulses({ contactRows, detector, integrator }: StepParts, state: StepState, whole: number): void {
    const { jointMemory, jointBefore } = this;
    const both = alternate(integrator);
    if (both) this.jointBefore = jointMemory;
    this.jointMemory = scaled(both ? jointBefore : jointMemory, state.jointImpulse, whole);
    const { count } = detector.points;
    const { first } = contactRows;
    this.contactFirst = this.firstRoom.of(count + 1);
    for (let i = 0; i <= count; i++) this.contactFirst[i] = first[i];
    this.contactImpulse = this.impulseRoom.of(first[count]);
    for (let i = 0; i < first[count]; i++) this.contactImpulse[i] = whole * state.contactImpulse[i];
    this.solved = state.solved;
    this.contactStates = undefined;
  }

  /** Pairs that press now, and what has changed. */
  keepTouching(parts: StepParts, state: StepState): Pick<StepReport, 'began' | 'ended'> {
    const { bodies, colliders, contactRows, detector } = parts;
    const { touching: before, touchedBefore } = this;
    const { first } = contactRows;
    this.touching = pressingPairs(detector.points, colliders.body, state.contactImpulse, first, touchedBefore);
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

  /** Joint j is about to go: the others keep their impulses. */
  jointRemoved(joints: readonly Joint[], j: number): void {
    this.expectedJoints = new Float64Array(0);
    this.solved = [];
    this.jointMemory = withoutJoint(this.jointMemory, joints, j);
    this.jointBefore = withoutJoint(this.jointBefore, joints, j);
  }

  /** A body was removed: results of the last step are no longer shown, and its pairs are dropped without an end event. */
  bodyRemoved(body: number): void {
    this.contactImpulse = new Float64Array(0);
    this.contactFirst = new Int32Array(1);
    this.expected = new Float64Array(0);
    this.solved = [];
    this.touching = pairsWithoutBody(this.touching, body);
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
