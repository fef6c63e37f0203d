/**
 * One time step in nine numbered stages.   docs/pipeline.md
 *
 * Islands are stepped in one of two ways: by one MLCP (`integrators/one-solve.ts`), or, where the world's integrator is `midpoint`
 * or the guard of `euler` found a joint torn open, implicitly (`integrators/implicit-step.ts`). Everything before stage 9 writes
 * into scratch, so that a step without a finite outcome changes nothing.
 */
import { CollisionError, type ContactPoints } from '../../collision/detector.ts';
import { energyErrorOf } from '../../measures/energy.ts';
import { frictionConsistencyOf } from '../../measures/friction-consistency.ts';
import type { Measured } from '../../measures/measured.ts';
import { velocities } from '../../problem/operator.ts';
import { type Status, worseOf } from '../../problem/solver.ts';
import { ImplicitStep } from '../integrators/implicit-step.ts';
import { OneSolve } from '../integrators/one-solve.ts';
import { Frames } from '../joints/frames.ts';
import { placeOnCourse, velocityTo } from '../prescribed-motion.ts';
import { BodyIslands } from './body-islands.ts';
import { NO_PAIRS, pairOf, pairsWithout, pairsWithoutBody, pressingPairs } from './contact-events.ts';
import { Projection } from './projection.ts';
import { countSleeping, fallAsleep, nothingStirs, wakeTouched } from './sleeping.ts';
import { rowCount, SolveGroup } from './solve-group.ts';
import { type BodyPair, STAGES, StepError, type StepMemory, type StepReport } from './step-report.ts';
import { movePose, type SolvedProblem, type StepParts, StepState } from './step-state.ts';

const NO_ERROR: Measured = { value: 0, unit: 'J', worstRow: -1 };

/** Ways to step a body's island. */
const [BY_ONE_SOLVE, BY_MIDPOINT, BY_IMPLICIT_EULER, ASLEEP] = [0, 1, 2, 3];
/** A joint torn open by more than this share of its longer arm: its linearisation has failed (IN9). */
const GUARD = 0.05;
/** An approach faster than this that closes the gap within the step is an impact: the midpoint would bounce (IN14). */
const IMPACT_SPEED = 0.02; // m/s

export class Stepper implements StepMemory {
  steps = 0;
  jointMemory: Float64Array = new Float64Array(0);
  contactImpulse: Float64Array = new Float64Array(0);
  contactFirst: Int32Array = new Int32Array(1);
  solved: readonly SolvedProblem[] = [];
  contactStates: Uint8Array | undefined;
  touching: readonly number[] = [];
  readonly h: number;
  readonly parts: StepParts;
  private readonly state = new StepState();
  private readonly one = new OneSolve();
  private readonly implicit = new ImplicitStep();
  private readonly projection = new Projection();
  private readonly group = new SolveGroup();
  private readonly islands = new BodyIslands();
  /** Seven numbers a body: where those with a course are at the end of the step. */
  private courseEnd: Float64Array = new Float64Array(0);
  private way: Uint8Array = new Uint8Array(0);
  private readonly marks = new Float64Array(STAGES.length + 1);

  constructor(parts: StepParts) {
    this.parts = parts;
    this.h = parts.h;
  }

