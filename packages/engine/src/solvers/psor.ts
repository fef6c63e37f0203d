/**
 * Projected successive over-relaxation of T-FP, matrix-free: O(n) time and memory, A is never formed.
 * docs/theory/fixed-point.md (FP5)-(FP7)
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
import { ProjectedStep } from './one-contact/projected-step.ts';
import { ContactRows } from './sweeps/contact-groups.ts';
import { ContactRecords } from './sweeps/contact-records.ts';
import { sweepOthers } from './sweeps/contact-sweeps.ts';
import { Sweeper } from './sweeps/row-sweeps.ts';
import { maxIterations, omega, type SweepOptions, sweepUntil, tolerance } from './sweeps/sweep-loop.ts';

export type PsorOptions = SweepOptions & {
  momentum: number;
};

const momentum = real(0, '', 'part of the change so far that a sweep begins with; 0: plain sweeps', {
  min: 0,
  max: 1,
  exclusive: true,
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
    const rows = new ContactRows();
    const step = new ProjectedStep();
    const records = new ContactRecords();
    return {
      solve(p, x, options, monitor) {
        if (isRowByRow(p) && options.momentum === 0) return sweepRows(sweeper, p, x, options, monitor);
        records.layOut(p, x);
        rows.prepare(p, records.y);
        rows.follow(records.x);
        step.prepare(rows, p);
        records.prepare(rows, p, step.step);
        const speed = new Momentum(options.momentum);
        const outcome = sweepUntil(p, records.x, options, monitor, () => {
          if (options.momentum > 0) records.extrapolate(speed.next);
          return speed.watch(sweepContacts(rows, records, step, p, options.omega));
        });
        x.set(records.x);
        return outcome;
      },
      release() {
        sweeper.release();
        rows.release();
        records.release();
      },
    };
  },
};

/** A change this much larger than the least so far ends the momentum. */
const GROWTH = 4;

/** (FP9): how much of its motion a sweep keeps. It begins at nothing, and again when the changes grow. */
class Momentum {
  private readonly most: number;
  private age = 0;
  private least = Infinity;

  constructor(most: number) {
    this.most = most;
  }

  get next(): number {
    return Math.min(this.most, Math.max(0, (this.age - 1) / (this.age + 2)));
  }

  /** @param change the largest of an impulse in the sweep, N s */
  watch(change: number): number {
    const grown = change > GROWTH * this.least;
    this.age = grown ? 0 : this.age + 1;
    this.least = grown ? change : Math.min(this.least, change);
    return change;
  }
}

/** Rows of no contact, then contact by contact, those that have records by the kernel. */
function sweepContacts(rows: ContactRows, records: ContactRecords, step: ProjectedStep, p: Problem, omega: number) {
  const { x } = records;
  let change = sweepOthers(rows, p, x, omega);
  for (let c = 0; c < rows.sets.count; c++) {
    const end = records.endOf(c);
    if (end > c) {
      change = Math.max(change, records.sweep(c, end, omega));
      c = end;
      if (c === rows.sets.count) break;
    }
    rows.gather(c, x);
    step.contact(c, rows, p, x, omega);
    change = rows.scatter(c, change);
  }
  return change;
}

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
