/**
 * Lemke's complementary pivoting on a dense tableau.   docs/theory/lemke.md (LK4)
 *
 *   w = M z + q + d z0,   w, z, z0 >= 0,   w_i z_i = 0;   z0 enters first, then always the partner of the variable that left
 *
 * Rows are scaled to square roots of joules (LK1), rows without bounds eliminated (LK2), boxes doubled (LK3). It finds a
 * solution for every P-matrix and, if there is one, for every symmetric positive semidefinite A. O(N^2) per pivot with
 * N = rows + boxes, O(n^3) in all. Its intermediates do not satisfy A x + b = w: only its end can be measured.
 */

import { matrixOf } from '../checks/sizes.ts';
import { luSolve } from '../linalg/dense.ts';
import { Rng } from '../linalg/rng.ts';
import { CONVERGED } from '../measures/converged.ts';
import { energySum } from '../measures/energy.ts';
import { energyMetric } from '../measures/energy-metric.ts';
import { velocities } from '../problem/operator.ts';
import { real, whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, ended, type IsOver, isOverOf, type Solver, type Status } from '../problem/solver.ts';
import { hasNoSolution } from './pivoting/no-solution.ts';

export type LemkeOptions = {
  maxIterations: number;
  tolerance: number;
};

const options = {
  maxIterations: whole(10000, 'pivots', 'pivots of one solve; one or two per row are usual'),
  tolerance: real(1e-18, '', 'converged when the energy error is at most this fraction of that of x = clamp(0)', {
    max: 1,
  }),
} as const;

/** Entries of a column up to this fraction of its largest, or of 1, are rounding and no pivots. */
const LEAST_PIVOT = 1e-14;
/** The same for rows that are brought in together: up to this, the others imply them. */
const IMPLIED = 1e-13;
/** Rows that reach zero within this fraction of the largest |q| tie. In one pass 1e-16 fails on 50 problems of 30000. */
const TIE = 1e-14;
/** Passes while the test is not met (LK6). One fails on 11 problems of 30000, two on 1, three on none. */
const PASSES = 3;
/** Corrections of the answer, a factorisation each; the first two do nearly all. */
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
  settles: true,
  options,
  defaults: defaultsOf<LemkeOptions>(options),

  create() {
    const memory: Memory = { tableau: new Float64Array(0) };
    return {
      solve(p, x, options, monitor) {
        monitor?.begin(p, x);
        const isOver = isOverOf(monitor);
        const { least, e0, pivots } = passes(p, x, options, memory, isOver);
        const enough = options.tolerance * e0;
        let status: Status = pivots === options.maxIterations ? 'iteration-limit' : 'stagnated';
        if (least > CONVERGED * e0 && !isOver() && isWithoutSolution(p)) status = 'infeasible';
        if (least <= enough && !monitor?.ownsStopping) status = 'converged';
        if (!Number.isFinite(least)) status = isOver() ? 'time-limit' : 'diverged';
        status = monitor?.observe(1, x, velocities(p, x, new Float64Array(p.n))) ?? status;
        return ended(p, status, pivots, 0);
      },
      release() {
        memory.tableau = new Float64Array(0);
      },
    };
  },
};

/** Of the tableau: grows to the largest problem seen. */
interface Memory {
  tableau: Float64Array;
}

/** A proof exists that p has no solution (LK8). */
export function isWithoutSolution(p: Problem): boolean {
  const memory = { tableau: new Float64Array(0) };
  return hasNoSolution(p, (q, x) => void passes(q, x, lemke.defaults, memory, isOverOf(undefined)));
}

