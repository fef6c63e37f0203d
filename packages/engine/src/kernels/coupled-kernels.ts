/**
 * More hot loops: energies row by row, friction that follows the normals, and the L U of the unsymmetric body matrix
 * that this makes.   docs/theory/coupled-newton.md (NC2), (NC3)
 *
 * Memory and offsets as in body-kernels.ts. `lower` holds the blocks on and below the diagonal, `upper` the transposes of
 * those above it at the same places, so that both sides of the factor are operations on columns.
 */
import { dot6, GROUP, subtractProduct } from './body-kernels.ts';
import { type ContactKernels, TwinContactKernels } from './contact-kernels.ts';

export interface CoupledKernels extends ContactKernels {
  /** to = 1/from, n numbers. */
  inverses(n: number, from: number, to: number): void;
  /** The l1 energy error of x with w at hand, even and odd rows summed apart; measures/energy.ts (E6). */
  rowsEnergy(n: number, x: number, w: number, a: number, inverseA: number, lo: number, hi: number): number;
  /** hi = mu max(x_n, 0), lo = -hi of `count` rows listed at `rows`; normalOf: i32 offset of each row's normal. */
  frictionBounds(count: number, rows: number, normalOf: number, mu: number, x: number, lo: number, hi: number): void;
  /**
   * (NC2): state 0 free, 1 held (at `held`), 2 sliding (`slope`); of the rows, `count` are friction, listed at `rows`.
   * Lists the sliding ones at `sliding` and returns their number.
   */
  classify(
    n: number,
    count: number,
    rows: number,
    normalOf: number,
    mu: number,
    x: number,
    w: number,
    inverseA: number,
    lo: number,
    hi: number,
    state: number,
    held: number,
    slope: number,
    sliding: number,
  ): number;
  /** v_t = slope_t v_n of `count` rows listed at `rows`. */
  follow(count: number, rows: number, normalOf: number, slope: number, v: number): void;
  /** lower = upper = H; the diagonal blocks of `lower` are made full. */
  bothTriangles(bodies: number, blocks: number, colStart: number, H: number, lower: number, upper: number): void;
  /** slope_t Jt_t^T Jt_n / C_n of `count` sliding rows t with normals n, added to both triangles. */
  addSliding(
    count: number,
    rows: number,
    normalOf: number,
    slope: number,
    inverseC: number,
    groupOf: number,
    groups: number,
    lower: number,
    upper: number,
  ): void;
  /** L U in place, without exchanges, U's diagonal stored inverted; 0 where a pivot is zero or not finite. */
  factorLu(bodies: number, colStart: number, taskStart: number, tasks: number, lower: number, upper: number): number;
  /** y <- (L U)^-1 y. */
  solveLu(bodies: number, colStart: number, blockRow: number, lower: number, upper: number, y: number): void;
}

/** The plain TypeScript kernels: fallback and oracle of the compiled ones, which agree with them bit for bit. */
export class TwinCoupledKernels extends TwinContactKernels implements CoupledKernels {
  inverses(n: number, from: number, to: number): void {
    const { F } = this;
    for (let i = 0; i < n; i++) F[to + i] = 1 / F[from + i];
  }

  rowsEnergy(n: number, x: number, w: number, a: number, inverseA: number, lo: number, hi: number): number {
    const { F } = this;
    const energy = (i: number) => energyOf(F[x + i], F[w + i], F[a + i], F[inverseA + i], F[lo + i], F[hi + i]);
    let even = 0;
    let odd = 0;
    let i = 0;
    for (; i + 1 < n; i += 2) {
      even += energy(i);
      odd += energy(i + 1);
    }
    if (i < n) even += energy(i);
    return even + odd;
  }

  frictionBounds(count: number, rows: number, normalOf: number, mu: number, x: number, lo: number, hi: number): void {
    const { F, I } = this;
    for (let k = 0; k < count; k++) {
      const t = I[rows + k];
      F[hi + t] = F[mu + t] * Math.max(F[x + I[normalOf + t]], 0);
      F[lo + t] = -F[hi + t];
    }
  }

