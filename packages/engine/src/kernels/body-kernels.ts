/**
 * The hot loops of body space: H = 1 + sum over free rows of Jt_i^T Jt_i / C_i in 6 x 6 column-major blocks, its
 * factor, and products with Jt.   docs/theory/body-space.md
 *
 * All data lives in one memory, seen as f64 (`F`) and i32 (`I`); arguments are element offsets into these views. Rows
 * come in groups: consecutive rows over the same bodies, GROUP integers each:
 *   first row, end row, f64 offset of the first row's numbers, blocks a row, i32 offset of its bodies, of its pairs, pairs
 * Bodies are f64 offsets into y (-1: static). Pairs are (f64 offset of the block of H, left block, right block of the row).
 */
export const GROUP = 7;

/** Numbers a row of a sweep: Jt of its two bodies (12), b, C, omega/a, l, u, a.   docs/theory/gauss-seidel.md (GS5) */
export const RECORD = 18;

export interface BodyKernels {
  /** H = 1 + sum of weight_i Jt_i^T Jt_i over all rows; rows of weight zero are skipped. */
  assemble(
    bodies: number,
    blocks: number,
    colStart: number,
    groups: number,
    count: number,
    weight: number,
    H: number,
  ): void;
  /** H += sign weight_i Jt_i^T Jt_i for `count` rows listed at `list`; groupOf: i32 offset of each row's group. */
  addRows(count: number, list: number, sign: number, groupOf: number, groups: number, weight: number, H: number): void;
  /** H = L L^T in place, the diagonal of L stored inverted; 0 where a pivot is not positive. */
  factor(bodies: number, colStart: number, taskStart: number, tasks: number, H: number): number;
  /** y <- (L L^T)^-1 y. */
  solve(bodies: number, colStart: number, blockRow: number, H: number, y: number): void;
  /** y = Jt^T g. */
  gather(bodies: number, groups: number, count: number, g: number, y: number): void;
  /** s = Jt y. */
  spread(groups: number, count: number, y: number, s: number): void;
  /**
   * One sweep of projected Gauss-Seidel over RECORDs, x apart; `bodies`: two i32 offsets into y a row. Returns the
   * largest change of an impulse, NaN where one is.
   */
  sweep(count: number, records: number, bodies: number, y: number, x: number): number;
  /**
   * `sweep` where the bounds of some follow others: row i with normals[i] >= 0 (i32) is bounded by
   * -/+ mu[i] max(x, 0) of that place, as it is when the row's turn comes.
   */
  sweepFollowing(
    count: number,
    records: number,
    bodies: number,
    y: number,
    x: number,
    normals: number,
    mu: number,
  ): number;
  /**
   * `sweep` from x to `next`, and in passing the l1 energy error of x, which goes to `result`: `still` is a copy of y as it
   * is before the sweep. omega: as the RECORDs have it.
   */
  sweepMeasuring(
    count: number,
    records: number,
    bodies: number,
    y: number,
    still: number,
    x: number,
    next: number,
    omega: number,
    result: number,
  ): number;
  /** The l1 energy error of x from the RECORDs and the y that the sweeps carry along; measures/energy.ts (E6). */
  energy(count: number, records: number, bodies: number, y: number, x: number, omega: number): number;

  // Row by row. `state` and `inH` are byte offsets: 0 free, 1 at the lower, 2 at the upper bound; 1 where a row is in H.

