/**
 * Impacts that follow from impacts within one step, of islands without joints.   docs/theory/contact-rows.md (CR20)
 *
 *   v_0 = v*;   v_p = v_(p-1) + M^-1 J^T x_p:  the contacts that v_(p-1) closes fast bounce, other contacts with restitution are left out;
 *   in the end all contacts as they are, without bounces;   x = sum x_p
 *
 * One MLCP would let contacts that only the impacts of the step close meet without bouncing: two elastic balls dropped
 * one above the other keep 63 % of their energy.
 */
import { slipAlong } from '../../contact/point-motion.ts';
import { joinSets, rootOf, separate } from '../../linalg/disjoint-sets.ts';
import { SolveGroup } from '../state/solve-group.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';

/** Most impacts one after the other in a step; what then still closes does so without a bounce. */
const LONGEST = 16;
/** Energy that a part may gain by rounding, relative. Newton's law with friction can gain more: such a part is taken back. */
const ROUNDING = 1e-9;

export class ImpactChains {
  /** Bodies and contacts of islands in which impacts may follow from impacts, and all the others. */
  readonly group = new SolveGroup();
  readonly others = new SolveGroup();
  private root: Int32Array = new Int32Array(0);
  private flags: Uint8Array = new Uint8Array(0);
  private readonly all: number[] = [];
  private readonly both = new Float64Array(6);
  private before: Float64Array = new Float64Array(0);
  private impulse: Float64Array = new Float64Array(0);

  /** Splits a group; false: no impact within the step can cause another one. @param vStar six numbers per body */
  find(parts: StepParts, group: SolveGroup, vStar: Float64Array): boolean {
    const { bodies, contactRows, h } = parts;
    if (!this.hasBounces(parts, group, vStar)) return false;
    const bouncing = group.points.filter((i) => contactRows.bounces(parts, i, h, vStar, vStar));
    this.join(parts, group);
    const { root, flags } = this;
    const [MEMBER, IDLE, BOUNCES, JOINTED] = [1, 2, 4, 8];
    const islandOf = (i: number) => rootOf(root, this.bodyOf(parts, i));
    flags.fill(0);
    for (const k of group.bodyOfSlot) flags[k] = MEMBER;
    for (const i of bouncing) flags[islandOf(i)] |= BOUNCES;
    let next = 0;
    for (const i of group.points)
      if (bouncing[next] === i) next++;
      else if (restitutionOf(parts, i) > 0) flags[islandOf(i)] |= IDLE;
    for (const j of group.joints)
      for (const k of parts.joints[j].bodies) if (k >= 0 && bodies.slot[k] >= 0) flags[rootOf(root, k)] |= JOINTED;
    const chained = (k: number) => {
      const flag = flags[rootOf(root, k)];
      return (flag & BOUNCES) !== 0 && (flag & IDLE) !== 0 && (flag & JOINTED) === 0;
    };
    let any = false;
    const way = new Uint8Array(bodies.count);
    for (const k of group.bodyOfSlot) {
      way[k] = chained(k) ? 2 : 1;
      any ||= way[k] === 2;
    }
    if (!any) return false;
    this.group.select(parts, way, 2);
    this.others.select(parts, way, 1);
    return true;
  }

  private hasBounces(parts: StepParts, { points }: SolveGroup, vStar: Float64Array): boolean {
    for (const i of points) if (parts.contactRows.bounces(parts, i, parts.h, vStar, vStar)) return true;
    return false;
  }