  step(): StepReport {
    const { bodies, colliders, contactRows, joints, clock, h } = this.parts;
    const { marks, state } = this;
    const mark = (stage: number) => {
      if (clock) marks[stage] = clock();
    };
    mark(0);

    // 1 apply forces
    this.followCourses();
    const { sleep } = this.parts;
    if (sleep && this.isKnown() && nothingStirs(this.parts, sleep)) return this.sleepOn(mark);
    const frames = new Frames(bodies.pose);
    this.one.begin(this.parts, frames, this.jointMemory);
    mark(1);

    // 2 collide
    colliders.update(bodies, this.parts.margin, h);
    const points = this.detect();
    mark(2);

    // 3 islands
    this.findIslands(points);
    if (sleep) wakeTouched(this.parts, points, this.islands);
    mark(3);

    // 4 and 5 are mostly inside the ways to step: rows are written where they are solved
    contactRows.begin(this.parts);
    state.begin(bodies, rowCount(joints), contactRows.first[points.count]);
    mark(4);
    this.warmStart();
    mark(5);

    // 6 solve and 7 integrate, island by island where they differ
    this.chooseWays(points);
    this.advance(frames, points);
    if (this.parts.integrator === 'euler' && this.guard()) {
      this.warmStart();
      this.advance(frames, points);
    }
    if (this.parts.projection === 'joints') {
      this.selectOneSolve(points);
      this.projection.project(this.parts, state, this.group, frames);
    }
    mark(6);
    this.expectFinite();
    if (sleep) fallAsleep(bodies, state, this.islands, sleep);
    mark(7);

    // 8 measure
    const measured = this.measure(points);
    mark(8);

    // 9 record
    contactRows.remember(this.parts, h, state.contactImpulse, state.moving);
    contactRows.memory.commit();
    this.jointMemory = state.jointImpulse.slice();
    const broken = this.recordJoints(frames);
    bodies.sleep.stirred.fill(0);
    this.contactFirst = contactRows.first.slice(0, points.count + 1);
    this.contactImpulse = state.contactImpulse.slice(0, contactRows.first[points.count]);
    this.solved = state.solved;
    this.contactStates = undefined;
    const touching = pressingPairs(points, colliders.body, state.contactImpulse, contactRows.first);
    const began = pairsWithout(touching, this.touching, bodies.handles);
    const ended = pairsWithout(this.touching, touching, bodies.handles);
    this.touching = touching;
    bodies.velocity.set(state.velocity);
    bodies.pose.set(state.pose);
    bodies.force.fill(0);
    bodies.touched = false;
    this.steps++;
    mark(9);
    return this.report(points, measured, began, ended, this.sensed(), broken);
  }

  /** Written out: properties added to a spread object cost 20 us, 3 % of a step of the wall. */
  private report(
    points: ContactPoints,
    measured: ReturnType<Stepper['measure']>,
    began: readonly BodyPair[],
    ended: readonly BodyPair[],
    sensed: readonly BodyPair[],
    broken: readonly string[],
  ): StepReport {
    const { bodies, clock, h } = this.parts;
    const { marks, state } = this;
    return {
      step: this.steps,
      time: this.steps * h,
      rows: measured.rows,
      contactCount: points.count,
      islands: this.islands.count,
      sleeping: countSleeping(bodies),
      implicitIslands: this.implicitIslands(),
      solves: state.solves,
      broken,
      status: measured.status,
      iterations: measured.iterations,
      energyError: measured.energyError,
      frictionConsistency: measured.frictionConsistency,
      deepest: measured.deepest,
      began,
      ended,
      sensed,
      ledger: measured.ledger,
      solveMs: clock ? state.solveMs : undefined,
      ms: clock ? marks[9] - marks[0] : undefined,
      stageMs: clock ? STAGES.map((_, k) => marks[k + 1] - marks[k]) : undefined,
    };
  }

  /** The last step's points and impulses belong together: not so once a body was removed. */
  private isKnown(): boolean {
    return this.contactFirst.length === this.parts.detector.points.count + 1;
  }

  /** A step through which everything sleeps: only the time changes. */
  private sleepOn(mark: (stage: number) => void): StepReport {
    const { bodies, detector, gravity, joints } = this.parts;
    const { state } = this;
    const { points } = detector;
    this.findIslands(points);
    state.begin(bodies, rowCount(joints), 0);
    state.velocity.set(bodies.velocity);
    state.pose.set(bodies.pose);
    state.ledger.open(bodies.kineticEnergy(bodies.pose, bodies.velocity), bodies.potentialEnergy(bodies.pose, gravity));
    this.way = new Uint8Array(bodies.count).fill(ASLEEP);
    const measured = this.measure(points);
    this.solved = [];
    this.contactStates = undefined;
    bodies.force.fill(0);
    this.steps++;
    for (let stage = 1; stage <= STAGES.length; stage++) mark(stage);
    return this.report(points, measured, NO_PAIRS, NO_PAIRS, NO_PAIRS, []);
  }