  /** Free rows: g = -b/C. Others: x at its bound, g = x. */
  target(n: number, state: number, b: number, inverseC: number, lo: number, hi: number, x: number, g: number): void;
  /** From s = Jt y: x = -(b + s)/C and w = 0 on free rows, w = b + s + C x on the others. */
  answer(n: number, state: number, b: number, C: number, inverseC: number, s: number, x: number, w: number): void;
  /** From s = Jt Jt^T x: w = s + C x + b; g = -w/C on free rows, else 0. Returns the sum of w^2/a over the free rows. */
  remains(
    n: number,
    state: number,
    b: number,
    C: number,
    inverseC: number,
    inverseA: number,
    s: number,
    x: number,
    w: number,
    g: number,
  ): number;
  /** x -= (w + s)/C on free rows. */
  correct(n: number, state: number, inverseC: number, w: number, s: number, x: number): void;
  /** Lists at `bad` the rows that are infeasible by more than share/2 joules; returns their number. */
  infeasible(
    n: number,
    state: number,
    a: number,
    lo: number,
    hi: number,
    x: number,
    w: number,
    share: number,
    bad: number,
  ): number;
  /** weight = 1/C on free rows, 0 on the others; `inH` becomes the set. */
  weights(n: number, state: number, inverseC: number, inH: number, weight: number): void;
  /** Rows that enter H from the front of `list`, rows that leave it from its back, both numbers behind it. */
  changes(n: number, state: number, inH: number, list: number): void;
}

/** The plain TypeScript kernels: fallback and oracle of the compiled ones, which agree with them bit for bit. */
export class TwinBodyKernels implements BodyKernels {
  protected readonly F: Float64Array;
  protected readonly I: Int32Array;
  protected readonly B: Uint8Array;

  constructor(buffer: ArrayBuffer) {
    this.F = new Float64Array(buffer);
    this.I = new Int32Array(buffer);
    this.B = new Uint8Array(buffer);
  }

  assemble(
    bodies: number,
    blocks: number,
    colStart: number,
    groups: number,
    count: number,
    weight: number,
    H: number,
  ): void {
    const { F, I } = this;
    F.fill(0, H, H + 36 * blocks);
    for (let k = 0; k < bodies; k++) for (let c = 0; c < 6; c++) F[H + 36 * I[colStart + k] + 7 * c] = 1;
    for (let q = groups; q < groups + GROUP * count; q += GROUP) {
      const stride = 6 * I[q + 3];
      for (let i = I[q], j = I[q + 2]; i < I[q + 1]; i++, j += stride)
        if (F[weight + i] !== 0) this.addRow(q, j, F[weight + i], H);
    }
  }

  addRows(count: number, list: number, sign: number, groupOf: number, groups: number, weight: number, H: number): void {
    const { F, I } = this;
    for (let k = 0; k < count; k++) {
      const i = I[list + k];
      const q = groups + GROUP * I[groupOf + i];
      this.addRow(q, I[q + 2] + 6 * I[q + 3] * (i - I[q]), sign * F[weight + i], H);
    }
  }

  /** H += w Jt_i^T Jt_i, block by block; of diagonal blocks the lower triangle (in pairs of rows). */
  private addRow(q: number, j: number, w: number, H: number): void {
    const { F, I } = this;
    for (let pair = I[q + 5], end = pair + 3 * I[q + 6]; pair < end; pair += 3) {
      const block = H + I[pair];
      const left = j + 6 * I[pair + 1];
      const right = j + 6 * I[pair + 2];
      const diagonal = left === right;
      for (let c = 0; c < 6; c++) {
        const v = w * F[right + c];
        for (let r = diagonal ? c & ~1 : 0; r < 6; r++) F[block + 6 * c + r] += F[left + r] * v;
      }
    }
  }

  factor(bodies: number, colStart: number, taskStart: number, tasks: number, H: number): number {
    const { F, I } = this;
    for (let k = 0; k < bodies; k++) {
      const d = H + 36 * I[colStart + k];
      const end = H + 36 * I[colStart + k + 1];
      for (let s = 0; s < 6; s++) {
        const pivot = F[d + 7 * s];
        if (!(pivot > 0)) return 0;
        const inverse = 1 / Math.sqrt(pivot);
        F[d + 7 * s] = inverse;
        for (let r = s + 1; r < 6; r++) F[d + 6 * s + r] *= inverse;
        for (let t = s + 1; t < 6; t++) {
          const v = F[d + 6 * s + t];
          for (let r = t; r < 6; r++) F[d + 6 * t + r] -= F[d + 6 * s + r] * v;
        }
      }
      for (let o = d + 36; o < end; o += 36)
        for (let s = 0; s < 6; s++)
          for (let r = 0; r < 6; r++) {
            let v = F[o + 6 * s + r];
            for (let t = 0; t < s; t++) v -= F[o + 6 * t + r] * F[d + 6 * t + s];
            F[o + 6 * s + r] = v * F[d + 7 * s];
          }
      for (let t = tasks + 3 * I[taskStart + k], last = tasks + 3 * I[taskStart + k + 1]; t < last; t += 3)
        subtractProduct(F, H + 36 * I[t], H + 36 * I[t + 1], H + 36 * I[t + 2]);
    }
    return 1;
  }