/** Passes until the error is small enough (LK6); the least-error answer is in x, which stays if the time is over before the first. */
function passes(
  p: Problem,
  x: Float64Array,
  { maxIterations, tolerance }: LemkeOptions,
  memory: Memory,
  isOver: IsOver,
) {
  const rows = sortRows(p);
  const height = rows.N + rows.joints.length;
  if (memory.tableau.length < height * (height + 1)) memory.tableau = matrixOf(height, height + 1);
  const tableau = new Tableau(rows, memory.tableau, isOver);
  const w = new Float64Array(p.n);
  const trial = p.lo.map((lo, i) => Math.min(Math.max(0, lo), p.hi[i]));
  const e0 = violation(p, trial, w);
  let least = Infinity;
  if (e0 === 0) {
    least = 0; // x = clamp(0) solves it; any other unit of error would be a guess
    x.set(trial);
  }
  let pivots = 0;
  for (let pass = 1; pass <= PASSES && !(least <= tolerance * e0) && pivots < maxIterations; pass++) {
    tableau.load(p);
    tableau.bringIn();
    pivots += tableau.pivot(maxIterations - pivots);
    if (isOver()) break; // the variables of a path that has not ended are no answer
    const error = correct(p, rows, tableau.recover(p, trial), trial, w, isOver);
    if (!(error < least)) continue;
    least = error;
    x.set(trial);
  }
  return { least, e0, pivots };
}

/** Rows by their bounds, and where each starts: x_i = origin_i + step_i z_i. Rows between equal bounds are constants. */
function sortRows(p: Problem) {
  const { n, lo, hi } = p;
  const metric = energyMetric(p);
  const bounded: number[] = [];
  const boxes: number[] = []; // two bounds; positions in `bounded`
  const joints: number[] = []; // no bounds
  const origin = new Float64Array(n); // the lower bound, or the upper one, or 0
  const step = new Float64Array(n); // 1/sqrt(a_i) of (E14), negative if z counts down from an upper bound (LK1)
  for (let i = 0; i < n; i++) {
    const below = lo[i] > -Infinity;
    const above = hi[i] < Infinity;
    origin[i] = below ? lo[i] : above ? hi[i] : 0;
    step[i] = (below || !above ? 1 : -1) / Math.sqrt(metric[i]);
    if (lo[i] === hi[i]) continue;
    if (below && above) boxes.push(bounded.length);
    if (below || above) bounded.push(i);
    else joints.push(i);
  }
  return { bounded, boxes, joints, origin, step, N: bounded.length + boxes.length };
}

type Rows = ReturnType<typeof sortRows>;

/** No variable, no row. */
const NONE = -1;

/**
 * basic = q + T nonbasic. Rows: those with bounds, then one per box, then joints; columns the same with z0 before the
 * joints. Variables: w_r is r, z_r is N + r, z0 is 2N, the impulse of joint j is 2N + 1 + j; w of a joint has no number.
 */
class Tableau {
  private readonly rows: Rows;
  private readonly T: Float64Array;
  private readonly q: Float64Array;
  /** An irregular positive vector: what breaks ties. (LK5) */
  private readonly g: Float64Array;
  private readonly basic: Int32Array;
  private readonly nonbasic: Int32Array;
  /** Of each variable: its column, or -1 - its row. */
  private readonly where: Int32Array;
  /** Rows whose z was basic at the end of the last pass. */
  private readonly wanted: Uint8Array;
  private readonly stride: number;
  /** Columns in use. */
  private columns: number;
  private readonly isOver: IsOver;

  constructor(rows: Rows, memory: Float64Array, isOver: IsOver) {
    this.isOver = isOver;
    const height = rows.N + rows.joints.length;
    this.rows = rows;
    this.T = memory;
    this.q = new Float64Array(height);
    this.g = new Float64Array(height);
    this.stride = height + 1;
    this.columns = height + 1;
    this.basic = new Int32Array(height);
    this.nonbasic = new Int32Array(height + 1);
    this.where = new Int32Array(2 * rows.N + 1 + rows.joints.length);
    this.wanted = new Uint8Array(rows.N);
  }

