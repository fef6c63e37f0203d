/**
 * Dantzig's principal pivoting, as Baraff and ODE use it: one row after the other.   docs/theory/dantzig.md (DZ1)
 *
 *   x_d moves until w_d = 0 or x_d is at a bound, while dx_F = -A_FF^-1 A_Fd dx_d keeps w_F = 0
 *
 * The row that blocks the way changes its index set: a free row that meets a bound, or a row at a bound whose w meets zero. Every
 * iterate satisfies A x + b = w. Finite for symmetric positive definite A without ties. O(n^2) per pivot, with
 * A_FF = L L^T kept up to date by rows; O(n^3) in all.
 */

import { matrixOf } from '../checks/sizes.ts';
import { choleskySolve } from '../linalg/dense.ts';
import { rowEnergy } from '../measures/energy.ts';
import { velocities } from '../problem/operator.ts';
import { real, whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, ended, type Monitor, type Solver, type Status } from '../problem/solver.ts';
import { FREE, LOWER, UPPER } from './linear-systems/free-rows.ts';
import { DEPENDENT, UpdatedCholesky } from './linear-systems/updated-cholesky.ts';

export type DantzigOptions = {
  maxIterations: number;
  tolerance: number;
};

const options = {
  maxIterations: whole(10000, 'pivots', 'pivots of one solve; one to three per row are usual'),
  tolerance: real(1e-18, '', 'converged when the energy error is at most this fraction of that of x = clamp(0)', {
    max: 1,
  }),
} as const;

/**
 * A row of which F leaves at most this fraction of a_ii depends on F (DZ5). Of 27600 random problems, most of them
 * singular or nearly so, 1e-10 fails on 2; 1e-12 on 6, because rounding passes for a pivot; 1e-8 on 711, because pivots pass for rounding.
 */
/** Corrections of the answer on its free set; the first two do nearly all. */
const CORRECTIONS = 4;

export const dantzig: Solver<DantzigOptions> = {
  name: 'dantzig',
  summary: "Dantzig's principal pivoting: exact, dense, one row after the other",
  reference: 'docs/theory/dantzig.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  settles: true,
  options,
  defaults: defaultsOf<DantzigOptions>(options),

  create() {
    let A: Float64Array = new Float64Array(0); // both grow to the largest problem seen
    let F = new UpdatedCholesky(0);
    return {
      solve(p, x, { maxIterations, tolerance }, monitor) {
        if (A.length < p.n * p.n) {
          A = matrixOf(p.n, p.n);
          F = new UpdatedCholesky(p.n);
        }
        monitor?.begin(p, x);
        const run = new Run(p, x, A, F);
        const e0 = run.start();
        let status = run.driveAll(maxIterations, monitor);
        if (!status) {
          const error = run.correct();
          status = run.pivots === maxIterations ? 'iteration-limit' : 'stagnated';
          if (error <= tolerance * (e0 === 0 ? 1 : e0) && !monitor?.ownsStopping) status = 'converged';
          if (!Number.isFinite(error)) status = 'diverged';
          status = monitor?.observe(run.pivots + 1, x, run.w) ?? status;
        }
        return ended(p, status, run.pivots, 0);
      },
      release() {
        A = new Float64Array(0);
        F = new UpdatedCholesky(0);
      },
    };
  },
};

/** States of a row besides FREE, LOWER and UPPER. */
const WAITING = 3;
/** Between its bounds with w = 0, and dependent on F: enters as soon as its w would change. */
const HELD = 4;
/** Left out: equal bounds, or no step could bring it to rest. */
const IDLE = 5;
const NONE = -1;

/** One solve. */
class Run {
  pivots = 0;
  readonly w: Float64Array;
  private readonly p: Problem;
  private readonly x: Float64Array;
  private readonly A: Float64Array;
  private readonly F: UpdatedCholesky;
  /** Direction of the free impulses, in the order of F. */
  private readonly dx: Float64Array;
  private readonly dw: Float64Array;
  private readonly state: Uint8Array;
  /** Rows found dependent since F last lost one. */
  private readonly refused: Uint8Array;
  /** sqrt(a_ii): x root and w/root are in square roots of joules. */
  private readonly root: Float64Array;
  /** Largest w/root that counts as zero in a dependent row. */
  private rounding = 0;
  /** Result of `block`: the row, how far until then, and whether it is d at its bound. */
  private blocker = NONE;
  private reach = 0;
  private atBound = false;