  jointsChanged(): void {
    this.jointMemory = new Float64Array(0);
  }

  /** Joint j is about to go: the others keep their impulses. */
  jointRemoved(j: number): void {
    const { joints } = this.parts;
    const from = rowCount(joints.slice(0, j));
    const to = from + joints[j].rows.length;
    this.solved = [];
    if (this.jointMemory.length !== rowCount(joints)) return; // new joints have none yet
    this.jointMemory = Float64Array.from([...this.jointMemory.subarray(0, from), ...this.jointMemory.subarray(to)]);
  }

  /** A body is gone: what the last step left is shown no more, and the pairs that it touched have not ended but vanished. */
  bodyRemoved(body: number): void {
    this.contactImpulse = new Float64Array(0);
    this.contactFirst = new Int32Array(1);
    this.solved = [];
    this.touching = pairsWithoutBody(this.touching, body);
  }

  restore(memory: StepMemory): void {
    Object.assign(this, memory);
  }

  release(): void {
    this.parts.solver.release();
  }

  /** Kinematic bodies with a course get the velocity that leads to its next place (DY8); a failed step gives it back. */
  private followCourses(): void {
    const { bodies, h } = this.parts;
    if (this.courseEnd.length !== 7 * bodies.count) this.courseEnd = new Float64Array(7 * bodies.count);
    for (const [k, course] of bodies.courses) {
      placeOnCourse(course, this.steps + 1, h, `body ${bodies.names[k]}`, this.courseEnd, 7 * k);
      velocityTo(this.courseEnd, bodies, k, h);
    }
  }

  /** A body too fast or too far for numbers is a failed step, not a mistake in its collider. */
  private detect(): ContactPoints {
    const { detector, colliders, excluded } = this.parts;
    try {
      return detector.detect(colliders, excluded);
    } catch (error) {
      if (error instanceof CollisionError) throw new StepError(this.steps + 1, [], [], error.message);
      throw error;
    }
  }

  private sensed(): readonly BodyPair[] {
    const { detector, colliders, bodies } = this.parts;
    const { count, a, b } = detector.sensed;
    if (count === 0) return NO_PAIRS;
    const { body } = colliders;
    return Array.from({ length: count }, (_, k) => pairOf(bodies.handles, body[a[k]], body[b[k]]));
  }

  private findIslands(points: ContactPoints): void {
    const { bodies, colliders, joints } = this.parts;
    this.islands.begin(bodies.count);
    for (const { bodies: members, broken } of joints) {
      if (broken) continue;
      // every pair: a differential whose first body cannot move still connects the others
      members.forEach((body, k) => {
        for (const other of members.slice(k + 1)) this.islands.join(body, other, bodies.slot);
      });
    }
    for (let i = 0; i < points.count; i++)
      this.islands.join(colliders.body[points.a[i]], colliders.body[points.b[i]], bodies.slot);
    this.islands.end(bodies.count);
  }

  /** Joints count their turns, and break, from poses before and after. Names of those that broke. */
  private recordJoints(before: Frames): string[] {
    const { joints, h } = this.parts;
    const after = new Frames(this.state.pose);
    const broken: string[] = [];
    let at = 0;
    for (const joint of joints) {
      const whole = !joint.broken;
      joint.record({ before, after, x: this.jointMemory, at, h });
      if (whole && joint.broken) broken.push(joint.name);
      at += joint.rows.length;
    }
    return broken;
  }

  /** Impulses of the last step, as first guess. */
  private warmStart(): void {
    const { state, jointMemory } = this;
    if (state.jointImpulse.length === jointMemory.length) state.jointImpulse.set(jointMemory);
    else state.jointImpulse.fill(0);
    this.parts.contactRows.warmStart(this.parts, state.contactImpulse);
  }

