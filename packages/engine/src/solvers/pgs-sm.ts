/**
 * Projected Gauss-Seidel with subspace minimisation: sweeps guess which rows are at a bound, one factorisation solves
 * the others exactly (Silcowitz, Niebe, Erleben 2010; EATK18 3.2.3).   docs/theory/subspace-minimization.md
 *
 *   N = { i: x_i = l_i or u_i after the sweeps };   A_FF x_F = -(b_F + A_FN x_N),  F loses rows that cross  (SM1), (SM2)
 */

import { energySum } from '../measures/energy.ts';
import { real, whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import {
  defaultsOf,
  type Monitor,
  type Outcome,
  type Solver,
  type SolverInstance,
  type Status,
} from '../problem/solver.ts';
import { type BoundsChoice, boundsOption, MovingBounds } from './bounds/moving-bounds.ts';
import { type PhaseMethod, type Reached, runPhases } from './bounds/phases.ts';
import { Engines } from './linear-systems/choose-free-rows.ts';
import { FREE, type FreeSetEngine, LOWER, UPPER } from './linear-systems/free-rows.ts';
import { ACCEPT, engineScale, polish } from './pivoting/block-pivoting.ts';
import { ChangeTest, changeTolerance } from './sweeps/change-test.ts';
import { Sweeper } from './sweeps/row-sweeps.ts';

export type PgsSmOptions = {
  phases: number;
  sweeps: number;
  pivots: number;
  tolerance: number;
  change: number;
  bounds: BoundsChoice;
};

const options = {
  phases: whole(5, 'phases', 'alternations of sweeps and subspace solves (EATK18 Table 3)'),
  sweeps: whole(15, 'sweeps', 'Gauss-Seidel sweeps of one phase (EATK18 Table 3)'),
  pivots: whole(5, 'factorisations', 'subspace solves of one phase, each with fewer free rows (EATK18 Table 3)'),
  tolerance: {
    ...changeTolerance,
    default: 1e-5,
    summary:
      "end a phase's sweeps when the energy of the change of every impulse is at most the square of this part of that of doing nothing",
  },
  change: real(0, 'N s', "end a phase's sweeps also when no impulse changes by more (EATK18 Table 3 has 1e-5)"),
  bounds: boundsOption,
} as const;

/** Part of es that a free row may be out of its bounds by, over n: rounding. */
const TAU = 1e-22;

export const pgsSm: Solver<PgsSmOptions> = {
  name: 'pgs-sm',
  summary: 'Gauss-Seidel sweeps guess the index sets, factorisations solve the free rows',
  reference: 'docs/theory/subspace-minimization.md',
  family: 'hybrid',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  table3: { tolerance: 0, change: 1e-5 },
  stopsAt: 'index sets as in the phase before, energy below 1e-17 of doing nothing',
  options,
  defaults: defaultsOf<PgsSmOptions>(options),

  create: () => new SubspaceMinimisation(),
};

class SubspaceMinimisation implements SolverInstance<PgsSmOptions>, PhaseMethod {
  private readonly engines = new Engines();
  private readonly sweeper = new Sweeper();
  private readonly changes = new ChangeTest();
  private p!: Problem;
  private x!: Float64Array;
  private options!: PgsSmOptions;
  private engine!: FreeSetEngine;
  private monitor: Monitor | undefined;
  /** The monitor owns the stopping test. */
  private owns = false;
  /** The last phase's energy is small enough. */
  private sound = false;
  private es = 0;
  private sweeps = 0;
  private solves = 0;
  /** Iterates that the monitor has seen. */
  private shown = 0;
  /** True when the last phase solved its sets to the end: from the same sets it would come to the same x. */
  private complete = false;
  /** Energy that the last phase's x lacks. */
  private energy = Infinity;
  /** Index sets of the phase before; velocities after the sweeps. */
  private last: Uint8Array = new Uint8Array(0);
  private swept: Float64Array = new Float64Array(0);

  analyse(p: Problem): void {
    this.engines.choose(p);
  }

  solve(given: Problem, x: Float64Array, options: PgsSmOptions, monitor?: Monitor): Outcome {
    const bounds = new MovingBounds(given, options.bounds);
    const { p } = bounds;
    this.begin(p, x, options, monitor);
    monitor?.begin(p, x);
    const first = Number.isFinite(this.es) ? undefined : 'diverged';
    const status = runPhases(bounds, x, { phases: options.phases, es: this.es }, monitor, this, first);
    const { sweeps, solves } = this;
    const iterations = { direct: solves, iterative: sweeps, coupling: bounds.count, total: sweeps + solves };
    return { status, iterations, lo: p.lo, hi: p.hi };
  }

  run(): Status | undefined {
    const { sweeps, pivots } = this.options;
    return this.sweep(this.x, sweeps) ?? this.minimise(this.x, pivots);
  }

  /** (SM4) */
  reached(k: number, moved: boolean): Reached {
    const again = this.sound && !moved; // two sound answers to the same bounds differ in rows that carry no energy
    const same = k > 1 && this.sameSets();
    this.sound = !this.owns && this.energy <= ACCEPT * this.es;
    this.last.set(this.engine.state);
    return {
      status: this.sound && (same || again) ? 'converged' : undefined,
      limit: same && this.complete ? 'stagnated' : this.sound ? 'converged' : 'iteration-limit',
    };
  }

  release(): void {
    this.sweeper.release();
    this.engines.release();
    this.last = new Uint8Array(0);
    this.swept = new Float64Array(0);
  }

  private begin(p: Problem, x: Float64Array, options: PgsSmOptions, monitor: Monitor | undefined): void {
    this.p = p;
    this.x = x;
    this.options = options;
    this.monitor = monitor;
    this.owns = monitor?.ownsStopping ?? false;
    this.sound = false;
    this.engine = this.engines.choose(p);
    this.engine.prepare(p);
    this.es = engineScale(this.engine, p);
    this.changes.prepare(p, options.tolerance, options.change);
    this.sweeps = 0;
    this.solves = 0;
    this.shown = 0;
    if (this.last.length === p.n) return;
    this.last = new Uint8Array(p.n);
    this.swept = new Float64Array(p.n);
  }

  /** Sweeps until they change little; leaves the sets (SM1) and the velocities of x. */
  private sweep(x: Float64Array, sweeps: number): Status | undefined {
    const { p, engine, monitor, sweeper, swept, changes } = this;
    sweeper.prepare(p, x);
    for (let k = 1; k <= sweeps; k++) {
      changes.keep(x);
      const change = sweeper.sweep(p, x, 1);
      this.sweeps++;
      sweeper.read(x);
      if (!Number.isFinite(change)) return 'diverged';
      const word = monitor?.observe(++this.shown, x);
      if (word) return word;
      if (change === 0 || (!this.owns && changes.meets(x, change))) break;
    }
    for (let i = 0; i < p.n; i++) engine.state[i] = x[i] <= p.lo[i] ? LOWER : x[i] >= p.hi[i] ? UPPER : FREE;
    engine.x.set(x);
    engine.residual();
    swept.set(engine.w);
    this.energy = energySum(x, swept, p.A.diagonal, p.lo, p.hi);
    return undefined;
  }

  /** (SM2): solves the free rows and removes those that cross a bound, until none does. */
  private minimise(x: Float64Array, pivots: number): Status | undefined {
    this.complete = false;
    for (let k = 1; k <= pivots && !this.complete; k++) {
      if (!this.solveSet()) return undefined; // the sweeps' x stands
      const { engine } = this;
      engine.residual();
      if (this.shrink() > 0) {
        const word = this.monitor?.observe(++this.shown, engine.x, engine.w);
        if (word) x.set(engine.x);
        if (word) return word;
      } else {
        const energy = polish(engine, TAU * this.es);
        this.complete = energy <= ACCEPT * this.es || !this.toRows(); // else: the same set again, on the rows of A
      }
    }
    return this.project(x);
  }

  /** x becomes the engine's, projected to the box, unless that raises the objective (SM3). */
  private project(x: Float64Array): Status | undefined {
    const { p, engine, swept } = this;
    for (let i = 0; i < p.n; i++) engine.x[i] = Math.min(Math.max(engine.x[i], p.lo[i]), p.hi[i]);
    engine.residual();
    const word = this.monitor?.observe(++this.shown, engine.x, engine.w);
    let rise = 0;
    for (let i = 0; i < p.n; i++) rise += 0.5 * (swept[i] + engine.w[i]) * (engine.x[i] - x[i]);
    if (!Number.isFinite(rise)) return 'diverged';
    if (rise > ACCEPT * this.es && !word) {
      this.complete = false; // the sweeps' x stands
      return undefined;
    }
    x.set(engine.x);
    this.energy = energySum(x, engine.w, p.A.diagonal, p.lo, p.hi);
    return word;
  }

  /** Moves free rows that are out of bounds to the bound that they crossed; how many. */
  private shrink(): number {
    const { n, A, lo, hi } = this.p;
    const { state, x } = this.engine;
    const a = A.diagonal;
    const share = (2 * TAU * this.es) / n;
    let count = 0;
    for (let i = 0; i < n; i++) {
      if (state[i] !== FREE || (x[i] >= lo[i] && x[i] <= hi[i])) continue;
      const beyond = x[i] < lo[i] ? lo[i] - x[i] : x[i] - hi[i];
      if (a[i] * beyond * beyond <= share) continue;
      state[i] = x[i] < lo[i] ? LOWER : UPPER;
      count++;
    }
    return count;
  }

  /** Body space if it serves, the rows of A if its factor fails. */
  private solveSet(): boolean {
    this.solves++;
    return this.engine.solveSet() || (this.toRows() && this.engine.solveSet());
  }

  /** From body space to the rows of A with the same sets; false if the rows serve already. */
  private toRows(): boolean {
    const rows = this.engines.toRows(this.engine, this.p);
    if (rows) this.engine = rows;
    return rows !== undefined;
  }

  private sameSets(): boolean {
    const { state } = this.engine;
    for (let i = 0; i < state.length; i++) if (state[i] !== this.last[i]) return false;
    return true;
  }
}
