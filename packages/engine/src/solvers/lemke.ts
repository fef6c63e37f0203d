/**
 * Lemke's complementary pivoting on a dense tableau.   docs/theory/lemke.md (LK3)
 *
 *   w = M z + q + d z0,   w, z, z0 >= 0,   w_i z_i = 0;   z0 enters first, and what leaves makes its partner enter
 *
 * Rows without bounds are eliminated first (LK2), a box becomes two rows (LK4), and rows are scaled to square roots of
 * joules (LK1), so that ratios compare like with like. Ends at a solution for every P-matrix and every symmetric
 * positive semidefinite A whose problem has one; otherwise on a ray. Cost O(N^2) a pivot, N = rows + boxes: O(n^3).
 */
import { luSolve } from '../linalg/dense.ts';
import { rowEnergy } from '../measures/energy.ts';
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, type Solver, type Status } from '../problem/solver.ts';

export interface LemkeOptions {
  maxIterations: number;
  tolerance: number;
}

const options = {
  maxIterations: {
    type: 'number',
    default: 10000,
    unit: 'pivots',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'pivots of one solve; usually one to three a row',
  },
  tolerance: {
    type: 'number',
    default: 1e-18,
    unit: '',
    min: 0,
    max: 1,
    summary: 'converged when the energy error is at most this fraction of that of x = clamp(0)',
  },
} as const;

/** Entries of the scaled tableau at or below this are rounding and never pivots; those of M are about 1. */
const LEAST_PIVOT = 1e-11;
/** Rows that reach zero within this fraction of the largest |q| tie; the lexicographic order decides. */
const TIE = 1e-13;
/** Corrections of the answer on its free set, a factorisation each; the first two do nearly all. */
const CORRECTIONS = 4;

export const lemke: Solver<LemkeOptions> = {
  name: 'lemke',
  summary: "Lemke's complementary pivoting: exact, dense, measured at its end only",
  reference: 'docs/theory/lemke.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'any',
  observes: 'end',
  coupling: 1,
  options,
  defaults: defaultsOf<LemkeOptions>(options),

  create() {
    let memory = new Float64Array(0); // of the tableau: grows to the largest problem seen
    return {
      solve(p, x, { maxIterations, tolerance }, monitor) {
        monitor?.begin(p, x);
        const rows = new Rows(p);
        if (memory.length < rows.entries) memory = new Float64Array(rows.entries);
        const w = new Float64Array(p.n);
        const e0 = violation(p, rows.nearestToZero(p), w);
        const tableau = new Tableau(p, rows, memory);
        tableau.eliminateJoints(); // (LK2)
        const pivots = tableau.pivot(maxIterations); // (LK3)
        const free = tableau.recover(p, x);
        const error = correct(p, rows, free, x, w); // (LK6)

        const met = error <= tolerance * (e0 === 0 ? 1 : e0);
        let status: Status = tableau.limited ? 'iteration-limit' : 'stagnated';
        if (met && !monitor?.ownsStopping) status = 'converged';
        if (!Number.isFinite(error)) status = 'diverged';
        status = monitor?.observe(1, x, w) ?? status;
        const iterations = { direct: pivots, iterative: 0, coupling: 1, total: pivots };
        return { status, iterations, lo: p.lo, hi: p.hi };
      },
      release() {
        memory = new Float64Array(0);
      },
    };
  },
};

/** Rows by their bounds, and where each starts: x_i = origin_i + step_i z_i. Rows between equal bounds are constants. */
class Rows {
  /** Rows with a bound. */
  readonly bounded: number[] = [];
  /** Those with two, as positions in `bounded`. */
  readonly boxes: number[] = [];
  /** Rows without bounds. */
  readonly joints: number[] = [];
  /** The lower bound, the upper one where there is no lower, 0 for joints. */
  readonly origin: Float64Array;
  /** 1/sqrt(a_ii), negative where z counts down from the upper bound. (LK1) */
  readonly step: Float64Array;
  /** Rows of the standard problem. */
  readonly N: number;
  /** Numbers in its tableau. */
  readonly entries: number;

  constructor({ n, A, lo, hi }: Problem) {
    this.origin = new Float64Array(n);
    this.step = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const a = A.diagonal[i];
      const below = lo[i] > -Infinity;
      const above = hi[i] < Infinity;
      this.origin[i] = below ? lo[i] : above ? hi[i] : 0;
      this.step[i] = (below || !above ? 1 : -1) / Math.sqrt(a > 0 ? a : 1);
      if (lo[i] === hi[i]) continue;
      if (below && above) this.boxes.push(this.bounded.length);
      if (below || above) this.bounded.push(i);
      else this.joints.push(i);
    }
    this.N = this.bounded.length + this.boxes.length;
    this.entries = (this.N + this.joints.length) * (this.N + 1 + this.joints.length);
  }

  nearestToZero({ lo, hi }: Problem): Float64Array {
    return lo.map((l, i) => Math.min(Math.max(0, l), hi[i]));
  }
}