  /** The standard problem (LK3) in the units of (LK1), without z0. */
  load(p: Problem): void {
    const { T, q, stride } = this;
    const { N, bounded, boxes, joints, origin, step } = this.rows;
    for (let r = 0; r < q.length; r++) this.place(r < N ? r : NONE, r, this.basic);
    for (let c = 0; c < stride; c++) this.place(N + c, c, this.nonbasic);
    T.fill(0, 0, q.length * stride);
    const w = velocities(p, origin, new Float64Array(p.n));
    const a = new Float64Array(p.n);
    const fillRow = (i: number, r: number) => {
      p.A.row(i, a);
      q[r] = step[i] * w[i];
      for (let c = 0; c < bounded.length; c++) T[r * stride + c] = step[i] * a[bounded[c]] * step[bounded[c]];
      for (let c = 0; c < joints.length; c++) T[r * stride + N + 1 + c] = step[i] * a[joints[c]] * step[joints[c]];
    };
    for (let r = 0; r < bounded.length; r++) fillRow(bounded[r], r);
    for (let j = 0; j < joints.length; j++) fillRow(joints[j], N + j);
    for (let k = 0; k < boxes.length; k++) {
      const r = bounded.length + k;
      const i = bounded[boxes[k]];
      T[r * stride + boxes[k]] = -1;
      T[boxes[k] * stride + r] = 1;
      q[r] = (p.hi[i] - p.lo[i]) / step[i];
    }
  }

  /** The joints (LK2) and the last pass's z (LK6) become basic, largest pivot first; then z0 and g join. */
  bringIn(): void {
    const { T, q, g, stride, basic, nonbasic, wanted } = this;
    const { N } = this.rows;
    this.columns = stride;
    const open = (r: number) => (r < N ? wanted[r] === 1 && basic[r] < N : basic[r] === NONE);
    // a w that has left for the column of a joint may come back in a joint's row only: then every row is exchanged once at most
    const enters = (c: number, r: number) =>
      c < N ? wanted[c] === 1 && nonbasic[c] >= N : c > N && nonbasic[c] >= (r < N ? N : 0);
    for (let at = 0; at !== NONE && !this.isOver(); ) {
      let largest = IMPLIED;
      at = NONE;
      for (let r = 0; r < q.length; r++) {
        if (!open(r)) continue;
        for (let c = 0; c < stride; c++) {
          const size = Math.abs(T[r * stride + c]);
          if (!(size > largest && enters(c, r))) continue;
          largest = size;
          at = r * stride + c;
        }
      }
      if (at !== NONE) this.exchange(Math.floor(at / stride), at % stride);
    }
    this.columns = N + 1;
    const rng = new Rng(1);
    for (let r = 0; r < N; r++) {
      g[r] = rng.uniform(1, 2);
      T[r * stride + N] = 1;
    }
  }

  /** (LK4): pivots until z0 leaves, nothing blocks (a ray), or a limit; their number. */
  pivot(limit: number): number {
    const { q, g, basic, where } = this;
    const { N } = this.rows;
    let row = 0;
    let size = 0;
    for (let r = 0; r < N; r++) {
      if (q[r] < q[row] || (q[r] === q[row] && g[r] < g[row])) row = r;
      size = Math.max(size, Math.abs(q[r]));
    }
    if (N === 0 || !(q[row] < 0)) return 0;
    let column = N;
    for (let k = 1; ; k++) {
      const leaving = basic[row];
      this.exchange(row, column);
      if (leaving === 2 * N || k === limit || this.isOver()) return k;
      column = where[leaving < N ? leaving + N : leaving - N];
      row = this.blocking(column, TIE * size);
      if (row === NONE) return k;
    }
  }

  /** The row that the entering column takes to zero first, by (LK5) among those within `tie` of it; NONE on a ray. */
  private blocking(column: number, tie: number): number {
    const { T, q, g, stride, basic } = this;
    const { N } = this.rows;
    let largest = 1;
    for (let r = 0; r < N; r++) largest = Math.max(largest, Math.abs(T[r * stride + column]));
    const leastPivot = LEAST_PIVOT * largest;
    let reach = Infinity;
    for (let r = 0; r < N; r++) {
      const t = -T[r * stride + column];
      if (t > leastPivot) reach = Math.min(reach, (Math.max(q[r], 0) + tie) / t);
    }
    let first = NONE;
    let least = Infinity;
    for (let r = 0; r < N; r++) {
      const t = -T[r * stride + column];
      if (!(t > leastPivot && Math.max(q[r], 0) <= reach * t)) continue;
      if (basic[r] === 2 * N) return r; // z0 may leave: the end
      if (!(g[r] / t < least)) continue;
      least = g[r] / t;
      first = r;
    }
    return first;
  }

