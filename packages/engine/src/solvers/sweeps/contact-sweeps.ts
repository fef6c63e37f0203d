/**
 * Methods that go from contact to contact: rows of no contact one by one, then each contact by a method of its own; accelerated
 * if past sweeps are remembered.   docs/theory/block-gauss-seidel.md (BG1), (BG5)
 */
import { whole } from '../../problem/option-specs.ts';
import type { Problem } from '../../problem/problem.ts';
import { clamp } from '../../problem/sets/box.ts';
import type { Monitor, Outcome, SolverInstance } from '../../problem/solver.ts';
import { AcceleratedSweeps } from './accelerated-sweeps.ts';
import { ContactRows } from './contact-groups.ts';
import { maxIterations, omega, type SweepOptions, sweepUntil, tolerance } from './sweep-loop.ts';

export type ContactSweepOptions = SweepOptions & {
  memory: number;
};

const memory = whole(20, 'sweeps', 'past sweeps that Anderson acceleration combines; 0: plain sweeps', {
  min: 0,
  max: 50,
});

export const contactSweepOptions = { maxIterations, tolerance, omega, memory } as const;

/** What a method does with one contact, whose velocities are in rows.w: the changes of its impulses go to rows.dx. */
export interface ContactMethod {
  /** Sweeps of a problem begin. */
  prepare(rows: ContactRows): void;
  contact(c: number, rows: ContactRows, p: Problem, x: Float64Array, omega: number): void;
}

/** The instance of a solver that sweeps by `method`. */
export class ContactSweeps implements SolverInstance<ContactSweepOptions> {
  private readonly rows = new ContactRows();
  private readonly accelerated = new AcceleratedSweeps();
  private readonly method: ContactMethod;

  constructor(method: ContactMethod) {
    this.method = method;
  }

  solve(p: Problem, x: Float64Array, options: ContactSweepOptions, monitor?: Monitor): Outcome {
    const { rows, method } = this;
    rows.prepare(p);
    rows.follow(x);
    method.prepare(rows);
    const { omega } = options;
    if (options.memory > 0) return this.solveAccelerated(p, x, options, monitor);
    return sweepUntil(p, x, options, monitor, () => this.sweep(p, x, omega));
  }

  release(): void {
    this.rows.release();
  }

  /** One sweep from x to x; the largest change of an impulse, N s, NaN if something is not a number. */
  private sweep(p: Problem, x: Float64Array, omega: number): number {
    const { rows, method } = this;
    let change = sweepOthers(rows, p, x, omega);
    for (let c = 0; c < rows.sets.count; c++) {
      rows.gather(c, x);
      method.contact(c, rows, p, x, omega);
      change = rows.scatter(c, change);
    }
    return change;
  }

  /** Each sweep begins at the accelerated iterate of (NG7). */
  private solveAccelerated(p: Problem, x: Float64Array, options: ContactSweepOptions, monitor?: Monitor): Outcome {
    const { rows, accelerated } = this;
    const from = x.slice(); // what the sweep began with
    const answer = x.slice(); // the iterate that is shown: admissible, as after every sweep
    accelerated.prepare(p.n, options.memory);
    let fresh = true;
    const sweep = () => {
      if (!fresh) {
        accelerated.mix(from, x, p.A.diagonal);
        rows.follow(x);
      }
      fresh = false;
      from.set(x);
      const change = this.sweep(p, x, options.omega);
      answer.set(x);
      return change;
    };
    const outcome = sweepUntil(p, answer, options, monitor, sweep, from);
    x.set(answer);
    return outcome;
  }
}

/** Rows of no contact, one by one: x_i <- clamp(x_i - omega/a_ii w_i); the largest change, N s. */
export function sweepOthers(rows: ContactRows, p: Problem, x: Float64Array, relax: number): number {
  const { others } = rows.sets;
  const { diagonal } = p.A;
  let change = 0;
  for (let k = 0; k < others.length; k++) {
    const i = others[k];
    const next = clamp(x[i] - (relax / diagonal[i]) * rows.velocity(i, x), p.lo[i], p.hi[i]);
    const dx = next - x[i];
    change = Math.max(change, Math.abs(dx));
    x[i] = next;
    rows.add(i, dx);
  }
  return change;
}
