/**
 * The fixed-point iteration of T-FP: all rows relaxed from the same velocities, then projected (Jacobi's form).
 * docs/theory/fixed-point.md (FP1)-(FP4)
 *
 *   x <- f+( x - B (A x + b) ),   B diagonal
 *
 * A contraction if and only if the eigenvalues of B A lie in (0, 2). The paper's B = omega diag(A)^-1 does not ensure this: two
 * stacked cubes have 2.56. `scaling: split` does, by counting how many rows share a body (FP3), and is slower.
 */
import { choice } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { frictionSets } from '../problem/sets/friction-sets.ts';
import { ROWS } from '../problem/sets/section.ts';
import { SET_KINDS } from '../problem/sets/set.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { maxIterations, omega, type SweepOptions, sweepUntil, tolerance } from './sweeps/sweep-loop.ts';

export type FixedPointOptions = SweepOptions & {
  scaling: 'diagonal' | 'split';
};

const options = {
  maxIterations,
  tolerance,
  omega,
  scaling: choice(
    'diagonal',
    ['diagonal', 'split'],
    'B: the inverse diagonal (T-FP), or one that makes a contraction wherever A is definite',
  ),
} as const;

export const fixedPoint: Solver<FixedPointOptions> = {
  name: 'fixed-point',
  summary: 'projected Jacobi iteration; converges if rows hardly share bodies',
  reference: 'docs/theory/fixed-point.md',
  family: 'iterative',
  accepts: SET_KINDS,
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<FixedPointOptions>(options),

  create() {
    let w = new Float64Array(0);
    let metric = new Float64Array(0); // 1/B at omega = 1: the metric of f+
    return {
      solve(p, x, options, monitor) {
        if (w.length !== p.n) {
          w = new Float64Array(p.n);
          metric = new Float64Array(p.n);
        }
        const sets = frictionSets(p);
        scale(p, options.scaling, w, metric);
        const { omega } = options;
        return sweepUntil(p, x, options, monitor, () => {
          p.A.apply(x, w);
          for (let i = 0; i < p.n; i++) w[i] = x[i] - (omega / metric[i]) * (w[i] + p.b[i]);
          sets.project(w, metric, p.lo, p.hi, w);
          let change = 0;
          for (let i = 0; i < p.n; i++) {
            change = Math.max(change, Math.abs(w[i] - x[i]));
            x[i] = w[i];
          }
          return change;
        });
      },
      release() {
        w = new Float64Array(0);
        metric = new Float64Array(0);
      },
    };
  },
};

/** metric = 1/B, one value for the rows of a section that is projected as one; `sums` is scratch. */
function scale(p: Problem, scaling: 'diagonal' | 'split', sums: Float64Array, metric: Float64Array): void {
  const sets = frictionSets(p);
  if (scaling === 'diagonal') {
    sets.metric(p.A.diagonal, metric);
    return;
  }
  if (p.A instanceof StructuredOperator) splitMasses(p.A, sums);
  else rowSums(p, sums);
  metric.set(sums);
  const { first, second, shape } = sets;
  for (let s = 0; s < first.length; s++) {
    if (second[s] < 0 || shape[s] === ROWS) continue;
    metric[first[s]] = Math.max(sums[first[s]], sums[second[s]]);
    metric[second[s]] = metric[first[s]];
  }
}

/** (FP3): every body is split into as many as rows touch it, A <= diag( sum_k n_k |Jt_ik|^2 + C_i ). */
function splitMasses({ structure, Jt, n }: StructuredOperator, out: Float64Array): void {
  const { rowStart, body, bodies, C } = structure;
  const rows = new Int32Array(bodies);
  for (let k = 0; k < rowStart[n]; k++) rows[body[k]]++;
  for (let i = 0; i < n; i++) {
    out[i] = C[i];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (let c = 6 * k; c < 6 * k + 6; c++) out[i] += rows[body[k]] * Jt[c] * Jt[c];
  }
}

/** The same for stored rows: A <= diag( sum_j |a_ij| ) (Gershgorin). */
function rowSums({ A, n }: Problem, out: Float64Array): void {
  const { rowStart, value } = A.sparse();
  for (let i = 0; i < n; i++) {
    out[i] = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) out[i] += Math.abs(value[k]);
  }
}
