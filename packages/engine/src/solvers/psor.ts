/**
 * Projected successive over-relaxation of T-FP, matrix-free: O(n) time and memory, A is never formed.
 * docs/theory/fixed-point.md (FP5)-(FP9)
 *
 *   x_i <- f+( x_i - omega/g_i (E_i v - e_i) ),   v <- v + s_i dx_i            T-FP Algorithm 4.1 as corrected
 *
 * f+ clamps rows and projects the sections of friction sets, whose sizes follow the normal inside the sweep. For boxes it is pgs,
 * in the same bits. `maxIterations` is the paper's r_max: the answer is admissible after any number of sweeps.
 */

import { real } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { isRowByRow } from '../problem/sets/models.ts';
import { SET_KINDS } from '../problem/sets/set.ts';
import { defaultsOf, type Monitor, type Outcome, type Solver } from '../problem/solver.ts';
import { Relaxation, type RelaxationOptions } from './sweeps/relaxation.ts';
import { Sweeper } from './sweeps/row-sweeps.ts';
import { maxIterations, omega, type SweepOptions, sweepUntil, tolerance } from './sweeps/sweep-loop.ts';

export type PsorOptions = RelaxationOptions;

const momentum = real(0, '', 'part of the last change that a sweep begins with, at most; 0: plain sweeps', {
  max: 0.99,
});

const options = { maxIterations, tolerance, omega, momentum } as const;

export const psor: Solver<PsorOptions> = {
  name: 'psor',
  summary: 'matrix-free projected over-relaxation, every friction set by projection',
  reference: 'docs/theory/fixed-point.md',
  family: 'iterative',
  accepts: SET_KINDS,
  needs: 'symmetric',
  coupling: 3,
  options,
  defaults: defaultsOf<PsorOptions>(options),

  create() {
    const sweeper = new Sweeper();
    const relaxation = new Relaxation();
    return {
      solve(p, x, options, monitor) {
        const plainRows = isRowByRow(p) && options.momentum === 0;
        if (plainRows) return sweepRows(sweeper, p, x, options, monitor);
        return relaxation.solve(p, x, options, monitor);
      },
      release() {
        sweeper.release();
        relaxation.release();
      },
    };
  },
};

/** Every row by itself: the sweeps of pgs, on its records. */
function sweepRows(
  sweeper: Sweeper,
  p: Problem,
  x: Float64Array,
  options: SweepOptions,
  monitor: Monitor | undefined,
): Outcome {
  sweeper.prepare(p, x);
  return sweepUntil(p, x, options, monitor, () => {
    const change = sweeper.sweep(p, x, options.omega);
    sweeper.read(x);
    return change;
  });
}