  solve(bodies: number, colStart: number, blockRow: number, H: number, y: number): void {
    const { F, I } = this;
    for (let k = 0; k < bodies; k++) {
      const first = I[colStart + k];
      const end = I[colStart + k + 1];
      const d = H + 36 * first;
      const here = y + 6 * k;
      for (let s = 0; s < 6; s++) {
        let v = F[here + s];
        for (let t = 0; t < s; t++) v -= F[d + 6 * t + s] * F[here + t];
        F[here + s] = v * F[d + 7 * s];
      }
      for (let q = first + 1; q < end; q++) {
        const o = H + 36 * q;
        const there = y + 6 * I[blockRow + q];
        for (let s = 0; s < 6; s++) {
          const v = F[here + s];
          for (let r = 0; r < 6; r++) F[there + r] -= F[o + 6 * s + r] * v;
        }
      }
    }
    for (let k = bodies - 1; k >= 0; k--) {
      const first = I[colStart + k];
      const end = I[colStart + k + 1];
      const d = H + 36 * first;
      const here = y + 6 * k;
      for (let q = first + 1; q < end; q++) {
        const o = H + 36 * q;
        const there = y + 6 * I[blockRow + q];
        for (let s = 0; s < 6; s++) F[here + s] -= dot6(F, o + 6 * s, there);
      }
      for (let s = 5; s >= 0; s--) {
        let v = F[here + s];
        for (let t = s + 1; t < 6; t++) v -= F[d + 6 * s + t] * F[here + t];
        F[here + s] = v * F[d + 7 * s];
      }
    }
  }

  gather(bodies: number, groups: number, count: number, g: number, y: number): void {
    const { F, I } = this;
    F.fill(0, y, y + 6 * bodies);
    for (let q = groups; q < groups + GROUP * count; q += GROUP) {
      const blocks = I[q + 3];
      for (let i = I[q], j = I[q + 2]; i < I[q + 1]; i++, j += 6 * blocks) {
        const v = F[g + i];
        if (v === 0) continue;
        for (let k = 0; k < blocks; k++) {
          const body = I[I[q + 4] + k];
          if (body < 0) continue;
          for (let c = 0; c < 6; c++) F[y + body + c] += F[j + 6 * k + c] * v;
        }
      }
    }
  }

  spread(groups: number, count: number, y: number, s: number): void {
    const { F, I } = this;
    for (let q = groups; q < groups + GROUP * count; q += GROUP) {
      const blocks = I[q + 3];
      for (let i = I[q], j = I[q + 2]; i < I[q + 1]; i++, j += 6 * blocks) {
        let sum = 0;
        for (let k = 0; k < blocks; k++) {
          const body = I[I[q + 4] + k];
          if (body >= 0) sum += dot6(F, j + 6 * k, y + body);
        }
        F[s + i] = sum;
      }
    }
  }

  sweep(count: number, records: number, bodies: number, y: number, xs: number): number {
    const { F, I } = this;
    let change = 0;
    for (let i = 0; i < count; i++) {
      const r = records + RECORD * i;
      const a = y + I[bodies + 2 * i];
      const b = y + I[bodies + 2 * i + 1];
      const x = F[xs + i];
      const next = Math.min(Math.max(x - F[r + 14] * rowVelocity(F, r, a, b, x), F[r + 15]), F[r + 16]);
      const dx = next - x;
      change = Math.max(change, Math.abs(dx));
      F[xs + i] = next; // also where nothing changes but the sign of a zero, as sweepMeasuring does
      if (dx === 0) continue;
      for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
      for (let c = 0; c < 6; c++) F[b + c] += F[r + 6 + c] * dx;
    }
    return change;
  }