  /** basic[row] and nonbasic[column] change places. */
  private exchange(row: number, column: number): void {
    const { T, q, g, stride, columns, basic, nonbasic } = this;
    const at = row * stride;
    const inverse = 1 / T[at + column];
    for (let c = 0; c < columns; c++) T[at + c] *= -inverse;
    T[at + column] = inverse;
    q[row] *= -inverse;
    g[row] *= -inverse;
    for (let r = 0; r < q.length; r++) {
      const factor = T[r * stride + column];
      if (r === row || factor === 0) continue;
      T[r * stride + column] = 0;
      for (let c = 0; c < columns; c++) T[r * stride + c] += factor * T[at + c];
      q[r] += factor * q[row];
      g[r] += factor * g[row];
    }
    const leaving = basic[row];
    this.place(nonbasic[column], row, basic);
    this.place(leaving, column, nonbasic);
  }

  private place(variable: number, at: number, side: Int32Array): void {
    side[at] = variable;
    if (variable !== NONE) this.where[variable] = side === this.basic ? -1 - at : at;
  }

  /** Writes the impulses into x; returns the rows between their bounds, whose w is zero. */
  recover({ lo, hi }: Problem, x: Float64Array): number[] {
    const { q, where, wanted } = this;
    const { N, bounded, boxes, joints, origin, step } = this.rows;
    for (let r = 0; r < N; r++) wanted[r] = where[N + r] < 0 ? 1 : 0;
    const free = new Set<number>();
    const take = (i: number, variable: number) => {
      if (where[variable] >= 0) return; // not basic: x at its origin
      x[i] = Math.min(Math.max(origin[i] + step[i] * q[-1 - where[variable]], lo[i]), hi[i]);
      free.add(i);
    };
    x.set(origin);
    for (let r = 0; r < bounded.length; r++) take(bounded[r], N + r);
    for (let j = 0; j < joints.length; j++) take(joints[j], 2 * N + 1 + j);
    for (let k = 0; k < boxes.length; k++) {
      const i = bounded[boxes[k]];
      if (wanted[bounded.length + k] === 0) continue; // its upper bound does not push
      x[i] = hi[i];
      free.delete(i);
    }
    return [...free];
  }
}

/** (LK7): x_F -= A_FF^-1 w_F on the given problem while that lowers the error, which is returned. */
function correct(p: Problem, { step }: Rows, free: number[], x: Float64Array, w: Float64Array, isOver: IsOver): number {
  const m = free.length;
  const block = matrixOf(m, m);
  const d = new Float64Array(m);
  let error = violation(p, x, w);
  for (let k = 0; k < CORRECTIONS && error > 0; k++) {
    p.A.submatrix(free, free, block);
    free.forEach((i, r) => {
      for (let c = 0; c < m; c++) block[r * m + c] *= step[i] * step[free[c]];
      d[r] = step[i] * w[i];
    });
    if (!luSolve(block, m, d, undefined, isOver)) break;
    const next = x.slice();
    free.forEach((i, r) => {
      next[i] = Math.min(Math.max(x[i] - step[i] * d[r], p.lo[i]), p.hi[i]);
    });
    const lower = violation(p, next, w);
    if (!(lower < error)) break;
    error = lower;
    x.set(next);
  }
  return error;
}

/** The energy error of x; w = A x + b is left behind. */
function violation(p: Problem, x: Float64Array, w: Float64Array): number {
  return energySum(x, velocities(p, x, w), energyMetric(p), p.lo, p.hi);
}
