/**
 * SPOOK: joints and normals by pivoting with the friction impulses held, then friction contact by contact, in turns
 * (Lacoursière and Linde 2011; EATK18 3.2.3).   docs/theory/spook.md
 *
 *   x_R <- solution with x_T held;   x_B <- solution with the rest held, block by block;   x_R again    (SP1), (SP2)
 *
 * T: tangent and rolling rows of the contacts, R: all others, B: the rows of one contact. Joints and normals come out
 * exact for the friction they were given; friction converges linearly, as Gauss-Seidel does.
 */
import { real, whole } from '../problem/option-specs.ts';
import { frictionRows, type Problem, withBounds } from '../problem/problem.ts';
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
import type { FreeSetEngine } from './linear-systems/free-rows.ts';
import { engineScale, Pivoting, type PivotingEnd, statesFrom } from './pivoting/block-pivoting.ts';
import { ContactSweeper } from './sweeps/blocked-sweeps.ts';
import { ChangeTest } from './sweeps/change-test.ts';

export type SpookOptions = {
  phases: number;
  sweeps: number;
  pivots: number;
  tolerance: number;
  change: number;
  fading: number;
  bounds: BoundsChoice;
};

const options = {
  phases: whole(5, 'phases', 'alternations of the iterative and the direct phase (EATK18 Table 3)'),
  sweeps: whole(15, 'sweeps', 'sweeps over the contacts in one iterative phase (EATK18 Table 3)'),
  pivots: whole(10, 'factorisations', 'pivots of one direct phase (EATK18 Table 3)'),
  tolerance: real(
    1e-8,
    '',
    'square root of the part of the energy of doing nothing: the change of an impulse that ends the sweeps, and of friction that ends the solve',
    { max: 1 },
  ),
  change: real(0, 'N s', 'the same as an impulse, beside it (EATK18 Table 3 has 1e-5)'),
  fading: real(
    0,
    '',
    'extra compliance of friction rows in the first sweeps, as a part of a_tt; zero in the last phase',
    { max: 1 },
  ),
  bounds: boundsOption,
} as const;

/** Block pivots without progress before single pivots begin. */
const PATIENCE = 4;

export const spook: Solver<SpookOptions> = {
  name: 'spook',
  summary: 'joints and normals by pivoting, friction by sweeps over contacts, in turns',
  reference: 'docs/theory/spook.md',
  family: 'hybrid',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  table3: { tolerance: 0, change: 1e-5 },
  stopsAt: 'index sets as in the phase before, and friction impulses to the tolerance',
  options,
  defaults: defaultsOf<SpookOptions>(options),

  create: () => new Spook(),
};

class Spook implements SolverInstance<SpookOptions>, PhaseMethod {
  private readonly engines = new Engines();
  private readonly pivoting = new Pivoting();
  private readonly contacts = new ContactSweeper();
  private p!: Problem;
  private x!: Float64Array;
  private options!: SpookOptions;
  /** p with its friction rows between equal bounds. */
  private held!: Problem;
  private engine!: FreeSetEngine;
  private monitor: Monitor | undefined;
  private friction: number[] = [];
  private es = 0;
  private sweeps = 0;
  private pivots = 0;
  /** Iterates that the monitor has seen. */
  private shown = 0;
  /** The last direct phase found its index sets; they are those of the direct phase before. */
  private settled = false;
  private same = false;
  private last: Uint8Array = new Uint8Array(0);
  private readonly swept = new ChangeTest();
  /** From the start of the last iterative phase to its end. */
  private readonly phase = new ChangeTest();
  /** x at the start of the last iterative phase. */
  private before: Float64Array = new Float64Array(0);
  private trial: Float64Array = new Float64Array(0);

  analyse(p: Problem): void {
    this.engines.choose(p);
  }

  solve(given: Problem, x: Float64Array, options: SpookOptions, monitor?: Monitor): Outcome {
    const bounds = new MovingBounds(given, options.bounds);
    const { p } = bounds;
    this.begin(p, x, options, monitor);
    monitor?.begin(p, x);
    const first = Number.isFinite(this.es) ? undefined : 'diverged';
    const status = runPhases(bounds, x, { phases: options.phases, es: this.es }, monitor, this, first);
    const { sweeps, pivots } = this;
    const iterations = { direct: pivots, iterative: sweeps, coupling: bounds.count, total: sweeps + pivots };
    return { status, iterations, lo: p.lo, hi: p.hi };
  }

  /** An iterative and a direct phase; the first is opened by a direct one. */
  run(k: number): Status | undefined {
    const { x, options } = this;
    const word = k === 1 ? this.direct(x, options.pivots) : undefined;
    if (word || this.exact()) return word;
    this.before.set(x);
    this.phase.keep(x);
    return this.iterate(x, this.extra(k), options.sweeps) ?? this.direct(x, options.pivots);
  }

  reached(k: number): Reached {
    const { x } = this;
    const firm = this.extra(k) === 0;
    const met = this.exact() || (firm && this.meets(x));
    const idle = this.sweeps + this.pivots === 0; // no free block could be factored: no phase will do more
    const stuck = idle || this.exact() || (firm && this.settled && this.unchanged(x));
    const owns = this.monitor?.ownsStopping ?? false;
    return { status: met && !owns ? 'converged' : undefined, limit: stuck ? 'stagnated' : 'iteration-limit' };
  }