  constructor(p: Problem, x: Float64Array, A: Float64Array, F: UpdatedCholesky) {
    this.p = p;
    this.x = x;
    this.A = A;
    this.F = F;
    this.w = new Float64Array(p.n);
    this.dx = new Float64Array(p.n);
    this.dw = new Float64Array(p.n);
    this.state = new Uint8Array(p.n).fill(WAITING);
    this.refused = new Uint8Array(p.n);
    this.root = p.A.diagonal.map((a) => Math.sqrt(a > 0 ? a : 1));
  }

  /** x = clamp(0), whatever it was; its energy error. */
  start(): number {
    const { n, A, lo, hi } = this.p;
    for (let i = 0; i < n; i++) {
      A.row(i, this.A.subarray(i * n, (i + 1) * n));
      this.x[i] = Math.min(Math.max(0, lo[i]), hi[i]);
    }
    this.F.clear(n);
    const e0 = this.violation();
    for (let i = 0; i < n; i++)
      this.rounding = Math.max(this.rounding, (DEPENDENT * Math.abs(this.w[i])) / this.root[i]);
    return e0;
  }

  /** Every row, those without bounds first: they never leave F again. A status if the monitor ends the solve. */
  driveAll(limit: number, monitor: Monitor | undefined): Status | undefined {
    const { n, lo, hi } = this.p;
    for (const joints of [true, false])
      for (let d = 0; d < n; d++) {
        if ((lo[d] === -Infinity && hi[d] === Infinity) !== joints) continue;
        velocities(this.p, this.x, this.w); // afresh for every row, so that rounding does not add up
        while (this.advance(d, limit)) {
          const word = monitor?.observe(this.pivots, this.x, this.w);
          if (word) return word;
        }
      }
    return undefined;
  }

  /** One pivot on the way of row d to rest (DZ1); false if none is left to do. */
  private advance(d: number, limit: number): boolean {
    const { x, w, state } = this;
    const { lo, hi } = this.p;
    if (state[d] !== WAITING) return false;
    const sigma = this.F.explain(this.A, d);
    if (sigma === 0 && Math.abs(w[d]) <= this.rounding * this.root[d]) w[d] = 0;
    const direction = w[d] < 0 && x[d] < hi[d] ? 1 : w[d] > 0 && x[d] > lo[d] ? -1 : 0;
    if (direction === 0) this.settle(d, sigma);
    if (direction === 0 || this.pivots === limit) return false;
    this.aim(d, direction, sigma);
    this.block(d, direction, sigma);
    if (this.blocker === NONE) {
      state[d] = IDLE;
      return false;
    }
    this.pivots++;
    this.move(d, direction, sigma);
    return true;
  }

  /** Row d keeps its impulse; `sigma` is that of `explain(d)`, just called. */
  private settle(d: number, sigma: number): void {
    const { x, w, state } = this;
    const { lo, hi } = this.p;
    if (lo[d] === hi[d]) state[d] = IDLE;
    else if (x[d] === lo[d] && w[d] >= 0) state[d] = LOWER;
    else if (x[d] === hi[d] && w[d] <= 0) state[d] = UPPER;
    else if (sigma > 0) this.enter(d, sigma);
    else state[d] = HELD;
  }

  /** dx_d = +/-1 with w_F at rest: dx_F, and dw elsewhere. (DZ2) */
  private aim(d: number, direction: number, sigma: number): void {
    const { dx, dw, F, A } = this;
    const n = this.p.n;
    F.solveBack(dx);
    for (let i = 0; i < n; i++) dw[i] = direction * A[d * n + i];
    for (let k = 0; k < F.count; k++) {
      const row = F.rows[k] * n;
      const change = -direction * dx[k];
      dx[k] = change;
      for (let j = 0; j < n; j++) dw[j] += change * A[row + j];
    }
    for (let k = 0; k < F.count; k++) dw[F.rows[k]] = 0;
    dw[d] = direction * sigma;
  }

