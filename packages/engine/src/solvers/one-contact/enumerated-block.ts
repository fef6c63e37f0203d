/**
 * At most three rows by total enumeration (PIR Sec. 3.1): every row free, at its lower or at its upper bound.
 * docs/theory/block-gauss-seidel.md (BG2), (BG3)
 *
 *   A z + q = w,   lo_i - slope_i z_0 <= z_i <= hi_i + slope_i z_0
 *
 * slope_i = mu on the tangents of a pyramid, whose bounds move with the normal z_0 (PIR Eq. 9), 0 elsewhere. Each of the at most 27
 * cases is a linear system; the first whose answer keeps every inequality is taken, the case of the last sweep tried before
 * the others. If rounding, or strong friction, leaves none, it is the case that breaks them by the least energy.
 */
import { luFactor, luSubstitute } from '../../linalg/dense.ts';
import { FREE, LOWER } from '../linear-systems/free-rows.ts';

const ROWS = 3;
/** Least pivot as a part of the largest entry of its column. */
const LEAST_PIVOT = 1e-13;
/** Energy that counts as rounding, as a part of that of the block. */
const ROUNDING = 1e-28;

export class EnumeratedBlock {
  m = 0;
  readonly A = new Float64Array(ROWS * ROWS);
  readonly q = new Float64Array(ROWS);
  readonly lo = new Float64Array(ROWS);
  readonly hi = new Float64Array(ROWS);
  readonly slope = new Float64Array(ROWS);
  /** The answer. */
  readonly z = new Float64Array(ROWS);
  /** Cases tried since it was made, and blocks without one that keeps every inequality. */
  cases = 0;
  unsolved = 0;
  private readonly K = new Float64Array(ROWS * ROWS);
  private readonly r = new Float64Array(ROWS);
  private readonly exchanges = new Int32Array(ROWS);
  private readonly best = new Float64Array(ROWS);

  /** @param guess a case in base 3, row 0 first; the case of the answer is returned, -1 if no system could be solved. */
  solve(guess: number): number {
    const { m, z, best } = this;
    if (this.attempt(guess) <= this.rounding()) return guess;
    const all = m === 3 ? 27 : m === 2 ? 9 : 3;
    let least = Infinity;
    let answer = -1;
    for (let k = 0; k < all; k++) {
      const broken = this.attempt(k);
      if (broken >= least || Number.isNaN(broken)) continue;
      least = broken;
      answer = k;
      best.set(z);
      if (broken <= this.rounding()) return answer;
    }
    this.unsolved++;
    z.set(best);
    return answer;
  }

  /** z of a case; the energy by which it breaks the inequalities, Infinity if it has no z. */
  private attempt(number: number): number {
    const { m, A, q, lo, hi, slope, z, K, r } = this;
    this.cases++;
    for (let i = 0, rest = number; i < m; i++, rest = (rest - (rest % 3)) / 3) {
      const state = rest % 3;
      const bound = state === LOWER ? lo[i] : hi[i];
      if (state !== FREE && !Number.isFinite(bound)) return Infinity;
      for (let j = 0; j < m; j++) K[m * i + j] = state === FREE ? A[ROWS * i + j] : i === j ? 1 : 0;
      r[i] = state === FREE ? -q[i] : bound;
      if (state !== FREE && slope[i] > 0) K[m * i] = state === LOWER ? slope[i] : -slope[i];
    }
    if (!luFactor(K, m, this.exchanges, LEAST_PIVOT, 'column')) return Infinity;
    luSubstitute(K, m, this.exchanges, r);
    z.set(r);
    let broken = 0;
    for (let i = 0, rest = number; i < m; i++, rest = (rest - (rest % 3)) / 3) {
      const state = rest % 3;
      const a = A[ROWS * i + i];
      const least = lo[i] - slope[i] * Math.max(z[0], 0);
      const most = hi[i] + slope[i] * Math.max(z[0], 0);
      if (state === FREE) {
        const outside = Math.max(least - z[i], z[i] - most, 0);
        broken += 0.5 * a * outside * outside;
      } else if (least < most) {
        let w = q[i];
        for (let j = 0; j < m; j++) w += A[ROWS * i + j] * z[j];
        const wrong = Math.max(state === LOWER ? -w : w, 0);
        broken += (wrong * wrong) / (2 * a);
      }
    }
    return broken;
  }

  private rounding(): number {
    const { m, A, q, z } = this;
    let energy = 0;
    for (let i = 0; i < m; i++) energy += A[ROWS * i + i] * z[i] * z[i] + (q[i] * q[i]) / A[ROWS * i + i];
    return ROUNDING * energy;
  }
}