  /** Under `midpoint`, islands with joints are implicit: by the midpoint, or by implicit Euler where they hit something. */
  private chooseWays(points: ContactPoints): void {
    const { bodies, joints, integrator } = this.parts;
    if (this.way.length !== bodies.count) this.way = new Uint8Array(bodies.count);
    this.way.fill(BY_ONE_SOLVE);
    if (this.parts.sleep)
      for (let k = 0; k < bodies.count; k++)
        if (bodies.slot[k] >= 0 && bodies.sleep.asleep[k] === 1) this.way[k] = ASLEEP;
    if (integrator !== 'midpoint') return;
    const frames = new Frames(bodies.pose);
    for (const joint of joints)
      this.setWay(joint.bodies, joint.strikes(frames, bodies.velocity, this.h) ? BY_IMPLICIT_EULER : BY_MIDPOINT);
    for (let i = 0; i < points.count; i++) this.avoidBounce(points, i);
    this.spreadWays();
  }

  private setWay(members: readonly number[], way: number): void {
    for (const body of members)
      if (body >= 0 && this.parts.bodies.slot[body] >= 0) {
        const root = this.islands.of(body);
        this.way[root] = Math.max(this.way[root], way);
      }
  }

  /** Every body goes the way of its island. */
  private spreadWays(): void {
    const { bodies } = this.parts;
    for (let k = 0; k < bodies.count; k++) if (bodies.slot[k] >= 0) this.way[k] = this.way[this.islands.of(k)];
  }

  /** (IN14): an island in which a contact closes at speed within the step is stepped by implicit Euler. */
  private avoidBounce(points: ContactPoints, i: number): void {
    const { colliders, bodies, h } = this.parts;
    const members = [colliders.body[points.a[i]], colliders.body[points.b[i]]];
    if (members.every((body) => bodies.slot[body] < 0 || this.way[this.islands.of(body)] === BY_ONE_SOLVE)) return;
    const speed = closingSpeed(points, i, members, bodies.pose, bodies.velocity);
    if (speed < -IMPACT_SPEED && points.gap[i] + h * speed < 0) this.setWay(members, BY_IMPLICIT_EULER);
  }