  release(): void {
    this.contacts.release();
    this.engines.release();
    this.last = new Uint8Array(0);
    this.before = new Float64Array(0);
    this.trial = new Float64Array(0);
  }

  private begin(p: Problem, x: Float64Array, options: SpookOptions, monitor: Monitor | undefined): void {
    this.p = p;
    this.x = x;
    this.options = options;
    this.monitor = monitor;
    this.friction = p.contacts.flatMap(frictionRows);
    this.held = withBounds(p, p.lo.slice(), p.hi.slice());
    this.engine = this.engines.choose(p);
    this.engine.prepare(this.held);
    this.es = engineScale(this.engine, p);
    this.contacts.prepare(p);
    this.swept.prepare(p, options.tolerance, options.change);
    this.phase.prepare(p, options.tolerance, options.change);
    this.sweeps = 0;
    this.pivots = 0;
    this.shown = 0;
    this.settled = true; // nothing to go on with
    this.same = false;
    if (this.last.length === p.n) return;
    this.last = new Uint8Array(p.n);
    this.before = new Float64Array(p.n);
    this.trial = new Float64Array(p.n);
  }

  /** Extra compliance of the friction rows in phase k, (SP4). */
  private extra(k: number): number {
    const { fading, phases } = this.options;
    return fading * (1 - k / phases);
  }

  /** (SP1): every row but the friction rows, which are held. */
  private direct(x: Float64Array, maxPivots: number): Status | undefined {
    const { p, held, friction, last } = this;
    for (const t of friction) held.lo[t] = held.hi[t] = Math.min(Math.max(x[t], p.lo[t]), p.hi[t]);
    if (this.settled) statesFrom(x, held, this.engine.state);
    let end = this.pivot(maxPivots);
    if ((end === 'inaccurate' || end === 'singular') && this.toRows()) end = this.pivot(maxPivots);
    const { engine } = this;
    const word = end === 'told' ? this.pivoting.word : undefined;
    if (word && word !== 'converged') {
      x.set(engine.x);
      return word;
    }
    this.settled = end === 'settled';
    this.same = true;
    for (let i = 0; i < p.n; i++) {
      if (!Number.isFinite(engine.x[i])) return 'diverged';
      engine.x[i] = Math.min(Math.max(engine.x[i], p.lo[i]), p.hi[i]);
      if (engine.state[i] !== last[i]) this.same = false;
    }
    last.set(engine.state);
    if (!this.settled) this.keepBetter(x);
    x.set(engine.x);
    engine.residual();
    return this.monitor?.observe(++this.shown, x, engine.w); // pivots are shown with w = 0 on free rows, this is true
  }

  /** An answer of sets that were not found counts only if it lowers x'Ax/2 + x'b; else the engine gets x back. */
  private keepBetter(x: Float64Array): void {
    const { p, engine, trial } = this;
    const after = this.objective();
    trial.set(engine.x);
    for (let i = 0; i < p.n; i++) engine.x[i] = Math.min(Math.max(x[i], p.lo[i]), p.hi[i]);
    if (!(this.objective() < after)) engine.x.set(trial); // a start that is NaN never wins
  }

  private objective(): number {
    const { x, w } = this.engine;
    const { b } = this.p;
    this.engine.residual();
    let sum = 0;
    for (let i = 0; i < b.length; i++) sum += 0.5 * x[i] * (w[i] + b[i]);
    return sum;
  }

  /** From the engine's states; if the last direct phase ran out of pivots, single ones go on. */
  private pivot(maxPivots: number): PivotingEnd {
    const rules = { maxPivots, patience: this.settled ? PATIENCE : 0, fallback: 'single' } as const;
    const end = this.pivoting.run(this.engine, this.held, this.es, rules, this.monitor, this.shown);
    this.pivots += this.pivoting.pivots;
    this.shown += this.pivoting.pivots;
    return end;
  }

  /** From body space to the rows of A with the same sets; false if the rows serve already. */
  private toRows(): boolean {
    const rows = this.engines.toRows(this.engine, this.p, this.held);
    if (rows) this.engine = rows;
    return rows !== undefined;
  }

  /** (SP2), (SP3): sweeps over the contacts until they change little. */
  private iterate(x: Float64Array, extra: number, sweeps: number): Status | undefined {
    const { p, contacts, friction, monitor, swept } = this;
    if (friction.length === 0) return undefined;
    contacts.begin(x);
    for (let k = 1; k <= sweeps; k++) {
      swept.keep(x);
      const change = contacts.sweep(p, x, extra);
      this.sweeps++;
      if (!Number.isFinite(change)) return 'diverged';
      const word = monitor?.observe(++this.shown, x);
      if (word) return word;
      if (change === 0 || (!monitor?.ownsStopping && swept.meets(x, change))) break;
    }
    return undefined;
  }

  /** Without friction rows a settled direct phase has solved everything. */
  private exact(): boolean {
    return this.settled && this.friction.length === 0;
  }

  /** (SP5) */
  private meets(x: Float64Array): boolean {
    return this.settled && this.same && this.phase.rowsMeet(this.friction, x);
  }

  private unchanged(x: Float64Array): boolean {
    for (let i = 0; i < x.length; i++) if (x[i] !== this.before[i]) return false;
    return true;
  }
}
