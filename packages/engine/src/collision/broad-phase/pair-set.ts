/**
 * A set of unordered pairs of bodies: open addressing over two numbers, so a lookup allocates nothing.
 * Bodies are small non-negative integers. The order of insertion has no effect.
 */
const EMPTY = -1;
const REMOVED = -2;

export class PairSet {
  /** Pairs in the set. */
  size = 0;
  private used = 0; // slots that are not EMPTY
  private low = new Int32Array(16).fill(EMPTY);
  private high = new Int32Array(16);

  add(a: number, b: number): void {
    if (this.has(a, b)) return;
    if (2 * (this.used + 1) > this.low.length) this.rehash();
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    let slot = this.slot(low, high);
    while (this.low[slot] >= 0) slot = (slot + 1) & (this.low.length - 1);
    if (this.low[slot] === EMPTY) this.used++;
    this.low[slot] = low;
    this.high[slot] = high;
    this.size++;
  }

  delete(a: number, b: number): void {
    const slot = this.find(Math.min(a, b), Math.max(a, b));
    if (slot < 0) return;
    this.low[slot] = REMOVED;
    this.size--;
  }

  has(a: number, b: number): boolean {
    return this.size > 0 && this.find(Math.min(a, b), Math.max(a, b)) >= 0;
  }

  private find(low: number, high: number): number {
    let slot = this.slot(low, high);
    while (this.low[slot] !== EMPTY) {
      if (this.low[slot] === low && this.high[slot] === high) return slot;
      slot = (slot + 1) & (this.low.length - 1);
    }
    return -1;
  }

  private slot(low: number, high: number): number {
    let h = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
    h ^= h >>> 15;
    return h & (this.low.length - 1);
  }

  /** Room for twice as many, without the removed ones. */
  private rehash(): void {
    const { low, high } = this;
    let capacity = low.length;
    while (capacity < 4 * (this.size + 1)) capacity *= 2;
    this.low = new Int32Array(capacity).fill(EMPTY);
    this.high = new Int32Array(capacity);
    this.used = this.size;
    for (let i = 0; i < low.length; i++) {
      if (low[i] < 0) continue;
      let slot = this.slot(low[i], high[i]);
      while (this.low[slot] !== EMPTY) slot = (slot + 1) & (this.low.length - 1);
      this.low[slot] = low[i];
      this.high[slot] = high[i];
    }
  }
}