  /** Solves part after part; `solvePart` solves the rows of `group.points` and adds what they do to `state.moving`. */
  follow(parts: StepParts, state: StepState, vStar: Float64Array, solvePart: () => void): void {
    const { group, all } = this;
    const { contactRows, h } = parts;
    all.length = 0;
    for (const i of group.points) all.push(i);
    this.clearImpulses(parts, state);
    for (let part = 0; part < LONGEST; part++) {
      const bounces = (i: number) => contactRows.bounces(parts, i, h, vStar, state.moving);
      if (!all.some(bounces)) break;
      group.points = all.filter((i) => restitutionOf(parts, i) === 0 || bounces(i));
      contactRows.writeLater(parts, group.points, this.cleared(state), h, vStar, state.moving);
      if (!this.solve(parts, state, solvePart)) break;
    }
    group.points = all.slice();
    if (!all.some((i) => restitutionOf(parts, i) > 0 && this.presses(parts, i, state.moving))) return;
    contactRows.writeLater(parts, group.points, this.cleared(state), h, vStar, 'none');
    this.solve(parts, state, solvePart, Infinity);
  }

  private cleared({ rows, moving }: StepState): StepState['rows'] {
    rows.clear(this.group.slot, moving);
    return rows;
  }

  /** One part: impulses add up. False: it gained energy and was taken back. */
  private solve(parts: StepParts, state: StepState, solvePart: () => void, gain = ROUNDING): boolean {
    const { group } = this;
    const { contactRows, bodies } = parts;
    const { rows, contactImpulse: x } = state;
    this.before = state.moving.slice();
    this.impulse = x.slice();
    let row = 0;
    for (const i of group.points)
      for (let at = contactRows.first[i]; at < contactRows.first[i + 1]; at++, row++) {
        rows.b[row] += rows.C[row] * x[at]; // what the parts before have pressed already
        x[at] = 0;
      }
    const entries = { ...state.ledger.entries };
    const count = state.solved.length;
    solvePart();
    const energy = (v: Float64Array) =>
      group.bodyOfSlot.reduce((sum, k) => sum + bodies.kineticEnergyOf(k, bodies.pose, v), 0);
    if (energy(state.moving) > (1 + gain) * energy(this.before)) {
      state.moving.set(this.before);
      x.set(this.impulse);
      Object.assign(state.ledger.entries, entries);
      state.solved.length = count;
      return false;
    }
    for (const i of group.points)
      for (let at = contactRows.first[i]; at < contactRows.first[i + 1]; at++) x[at] += this.impulse[at];
    return true;
  }

  /** Point i is overlapped, or closes. */
  private presses(parts: StepParts, i: number, v: Float64Array): boolean {
    const { points } = parts.detector;
    if (points.gap[i] <= 0) return true;
    parts.contactRows.frames.velocitiesAt(i, v, this.both);
    return points.gap[i] + parts.h * slipAlong(this.both, points.normal, 3 * i) < 0;
  }

  private clearImpulses({ contactRows }: StepParts, { contactImpulse }: StepState): void {
    for (const i of this.group.points) contactImpulse.fill(0, contactRows.first[i], contactRows.first[i + 1]);
  }

  /** Bodies that contacts and joints connect get one root. */
  private join(parts: StepParts, group: SolveGroup): void {
    const { bodies, colliders, detector, joints } = parts;
    if (this.root.length !== bodies.count) {
      this.root = new Int32Array(bodies.count);
      this.flags = new Uint8Array(bodies.count);
    }
    separate(this.root, bodies.count);
    const moves = (k: number) => k >= 0 && bodies.slot[k] >= 0;
    const connect = (a: number, b: number) => {
      if (moves(a) && moves(b)) joinSets(this.root, a, b);
    };
    const { a, b } = detector.points;
    for (const i of group.points) connect(colliders.body[a[i]], colliders.body[b[i]]);
    for (const j of group.joints) for (const k of joints[j].bodies) connect(joints[j].bodies[0], k);
  }

  /** A body of point i that moves. */
  private bodyOf({ bodies, colliders, detector: { points } }: StepParts, i: number): number {
    const a = colliders.body[points.a[i]];
    return bodies.slot[a] >= 0 ? a : colliders.body[points.b[i]];
  }
}

function restitutionOf({ colliders, detector: { points } }: StepParts, i: number): number {
  return colliders.materialOf(points.a[i], points.b[i]).restitution;
}