  classify(
    n: number,
    count: number,
    rows: number,
    normalOf: number,
    mu: number,
    x: number,
    w: number,
    inverseA: number,
    lo: number,
    hi: number,
    state: number,
    held: number,
    slope: number,
    sliding: number,
  ): number {
    const { F, I, B } = this;
    for (let i = 0; i < n; i++) {
      const z = F[x + i] - F[w + i] * F[inverseA + i];
      const open = F[lo + i] < F[hi + i];
      const free = open && !(z <= F[lo + i]) && !(z >= F[hi + i]);
      B[state + i] = free ? 0 : 1;
      if (!free) F[held + i] = open && z >= F[hi + i] ? F[hi + i] : F[lo + i];
    }
    let slides = 0;
    for (let k = 0; k < count; k++) {
      const t = I[rows + k];
      const normal = I[normalOf + t];
      const z = F[x + t] - F[w + t] * F[inverseA + t];
      if (B[state + normal] !== 0) {
        // the normal is at a bound: so is what it allows
        const most = F[mu + t] * Math.max(F[held + normal], 0);
        B[state + t] = z > -most && z < most ? 0 : 1;
        F[held + t] = z >= most ? most : -most;
      } else if (B[state + t] !== 0) {
        F[slope + t] = z >= F[hi + t] ? F[mu + t] : -F[mu + t];
        F[held + t] = 0;
        if (F[mu + t] === 0) continue;
        B[state + t] = 2;
        I[sliding + slides++] = t;
      }
    }
    return slides;
  }

  follow(count: number, rows: number, normalOf: number, slope: number, v: number): void {
    const { F, I } = this;
    for (let k = 0; k < count; k++) {
      const t = I[rows + k];
      F[v + t] = F[slope + t] * F[v + I[normalOf + t]];
    }
  }

  bothTriangles(bodies: number, blocks: number, colStart: number, H: number, lower: number, upper: number): void {
    const { F, I } = this;
    F.copyWithin(lower, H, H + 36 * blocks);
    F.copyWithin(upper, H, H + 36 * blocks);
    for (let k = 0; k < bodies; k++) {
      const d = lower + 36 * I[colStart + k];
      for (let c = 0; c < 5; c++) for (let r = c + 1; r < 6; r++) F[d + 6 * r + c] = F[d + 6 * c + r];
    }
  }

  addSliding(
    count: number,
    rows: number,
    normalOf: number,
    slope: number,
    inverseC: number,
    groupOf: number,
    groups: number,
    lower: number,
    upper: number,
  ): void {
    const { F, I } = this;
    for (let k = 0; k < count; k++) {
      const t = I[rows + k];
      const n = I[normalOf + t];
      const v = F[slope + t] * F[inverseC + n];
      const tangent = rowAt(I, t, groupOf, groups);
      const normal = rowAt(I, n, groupOf, groups);
      const q = groups + GROUP * I[groupOf + n];
      for (let pair = I[q + 5], last = pair + 3 * I[q + 6]; pair < last; pair += 3) {
        const left = 6 * I[pair + 1];
        const right = 6 * I[pair + 2];
        addOuter(F, lower + I[pair], tangent + left, normal + right, v);
        if (left !== right) addOuter(F, upper + I[pair], normal + left, tangent + right, v);
      }
    }
  }

  factorLu(bodies: number, colStart: number, taskStart: number, tasks: number, lower: number, upper: number): number {
    const { F, I } = this;
    for (let k = 0; k < bodies; k++) {
      const d = lower + 36 * I[colStart + k];
      if (!factorDiagonal(F, d)) return 0;
      for (let q = I[colStart + k] + 1; q < I[colStart + k + 1]; q++) {
        divideByUpper(F, lower + 36 * q, d);
        divideByLower(F, upper + 36 * q, d);
      }
      for (let t = tasks + 3 * I[taskStart + k], last = tasks + 3 * I[taskStart + k + 1]; t < last; t += 3) {
        const [target, left, right] = [36 * I[t], 36 * I[t + 1], 36 * I[t + 2]];
        subtractProduct(F, lower + target, lower + left, upper + right);
        if (left !== right) subtractProduct(F, upper + target, upper + left, lower + right);
      }
    }
    return 1;
  }

