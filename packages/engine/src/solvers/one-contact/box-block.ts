/**
 * At most three rows between fixed bounds by least-index pivoting (Murty): the first infeasible row changes sides.
 * docs/theory/spook.md (SP3)
 *
 *   A z + q = w,   lo <= z <= hi
 *
 * For positive definite blocks no index set comes twice, so 27 are the most; the set of the last sweep is nearly always the
 * right one. Bounds that move with the normal need `EnumeratedBlock`, which tries all sets. Rejected: inner sweeps to
 * convergence, which are slow in just the cases in which blocks should help.
 */
import { FREE, LOWER, UPPER } from '../linear-systems/free-rows.ts';

const ROWS = 3;
const MOST_SETS = 27;
/** A velocity below this part of the terms that it is a sum of is zero. */
const ROUNDING = 1e-13;
/** Least pivot as a part of a_ii: a row that depends on the others keeps its impulse. */
const LEAST_PIVOT = 1e-10;

/** A z + q = w, lo <= z <= hi for at most three rows; matrices have a stride of three. */
export class BoxBlock {
  m = 0;
  readonly A = new Float64Array(ROWS * ROWS);
  readonly q = new Float64Array(ROWS);
  readonly lo = new Float64Array(ROWS);
  readonly hi = new Float64Array(ROWS);
  /** Start in, answer out. */
  readonly z = new Float64Array(ROWS);
  private readonly state = new Uint8Array(ROWS);
  private readonly K = new Float64Array(ROWS * ROWS);
  private readonly r = new Float64Array(ROWS);

  /** From the set that z stands on; false if 27 sets were not enough (NaN, or an indefinite A). */
  solve(): boolean {
    const { m, lo, hi, z, state } = this;
    for (let i = 0; i < m; i++) state[i] = z[i] <= lo[i] ? LOWER : z[i] >= hi[i] ? UPPER : FREE;
    for (let sets = 0; sets < MOST_SETS; sets++) {
      this.solveSet();
      const bad = this.firstInfeasible();
      if (bad < 0) return true;
      state[bad] = state[bad] !== FREE ? FREE : z[bad] < lo[bad] ? LOWER : UPPER;
    }
    for (let i = 0; i < m; i++) z[i] = Math.min(Math.max(z[i], lo[i]), hi[i]);
    return false;
  }

  /** K dz = -w, K = A on the free rows and 1 elsewhere, from z with the other rows at their bounds. */
  private solveSet(): void {
    const { m, A, q, lo, hi, z, state, K, r } = this;
    for (let i = 0; i < m; i++) if (state[i] !== FREE) z[i] = state[i] === LOWER ? lo[i] : hi[i];
    for (let i = 0; i < m; i++) {
      r[i] = state[i] === FREE ? -q[i] : 0;
      for (let j = 0; j < m; j++) {
        const both = state[i] === FREE && state[j] === FREE;
        K[ROWS * i + j] = both ? A[ROWS * i + j] : i === j ? 1 : 0;
        if (state[i] === FREE) r[i] -= A[ROWS * i + j] * z[j];
      }
    }
    for (let c = 0; c < m; c++) {
      const least = LEAST_PIVOT * A[ROWS * c + c];
      if (state[c] === FREE && !(K[ROWS * c + c] > least)) K[ROWS * c + c] = least;
      for (let i = c + 1; i < m; i++) {
        const factor = K[ROWS * i + c] / K[ROWS * c + c];
        for (let j = c + 1; j < m; j++) K[ROWS * i + j] -= factor * K[ROWS * c + j];
        r[i] -= factor * r[c];
      }
    }
    for (let c = m - 1; c >= 0; c--) {
      for (let j = c + 1; j < m; j++) r[c] -= K[ROWS * c + j] * r[j];
      r[c] /= K[ROWS * c + c];
      z[c] += r[c];
    }
  }

  /** -1 if every row is feasible; rows between equal bounds always are. */
  private firstInfeasible(): number {
    const { m, A, q, lo, hi, z, state } = this;
    for (let i = 0; i < m; i++) {
      if (state[i] === FREE) {
        if (!(z[i] >= lo[i] && z[i] <= hi[i])) return i; // NaN is infeasible
      } else if (lo[i] < hi[i]) {
        let w = q[i];
        let size = Math.abs(q[i]);
        for (let j = 0; j < m; j++) {
          w += A[ROWS * i + j] * z[j];
          size += Math.abs(A[ROWS * i + j] * z[j]);
        }
        if (!((state[i] === LOWER ? -w : w) <= ROUNDING * size)) return i;
      }
    }
    return -1;
  }
}
