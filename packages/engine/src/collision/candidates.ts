/**
 * Pairs of colliders whose boxes overlap, first without those that never meet, then sorted by (a, b): two stable
 * counting sorts, linear, so nothing after this depends on the order in which the broad phase finds pairs.
 */
import type { Colliders } from './colliders.ts';
import { grownInt32 } from './contact-points.ts';
import type { PairSet } from './pair-set.ts';

export class Candidates {
  count = 0;
  a = new Int32Array(256);
  b = new Int32Array(256);
  private a2 = new Int32Array(256);
  private b2 = new Int32Array(256);
  private start = new Int32Array(64);
  private body = new Int32Array(0);
  private fixed = new Uint8Array(0);
  private excluded: PairSet | undefined;

  begin({ body, fixed }: Colliders, excluded: PairSet | undefined): void {
    this.count = 0;
    this.body = body as Int32Array<ArrayBuffer>;
    this.fixed = fixed as Uint8Array<ArrayBuffer>;
    this.excluded = excluded !== undefined && excluded.size > 0 ? excluded : undefined;
  }

  /** Takes the pair unless the two never meet. */
  push(i: number, j: number): void {
    const { body, fixed } = this;
    if ((fixed[i] !== 0 && fixed[j] !== 0) || body[i] === body[j]) return;
    if (this.excluded?.has(body[i], body[j])) return;
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