  solveLu(bodies: number, colStart: number, blockRow: number, lower: number, upper: number, y: number): void {
    const { F, I } = this;
    for (let k = 0; k < bodies; k++) {
      const first = I[colStart + k];
      const d = lower + 36 * first;
      const here = y + 6 * k;
      for (let s = 1; s < 6; s++) for (let t = 0; t < s; t++) F[here + s] -= F[d + 6 * t + s] * F[here + t];
      for (let q = first + 1; q < I[colStart + k + 1]; q++) {
        const there = y + 6 * I[blockRow + q];
        for (let s = 0; s < 6; s++)
          for (let r = 0; r < 6; r++) F[there + r] -= F[lower + 36 * q + 6 * s + r] * F[here + s];
      }
    }
    for (let k = bodies - 1; k >= 0; k--) {
      const first = I[colStart + k];
      const d = lower + 36 * first;
      const here = y + 6 * k;
      for (let q = first + 1; q < I[colStart + k + 1]; q++)
        for (let s = 0; s < 6; s++) F[here + s] -= dot6(F, upper + 36 * q + 6 * s, y + 6 * I[blockRow + q]);
      for (let s = 5; s >= 0; s--) {
        for (let t = s + 1; t < 6; t++) F[here + s] -= F[d + 6 * t + s] * F[here + t];
        F[here + s] *= F[d + 7 * s];
      }
    }
  }
}

/** a/2 mid(x - u, w/a, x - l)^2; an x that is not a number shows. */
function energyOf(x: number, w: number, a: number, inverseA: number, lo: number, hi: number): number {
  const above = x - lo;
  const below = x - hi;
  if (w >= a * above) return 0.5 * a * above * above;
  if (w <= a * below) return 0.5 * a * below * below;
  return w * w * (0.5 * inverseA) + 0 * x;
}

/** Where the numbers of row i begin. */
function rowAt(I: Int32Array, i: number, groupOf: number, groups: number): number {
  const q = groups + GROUP * I[groupOf + i];
  return I[q + 2] + 6 * I[q + 3] * (i - I[q]);
}

/** block += v left right^T, column-major. */
function addOuter(F: Float64Array, block: number, left: number, right: number, v: number): void {
  for (let c = 0; c < 6; c++) {
    const u = v * F[right + c];
    for (let r = 0; r < 6; r++) F[block + 6 * c + r] += F[left + r] * u;
  }
}

function factorDiagonal(F: Float64Array, d: number): boolean {
  for (let s = 0; s < 6; s++) {
    const pivot = F[d + 7 * s];
    if (pivot === 0 || !(Math.abs(pivot) < Infinity)) return false;
    const inverse = 1 / pivot;
    F[d + 7 * s] = inverse;
    for (let r = s + 1; r < 6; r++) F[d + 6 * s + r] *= inverse;
    for (let t = s + 1; t < 6; t++) {
      const u = F[d + 6 * t + s];
      for (let r = s + 1; r < 6; r++) F[d + 6 * t + r] -= F[d + 6 * s + r] * u;
    }
  }
  return true;
}

/** X U = B in place, U in the diagonal block at d. */
function divideByUpper(F: Float64Array, o: number, d: number): void {
  for (let s = 0; s < 6; s++)
    for (let r = 0; r < 6; r++) {
      let v = F[o + 6 * s + r];
      for (let t = 0; t < s; t++) v -= F[o + 6 * t + r] * F[d + 6 * s + t];
      F[o + 6 * s + r] = v * F[d + 7 * s];
    }
}

/** X L^T = B in place, L with a unit diagonal in the block at d. */
function divideByLower(F: Float64Array, o: number, d: number): void {
  for (let s = 1; s < 6; s++)
    for (let r = 0; r < 6; r++) {
      let v = F[o + 6 * s + r];
      for (let t = 0; t < s; t++) v -= F[o + 6 * t + r] * F[d + 6 * t + s];
      F[o + 6 * s + r] = v;
    }
}