  sweepFollowing(
    count: number,
    records: number,
    bodies: number,
    y: number,
    xs: number,
    normals: number,
    mu: number,
  ): number {
    const { F, I } = this;
    let change = 0;
    for (let i = 0; i < count; i++) {
      const r = records + RECORD * i;
      const a = y + I[bodies + 2 * i];
      const b = y + I[bodies + 2 * i + 1];
      const x = F[xs + i];
      const normal = I[normals + i];
      const high = normal >= 0 ? F[mu + i] * Math.max(F[xs + normal], 0) : F[r + 16];
      const low = normal >= 0 ? -high : F[r + 15];
      const next = Math.min(Math.max(x - F[r + 14] * rowVelocity(F, r, a, b, x), low), high);
      const dx = next - x;
      change = Math.max(change, Math.abs(dx));
      F[xs + i] = next;
      if (dx === 0) continue;
      for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
      for (let c = 0; c < 6; c++) F[b + c] += F[r + 6 + c] * dx;
    }
    return change;
  }

  sweepMeasuring(
    count: number,
    records: number,
    bodies: number,
    y: number,
    still: number,
    xs: number,
    next: number,
    omega: number,
    result: number,
  ): number {
    const { F, I } = this;
    const scale = 1 / omega;
    let change = 0;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const r = records + RECORD * i;
      const [a, b] = [I[bodies + 2 * i], I[bodies + 2 * i + 1]];
      const x = F[xs + i];
      sum += rowEnergy(F, r, still + a, still + b, x, scale);
      const to = Math.min(Math.max(x - F[r + 14] * rowVelocity(F, r, y + a, y + b, x), F[r + 15]), F[r + 16]);
      const dx = to - x;
      change = Math.max(change, Math.abs(dx));
      F[next + i] = to;
      if (dx === 0) continue;
      for (let c = 0; c < 6; c++) F[y + a + c] += F[r + c] * dx;
      for (let c = 0; c < 6; c++) F[y + b + c] += F[r + 6 + c] * dx;
    }
    F[result] = 0.5 * sum;
    return change;
  }

  energy(count: number, records: number, bodies: number, y: number, xs: number, omega: number): number {
    const { F, I } = this;
    const scale = 1 / omega;
    let sum = 0;
    for (let i = 0, r = records; i < count; i++, r += RECORD)
      sum += rowEnergy(F, r, y + I[bodies + 2 * i], y + I[bodies + 2 * i + 1], F[xs + i], scale);
    return 0.5 * sum;
  }

  target(n: number, state: number, b: number, inverseC: number, lo: number, hi: number, x: number, g: number): void {
    const { F, B } = this;
    for (let i = 0; i < n; i++) {
      if (B[state + i] === 0) F[g + i] = -F[b + i] * F[inverseC + i];
      else F[g + i] = F[x + i] = F[(B[state + i] === 1 ? lo : hi) + i];
    }
  }

  answer(n: number, state: number, b: number, C: number, inverseC: number, s: number, x: number, w: number): void {
    const { F, B } = this;
    for (let i = 0; i < n; i++) {
      const t = F[b + i] + F[s + i];
      if (B[state + i] === 0) {
        F[x + i] = -t * F[inverseC + i];
        F[w + i] = 0;
      } else F[w + i] = t + F[C + i] * F[x + i];
    }
  }

  remains(
    n: number,
    state: number,
    b: number,
    C: number,
    inverseC: number,
    inverseA: number,
    s: number,
    x: number,
    w: number,
    g: number,
  ): number {
    const { F, B } = this;
    let energy = 0;
    for (let i = 0; i < n; i++) {
      const v = F[s + i] + F[C + i] * F[x + i] + F[b + i];
      F[w + i] = v;
      if (B[state + i] === 0) {
        energy += v * v * F[inverseA + i];
        F[g + i] = -v * F[inverseC + i];
      } else F[g + i] = 0;
    }
    return energy;
  }

  correct(n: number, state: number, inverseC: number, w: number, s: number, x: number): void {
    const { F, B } = this;
    for (let i = 0; i < n; i++) if (B[state + i] === 0) F[x + i] -= (F[w + i] + F[s + i]) * F[inverseC + i];
  }

  infeasible(
    n: number,
    state: number,
    a: number,
    lo: number,
    hi: number,
    x: number,
    w: number,
    share: number,
    bad: number,
  ): number {
    const { F, I, B } = this;
    let count = 0;
    for (let i = 0; i < n; i++)
      if (isInfeasible(B[state + i], F[a + i], F[lo + i], F[hi + i], F[x + i], F[w + i], share)) I[bad + count++] = i;
    return count;
  }

  weights(n: number, state: number, inverseC: number, inH: number, weight: number): void {
    const { F, B } = this;
    for (let i = 0; i < n; i++) {
      B[inH + i] = B[state + i] === 0 ? 1 : 0;
      F[weight + i] = B[state + i] === 0 ? F[inverseC + i] : 0;
    }
  }

  changes(n: number, state: number, inH: number, list: number): void {
    const { I, B } = this;
    let entering = 0;
    let leaving = 0;
    for (let i = 0; i < n; i++) {
      const free = B[state + i] === 0 ? 1 : 0;
      if (free === B[inH + i]) continue;
      B[inH + i] = free;
      if (free) I[list + entering++] = i;
      else I[list + n - 1 - leaving++] = i;
    }
    I[list + n] = entering;
    I[list + n + 1] = leaving;
  }
}