  /** Stages 4 to 7 of every island, each in its way. */
  private advance(frames: Frames, points: ContactPoints): void {
    const { parts, state, group, way } = this;
    const { bodies, colliders, joints, h } = parts;
    state.solved = [];
    state.velocity.set(bodies.velocity);
    state.moving.set(bodies.velocity);
    state.pose.set(bodies.pose);
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.motion[k] !== 'kinematic') continue;
      if (bodies.courses.has(k)) state.pose.set(this.courseEnd.subarray(7 * k, 7 * k + 7), 7 * k);
      else movePose(bodies.pose, k, bodies.velocity, 6 * k, h, state.pose);
    }
    state.ledger.open(
      bodies.kineticEnergy(bodies.pose, bodies.velocity),
      bodies.potentialEnergy(bodies.pose, parts.gravity),
    );
    this.selectOneSolve(points);
    this.one.solve(parts, state, group, frames);
    this.one.account(parts, state, group, frames);
    for (const [kind, theta] of [
      [BY_MIDPOINT, 0.5],
      [BY_IMPLICIT_EULER, 1],
    ]) {
      if (!way.includes(kind)) continue;
      group.select(bodies, joints, points, colliders.body, way, kind);
      this.implicit.step(parts, state, group, theta);
    }
  }

  /** The bodies that one MLCP moves: most often all. */
  private selectOneSolve(points: ContactPoints): void {
    const { bodies, colliders, joints } = this.parts;
    const { group, way } = this;
    const parted = way.includes(BY_MIDPOINT) || way.includes(BY_IMPLICIT_EULER) || way.includes(ASLEEP);
    if (parted) group.select(bodies, joints, points, colliders.body, way, BY_ONE_SOLVE);
    else group.selectAll(bodies, joints, points);
  }

  /** Marks the islands whose joints the step has torn open; true: there are some. */
  private guard(): boolean {
    const { joints, bodies } = this.parts;
    const frames = new Frames(this.state.pose);
    let torn = false;
    for (const joint of joints) {
      if (joint.reach === undefined || joint.gap(frames) <= GUARD * joint.reach) continue;
      if (joint.bodies.some((k) => k >= 0 && this.way[k] === ASLEEP)) continue;
      this.setWay(joint.bodies, BY_IMPLICIT_EULER);
      torn = true;
    }
    if (torn) this.spreadWays();
    return torn && bodies.dynamicCount > 0;
  }

  private implicitIslands(): number {
    const { bodies } = this.parts;
    let count = 0;
    for (let k = 0; k < bodies.count; k++)
      if ([BY_MIDPOINT, BY_IMPLICIT_EULER].includes(this.way[k]) && this.islands.of(k) === k) count++;
    return count;
  }

  private expectFinite(): void {
    const { pose, velocity, solved } = this.state;
    let sum = 0;
    for (let i = 0; i < velocity.length; i++) sum += 0 * velocity[i];
    for (let i = 0; i < pose.length; i++) sum += 0 * pose[i];
    if (sum === 0) return;
    const { bodies } = this.parts;
    const rows = [...(solved[0]?.solution.x ?? []).entries()].flatMap(([i, x]) => (Number.isFinite(x) ? [] : [i]));
    const broken = bodies.names.filter((_, k) => {
      const numbers = [...velocity.subarray(6 * k, 6 * k + 6), ...pose.subarray(7 * k, 7 * k + 7)];
      return !numbers.every(Number.isFinite);
    });
    this.parts.detector.undo();
    const inRows = rows.length > 0 ? `${rows.length} impulses that are not (rows ${some(rows)}), ` : '';
    throw new StepError(this.steps + 1, broken, rows, `${inRows}bodies ${some(broken)} that are not`);
  }

  /** Stage 8: both errors from x alone, the ledger, the deepest overlap. */
  private measure(points: ContactPoints) {
    const { bodies, gravity } = this.parts;
    const { state } = this;
    const iterations = { direct: 0, iterative: 0, coupling: 0, total: 0 };
    let rows = 0;
    let status: Status | 'empty' = 'empty';
    let energy = NO_ERROR;
    let consistency = NO_ERROR;
    for (const { problem, solution, w: known } of state.solved) {
      rows += problem.n;
      status = status === 'empty' ? solution.status : worseOf(status, solution.status);
      for (const key of ['direct', 'iterative', 'coupling', 'total'] as const)
        iterations[key] += solution.iterations[key];
      const { x, lo, hi } = solution;
      const w = known ?? velocities(problem, x, new Float64Array(problem.n));
      energy = together(energy, energyErrorOf(problem, x, w, { lo, hi }));
      consistency = together(consistency, frictionConsistencyOf(problem, x, w));
    }
    let deepest = 0;
    for (let i = 0; i < points.count; i++) deepest = Math.max(deepest, -points.gap[i]);
    const ledger = state.ledger.close(
      bodies.kineticEnergy(state.pose, state.velocity),
      bodies.potentialEnergy(state.pose, gravity),
    );
    return { rows, status, iterations, energyError: energy, frictionConsistency: consistency, deepest, ledger };
  }
}

/** Errors of separate MLCPs add up; the worst row is that of the first with any. */
function together(a: Measured, b: Measured): Measured {
  if (a === NO_ERROR) return b;
  return { value: a.value + b.value, unit: a.unit, worstRow: a.worstRow >= 0 ? a.worstRow : b.worstRow };
}

/** Speed of B against A along the normal of a contact, m/s; negative: they close. */
function closingSpeed(
  { normal, pointA, pointB }: ContactPoints,
  i: number,
  [a, b]: readonly number[],
  pose: Float64Array,
  velocity: Float64Array,
): number {
  const along = (body: number): number => {
    const [rx, ry, rz] = [0, 1, 2].map((c) => 0.5 * (pointA[3 * i + c] + pointB[3 * i + c]) - pose[7 * body + c]);
    const v = velocity.subarray(6 * body, 6 * body + 6);
    return (
      normal[3 * i] * (v[0] + v[4] * rz - v[5] * ry) +
      normal[3 * i + 1] * (v[1] + v[5] * rx - v[3] * rz) +
      normal[3 * i + 2] * (v[2] + v[3] * ry - v[4] * rx)
    );
  };
  return along(b) - along(a);
}

function some(values: readonly (number | string)[]): string {
  return values.length > 5 ? `${values.slice(0, 5).join(', ')}, ...` : values.join(', ');
}
