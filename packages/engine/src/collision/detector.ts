/**
 * Finds the contact points of all colliders: boxes in the world, candidate pairs, then each pair in the axes of one of
 * its shapes, and the points of the last step found again.   docs/theory/collision.md (CO4) (CO5)
 * All memory belongs to the instance; once the arrays have grown to the largest scene, a call allocates nothing for its points.
 */
import { rotationMatrix } from '../linalg/mat3.ts';
import { BroadPhase } from './broad-phase/broad-phase.ts';
import { Candidates } from './broad-phase/candidates.ts';
import type { PairSet } from './broad-phase/pair-set.ts';
import { type Colliders, CollisionError, checkColliders } from './colliders.ts';
import { type ContactArrays, ContactPoints } from './contact-points.ts';
import { collideFor, RANK } from './dispatch.ts';
import { mirrored } from './features/feature-names.ts';
import { Matcher } from './manifold/matching.ts';
import { type PairArrays, PairTable } from './manifold/pair-table.ts';
import { Pair } from './pair.ts';
import { relativePose } from './relative-pose.ts';
import type { Shape } from './shapes/shape.ts';
import { boundingRadius, KINDS } from './shapes/shape-kinds.ts';
import { sphereBounds } from './shapes/sphere.ts';

export { PairSet } from './broad-phase/pair-set.ts';
export type { Colliders } from './colliders.ts';
export { CollisionError } from './colliders.ts';
export { ContactPoints } from './contact-points.ts';

/** Points and pairs that the next detect() starts from, as plain copies. */
export interface DetectorState {
  readonly points: ContactArrays;
  readonly pairs: PairArrays;
}

/** Roles of bodies in a call that looks at some of them: moves on, stays as it is, cannot be moved by impulses. */
export const ACTIVE = 1;
export const HELD = 0;
export const IMMOVABLE = 2;

const SPHERE = RANK.sphere;
const BOUNDS = KINDS.map(({ bounds }) => bounds);

/** The rows of more contacts would take more than 2 GB: about 4.5 kB per point. */
const MOST_POINTS = 400000;

/** Two bodies are looked at if one is active and the other is not held. */
const looksAt = (p: number, q: number): boolean => (p === ACTIVE && q !== HELD) || (q === ACTIVE && p !== HELD);

export class Detector {
  /** Pairs of the last call that overlap and hold a sensor, sorted; fields a and b, the first `count`. */
  readonly sensed = new PairTable();
  private current = new ContactPoints();
  private last = new ContactPoints();
  private pairs = new PairTable();
  private lastPairs = new PairTable();
  private readonly broadPhase = new BroadPhase();
  private readonly candidates = new Candidates();
  private readonly pair = new Pair();
  private readonly matcher = new Matcher();
  private R = new Float64Array(0);
  private bounds = new Float64Array(0);
  private rank = new Uint8Array(0);
  private radius = new Float64Array(0); // of the ball about the origin that holds the shape
  private reach = new Float64Array(0); // the same with the margin
  private readonly diameter = new Float64Array(1);
  private shapes: (Shape | undefined)[] = []; // whose rank and radius are known
  private canUndo = false;

  /** Points of the last call; valid until the call after the next. */
  get points(): ContactPoints {
    return this.current;
  }

  /**
   * Finds all points with gap <= the sum of the margins; `excluded` are pairs of bodies that do not collide.
   * @param roles by body, if only some bodies move on: pairs without an active body keep their points, an active body does not meet
   * a held one
   */
  detect(colliders: Colliders, excluded?: PairSet, roles?: Uint8Array): ContactPoints {
    checkColliders(colliders);
    this.place(colliders);
    this.findCandidates(colliders, excluded);
    this.exchange();
    this.canUndo = true;
    this.current.count = 0;
    this.matcher.begin(this.last, this.current);
    this.pairs.count = 0;
    this.sensed.count = 0;
    const { a, b, count } = this.candidates;
    const { body } = colliders;
    let cursor = 0; // both lists of pairs are sorted
    const { lastPairs } = this;
    for (let k = 0; k < count; k++) {
      const i = a[k];
      const j = b[k];
      if (roles && !looksAt(roles[body[i]], roles[body[j]])) continue;
      while (
        cursor < lastPairs.count &&
        (lastPairs.a[cursor] < i || (lastPairs.a[cursor] === i && lastPairs.b[cursor] < j))
      )
        this.pass(body, cursor++, roles);
      const known = cursor < lastPairs.count && lastPairs.a[cursor] === i && lastPairs.b[cursor] === j;
      this.narrow(colliders, i, j, known ? cursor++ : -1);
      if (this.current.count > MOST_POINTS) this.giveUp();
    }
    if (roles) while (cursor < lastPairs.count) this.pass(body, cursor++, roles);
    return this.current;
  }