/**
 * basic = q + T nonbasic. Rows: those with bounds, then one a box, then joints; columns the same with z0 before the
 * joints. Variables: w_r is r, z_r is N + r, z0 is 2N, the impulse of joint j is 2N + 1 + j; w of a joint has no number.
 */
class Tableau {
  /** True when the pivots ran out. */
  limited = false;
  private readonly rows: Rows;
  private readonly T: Float64Array;
  private readonly q: Float64Array;
  private readonly basic: Int32Array;
  private readonly nonbasic: Int32Array;
  /** Of each variable: its column, or -1 - its row. */
  private readonly where: Int32Array;
  private readonly ties: Int32Array;
  private readonly stride: number;
  /** Columns still in use. */
  private columns: number;

  constructor(p: Problem, rows: Rows, memory: Float64Array) {
    const { N, joints } = rows;
    const height = N + joints.length;
    this.rows = rows;
    this.T = memory;
    this.q = new Float64Array(height);
    this.stride = height + 1;
    this.columns = height + 1;
    this.basic = new Int32Array(height);
    this.nonbasic = new Int32Array(height + 1);
    this.where = new Int32Array(2 * N + 1 + joints.length);
    this.ties = new Int32Array(N);
    for (let r = 0; r < height; r++) this.setBasic(r, r < N ? r : NONE);
    for (let c = 0; c <= height; c++) this.setNonbasic(c, N + c);
    this.fill(p);
  }

  /** The standard problem (LK4) in the units of (LK1). */
  private fill(p: Problem): void {
    const { T, q, stride } = this;
    const { N, bounded, boxes, joints, origin, step } = this.rows;
    T.fill(0, 0, q.length * stride);
    const w = velocities(p, origin, new Float64Array(p.n));
    const a = new Float64Array(p.n);
    for (let r = 0; r < q.length; r++) {
      if (r < N) T[r * stride + N] = 1; // d
      if (r >= bounded.length && r < N) continue;
      const i = r < N ? bounded[r] : joints[r - N];
      p.A.row(i, a);
      bounded.forEach((j, c) => {
        T[r * stride + c] = step[i] * a[j] * step[j];
      });
      joints.forEach((j, c) => {
        T[r * stride + N + 1 + c] = step[i] * a[j] * step[j];
      });
      q[r] = step[i] * w[i];
    }
    boxes.forEach((row, k) => {
      const r = bounded.length + k;
      const i = bounded[row];
      T[r * stride + row] = -1;
      T[row * stride + r] = 1;
      q[r] = (p.hi[i] - p.lo[i]) / step[i];
    });
  }

  /** (LK2): every joint's impulse becomes basic, largest pivot first; a joint that others imply keeps x = 0. */
  eliminateJoints(): void {
    const { T, q, stride, basic, nonbasic } = this;
    const { N, joints } = this.rows;
    for (let k = 0; k < joints.length; k++) {
      let largest = joints.length * 2.3e-16;
      let [row, column] = [NONE, NONE];
      for (let r = N; r < q.length; r++) {
        if (basic[r] !== NONE) continue;
        for (let c = N + 1; c < stride; c++) {
          const size = Math.abs(T[r * stride + c]);
          if (nonbasic[c] === NONE || !(size > largest)) continue;
          [largest, row, column] = [size, r, c];
        }
      }
      if (row === NONE) break;
      this.exchange(row, column);
    }
    this.columns = N + 1;
  }

  /** (LK3): pivots until z0 leaves, nothing blocks (a ray), or the limit; their number. */
  pivot(limit: number): number {
    const { N } = this.rows;
    const { q, basic, where } = this;
    let lowest = 0;
    let size = 0;
    for (let r = 0; r < N; r++) {
      if (q[r] <= q[lowest]) lowest = r; // the last of equals: the lexicographic order at the start
      size = Math.max(size, Math.abs(q[r]));
    }
    if (N === 0 || !(q[lowest] < 0)) return 0;
    let row = lowest;
    let column = N;
    for (let k = 1; ; k++) {
      const leaving = basic[row];
      this.exchange(row, column);
      if (leaving === 2 * N) return k;
      if (k === limit) {
        this.limited = true;
        return k;
      }
      column = where[leaving < N ? leaving + N : leaving - N];
      row = this.blocking(column, TIE * size);
      if (row === NONE) return k;
    }
  }

  /** The row that the entering column takes to zero first: (LK5) among those within `tie` of it. NONE on a ray. */
  private blocking(column: number, tie: number): number {
    const { T, q, stride, basic, ties } = this;
    const { N } = this.rows;
    let reach = Infinity;
    for (let r = 0; r < N; r++) {
      const t = -T[r * stride + column];
      if (t > LEAST_PIVOT) reach = Math.min(reach, (Math.max(q[r], 0) + tie) / t);
    }
    let count = 0;
    for (let r = 0; r < N; r++) {
      const t = -T[r * stride + column];
      if (!(t > LEAST_PIVOT && Math.max(q[r], 0) <= reach * t)) continue;
      if (basic[r] === 2 * N) return r; // z0 may leave: the end
      ties[count++] = r;
    }
    return count === 0 ? NONE : this.lexicographicLeast(column, count);
  }

