/** The pairs of one step that have points, sorted like them: where their points are, and the data that the pair function keeps for the next call. */
import { grownInt32 } from '../contact-points.ts';

export class PairTable {
  count = 0;
  a = new Int32Array(0);
  b = new Int32Array(0);
  /** Points of pair k: start[k] .. end[k]. */
  start = new Int32Array(0);
  end = new Int32Array(0);
  hint = new Int32Array(0);

  add(a: number, b: number, start: number, end: number, hint: number): void {
    const k = this.count++;
    if (k >= this.a.length) this.reserve(Math.max(64, 2 * k));
    this.a[k] = a;
    this.b[k] = b;
    this.start[k] = start;
    this.end[k] = end;
    this.hint[k] = hint;
  }

  copyFrom(other: PairArrays): void {
    if (this.a.length < other.count) this.reserve(other.count);
    this.count = other.count;
    this.a.set(other.a.subarray(0, other.count));
    this.b.set(other.b.subarray(0, other.count));
    this.start.set(other.start.subarray(0, other.count));
    this.end.set(other.end.subarray(0, other.count));
    this.hint.set(other.hint.subarray(0, other.count));
  }

  private reserve(capacity: number): void {
    this.a = grownInt32(this.a, capacity);
    this.b = grownInt32(this.b, capacity);
    this.start = grownInt32(this.start, capacity);
    this.end = grownInt32(this.end, capacity);
    this.hint = grownInt32(this.hint, capacity);
  }
}

/** The arrays alone: what a stored state holds. */
export type PairArrays = Omit<PairTable, 'add' | 'copyFrom'>;
