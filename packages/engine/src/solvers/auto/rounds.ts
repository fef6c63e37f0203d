/**
 * A heap beyond direct methods, to an error that its sweeps have not reached: more sweeps in turns with Newton on the closed
 * contacts.   docs/theory/auto.md (AU10)
 *
 * Newton arrives in a few steps once sweeps have found nearly all that sticks, slides and is open, and leads away before.
 */
import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { velocities } from '../../problem/operator.ts';
import type { Problem } from '../../problem/problem.ts';
import type { Iterations, Monitor, Outcome, Status } from '../../problem/solver.ts';
import { ClosedContacts } from './closed-contacts.ts';

/** Rounds of sweeps and Newton, and the first that has proximal points too: they take long, and few heaps need them. */
const ROUNDS = 4;
const PROXIMAL_ROUND = 3;
/** Sweeps of a round, as a multiple of those before the first. */
const SWEEPS = 2;
/** Most times that Newton is tried in a round, with other contacts each time. */
const AGAIN = 4;
/** Sweeps between two measurements of the error, and between two iterates that a monitor sees: its measures cost more. */
const TURN = 60;
const SHOWN = 10;

/** What sweeps have left. */
export interface Unsolved {
  readonly q: Problem;
  /** Their last iterate; the answer. */
  readonly x: Float64Array;
  /** Their number. */
  readonly sweeps: number;
  /** Energy error that is asked for, as a part of that of doing nothing; 0: the monitor decides. */
  readonly tolerance: number;
  readonly monitor: Monitor | undefined;
  /** More of them over x, without a stopping test of their own. */
  sweep(count: number, monitor: Monitor): Outcome;
}

export class Rounds implements Monitor {
  readonly ownsStopping = true;
  private readonly contacts = new ClosedContacts();
  private readonly gauge = new EnergyGauge();
  private readonly v = {} as Record<'best' | 'next' | 'w', Float64Array>;
  private given!: Unsolved;
  /** Energy error of doing nothing, of the last iterate measured, the least one, and what is good enough, J. */
  private es = 1;
  private error = 0;
  private least = Infinity;
  private enough = 0;
  private swept = 0;
  private direct = 0;
  /** Iterates of the rounds before this one. */
  private before = 0;

  /** The word of the monitor or 'converged' if the error is reached, with the least-error iterate in x; else 'iteration-limit'. */
  run(given: Unsolved): { readonly status: Status; readonly iterations: Iterations } {
    const word = this.rounds(given);
    if (!word || this.least <= this.enough) given.x.set(this.v.best);
    const status = word ?? 'iteration-limit';
    const { swept, direct } = this;
    return { status, iterations: { direct, iterative: swept, coupling: 1, total: swept + direct } };
  }

  begin(): void {}

  /** Of the sweeps of a round. */
  observe(k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined {
    const word = k % SHOWN === 0 ? this.given.monitor?.observe(this.before + k, x, w, energy) : undefined;
    return word ?? (k % TURN === 0 ? this.see(x) : undefined);
  }

  timeLeft(): number {
    return this.given.monitor?.timeLeft?.() ?? Infinity;
  }

  release(): void {
    this.contacts.release();
  }

  private rounds(given: Unsolved): Status | undefined {
    const { q, x, sweeps } = given;
    this.prepare(given);
    const newton = ClosedContacts.nameOf(q) !== undefined;
    for (let round = 1; round <= ROUNDS; round++) {
      const { status, iterations } = given.sweep(SWEEPS * sweeps, this);
      this.swept += iterations.iterative;
      this.before += iterations.iterative;
      if (status !== 'iteration-limit') return status;
      const end = this.see(x) ?? (newton ? this.newton(round >= PROXIMAL_ROUND) : undefined);
      if (end) return end;
    }
    return undefined;
  }

  private prepare(given: Unsolved): void {
    const { n } = given.q;
    const { v, gauge } = this;
    this.given = given;
    if (v.best?.length !== n) for (const name of ['best', 'next', 'w'] as const) v[name] = new Float64Array(n);
    gauge.prepare(given.q);
    this.es = gauge.scale(v.next, v.w);
    this.enough = given.tolerance * this.es;
    this.least = Infinity;
    this.swept = 0;
    this.direct = 0;
    this.before = given.sweeps;
    this.see(given.x);
  }

  /** Newton from x, again with the contacts that its answer closes; x becomes the answer if that is better. */
  private newton(proximal: boolean): Status | undefined {
    const { contacts, es, error: before } = this;
    const { q, x, tolerance, monitor } = this.given;
    const { next } = this.v;
    next.set(x);
    let end: Status | undefined;
    for (let k = 0; k < AGAIN && !end; k++) {
      const start = { x: next, error: this.error, es, tolerance, proximal };
      if (!contacts.improve(q, start, next, monitor)) return undefined;
      this.direct += contacts.direct;
      this.before += contacts.direct;
      end = this.see(next);
      if (!contacts.solved) break;
    }
    if (!(this.error < before)) return undefined;
    x.set(next);
    return monitor?.observe(this.before, x) ?? end;
  }

  /** Measures an iterate and keeps the least-error one; 'converged' if it is good enough. */
  private see(x: Float64Array): Status | undefined {
    const { gauge, v } = this;
    this.error = gauge.energy(x, velocities(this.given.q, x, v.w));
    if (!(this.error < this.least)) return undefined;
    this.least = this.error;
    v.best.set(x);
    return this.least <= this.enough ? 'converged' : undefined;
  }
}