  /** Compares the rows of [q | B^-1] over the pivot column, entry by entry, until one is left. (LK5) */
  private lexicographicLeast(column: number, count: number): number {
    const { T, stride, where, ties } = this;
    for (let j = 0; j < this.rows.N && count > 1; j++) {
      const at = where[j]; // column of w_j, a unit vector where w_j is basic
      let least = Infinity;
      let kept = 0;
      for (let k = 0; k < count; k++) {
        const r = ties[k];
        const entry = at >= 0 ? -T[r * stride + at] : -1 - at === r ? 1 : 0;
        const ratio = entry / -T[r * stride + column];
        if (ratio < least - 1e-9 * (1 + Math.abs(least))) kept = 0;
        if (kept === 0 || ratio <= least + 1e-9 * (1 + Math.abs(least))) ties[kept++] = r;
        least = Math.min(least, ratio);
      }
      count = kept;
    }
    return ties[0];
  }

  /** basic[row] and nonbasic[column] change places. */
  private exchange(row: number, column: number): void {
    const { T, q, stride, columns, basic, nonbasic } = this;
    const at = row * stride;
    const inverse = 1 / T[at + column];
    for (let c = 0; c < columns; c++) T[at + c] *= -inverse;
    T[at + column] = inverse;
    q[row] *= -inverse;
    for (let r = 0; r < q.length; r++) {
      const factor = T[r * stride + column];
      if (r === row || factor === 0) continue;
      T[r * stride + column] = 0;
      for (let c = 0; c < columns; c++) T[r * stride + c] += factor * T[at + c];
      q[r] += factor * q[row];
    }
    const [leaving, entering] = [basic[row], nonbasic[column]];
    this.setBasic(row, entering);
    this.setNonbasic(column, leaving);
  }

  private setBasic(row: number, variable: number): void {
    this.basic[row] = variable;
    if (variable !== NONE) this.where[variable] = -1 - row;
  }

  private setNonbasic(column: number, variable: number): void {
    this.nonbasic[column] = variable;
    if (variable !== NONE) this.where[variable] = column;
  }

  /** Writes the impulses into x; the rows between their bounds, whose w is zero. */
  recover({ lo, hi }: Problem, x: Float64Array): number[] {
    const { N, bounded, boxes, joints, origin, step } = this.rows;
    const free: number[] = [];
    x.set(origin);
    bounded.forEach((i, r) => {
      const at = this.where[N + r];
      if (at >= 0) return;
      x[i] = Math.min(Math.max(origin[i] + step[i] * this.q[-1 - at], lo[i]), hi[i]);
      free.push(i);
    });
    const upper = new Set<number>();
    boxes.forEach((row, k) => {
      if (this.where[N + bounded.length + k] >= 0) return;
      upper.add(bounded[row]);
      x[bounded[row]] = hi[bounded[row]];
    });
    joints.forEach((i, j) => {
      const at = this.where[2 * N + 1 + j];
      if (at >= 0) return;
      x[i] = step[i] * this.q[-1 - at];
      free.push(i);
    });
    return free.filter((i) => !upper.has(i));
  }
}

/** No variable, no row. */
const NONE = -1;

/** (LK6): x_F += -A_FF^-1 w_F on the original problem while that lowers the error, which is returned; w = A x + b. */
function correct(p: Problem, { step }: Rows, free: number[], x: Float64Array, w: Float64Array): number {
  const m = free.length;
  const block = new Float64Array(m * m);
  const d = new Float64Array(m);
  const last = new Float64Array(p.n);
  let error = violation(p, x, w);
  for (let k = 0; k < CORRECTIONS && error > 0; k++) {
    p.A.submatrix(free, free, block);
    free.forEach((i, r) => {
      for (let c = 0; c < m; c++) block[r * m + c] *= step[i] * step[free[c]];
      d[r] = -step[i] * w[i];
    });
    if (!luSolve(block, m, d)) break;
    last.set(x);
    free.forEach((i, r) => {
      x[i] = Math.min(Math.max(x[i] + step[i] * d[r], p.lo[i]), p.hi[i]);
    });
    const next = violation(p, x, w);
    if (!(next < error)) {
      x.set(last);
      return violation(p, x, w);
    }
    error = next;
  }
  return error;
}

/** The energy error of x, rows without a positive a_ii counted with a = 1; w = A x + b is left behind. */
function violation(p: Problem, x: Float64Array, w: Float64Array): number {
  velocities(p, x, w);
  let sum = 0;
  for (let i = 0; i < p.n; i++) {
    const a = p.A.diagonal[i];
    sum += rowEnergy(a > 0 ? a : 1, x[i], w[i], p.lo[i], p.hi[i]);
  }
  return sum;
}
