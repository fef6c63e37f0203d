/**
 * Projected Gauss-Seidel: solve row i for x_i with the others held, then clamp.   docs/theory/gauss-seidel.md
 *
 *   x_i <- clamp( x_i - omega/a_ii (A x + b)_i, l_i, u_i )                                            (GS1)
 *
 * Converges for symmetric positive definite A and omega in (0, 2); linearly, so mass ratios hurt. Two forms give the
 * same iterates up to rounding: on the stored rows of A, or matrix-free on J with the velocities carried along (GS3).
 */
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, type Outcome, type Solver, type Status } from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';

export interface PgsOptions {
  maxIterations: number;
  tolerance: number;
  omega: number;
  form: 'auto' | 'rows' | 'matrix-free';
}

const options = {
  maxIterations: {
    type: 'number',
    default: 25,
    unit: 'sweeps',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'sweeps of one solve',
  },
  tolerance: {
    type: 'number',
    default: 1e-5,
    unit: 'N s',
    min: 0,
    max: Infinity,
    summary: 'stop when no impulse changes by more in a sweep (EATK18 Table 3)',
  },
  omega: {
    type: 'number',
    default: 1,
    unit: '',
    min: 0,
    max: 2,
    exclusive: true,
    summary: 'relaxation: below 1 damps, above 1 overshoots',
  },
  form: {
    type: 'choice',
    default: 'auto',
    choices: ['auto', 'rows', 'matrix-free'],
    summary: 'sweep over rows of A, or over J; auto: over J where the problem has it',
  },
} as const;

export const pgs: Solver<PgsOptions> = {
  name: 'pgs',
  summary: 'projected Gauss-Seidel, one row at a time',
  reference: 'docs/theory/gauss-seidel.md',
  family: 'iterative',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<PgsOptions>(options),

  create() {
    let y = new Float64Array(0); // grows to the most bodies seen, then allocates no more
    return {
      solve(p, x, { maxIterations, tolerance, omega, form }, monitor) {
        const structured = form !== 'rows' && p.A instanceof StructuredOperator ? p.A : undefined;
        if (structured) {
          const size = 6 * structured.structure.bodies;
          if (y.length < size) y = new Float64Array(size);
          structured.scaledVelocity(x, y);
        }
        monitor?.begin(p, x);
        for (let k = 1; k <= maxIterations; k++) {
          const change = structured ? sweepMatrixFree(structured, p, x, y, omega) : sweepRows(p, x, omega);
          if (!Number.isFinite(change)) return ended(p, 'diverged', k);
          const word = monitor?.observe(k, x);
          if (word) return ended(p, word, k);
          if (change <= tolerance && !monitor?.ownsStopping) return ended(p, 'converged', k);
        }
        return ended(p, 'iteration-limit', maxIterations);
      },
      release() {
        y = new Float64Array(0);
      },
    };
  },
};

function ended({ lo, hi }: Problem, status: Status, k: number): Outcome {
  return { status, iterations: { direct: 0, iterative: k, coupling: 1, total: k }, lo, hi };
}

/** (GS1) over the stored rows of A; the largest change of an impulse, N s. */
function sweepRows({ n, A, b, lo, hi }: Problem, x: Float64Array, omega: number): number {
  const { rowStart, column, value, diagonal } = A.sparse();
  let change = 0;
  for (let i = 0; i < n; i++) {
    let w = b[i];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) w += value[k] * x[column[k]];
    const next = Math.min(Math.max(x[i] - (omega / diagonal[i]) * w, lo[i]), hi[i]);
    change = Math.max(change, Math.abs(next - x[i])); // NaN stays
    x[i] = next;
  }
  return change;
}

/** (GS3) over all rows, y = Jt^T x kept current impulse by impulse; the largest change of an impulse, N s. */
function sweepMatrixFree(
  { Jt, structure, diagonal }: StructuredOperator,
  { n, b, lo, hi }: Problem,
  x: Float64Array,
  y: Float64Array,
  omega: number,
): number {
  const { rowStart, body, C } = structure;
  let change = 0;
  for (let i = 0; i < n; i++) {
    const from = rowStart[i];
    const to = rowStart[i + 1];
    let w = b[i] + C[i] * x[i];
    for (let k = from; k < to; k++) {
      const j = 6 * k;
      const at = 6 * body[k];
      w += Jt[j] * y[at] + Jt[j + 1] * y[at + 1] + Jt[j + 2] * y[at + 2];
      w += Jt[j + 3] * y[at + 3] + Jt[j + 4] * y[at + 4] + Jt[j + 5] * y[at + 5];
    }
    const next = Math.min(Math.max(x[i] - (omega / diagonal[i]) * w, lo[i]), hi[i]);
    const dx = next - x[i];
    change = Math.max(change, Math.abs(dx)); // NaN stays
    if (dx === 0) continue;
    x[i] = next;
    for (let k = from; k < to; k++) {
      const j = 6 * k;
      const at = 6 * body[k];
      for (let c = 0; c < 6; c++) y[at + c] += Jt[j + c] * dx;
    }
  }
  return change;
}