/** A free row beyond a bound, or a row at a bound whose w pushes it off, by more than share/2 joules; NaN is. */
function isInfeasible(state: number, a: number, lo: number, hi: number, x: number, w: number, share: number): boolean {
  if (state === 0) {
    if (x >= lo && x <= hi) return false;
    const beyond = x < lo ? lo - x : x - hi;
    return !(a * beyond * beyond <= share);
  }
  const against = state === 1 ? -w : w;
  if (against <= 0 || lo >= hi) return false;
  return !((against * against) / a <= share);
}

/** w of one row of a sweep, in the order of the compiled kernel. */
function rowVelocity(F: Float64Array, r: number, a: number, b: number, x: number): number {
  return F[r + 12] + F[r + 13] * x + dot6(F, r, a) + dot6(F, r + 6, b);
}

/** a m^2, m = mid(x - u, w/a, x - l): twice the energy error of a row of a sweep; NaN stays. */
function rowEnergy(F: Float64Array, r: number, a: number, b: number, x: number, scale: number): number {
  const v = rowVelocity(F, r, a, b, x) * F[r + 14] * scale;
  const below = x - F[r + 16];
  const above = x - F[r + 15];
  const middle = Math.min(Math.max(v, below), above); // the sign of a zero does not survive the square
  return F[r + 17] * middle * middle;
}

/** Six products in the order of two SIMD lanes: evens, odds, then their sum. */
export function dot6(F: Float64Array, a: number, b: number): number {
  const even = F[a + 4] * F[b + 4] + (F[a + 2] * F[b + 2] + F[a] * F[b]);
  const odd = F[a + 5] * F[b + 5] + (F[a + 3] * F[b + 3] + F[a + 1] * F[b + 1]);
  return even + odd;
}

/** target -= left right^T, 6 x 6 column-major. */
export function subtractProduct(F: Float64Array, target: number, left: number, right: number): void {
  for (let s = 0; s < 6; s++) {
    const b0 = F[right + s];
    const b1 = F[right + 6 + s];
    const b2 = F[right + 12 + s];
    const b3 = F[right + 18 + s];
    const b4 = F[right + 24 + s];
    const b5 = F[right + 30 + s];
    for (let r = 0; r < 6; r++) {
      const a = left + r;
      const v = F[target + 6 * s + r] - F[a] * b0 - F[a + 6] * b1 - F[a + 12] * b2;
      F[target + 6 * s + r] = v - F[a + 18] * b3 - F[a + 24] * b4 - F[a + 30] * b5;
    }
  }
}
