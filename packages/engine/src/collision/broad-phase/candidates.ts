/**
 * Pairs of colliders whose boxes overlap, first without those that never meet, then sorted by (a, b): two stable
 * counting sorts, linear, so nothing after this depends on the order in which the broad phase finds pairs.
 */
import { type Colliders, CollisionError } from '../colliders.ts';
import { grownInt32 } from '../contact-points.ts';
import type { PairSet } from './pair-set.ts';

/** Room for rounding in the square of the distance of two balls. */
const BALLS = 1 + 1e-9;

/** More are not looked at: bodies by the thousand are in one place, and the contacts of a step would not fit into memory. */
const MOST_PAIRS = 8e6;

export class Candidates {
  count = 0;
  a = new Int32Array(256);
  b = new Int32Array(256);
  private a2 = new Int32Array(256);
  private b2 = new Int32Array(256);
  private start = new Int32Array(64);
  private body = new Int32Array(0);
  private fixed = new Uint8Array(0);
  private pose = new Float64Array(0);
  private reach = new Float64Array(0);
  private excluded: PairSet | undefined;
  private groups: Int32Array | undefined;
  private meets: Int32Array | undefined;

  /** @param reach radius of the ball about each collider's origin that holds it, with its margin, m */
  begin({ body, fixed, pose, groups, meets }: Colliders, reach: Float64Array, excluded: PairSet | undefined): void {
    this.count = 0;
    this.groups = groups;
    this.meets = meets;
    this.pose = pose as Float64Array<ArrayBuffer>;
    this.reach = reach as Float64Array<ArrayBuffer>;
    this.body = body as Int32Array<ArrayBuffer>;
    this.fixed = fixed as Uint8Array<ArrayBuffer>;
    this.excluded = excluded !== undefined && excluded.size > 0 ? excluded : undefined;
  }

  /** Takes the pair unless the two never meet or the balls around them are apart. */
  push(i: number, j: number): void {
    const { body, fixed, pose, reach } = this;
    const x = pose[7 * j] - pose[7 * i];
    const y = pose[7 * j + 1] - pose[7 * i + 1];
    const z = pose[7 * j + 2] - pose[7 * i + 2];
    const far = reach[i] + reach[j];
    if (x * x + y * y + z * z > BALLS * far * far) return;
    if ((fixed[i] !== 0 && fixed[j] !== 0) || body[i] === body[j]) return;
    if (this.excluded?.has(body[i], body[j])) return;
    const { groups, meets } = this;
    if (groups !== undefined && meets !== undefined)
      if ((groups[i] & meets[j]) === 0 || (groups[j] & meets[i]) === 0) return;
    if (this.count === MOST_PAIRS)
      throw new CollisionError(`more than ${MOST_PAIRS} pairs of bodies that may touch: many bodies are in one place`);
    if (this.count === this.a.length) this.grow();
    this.a[this.count] = Math.min(i, j);
    this.b[this.count++] = Math.max(i, j);
  }

  /** Sorts by a, then b; both are below `bound`. */
  sort(bound: number): void {
    if (this.start.length < bound + 1) this.start = new Int32Array(2 * bound + 1);
    this.pass(this.b, this.a, this.b, this.a2, this.b2, bound);
    this.pass(this.a2, this.a2, this.b2, this.a, this.b, bound);
  }

  private pass(key: Int32Array, a: Int32Array, b: Int32Array, toA: Int32Array, toB: Int32Array, bound: number): void {
    const { start, count } = this;
    start.fill(0, 0, bound + 1);
    for (let k = 0; k < count; k++) start[key[k] + 1]++;
    for (let k = 0; k < bound; k++) start[k + 1] += start[k];
    for (let k = 0; k < count; k++) {
      const at = start[key[k]]++;
      toA[at] = a[k];
      toB[at] = b[k];
    }
  }

  private grow(): void {
    const room = 2 * this.a.length;
    this.a = grownInt32(this.a, room);
    this.b = grownInt32(this.b, room);
    this.a2 = new Int32Array(room);
    this.b2 = new Int32Array(room);
  }
}
