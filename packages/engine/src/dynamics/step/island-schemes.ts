/**
 * The scheme by which each island is stepped: the only place that decides it.   docs/theory/integrators.md (IN9), (IN14)
 *
 * One MLCP moves most islands. Under `midpoint`, islands with joints or force laws are stepped by the implicit midpoint, or by implicit
 * Euler if something is hit within the step. Under `auto` these are the islands with springs or loops. Under `euler`, islands whose joints the step has torn open are stepped again by implicit Euler.
 */
import { HELD } from '../../collision/detector.ts';
import { slipAlong } from '../../contact/point-motion.ts';
import { inverseMassOf } from '../integrators/law-forces.ts';
import { closesHard, type Joint } from '../joints/joint.ts';
import { Frames } from '../joints/parts/frames.ts';
import type { BodyIslands } from '../state/body-islands.ts';
import type { SolveGroup } from '../state/solve-group.ts';
import { hasMidpoint, type StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';
import { Loops } from './loops.ts';

/** From weak to strong: an island gets the strongest scheme that one of its joints or contacts asks for. */
export const BY_ONE_SOLVE = 0;
export const BY_MIDPOINT = 1;
export const BY_IMPLICIT_EULER = 2;
const ASLEEP = 3;

const NO_JOINTS: readonly Joint[] = [];

export class IslandSchemes {
  /** Per body; of bodies that cannot move: BY_ONE_SOLVE. */
  private scheme: Uint8Array = new Uint8Array(0);
  /** True: one MLCP moves every body; most steps are such, and need no look at each body. */
  private isOne = true;
  private readonly loops = new Loops();
  private readonly both = new Float64Array(6);

  /** Chooses before the islands are stepped; bodies that `roles` hold stay where they are, like those that sleep. */
  choose(parts: StepParts, islands: BodyIslands, roles?: Uint8Array): void {
    const { bodies, joints, h } = parts;
    if (this.scheme.length !== bodies.count) this.scheme = new Uint8Array(bodies.count);
    const { scheme } = this;
    scheme.fill(BY_ONE_SOLVE);
    this.isOne = !parts.sleep && !roles;
    if (parts.sleep)
      for (let k = 0; k < bodies.count; k++)
        if (bodies.slot[k] >= 0 && bodies.sleep.asleep[k] === 1) scheme[k] = ASLEEP;
    if (roles) for (let k = 0; k < bodies.count; k++) if (bodies.slot[k] >= 0 && roles[k] === HELD) scheme[k] = ASLEEP;
    if (!hasMidpoint(parts)) return;
    for (const { bodies: members = [], forces, steady } of parts.drivers)
      if (forces && !steady) for (const { index } of members) this.set(parts, islands, [index], BY_MIDPOINT);
    const all = parts.integrator === 'midpoint';
    if (!all) this.findSprings(parts, islands);
    const frames = new Frames(bodies.pose);
    for (const joint of joints) {
      if (!all && this.isOneSolveIsland(parts, islands, joint)) continue;
      const strikes = joint.strikes(frames, bodies.velocity, h, (k, J) => inverseMassOf(bodies, k, J));
      this.set(parts, islands, joint.bodies, strikes ? BY_IMPLICIT_EULER : BY_MIDPOINT);
    }
    for (let i = 0; i < parts.detector.points.count; i++) this.avoidBounce(parts, islands, i);
    this.spread(parts, islands);
  }

  /** Under `auto`: islands with servos, force laws or loops are stepped by the midpoint (IN34). */
  private findSprings(parts: StepParts, islands: BodyIslands): void {
    const { bodies, joints } = parts;
    for (const joint of joints)
      if (!joint.broken && (joint.kind === 'force-law' || joint.rows.some((row) => row.endsWith('servo'))))
        this.set(parts, islands, joint.bodies, BY_MIDPOINT);
    if (!this.loops.find(parts)) return;
    for (let k = 0; k < bodies.count; k++) if (this.loops.flags[k] === 1) this.set(parts, islands, [k], BY_MIDPOINT);
  }

  private isOneSolveIsland({ bodies }: StepParts, islands: BodyIslands, joint: Joint): boolean {
    const moves = (k: number) => k >= 0 && bodies.slot[k] >= 0;
    return joint.bodies.every((k) => !moves(k) || this.scheme[islands.of(k)] === BY_ONE_SOLVE);
  }

  /** Everything sleeps through the step. */
  allAsleep({ bodies }: StepParts): void {
    this.scheme = new Uint8Array(bodies.count).fill(ASLEEP);
    this.isOne = false;
  }

  /** Joints that the step has torn open (IN9); those that hold nothing that moves, or that sleep, cannot tear. */
  tornJoints({ bodies, joints, h }: StepParts, state: StepState, before: Frames): readonly Joint[] {
    if (joints.length === 0) return NO_JOINTS;
    const after = new Frames(state.pose);
    const torn: Joint[] = [];
    let at = 0;
    for (const joint of joints) {
      let moves = false;
      for (const k of joint.bodies) if (k >= 0 && bodies.slot[k] >= 0 && this.scheme[k] !== ASLEEP) moves = true;
      if (moves && joint.torn({ before, after, x: state.jointImpulse, at, h })) torn.push(joint);
      at += joint.rows.length;
    }
    return torn;
  }

  /** Islands of torn joints are stepped by implicit Euler. */
  markTorn(parts: StepParts, islands: BodyIslands, torn: readonly Joint[]): void {
    for (const joint of torn) this.set(parts, islands, joint.bodies, BY_IMPLICIT_EULER);
    this.spread(parts, islands);
  }

  /** True: one MLCP moves this body in the present step. */
  isOneSolve(body: number): boolean {
    return this.scheme[body] === BY_ONE_SOLVE;
  }

  /** True: this body sleeps, or is held while others are stepped. */
  stays(body: number): boolean {
    return this.scheme[body] === ASLEEP;
  }

  has(scheme: number): boolean {
    return this.isOne ? scheme === BY_ONE_SOLVE : this.scheme.includes(scheme);
  }

  /** The group gets all that is stepped by a scheme; most often that is everything. */
  select(parts: StepParts, scheme: number, group: SolveGroup): void {
    const parted = scheme !== BY_ONE_SOLVE || this.has(BY_MIDPOINT) || this.has(BY_IMPLICIT_EULER) || this.has(ASLEEP);
    if (parted) group.select(parts, this.scheme, scheme);
    else group.selectAll(parts);
  }

  /** The group gets the flagged bodies among those that one MLCP moves. False: there are none. */
  selectFlagged(parts: StepParts, flags: Uint8Array, group: SolveGroup): boolean {
    for (let k = 0; k < flags.length; k++) if (this.scheme[k] !== BY_ONE_SOLVE) flags[k] = 0;
    group.select(parts, flags, 1);
    return group.joints.length > 0;
  }

  /** Islands that are stepped implicitly. */
  implicitCount({ bodies }: StepParts, islands: BodyIslands): number {
    let count = 0;
    for (let k = 0; k < bodies.count && !this.isOne; k++) {
      const implicit = this.scheme[k] === BY_MIDPOINT || this.scheme[k] === BY_IMPLICIT_EULER;
      if (implicit && islands.of(k) === k) count++;
    }
    return count;
  }

  private set({ bodies }: StepParts, islands: BodyIslands, members: readonly number[], scheme: number): void {
    for (const body of members)
      if (body >= 0 && bodies.slot[body] >= 0) {
        const root = islands.of(body);
        this.isOne = false;
        this.scheme[root] = Math.max(this.scheme[root], scheme);
      }
  }

  /** Every body gets the scheme of its island. */
  private spread({ bodies }: StepParts, islands: BodyIslands): void {
    for (let k = 0; k < bodies.count; k++) if (bodies.slot[k] >= 0) this.scheme[k] = this.scheme[islands.of(k)];
  }

  /** (IN14): an island in which a contact closes at speed within the step is stepped by implicit Euler. */
  private avoidBounce(parts: StepParts, islands: BodyIslands, i: number): void {
    const { bodies, colliders, h } = parts;
    const { points } = parts.detector;
    const members = [colliders.body[points.a[i]], colliders.body[points.b[i]]];
    if (members.every((body) => bodies.slot[body] < 0 || this.scheme[islands.of(body)] === BY_ONE_SOLVE)) return;
    parts.contactRows.frames.velocitiesAt(i, bodies.velocity, this.both);
    const speed = slipAlong(this.both, points.normal, 3 * i);
    if (closesHard(points.gap[i], speed, h)) this.set(parts, islands, members, BY_IMPLICIT_EULER);
  }
}
