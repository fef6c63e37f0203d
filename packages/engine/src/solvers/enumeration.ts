/**
 * Total enumeration: try every index set, keep the best.   docs/theory/complementarity.md (C7)
 *
 * Each row is at its lower bound, at its upper bound, or free with w = 0: at most 3^n linear systems. Exponential, and
 * therefore right: the oracle of every other solver's tests, for n <= 12. Takes unsymmetric and singular A too.
 */

import { luFactor, luSubstitute } from '../linalg/dense.ts';
import { CONVERGED } from '../measures/converged.ts';
import { energySum } from '../measures/energy.ts';
import { energyMetric } from '../measures/energy-metric.ts';
import { velocities } from '../problem/operator.ts';
import { real } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, ended, type Solver, type Status } from '../problem/solver.ts';
import { isWithoutSolution } from './lemke.ts';
import { FREE, LOWER, UPPER } from './linear-systems/free-rows.ts';

export type EnumerationOptions = {
  tolerance: number;
};

const options = {
  tolerance: real(
    1e-24,
    '',
    'stop at the first index set whose energy error is at most this fraction of that of x = clamp(0)',
    { max: 1 },
  ),
} as const;

const MAX_ROWS = 12;

export const enumeration: Solver<EnumerationOptions> = {
  name: 'enumeration',
  summary: 'every index set tried: the oracle for problems of up to 12 rows',
  reference: 'docs/theory/complementarity.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'any',
  maxRows: MAX_ROWS,
  coupling: 1,
  settles: true,
  options,
  defaults: defaultsOf<EnumerationOptions>(options),

  create() {
    return {
      solve(p, x, { tolerance }, monitor) {
        const n = p.n;
        const A = p.A.dense();
        const metric = energyMetric(p);
        const state = new Uint8Array(n).fill(FREE);
        for (let i = 0; i < n; i++) state[i] = firstState(p, i);
        const system = new SetSystem(n);
        const trial = new Float64Array(n);
        const w = new Float64Array(n);
        const clamped = p.lo.map((lo, i) => Math.min(Math.max(0, lo), p.hi[i]));
        const e0 = energySum(clamped, velocities(p, clamped, w), metric, p.lo, p.hi);
        const enough = tolerance * e0;

        monitor?.begin(p, x);
        let least = Infinity;
        let sets = 0;
        let word: Status | undefined;
        if (e0 === 0) {
          x.set(clamped); // x = clamp(0) solves it; any other unit of error would be a guess
          least = 0;
          word = monitor?.observe(++sets, x, w);
        }
        for (let more = e0 !== 0; more; more = nextSet(p, state)) {
          if (!system.solve(p, A, state, trial)) continue;
          sets++;
          const error = energySum(trial, velocities(p, trial, w), metric, p.lo, p.hi);
          word = monitor?.observe(sets, trial, w);
          if (error < least) {
            least = error;
            x.set(trial);
          }
          if (word || (least <= enough && !monitor?.ownsStopping)) break;
        }

        const none = !word && least > CONVERGED * e0 && least < Infinity && isWithoutSolution(p);
        const unsolved = none ? 'infeasible' : least < Infinity ? 'stagnated' : 'diverged';
        return ended(p, word ?? (least <= enough ? 'converged' : unsolved), sets, 0);
      },
      release() {},
    };
  },
};

/** Rows between equal bounds are never free, rows without a bound never at it. */
function firstState(p: Problem, i: number): number {
  return p.lo[i] === p.hi[i] ? LOWER : FREE;
}

/** Counts in base three over the allowed states; false after the last one. */
function nextSet(p: Problem, state: Uint8Array): boolean {
  for (let i = 0; i < p.n; i++) {
    const fixed = p.lo[i] === p.hi[i];
    if (!fixed) {
      if (state[i] === FREE && p.lo[i] > -Infinity) {
        state[i] = LOWER;
        return true;
      }
      if (state[i] !== UPPER && p.hi[i] < Infinity) {
        state[i] = UPPER;
        return true;
      }
    }
    state[i] = firstState(p, i); // carry
  }
  return false;
}

/** Added to the diagonal of a singular block, as a part of its largest entry; refinement on A then removes its effect. */
const REGULARISATION = 1e-10;
const REFINEMENTS = 4;

/** Memory for the linear systems of all sets of one problem. */
class SetSystem {
  private readonly free: Int32Array;
  private readonly block: Float64Array;
  private readonly factors: Float64Array;
  private readonly exchanges: Int32Array;
  private readonly step: Float64Array;

  constructor(n: number) {
    this.free = new Int32Array(n);
    this.block = new Float64Array(n * n);
    this.factors = new Float64Array(n * n);
    this.exchanges = new Int32Array(n);
    this.step = new Float64Array(n);
  }

  /** A_FF x_F = -(b_F + A_FN x_N); false if A_FF is not finite. */
  solve(p: Problem, A: Float64Array, state: Uint8Array, x: Float64Array): boolean {
    const { free, block, factors, exchanges, step } = this;
    const n = p.n;
    let m = 0;
    for (let i = 0; i < n; i++) {
      if (state[i] === FREE) free[m++] = i;
      x[i] = state[i] === FREE ? 0 : state[i] === LOWER ? p.lo[i] : p.hi[i];
    }
    let most = 0;
    for (let r = 0; r < m; r++)
      for (let c = 0; c < m; c++) {
        const a = A[free[r] * n + free[c]];
        block[r * m + c] = factors[r * m + c] = a;
        most = Math.max(most, Math.abs(a));
      }
    if (luFactor(factors, m, exchanges)) {
      for (let r = 0; r < m; r++) step[r] = -rowVelocity(p, A, x, free[r]);
      luSubstitute(factors, m, exchanges, step);
      for (let r = 0; r < m; r++) x[free[r]] = step[r];
      return true;
    }
    for (let k = 0; k < m * m; k++) factors[k] = block[k];
    for (let r = 0; r < m; r++) factors[r * m + r] += REGULARISATION * most;
    if (!luFactor(factors, m, exchanges, 0)) return false;
    for (let k = 0; k < REFINEMENTS; k++) {
      for (let r = 0; r < m; r++) step[r] = -rowVelocity(p, A, x, free[r]);
      luSubstitute(factors, m, exchanges, step);
      for (let r = 0; r < m; r++) x[free[r]] += step[r];
    }
    return true;
  }
}

function rowVelocity(p: Problem, A: Float64Array, x: Float64Array, i: number): number {
  let sum = p.b[i];
  for (let j = 0; j < p.n; j++) sum += A[i * p.n + j] * x[j];
  return sum;
}