  private findCandidates(colliders: Colliders, excluded: PairSet | undefined): void {
    const { candidates, bounds, reach, R } = this;
    if (!candidates.holds(colliders, bounds, reach)) {
      candidates.begin(colliders, bounds, reach);
      this.broadPhase.find(colliders, R, candidates);
      candidates.sort();
    }
    candidates.choose(colliders, bounds, R, reach, excluded);
  }

  /** Pair k of the last call is not looked at: it keeps its points if none of its bodies is active. */
  private pass(body: ArrayLike<number>, k: number, roles: Uint8Array | undefined): void {
    if (!roles) return;
    const { a, b, start, end, hint } = this.lastPairs;
    if (roles[body[a[k]]] === ACTIVE || roles[body[b[k]]] === ACTIVE) return;
    const { current, last } = this;
    const from = current.count;
    for (let i = start[k]; i < end[k]; i++) current.take(last, i);
    this.pairs.add(a[k], b[k], from, current.count, hint[k]);
  }

  /** Puts the points of the last call back. @throws CollisionError */
  private giveUp(): never {
    this.undo();
    throw new CollisionError(`more than ${MOST_POINTS} contact points: many bodies are in one place`);
  }

  /** Forgets the last step. */
  clear(): void {
    this.current.count = 0;
    this.last.count = 0;
    this.pairs.count = 0;
    this.lastPairs.count = 0;
    this.sensed.count = 0;
    this.canUndo = false;
  }

  /** The points of the last detect() stay: `undo` takes back only a later one. */
  keep(): void {
    this.canUndo = false;
  }

  /** Takes the last detect() back, if there was one since `keep`: the points before it are the last ones again. */
  undo(): void {
    if (!this.canUndo) return;
    this.canUndo = false;
    this.exchange();
    this.last.count = 0;
    this.lastPairs.count = 0;
  }

  /**
   * Colliders have got new numbers, in the same order: map[old] is the new one, or -1 if it is gone. Points of those are
   * forgotten. The old numbers of the points that stay, ascending.
   */
  remap(map: ArrayLike<number>): number[] {
    const { current: points, pairs } = this;
    const kept: number[] = [];
    let to = 0;
    for (let k = 0; k < pairs.count; k++) {
      const [a, b] = [map[pairs.a[k]], map[pairs.b[k]]];
      if (a < 0 || b < 0) continue;
      const start = kept.length;
      for (let i = pairs.start[k]; i < pairs.end[k]; i++) {
        points.move(i, kept.length);
        points.a[kept.length] = a;
        points.b[kept.length] = b;
        kept.push(i);
      }
      pairs.a[to] = a;
      pairs.b[to] = b;
      pairs.start[to] = start;
      pairs.end[to] = kept.length;
      pairs.hint[to] = pairs.hint[k];
      to++;
    }
    points.count = kept.length;
    pairs.count = to;
    return kept;
  }

  /** Points and pairs of the last call, valid until the next: for those who copy them. */
  present(): DetectorState {
    return { points: this.current, pairs: this.pairs };
  }

  save(): DetectorState {
    const points = new ContactPoints();
    const pairs = new PairTable();
    points.copyFrom(this.current);
    pairs.copyFrom(this.pairs);
    return { points, pairs };
  }

  restore({ points, pairs }: DetectorState): void {
    this.clear();
    this.current.copyFrom(points);
    this.pairs.copyFrom(pairs);
  }

  /** Rotations, boxes with margins, and ranks of all colliders. */
  private place({ count, shape, pose, margin }: Colliders): void {
    if (this.rank.length < count) {
      this.R = new Float64Array(2 * 9 * count);
      this.bounds = new Float64Array(2 * 6 * count);
      this.rank = new Uint8Array(2 * count);
      this.radius = new Float64Array(2 * count);
      this.shapes = new Array(2 * count).fill(undefined);
      this.reach = new Float64Array(2 * count);
    }
    const { R, bounds, rank, radius, reach } = this;
    for (let i = 0; i < count; i++) {
      if (this.shapes[i] !== shape[i]) {
        this.shapes[i] = shape[i];
        this.candidates.forget();
        rank[i] = RANK[shape[i].kind];
        radius[i] = boundingRadius(shape[i]);
        // stays so for a sphere: how it is turned shows nowhere
        for (let k = 0; k < 9; k++) R[9 * i + k] = k % 4 === 0 ? 1 : 0;
      }
      if (rank[i] === SPHERE) sphereBounds(pose, radius, bounds, i);
      else {
        rotationMatrix(pose, 7 * i + 3, R, 9 * i);
        BOUNDS[rank[i]](shape[i], pose, R, bounds, i);
      }
      const more = margin[i];
      const at = 6 * i;
      reach[i] = radius[i] + more;
      bounds[at] -= more;
      bounds[at + 1] -= more;
      bounds[at + 2] -= more;
      bounds[at + 3] += more;
      bounds[at + 4] += more;
      bounds[at + 5] += more;
    }
  }

  private exchange(): void {
    const { current, pairs } = this;
    this.current = this.last;
    this.last = current;
    this.pairs = this.lastPairs;
    this.lastPairs = pairs;
  }

