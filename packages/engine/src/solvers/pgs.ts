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
import { Sweeper } from './free-set/sweep.ts';
import { type RowOrder, rowOrder } from './row-order.ts';

export interface PgsOptions {
  maxIterations: number;
  tolerance: number;
  omega: number;
  form: 'auto' | 'rows' | 'matrix-free';
  order: RowOrder;
  seed: number;
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
  order: {
    type: 'choice',
    default: 'natural',
    choices: ['natural', 'reverse', 'random', 'bottom-up'],
    summary: 'order of the rows in a sweep; bottom-up: by distance from the ground, needs J',
  },
  seed: {
    type: 'number',
    default: 1,
    unit: '',
    min: 0,
    max: 4294967295,
    integer: true,
    summary: 'seed of the random order, drawn once a solve',
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
    const sweeper = new Sweeper();
    return {
      solve(p, x, { maxIterations, tolerance, omega, form, order, seed }, monitor) {
        sweeper.prepare(p, x, form !== 'rows', rowOrder(p, order, seed));
        monitor?.begin(p, x);
        const end = (status: Status, k: number) => {
          sweeper.read(x);
          return ended(p, status, k);
        };
        for (let k = 1; k <= maxIterations; k++) {
          const change = sweeper.sweep(p, x, omega);
          if (!Number.isFinite(change)) return end('diverged', k);
          if (monitor) {
            const now = sweeper.look(x);
            const word = monitor.observe(k, now.x, undefined, now.energy);
            if (word) return end(word, k);
          }
          if (change <= tolerance && !monitor?.ownsStopping) return end('converged', k);
        }
        return end('iteration-limit', maxIterations);
      },
      release() {
        sweeper.release();
      },
    };
  },
};

function ended({ lo, hi }: Problem, status: Status, k: number): Outcome {
  return { status, iterations: { direct: 0, iterative: k, coupling: 1, total: k }, lo, hi };
}