  /** How far until a row changes its index set, and which (DZ3); if they tie: d, then F in order, then by number. */
  private block(d: number, direction: number, sigma: number): void {
    const { x, w, dx, dw, state, refused, root, F } = this;
    const { n, lo, hi } = this.p;
    const room = direction > 0 ? hi[d] - x[d] : x[d] - lo[d];
    const stop = sigma > 0 ? Math.abs(w[d]) / sigma : Infinity;
    this.atBound = room <= stop;
    this.reach = Math.min(room, stop);
    this.blocker = this.reach < Infinity ? d : NONE;
    for (let k = 0; k < F.count; k++) {
      const i = F.rows[k];
      if (Math.abs(dx[k]) * root[i] > DEPENDENT * root[d])
        this.offer(i, (dx[k] > 0 ? hi[i] - x[i] : x[i] - lo[i]) / Math.abs(dx[k]));
    }
    for (let i = 0; i < n; i++) {
      if (!(Math.abs(dw[i]) > DEPENDENT * root[i] * root[d]) || refused[i]) continue;
      if ((state[i] === LOWER && dw[i] < 0) || (state[i] === UPPER && dw[i] > 0)) this.offer(i, -w[i] / dw[i]);
      else if (state[i] === HELD) this.offer(i, 0);
    }
  }

  private offer(row: number, reach: number): void {
    if (!(reach < this.reach)) return;
    this.reach = Math.max(reach, 0);
    this.blocker = row;
  }

  /** The step, and the blocker's new index set. (DZ4) */
  private move(d: number, direction: number, sigma: number): void {
    const { x, w, dx, dw, F, blocker, reach } = this;
    const { n, lo, hi } = this.p;
    x[d] = Math.min(Math.max(x[d] + direction * reach, lo[d]), hi[d]);
    for (let k = 0; k < F.count; k++) x[F.rows[k]] += reach * dx[k];
    for (let i = 0; i < n; i++) w[i] += reach * dw[i];
    if (this.state[blocker] === FREE) {
      const position = F.rows.indexOf(blocker);
      this.rest(blocker, dx[position] > 0);
      F.remove(position);
      this.refused.fill(0);
    } else if (blocker !== d) {
      const left = F.explain(this.A, blocker);
      if (left > 0) this.enter(blocker, left);
      else this.refused[blocker] = 1; // (DZ5)
    } else if (this.atBound) this.rest(d, direction > 0);
    else this.enter(d, sigma);
  }

  private rest(i: number, upper: boolean): void {
    this.x[i] = upper ? this.p.hi[i] : this.p.lo[i];
    this.state[i] = upper ? UPPER : LOWER;
  }

  private enter(i: number, sigma: number): void {
    this.F.append(i, sigma);
    this.state[i] = FREE;
    this.w[i] = 0;
  }

  /** (DZ6): x_F -= A_FF^-1 w_F with a fresh factor while that lowers the error, which is returned. */
  correct(): number {
    const { p, x, w, dx, F } = this;
    let error = this.violation();
    if (!F.factor(this.A)) return error;
    const last = new Float64Array(p.n);
    for (let c = 0; c < CORRECTIONS && error > 0; c++) {
      last.set(x);
      for (let k = 0; k < F.count; k++) dx[k] = w[F.rows[k]];
      choleskySolve(F.L, F.count, dx);
      for (let k = 0; k < F.count; k++) {
        const i = F.rows[k];
        x[i] = Math.min(Math.max(x[i] - dx[k], p.lo[i]), p.hi[i]);
      }
      const next = this.violation();
      if (!(next < error)) {
        x.set(last);
        return this.violation();
      }
      error = next;
    }
    return error;
  }

  /** The energy error of x, rows without a positive a_ii counted with a = 1; w = A x + b is left behind. */
  private violation(): number {
    const { p, x, root } = this;
    const w = velocities(p, x, this.w);
    let sum = 0;
    for (let i = 0; i < p.n; i++) sum += rowEnergy(root[i] * root[i], x[i], w[i], p.lo[i], p.hi[i]);
    return sum;
  }
}
