/**
 * Friction that follows the normal impulses: its bounds, and which rows stick, slide or are held.
 * docs/theory/coupled-newton.md (NC1), (NC2)
 *
 * Twin of wasm/friction.ts.
 */
import { FRICTION } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

type FrictionTable = Table<typeof FRICTION>;

/** hi = mu max(x_n, 0), lo = -hi of the friction rows. */
export function frictionBounds({ F, I }: Memory, t: FrictionTable): void {
  const count = I[t + FRICTION.count];
  const rows = I[t + FRICTION.rows];
  const normalOf = I[t + FRICTION.normalOf];
  const mu = I[t + FRICTION.mu];
  const x = I[t + FRICTION.x];
  const lo = I[t + FRICTION.lo];
  const hi = I[t + FRICTION.hi];
  for (let k = 0; k < count; k++) {
    const i = I[rows + k];
    F[hi + i] = F[mu + i] * Math.max(F[x + I[normalOf + i]], 0);
    F[lo + i] = -F[hi + i];
  }
}

/**
 * (NC2): state 0 free, 1 held (at `held`), 2 sliding (`slope`). Lists the sliding rows at `sliding` and returns their
 * number.
 */
export function classify(memory: Memory, t: FrictionTable): number {
  const { F, I, B } = memory;
  const n = I[t + FRICTION.n];
  const x = I[t + FRICTION.x];
  const w = I[t + FRICTION.w];
  const inverseA = I[t + FRICTION.inverseA];
  const lo = I[t + FRICTION.lo];
  const hi = I[t + FRICTION.hi];
  const state = I[t + FRICTION.state];
  const held = I[t + FRICTION.held];
  for (let i = 0; i < n; i++) {
    const z = F[x + i] - F[w + i] * F[inverseA + i];
    const open = F[lo + i] < F[hi + i];
    const free = open && !(z <= F[lo + i]) && !(z >= F[hi + i]);
    B[state + i] = free ? 0 : 1;
    if (!free) F[held + i] = open && z >= F[hi + i] ? F[hi + i] : F[lo + i];
  }
  return classifyFriction(memory, t);
}

/** The second pass of `classify`: friction rows, once the state of every normal is known. */
function classifyFriction({ F, I, B }: Memory, t: FrictionTable): number {
  const count = I[t + FRICTION.count];
  const rows = I[t + FRICTION.rows];
  const normalOf = I[t + FRICTION.normalOf];
  const mu = I[t + FRICTION.mu];
  const x = I[t + FRICTION.x];
  const w = I[t + FRICTION.w];
  const inverseA = I[t + FRICTION.inverseA];
  const hi = I[t + FRICTION.hi];
  const state = I[t + FRICTION.state];
  const held = I[t + FRICTION.held];
  const slope = I[t + FRICTION.slope];
  const sliding = I[t + FRICTION.sliding];
  let slides = 0;
  for (let k = 0; k < count; k++) {
    const i = I[rows + k];
    const normal = I[normalOf + i];
    const z = F[x + i] - F[w + i] * F[inverseA + i];
    if (B[state + normal] !== 0) {
      // the normal is at a bound, and so is what it allows
      const most = F[mu + i] * Math.max(F[held + normal], 0);
      B[state + i] = z > -most && z < most ? 0 : 1;
      F[held + i] = z >= most ? most : -most;
    } else if (B[state + i] !== 0) {
      F[slope + i] = z >= F[hi + i] ? F[mu + i] : -F[mu + i];
      F[held + i] = 0;
      if (F[mu + i] === 0) continue;
      B[state + i] = 2;
      I[sliding + slides++] = i;
    }
  }
  return slides;
}

/** v_i = slope_i v_n of the first `count` rows listed at `sliding`; v: f64 offset of one number per row. */
export function follow({ F, I }: Memory, t: FrictionTable, count: number, v: number): void {
  const sliding = I[t + FRICTION.sliding];
  const normalOf = I[t + FRICTION.normalOf];
  const slope = I[t + FRICTION.slope];
  for (let k = 0; k < count; k++) {
    const i = I[sliding + k];
    F[v + i] = F[slope + i] * F[v + I[normalOf + i]];
  }
}
