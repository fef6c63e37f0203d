/**
 * Projected Gauss-Seidel: solve row i for x_i with the others held, then clamp.   docs/theory/gauss-seidel.md
 *
 *   x_i <- clamp( x_i - omega/a_ii (A x + b)_i, l_i, u_i )                                            (GS1)
 *
 * Converges for symmetric positive definite A and omega in (0, 2); linearly, so mass ratios hurt. Two forms give the
 * same iterates up to rounding: on the stored rows of A, or matrix-free on J with the velocities carried along (GS3).
 */
import { choice, real, whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { isRowByRow } from '../problem/sets/models.ts';
import {
  defaultsOf,
  ended,
  type Monitor,
  type Solver,
  type SolverInstance,
  type Status,
  type ThreadTeam,
} from '../problem/solver.ts';
import { ChangeTest, changeTolerance, impulseChange } from './sweeps/change-test.ts';
import { type RowOrder, rowOrder } from './sweeps/row-order.ts';
import { Sweeper } from './sweeps/row-sweeps.ts';

export type PgsOptions = {
  maxIterations: number;
  tolerance: number;
  change: number;
  omega: number;
  form: 'auto' | 'rows' | 'matrix-free';
  order: RowOrder;
  seed: number;
};

const options = {
  maxIterations: whole(25, 'sweeps', 'sweeps of one solve'),
  tolerance: changeTolerance,
  change: impulseChange,
  omega: real(1, '', 'relaxation: below 1 damps, above 1 overshoots', { max: 2, exclusive: true }),
  form: choice(
    'auto',
    ['auto', 'rows', 'matrix-free'],
    'sweep over rows of A, or over J; auto: over J if the problem has it',
  ),
  order: choice(
    'natural',
    ['natural', 'reverse', 'random', 'bottom-up', 'colour'],
    'order of the rows in a sweep; bottom-up: by distance from the ground; colour: as threads sweep; both need J',
  ),
  seed: whole(1, '', 'seed of the random order, drawn once per solve', { min: 0, max: 4294967295 }),
} as const;

export const pgs: Solver<PgsOptions> = {
  name: 'pgs',
  summary: 'projected Gauss-Seidel, one row at a time',
  reference: 'docs/theory/gauss-seidel.md',
  family: 'iterative',
  accepts: ['box', 'pyramid'],
  needs: 'symmetric',
  coupling: 3,
  table3: { tolerance: 0, change: 1e-5 },
  options,
  defaults: defaultsOf<PgsOptions>(options),

  create: (team) => createPgs(team),
};

/** An instance whose sweeps a team of threads shares if the order is `colour`. */
function createPgs(team?: ThreadTeam): SolverInstance<PgsOptions> {
  const alone = new Sweeper();
  const together = team && new Sweeper('auto', team);
  const test = new ChangeTest();
  return {
    solve(p, x, options, monitor) {
      const { form, order, seed } = options;
      const shared = order === 'colour' && form !== 'rows' && isRowByRow(p);
      const sweeper = together && shared && team?.isReady() ? together : alone;
      sweeper.prepare(p, x, { form: form === 'rows' ? form : undefined, order: rowOrder(p, order, seed) });
      monitor?.begin(p, x);
      test.prepare(p, options.tolerance, options.change);
      const watched = monitor && sweeper.measures;
      const [status, k] = watched
        ? watchedSweeps(sweeper, p, x, options, test, monitor)
        : sweeps(sweeper, p, x, options, test, monitor);
      sweeper.read(x);
      return ended(p, status, 0, k);
    },
    release() {
      alone.release();
      together?.release();
    },
  };
}

/** Sweeps, each shown as it ends. */
function sweeps(
  sweeper: Sweeper,
  p: Problem,
  x: Float64Array,
  { maxIterations, omega }: PgsOptions,
  test: ChangeTest,
  monitor: Monitor | undefined,
): [Status, number] {
  for (let k = 1; k <= maxIterations; k++) {
    test.keep(x);
    const change = sweeper.sweep(p, x, omega);
    if (!Number.isFinite(change)) return ['diverged', k];
    sweeper.read(x);
    const word = monitor?.observe(k, x);
    if (word) return [word, k];
    if (!monitor?.ownsStopping && test.meets(x, change)) return ['converged', k];
  }
  return ['iteration-limit', maxIterations];
}

/** The same if a sweep measures the iterate that it starts from: iterate k is shown after sweep k + 1, or by a look. */
function watchedSweeps(
  sweeper: Sweeper,
  p: Problem,
  x: Float64Array,
  { maxIterations, omega }: PgsOptions,
  test: ChangeTest,
  monitor: Monitor,
): [Status, number] {
  for (let k = 1; k <= maxIterations; k++) {
    const change = sweeper.sweepMeasuring(p, omega);
    if (k > 1) {
      const { x: iterate, energy } = sweeper.before;
      const word = monitor.observe(k - 1, iterate, undefined, energy);
      if (word) {
        sweeper.stepBack();
        return [word, k - 1];
      }
    }
    if (!Number.isFinite(change)) return ['diverged', k];
    const meets = !monitor.ownsStopping && test.mayMeet(change) && meetsAfter(sweeper, test, x, change);
    if (!meets && k < maxIterations) continue;
    const now = sweeper.look(x);
    const word = monitor.observe(k, now.x, undefined, now.energy);
    return [word ?? (meets ? 'converged' : 'iteration-limit'), k];
  }
  return ['iteration-limit', maxIterations];
}

/** The test for a sweep that has kept its start; x becomes current. */
function meetsAfter(sweeper: Sweeper, test: ChangeTest, x: Float64Array, change: number): boolean {
  test.keep(sweeper.before.x);
  sweeper.read(x);
  return test.meets(x, change);
}
