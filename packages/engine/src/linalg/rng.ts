/**
 * A seeded generator of uniform numbers: the 32-bit Mulberry mixer, integer arithmetic only, so every platform
 * draws the same sequence. For tests, seeded orders and sampling; not for cryptography.
 */
export class Rng {
  private state: number;

  /** @param seed any integer; equal seeds give equal sequences. */
  constructor(seed: number) {
    this.state = seed | 0;
  }

  /** An unsigned 32-bit integer. */
  integer(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  }

  /** A number in [from, to). */
  uniform(from = 0, to = 1): number {
    return from + (to - from) * (this.integer() / 4294967296);
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }
}
