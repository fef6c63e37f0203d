/**
 * Hot loops over vectors: what the search of a least objective over three directions passes over.
 * docs/theory/accelerated-gradient.md (AG7)
 *
 * Memory and offsets as in body-kernels.ts. Counts are even; sums are those of the even places plus those of the odd ones.
 */
import { RECORD } from './body-kernels.ts';
import { type CoupledKernels, TwinCoupledKernels } from './coupled-kernels.ts';

export interface SubspaceKernels extends CoupledKernels {
  /**
   * p = x - before; the numbers of p, q, r that are not zero where x touches lo or hi become zero, each noted with its value and
   * as 3 row + direction; then G += (p'Cp, q'Cp, q'Cq, r'Cp, r'Cq, r'Cr, -e'p, -e'q, -e'r), e = C x + b. Returns how many were
   * noted; both lists need room for three a row and one more.
   */
  subspaceRows(
    count: number,
    x: number,
    before: number,
    lo: number,
    hi: number,
    b: number,
    C: number,
    p: number,
    q: number,
    r: number,
    G: number,
    values: number,
    list: number,
  ): number;
  /** p = y - before, and G as above without weights, e = y. */
  subspaceBodies(count: number, y: number, before: number, p: number, q: number, r: number, G: number): void;
  /** x += s and r = p + s, s = c0 p + c1 q + c2 r. */
  combine(count: number, x: number, p: number, q: number, r: number, c0: number, c1: number, c2: number): void;
  /** The same; lists the rows that end outside [lo, hi] and returns their number. */
  combineRows(
    count: number,
    x: number,
    lo: number,
    hi: number,
    p: number,
    q: number,
    r: number,
    c0: number,
    c1: number,
    c2: number,
    list: number,
  ): number;
  /**
   * `sweep` over RECORDs of omega 1 in groups of consecutive rows over the same two bodies, which stay in registers: three
   * numbers a group, its rows and two offsets into y. Returns the sum of the changes' sizes, NaN where one is.
   */
  sweepGroups(count: number, groups: number, records: number, y: number, xs: number): number;
}

/** The plain TypeScript kernels: fallback and oracle of the compiled ones, which agree with them bit for bit. */
export class TwinSubspaceKernels extends TwinCoupledKernels implements SubspaceKernels {
  /** Nine sums of the even places, nine of the odd ones. */
  private readonly sums = new Float64Array(18);

  subspaceRows(
    count: number,
    x: number,
    before: number,
    lo: number,
    hi: number,
    b: number,
    C: number,
    p: number,
    q: number,
    r: number,
    G: number,
    values: number,
    list: number,
  ): number {
    const { F, I } = this;
    let noted = 0;
    this.sums.fill(0);
    for (let k = 0; k < count; k++) F[p + k] = F[x + k] - F[before + k];
    for (let pair = 0; pair < count; pair += 2)
      for (let direction = 0; direction < 3; direction++)
        for (let k = pair; k < pair + 2; k++) {
          const at = k + (direction === 0 ? p : direction === 1 ? q : r);
          const touches = F[x + k] >= F[hi + k] || F[x + k] <= F[lo + k];
          if (!touches || F[at] === 0) continue;
          I[list + noted] = 3 * k + direction;
          F[values + noted++] = F[at];
          F[at] = 0;
        }
    for (let k = 0; k < count; k++)
      this.addTo(k, F[C + k], F[b + k] + F[C + k] * F[x + k], F[p + k], F[q + k], F[r + k]);
    this.put(G);
    return noted;
  }

  subspaceBodies(count: number, y: number, before: number, p: number, q: number, r: number, G: number): void {
    const { F } = this;
    this.sums.fill(0);
    for (let k = 0; k < count; k++) {
      F[p + k] = F[y + k] - F[before + k];
      this.addTo(k, 1, F[y + k], F[p + k], F[q + k], F[r + k]);
    }
    this.put(G);
  }

  private addTo(k: number, weight: number, e: number, u: number, v: number, t: number): void {
    const { sums } = this;
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

  private put(G: number): void {
    const { F, sums } = this;
    for (let g = 0; g < 9; g++) {
      const total = sums[g] + sums[9 + g];
      F[G + g] += g < 6 ? total : -total;
    }
  }

  combine(count: number, x: number, p: number, q: number, r: number, c0: number, c1: number, c2: number): void {
    const { F } = this;
    for (let k = 0; k < count; k++) {
      const step = F[p + k] * c0 + F[q + k] * c1 + F[r + k] * c2;
      F[x + k] += step;
      F[r + k] = F[p + k] + step;
    }
  }

  combineRows(
    count: number,
    x: number,
    lo: number,
    hi: number,
    p: number,
    q: number,
    r: number,
    c0: number,
    c1: number,
    c2: number,
    list: number,
  ): number {
    const { F, I } = this;
    this.combine(count, x, p, q, r, c0, c1, c2);
    let found = list;
    for (let k = 0; k < count; k++) if (F[x + k] > F[hi + k] || F[x + k] < F[lo + k]) I[found++] = k;
    return found - list;
  }

  sweepGroups(count: number, groups: number, records: number, y: number, xs: number): number {
    const { F, I } = this;
    let change = 0;
    let [r, x] = [records, xs];
    for (let g = groups; g < groups + 3 * count; g += 3) {
      const a = y + I[g + 1];
      const b = y + I[g + 2];
      for (const end = x + I[g]; x < end; x++, r += RECORD) {
        const own = F[x] - F[r + 14] * (F[r + 12] + F[r + 13] * F[x]);
        let to = own - F[r + 14] * dotOfBoth(F, r, a, b);
        if (to < F[r + 15]) to = F[r + 15];
        if (F[r + 16] < to) to = F[r + 16];
        const dx = to - F[x];
        F[x] = to;
        change += Math.abs(dx);
        for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
        for (let c = 0; c < 6; c++) F[b + c] += F[r + 6 + c] * dx;
      }
    }
    return change;
  }
}

/** Twelve products in the order of two SIMD lanes: evens of both bodies, odds of both, then their sum. */
function dotOfBoth(F: Float64Array, r: number, a: number, b: number): number {
  const even =
    F[r + 4] * F[a + 4] +
    (F[r + 2] * F[a + 2] + F[r] * F[a]) +
    (F[r + 10] * F[b + 4] + (F[r + 8] * F[b + 2] + F[r + 6] * F[b]));
  const odd =
    F[r + 5] * F[a + 5] +
    (F[r + 3] * F[a + 3] + F[r + 1] * F[a + 1]) +
    (F[r + 11] * F[b + 5] + (F[r + 9] * F[b + 3] + F[r + 7] * F[b + 1]));
  return even + odd;
}
