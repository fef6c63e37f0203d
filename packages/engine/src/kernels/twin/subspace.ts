/**
 * The search of a least objective over three directions: what it needs of every row and body, in one pass each.
 * docs/theory/accelerated-gradient.md (AG7)
 *
 * Counts are even; sums are those of the even places plus those of the odd ones. Twin of wasm/subspace.ts.
 */
import { SUBSPACE_BODIES, SUBSPACE_ROWS } from '../layouts.ts';
import type { Table } from '../tables.ts';
import type { Memory } from './memory.ts';

type SearchRows = Table<typeof SUBSPACE_ROWS>;
type SearchBodies = Table<typeof SUBSPACE_BODIES>;

/**
 * p = x - before; the numbers of p, q, r that are not zero in rows in which x touches lo or hi become zero, each noted with its
 * value and as 3 row + direction; then G += (p'Cp, q'Cp, q'Cq, r'Cp, r'Cq, r'Cr, -e'p, -e'q, -e'r), e = C x + b. Returns how
 * many were noted.
 */
export function subspaceRows(memory: Memory, t: SearchRows): number {
  const { F, I } = memory;
  const count = I[t + SUBSPACE_ROWS.count];
  const x = I[t + SUBSPACE_ROWS.x];
  const b = I[t + SUBSPACE_ROWS.b];
  const C = I[t + SUBSPACE_ROWS.C];
  const p = I[t + SUBSPACE_ROWS.p];
  const q = I[t + SUBSPACE_ROWS.q];
  const r = I[t + SUBSPACE_ROWS.r];
  const before = I[t + SUBSPACE_ROWS.before];
  const sums = new Float64Array(18);
  for (let k = 0; k < count; k++) F[p + k] = F[x + k] - F[before + k];
  const noted = dropTouching(memory, t);
  for (let k = 0; k < count; k++)
    addTo(sums, k, F[C + k], F[b + k] + F[C + k] * F[x + k], F[p + k], F[q + k], F[r + k]);
  put(F, sums, I[t + SUBSPACE_ROWS.G]);
  return noted;
}

/** Directions lose the rows in which x touches a bound; how many numbers were noted. */
function dropTouching({ F, I }: Memory, t: SearchRows): number {
  const count = I[t + SUBSPACE_ROWS.count];
  const x = I[t + SUBSPACE_ROWS.x];
  const lo = I[t + SUBSPACE_ROWS.lo];
  const hi = I[t + SUBSPACE_ROWS.hi];
  const values = I[t + SUBSPACE_ROWS.values];
  const list = I[t + SUBSPACE_ROWS.list];
  const directions = [I[t + SUBSPACE_ROWS.p], I[t + SUBSPACE_ROWS.q], I[t + SUBSPACE_ROWS.r]];
  let noted = 0;
  for (let pair = 0; pair < count; pair += 2)
    for (let direction = 0; direction < 3; direction++)
      for (let k = pair; k < pair + 2; k++) {
        const at = k + directions[direction];
        const touches = F[x + k] >= F[hi + k] || F[x + k] <= F[lo + k];
        if (!touches || F[at] === 0) continue;
        I[list + noted] = 3 * k + direction;
        F[values + noted++] = F[at];
        F[at] = 0;
      }
  return noted;
}

/** p = y - before, and G as above without weights, e = y. */
export function subspaceBodies({ F, I }: Memory, t: SearchBodies): void {
  const count = I[t + SUBSPACE_BODIES.count];
  const y = I[t + SUBSPACE_BODIES.y];
  const before = I[t + SUBSPACE_BODIES.before];
  const p = I[t + SUBSPACE_BODIES.p];
  const q = I[t + SUBSPACE_BODIES.q];
  const r = I[t + SUBSPACE_BODIES.r];
  const sums = new Float64Array(18);
  for (let k = 0; k < count; k++) {
    F[p + k] = F[y + k] - F[before + k];
    addTo(sums, k, 1, F[y + k], F[p + k], F[q + k], F[r + k]);
  }
  put(F, sums, I[t + SUBSPACE_BODIES.G]);
}

/** y += s and r = p + s, s = c0 p + c1 q + c2 r. */
export function combine({ F, I }: Memory, t: SearchBodies, c0: number, c1: number, c2: number): void {
  const count = I[t + SUBSPACE_BODIES.count];
  const y = I[t + SUBSPACE_BODIES.y];
  const p = I[t + SUBSPACE_BODIES.p];
  const q = I[t + SUBSPACE_BODIES.q];
  const r = I[t + SUBSPACE_BODIES.r];
  for (let k = 0; k < count; k++) {
    const step = F[p + k] * c0 + F[q + k] * c1 + F[r + k] * c2;
    F[y + k] += step;
    F[r + k] = F[p + k] + step;
  }
}

/** The same with x; lists the rows that end outside [lo, hi] and returns their number. */
export function combineRows({ F, I }: Memory, t: SearchRows, c0: number, c1: number, c2: number): number {
  const count = I[t + SUBSPACE_ROWS.count];
  const x = I[t + SUBSPACE_ROWS.x];
  const lo = I[t + SUBSPACE_ROWS.lo];
  const hi = I[t + SUBSPACE_ROWS.hi];
  const p = I[t + SUBSPACE_ROWS.p];
  const q = I[t + SUBSPACE_ROWS.q];
  const r = I[t + SUBSPACE_ROWS.r];
  const list = I[t + SUBSPACE_ROWS.list];
  let found = 0;
  for (let k = 0; k < count; k++) {
    const step = F[p + k] * c0 + F[q + k] * c1 + F[r + k] * c2;
    F[x + k] += step;
    F[r + k] = F[p + k] + step;
    if (F[x + k] > F[hi + k] || F[x + k] < F[lo + k]) I[list + found++] = k;
  }
  return found;
}

/** sums: nine of the even places, nine of the odd ones. */
function addTo(sums: Float64Array, k: number, weight: number, e: number, u: number, v: number, t: number): void {
  const s = (k & 1) * 9;
  const cu = weight * u;
  const cv = weight * v;
  sums[s] += cu * u;
  sums[s + 1] += cu * v;
  sums[s + 2] += cv * v;
  sums[s + 3] += cu * t;
  sums[s + 4] += cv * t;
  sums[s + 5] += weight * t * t;
  sums[s + 6] += e * u;
  sums[s + 7] += e * v;
  sums[s + 8] += e * t;
}

/** G takes the sums, the last three with a minus sign. */
function put(F: Float64Array, sums: Float64Array, G: number): void {
  for (let g = 0; g < 9; g++) {
    const total = sums[g] + sums[9 + g];
    F[G + g] += g < 6 ? total : -total;
  }
}