  private narrow(colliders: Colliders, i: number, j: number, known: number): void {
    const { shape, pose, margin } = colliders;
    const { pair, rank, lastPairs } = this;
    const swapped = rank[i] > rank[j];
    const first = swapped ? j : i;
    const second = swapped ? i : j;
    const collide = collideFor(rank[first], rank[second]);
    if (collide === undefined)
      throw new CollisionError(
        `colliders ${i} and ${j}: expected two kinds that collide, found ${shape[i].kind} and ${shape[j].kind}`,
      );
    pair.count = 0;
    pair.margin = margin[i] + margin[j];
    pair.hint = known >= 0 ? lastPairs.hint[known] : 0;
    relativePose(pose, this.R, first, second, rank[first] === SPHERE, pair);
    collide(shape[first], shape[second], pair);
    if (pair.count === 0) return;
    if (colliders.sensor !== undefined && (colliders.sensor[i] !== 0 || colliders.sensor[j] !== 0)) {
      this.sense(i, j);
      return;
    }
    this.match(i, j, swapped, known);
    const { current } = this;
    const start = current.count;
    this.emit(pose, i, j, first, swapped);
    current.count = start + pair.count;
    this.pairs.add(i, j, start, current.count, pair.hint);
  }

  /** A pair with a sensor counts if it overlaps. */
  private sense(i: number, j: number): void {
    const { gap, count } = this.pair;
    for (let k = 0; k < count; k++)
      if (gap[k] <= 0) {
        this.sensed.add(i, j, 0, 0, 0);
        return;
      }
  }

  private match(i: number, j: number, swapped: boolean, known: number): void {
    const { pair, lastPairs } = this;
    if (swapped) for (let k = 0; k < pair.count; k++) pair.feature[k] = mirrored(pair.feature[k]);
    this.diameter[0] = 2 * Math.min(this.radius[i], this.radius[j]);
    const from = known >= 0 ? lastPairs.start[known] : 0;
    const to = known >= 0 ? lastPairs.end[known] : 0;
    this.current.reserve(this.current.count + pair.count);
    this.matcher.match(pair, swapped, from, to, this.diameter);
  }

  /** Writes where the points of the pair are, in the order of their names, in the world and in the axes of the shapes. */
  private emit(pose: Float64Array, i: number, j: number, first: number, swapped: boolean): void {
    const { pair, matcher, current: out, R } = this;
    const { point, normal, gap: gaps, count, R: S, t } = pair;
    const r = 9 * first;
    const r0 = R[r];
    const r1 = R[r + 1];
    const r2 = R[r + 2];
    const r3 = R[r + 3];
    const r4 = R[r + 4];
    const r5 = R[r + 5];
    const r6 = R[r + 6];
    const r7 = R[r + 7];
    const r8 = R[r + 8];
    const p = 7 * first;
    const sign = swapped ? -1 : 1;
    const onFirst = swapped ? out.pointB : out.pointA;
    const onSecond = swapped ? out.pointA : out.pointB;
    const ofFirst = swapped ? out.anchorB : out.anchorA;
    const ofSecond = swapped ? out.anchorA : out.anchorB;
    for (let rank = 0; rank < count; rank++) {
      const k = matcher.order[rank];
      const from = 3 * k;
      const at = out.count + rank;
      const to = 3 * at;
      const x = point[from];
      const y = point[from + 1];
      const z = point[from + 2];
      const nx = normal[from];
      const ny = normal[from + 1];
      const nz = normal[from + 2];
      const gap = gaps[k];
      const wx = r0 * nx + r1 * ny + r2 * nz;
      const wy = r3 * nx + r4 * ny + r5 * nz;
      const wz = r6 * nx + r7 * ny + r8 * nz;
      const fx = pose[p] + (r0 * x + r1 * y + r2 * z);
      const fy = pose[p + 1] + (r3 * x + r4 * y + r5 * z);
      const fz = pose[p + 2] + (r6 * x + r7 * y + r8 * z);
      onFirst[to] = fx;
      onFirst[to + 1] = fy;
      onFirst[to + 2] = fz;
      onSecond[to] = fx + gap * wx;
      onSecond[to + 1] = fy + gap * wy;
      onSecond[to + 2] = fz + gap * wz;
      out.normal[to] = sign * wx;
      out.normal[to + 1] = sign * wy;
      out.normal[to + 2] = sign * wz;
      ofFirst[to] = x;
      ofFirst[to + 1] = y;
      ofFirst[to + 2] = z;
      const dx = x + gap * nx - t[0];
      const dy = y + gap * ny - t[1];
      const dz = z + gap * nz - t[2];
      ofSecond[to] = S[0] * dx + S[3] * dy + S[6] * dz;
      ofSecond[to + 1] = S[1] * dx + S[4] * dy + S[7] * dz;
      ofSecond[to + 2] = S[2] * dx + S[5] * dy + S[8] * dz;
      out.gap[at] = gap;
      out.a[at] = i;
      out.b[at] = j;
    }
  }
}
