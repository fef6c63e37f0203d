/**
 * The default: islands first, then for each the direct method while it is affordable, an iterative one beyond.
 * docs/theory/auto.md
 *
 * Chooses by counted work, never by time, so that the answer is the same everywhere. Friction bounds follow the normals
 * (newton-coupled) unless the stored ones are asked for (bpp). Whatever a limit leaves, the least-error iterate counts.
 */
import { setFrictionBounds } from '../problem/friction-bounds.ts';
import { islands, subproblem } from '../problem/islands.ts';
import { type Problem, withBounds } from '../problem/problem.ts';
import {
  defaultsOf,
  type Iterations,
  type Monitor,
  type Outcome,
  type Solver,
  type Status,
} from '../problem/solver.ts';
import { StructuredOperator } from '../problem/structured.ts';
import { bpp } from './bpp.ts';
import { contactGraph } from './free-set/contact-graph.ts';
import { newtonCoupled } from './newton-coupled.ts';
import { pgs } from './pgs.ts';

export interface AutoOptions {
  bounds: 'updated' | 'stored';
  sweeps: number;
}

const options = {
  bounds: {
    type: 'choice',
    default: 'updated',
    choices: ['updated', 'stored'],
    summary: 'friction bounds that follow the normal impulses, or those of the problem (coupling 0)',
  },
  sweeps: {
    type: 'number',
    default: 200,
    unit: 'sweeps',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'sweeps of each of three solves where an island is too large for a direct method',
  },
} as const;

/** Islands of up to this many rows are always solved directly. */
const DIRECT_ROWS = 2000;
/** Beyond that, while one factorisation needs at most this many multiplications (6 x 6 block products of 216). */
const DIRECT_WORK = 5e8;
/** A graph of more bodies is not even analysed: minimum degree itself would cost more than the sweeps. */
const ANALYSED_BODIES = 4000;

export const auto: Solver<AutoOptions> = {
  name: 'auto',
  summary: 'islands, each by the direct method while affordable, by sweeps beyond',
  reference: 'docs/theory/auto.md',
  family: 'hybrid',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  stopsAt: "each island at its method's own test: 1e-17 of doing nothing where direct",
  options,
  defaults: defaultsOf<AutoOptions>(options),

  create() {
    const methods = { bpp: bpp.create(), coupled: newtonCoupled.create(), pgs: pgs.create() };
    return {
      solve(p, x, { bounds, sweeps }, monitor) {
        const run = new AutoRun(methods, bounds === 'updated', sweeps);
        return run.solve(p, x, monitor);
      },
      release() {
        for (const method of Object.values(methods)) method.release();
      },
    };
  },
};

interface Methods {
  readonly bpp: ReturnType<typeof bpp.create>;
  readonly coupled: ReturnType<typeof newtonCoupled.create>;
  readonly pgs: ReturnType<typeof pgs.create>;
}

/** From good to bad: a problem has the worst status of its islands. */
const ORDER: readonly Status[] = ['converged', 'stopped', 'time-limit', 'iteration-limit', 'stagnated', 'diverged'];

class AutoRun {
  private readonly methods: Methods;
  private readonly follow: boolean;
  private readonly sweeps: number;
  private total: Iterations = { direct: 0, iterative: 0, coupling: 1, total: 0 };

  constructor(methods: Methods, follow: boolean, sweeps: number) {
    this.methods = methods;
    this.follow = follow;
    this.sweeps = sweeps;
  }

  solve(p: Problem, x: Float64Array, monitor: Monitor | undefined): Outcome {
    const parts = islands(p);
    if (parts.length === 1) {
      const { status, lo, hi, follows } = this.island(p, x, monitor);
      return { status, iterations: this.total, lo, hi, ...(follows && { follows }) };
    }
    return this.piecewise(p, x, parts, monitor);
  }

  /** Island by island; the monitor sees the whole of x after each, measured against the bounds so far. */
  private piecewise(p: Problem, x: Float64Array, parts: readonly Int32Array[], monitor: Monitor | undefined): Outcome {
    const lo = p.lo.slice();
    const hi = p.hi.slice();
    monitor?.begin(withBounds(p, lo, hi), x);
    let worst = 0;
    let follows = true;
    for (const [index, rows] of parts.entries()) {
      const part = subproblem(p, rows);
      const local = Float64Array.from(rows, (row) => x[row]);
      const outcome = this.island(part, local, undefined);
      worst = Math.max(worst, ORDER.indexOf(outcome.status));
      follows &&= outcome.follows ?? part.contacts.length === 0;
      rows.forEach((row, k) => {
        x[row] = local[k];
        lo[row] = outcome.lo[k];
        hi[row] = outcome.hi[k];
      });
      const word = monitor?.observe(index + 1, x);
      if (word) return { status: word, iterations: this.total, lo, hi, follows };
    }
    const status = ORDER[worst];
    const unmet = status === 'converged' && monitor?.ownsStopping;
    return { status: unmet ? ('stagnated' as const) : status, iterations: this.total, lo, hi, follows };
  }

  private island(p: Problem, x: Float64Array, monitor: Monitor | undefined): Outcome {
    const follows = this.follow && p.contacts.length > 0;
    if (!affordable(p)) return this.sweep(p, x, follows, monitor);
    const outcome = follows
      ? this.methods.coupled.solve(p, x, newtonCoupled.defaults, monitor)
      : this.methods.bpp.solve(p, x, bpp.defaults, monitor);
    this.count(outcome.iterations);
    return outcome;
  }

  /** Three solves by sweeps, friction bounds from the normals between them. */
  private sweep(p: Problem, x: Float64Array, follows: boolean, monitor: Monitor | undefined): Outcome {
    const lo = p.lo.slice();
    const hi = p.hi.slice();
    const given = { ...pgs.defaults, maxIterations: this.sweeps };
    let outcome = this.methods.pgs.solve(withBounds(p, lo, hi), x, given, monitor);
    this.count(outcome.iterations);
    for (let k = 1; k < 3 && follows && outcome.status !== 'diverged' && outcome.status !== 'time-limit'; k++) {
      setFrictionBounds(p, x, lo, hi);
      outcome = this.methods.pgs.solve(withBounds(p, lo, hi), x, given, monitor);
      this.count(outcome.iterations);
    }
    return outcome;
  }

  private count({ direct, iterative, total }: Iterations): void {
    const { total: before } = this;
    this.total = {
      direct: before.direct + direct,
      iterative: before.iterative + iterative,
      coupling: 1,
      total: before.total + total,
    };
  }
}

/** (AU2) */
function affordable(p: Problem): boolean {
  if (p.n <= DIRECT_ROWS) return true;
  if (!(p.A instanceof StructuredOperator) || p.A.structure.bodies > ANALYSED_BODIES) return false;
  return 216 * (contactGraph(p.A).symbolic.tasks.length / 3) <= DIRECT_WORK;
}
