/**
 * Pairs of colliders whose boxes overlap, without those that never meet, sorted by (a, b).   docs/theory/collision.md (CO17)
 * The broad phase runs over wider boxes and its list is kept while every collider stays within its own; every call then
 * tests the pairs of that list with the boxes as they are. Which pairs are found does not depend on the list's age.
 */
import { type Colliders, CollisionError } from '../colliders.ts';
import { grownInt32 } from '../contact-points.ts';
import { overlap } from './overlap.ts';
import type { PairSet } from './pair-set.ts';

/** Room for rounding in the square of the distance of two balls. */
const BALLS = 1 + 1e-9;
/** The same for the list that is kept: more, because the way since then is rounded too. */
export const KEPT_BALLS = 1 + 1e-6;
/** A box is wider by so many of its margins, some steps of its motion, ... */
const MARGINS = 4;
/** ... but by no more than this part of its reach: wider boxes of a fast crowd would all overlap. */
const WIDER = 0.2;
/** A list that did not last a call was not worth it: so many calls make their own from the boxes as they are. */
const PAUSE = 8;

/** More are not looked at: bodies by the thousand are in one place, and the contacts of a step would not fit into memory. */
const MOST_PAIRS = 8e6;

export class Candidates {
  count = 0;
  a = new Int32Array(256);
  b = new Int32Array(256);
  /** For the broad phase, 6 numbers per collider: the boxes, m. */
  wide = new Float64Array(0);
  /** 9 per collider: position and radius of a ball, m; orientation and margin. */
  ball = new Float64Array(0);
  private kept = 0;
  private keptA = new Int32Array(256);
  private keptB = new Int32Array(256);
  private colliders = -1; // of the list that is kept; -1: there is none
  private age = 0; // calls
  private pause = 0;
  private start = new Int32Array(64);
  private body = new Int32Array(0);
  private fixed = new Uint8Array(0);

  /** Shapes are others. */
  forget(): void {
    this.colliders = -1;
  }

  /** True: the list that is kept has all pairs that can be near now. @param reach radius of the ball about each collider's origin, with its margin, m */
  holds({ count, body, fixed, pose, margin }: Colliders, bounds: Float64Array, reach: Float64Array): boolean {
    if (count !== this.colliders) return false;
    const { wide, ball } = this;
    for (let i = 0; i < count; i++) {
      if (body[i] !== this.body[i] || fixed[i] !== this.fixed[i]) return false;
      const at = 6 * i;
      const p = 7 * i;
      const q = 9 * i;
      const x = pose[p] - ball[q];
      const y = pose[p + 1] - ball[q + 1];
      const z = pose[p + 2] - ball[q + 2];
      const way = ball[q + 3] - reach[i];
      if (
        way >= 0 &&
        x * x + y * y + z * z <= way * way &&
        bounds[at] >= wide[at] &&
        bounds[at + 1] >= wide[at + 1] &&
        bounds[at + 2] >= wide[at + 2] &&
        bounds[at + 3] <= wide[at + 3] &&
        bounds[at + 4] <= wide[at + 4] &&
        bounds[at + 5] <= wide[at + 5]
      )
        continue;
      // a plane, which has no box, stays while nothing of it changes
      if (reach[i] < Number.POSITIVE_INFINITY || margin[i] !== ball[q + 8]) return false;
      for (let c = 0; c < 7; c++) if (pose[p + c] !== ball[q + (c < 3 ? c : c + 1)]) return false;
    }
    this.age++;
    return true;
  }

  /** Wider boxes, and an empty list. */
  begin({ count, body, fixed, pose, margin }: Colliders, bounds: Float64Array, reach: Float64Array): void {
    if (this.body.length < count) this.reserve(2 * count);
    if (this.pause > 0) this.pause--;
    else if (this.age === 0 && this.colliders >= 0) this.pause = PAUSE;
    const paused = this.pause > 0;
    this.age = 0;
    this.kept = 0;
    this.colliders = count;
    const { wide, ball } = this;
    for (let i = 0; i < count; i++) {
      const more = paused ? 0 : Math.min(WIDER * reach[i], MARGINS * margin[i]);
      for (let c = 0; c < 3; c++) {
        wide[6 * i + c] = bounds[6 * i + c] - more;
        wide[6 * i + 3 + c] = bounds[6 * i + 3 + c] + more;
      }
      for (let c = 0; c < 7; c++) ball[9 * i + (c < 3 ? c : c + 1)] = pose[7 * i + c];
      ball[9 * i + 3] = reach[i] + more;
      ball[9 * i + 8] = margin[i];
      this.body[i] = body[i];
      this.fixed[i] = fixed[i];
    }
  }

