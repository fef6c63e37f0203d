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

/** Numbers a row of a sweep: Jt of its two bodies (12), b, C, omega/a, l, u, x.   docs/theory/gauss-seidel.md (GS5) */
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
   * One sweep of projected Gauss-Seidel over RECORDs; `bodies`: two i32 offsets into y a row; `order`: i32 offset of the
   * rows' order, or -1. Returns the largest change of an impulse, NaN where one is.
   */
  sweep(count: number, records: number, bodies: number, y: number, order: number): number;
  /** w = A x + b of every RECORD, with the y that the sweeps carry along. */
  velocities(count: number, records: number, bodies: number, y: number, w: number): void;
}

/** The plain TypeScript kernels: fallback and oracle of the compiled ones, which agree with them bit for bit. */
export class TwinBodyKernels implements BodyKernels {
  private readonly F: Float64Array;
  private readonly I: Int32Array;

  constructor(buffer: ArrayBuffer) {
    this.F = new Float64Array(buffer);
    this.I = new Int32Array(buffer);
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

  sweep(count: number, records: number, bodies: number, y: number, order: number): number {
    const { F, I } = this;
    let change = 0;
    for (let step = 0; step < count; step++) {
      const i = order < 0 ? step : I[order + step];
      const r = records + RECORD * i;
      const a = y + I[bodies + 2 * i];
      const b = y + I[bodies + 2 * i + 1];
      const x = F[r + 17];
      const next = Math.min(Math.max(x - F[r + 14] * rowVelocity(F, r, a, b), F[r + 15]), F[r + 16]);
      const dx = next - x;
      change = Math.max(change, Math.abs(dx));
      if (dx === 0) continue;
      F[r + 17] = next;
      for (let c = 0; c < 6; c++) F[a + c] += F[r + c] * dx;
      for (let c = 0; c < 6; c++) F[b + c] += F[r + 6 + c] * dx;
    }
    return change;
  }

  velocities(count: number, records: number, bodies: number, y: number, w: number): void {
    const { F, I } = this;
    for (let i = 0, r = records; i < count; i++, r += RECORD)
      F[w + i] = rowVelocity(F, r, y + I[bodies + 2 * i], y + I[bodies + 2 * i + 1]);
  }
}

/** w of one row of a sweep, in the order of the compiled kernel. */
function rowVelocity(F: Float64Array, r: number, a: number, b: number): number {
  return F[r + 12] + F[r + 13] * F[r + 17] + dot6(F, r, a) + dot6(F, r + 6, b);
}

/** Six products in the order of two SIMD lanes: evens, odds, then their sum. */
function dot6(F: Float64Array, a: number, b: number): number {
  const even = F[a + 4] * F[b + 4] + (F[a + 2] * F[b + 2] + F[a] * F[b]);
  const odd = F[a + 5] * F[b + 5] + (F[a + 3] * F[b + 3] + F[a + 1] * F[b + 1]);
  return even + odd;
}

/** target -= left right^T, 6 x 6 column-major. */
function subtractProduct(F: Float64Array, target: number, left: number, right: number): void {
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
