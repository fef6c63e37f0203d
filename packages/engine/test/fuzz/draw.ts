/** Draws of the problem fuzzer: every number comes from the seed, and from arithmetic that is the same everywhere. */
import type { Rng } from '../../src/linalg/rng.ts';

/** Sizes of one problem; everything in it is drawn around them. */
export interface Scales {
  /** m/s */
  readonly velocity: number;
  /** kg */
  readonly mass: number;
  /** Numbers are small integers and powers of two: ties are exact. */
  readonly exact: boolean;
}

/** True with probability p. */
export function chance(rng: Rng, p: number): boolean {
  return rng.uniform() < p;
}

export function pick<T>(rng: Rng, choices: readonly T[]): T {
  return choices[rng.below(choices.length)];
}

/** 10^k for an integer k, correctly rounded everywhere (Math.pow is not). */
function decade(k: number): number {
  return Number(`1e${k}`);
}

/** Between 10^from and 10^to, evenly over the decades; from and to are integers. */
export function logUniform(rng: Rng, from: number, to: number): number {
  return from === to ? decade(from) : decade(from + rng.below(to - from)) * rng.uniform(1, 10);
}