  /** Takes the pair into the list unless the balls or the boxes around them are apart or the two never meet. */
  push(i: number, j: number): void {
    const { body, fixed, ball, wide } = this;
    const p = 9 * i;
    const q = 9 * j;
    const x = ball[q] - ball[p];
    const y = ball[q + 1] - ball[p + 1];
    const z = ball[q + 2] - ball[p + 2];
    const far = ball[p + 3] + ball[q + 3];
    if (x * x + y * y + z * z > KEPT_BALLS * far * far || !overlap(wide, 6 * i, wide, 6 * j)) return;
    if ((fixed[i] !== 0 && fixed[j] !== 0) || body[i] === body[j]) return;
    if (this.kept === MOST_PAIRS) {
      this.forget();
      throw new CollisionError(`more than ${MOST_PAIRS} pairs of bodies that may touch: many bodies are in one place`);
    }
    if (this.kept === this.keptA.length) this.grow();
    this.keptA[this.kept] = Math.min(i, j);
    this.keptB[this.kept++] = Math.max(i, j);
  }

  /** Sorts the list by a, then b, by two stable counting sorts: linear. */
  sort(): void {
    const bound = this.colliders;
    if (this.start.length < bound + 1) this.start = new Int32Array(2 * bound + 1);
    this.pass(this.keptB, this.keptA, this.keptB, this.a, this.b);
    this.pass(this.a, this.a, this.b, this.keptA, this.keptB);
  }

  /** The pairs of the list that are near now and may meet, to a and b. */
  choose(colliders: Colliders, bounds: Float64Array, R: Float64Array, reach: Float64Array, excluded?: PairSet): void {
    const { keptA, keptB, kept, a, b } = this;
    const { pose, body, groups, meets } = colliders;
    const parted = excluded !== undefined && excluded.size > 0;
    let count = 0;
    for (let k = 0; k < kept; k++) {
      const i = keptA[k];
      const j = keptB[k];
      const far = reach[i] + reach[j];
      if (far < Number.POSITIVE_INFINITY) {
        const x = pose[7 * j] - pose[7 * i];
        const y = pose[7 * j + 1] - pose[7 * i + 1];
        const z = pose[7 * j + 2] - pose[7 * i + 2];
        if (x * x + y * y + z * z > BALLS * far * far || !overlap(bounds, 6 * i, bounds, 6 * j)) continue;
      } else if (reach[i] < far ? !reaches(colliders, bounds, R, j, i) : !reaches(colliders, bounds, R, i, j)) continue;
      if (parted && excluded.has(body[i], body[j])) continue;
      if (groups !== undefined && meets !== undefined)
        if ((groups[i] & meets[j]) === 0 || (groups[j] & meets[i]) === 0) continue;
      a[count] = i;
      b[count++] = j;
    }
    this.count = count;
  }

  private pass(key: Int32Array, a: Int32Array, b: Int32Array, toA: Int32Array, toB: Int32Array): void {
    const { start, kept, colliders: bound } = this;
    start.fill(0, 0, bound + 1);
    for (let k = 0; k < kept; k++) start[key[k] + 1]++;
    for (let k = 0; k < bound; k++) start[k + 1] += start[k];
    for (let k = 0; k < kept; k++) {
      const at = start[key[k]]++;
      toA[at] = a[k];
      toB[at] = b[k];
    }
  }

  private grow(): void {
    const capacity = 2 * this.keptA.length;
    this.keptA = grownInt32(this.keptA, capacity);
    this.keptB = grownInt32(this.keptB, capacity);
    this.a = new Int32Array(capacity);
    this.b = new Int32Array(capacity);
  }

  private reserve(capacity: number): void {
    this.wide = new Float64Array(6 * capacity);
    this.ball = new Float64Array(9 * capacity);
    this.body = new Int32Array(capacity);
    this.fixed = new Uint8Array(capacity);
  }
}

/** True if box j comes as low as the margin of plane i. */
function reaches({ pose, margin }: Colliders, bounds: Float64Array, R: Float64Array, i: number, j: number): boolean {
  let height = 0;
  for (let k = 0; k < 3; k++) {
    const n = R[9 * i + 3 * k + 2];
    height += n * (bounds[6 * j + (n > 0 ? k : 3 + k)] - pose[7 * i + k]);
  }
  return height <= margin[i];
}
