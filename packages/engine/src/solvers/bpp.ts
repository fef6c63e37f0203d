/**
 * Block principal pivoting with an interior point behind it.   docs/theory/block-pivoting.md, docs/theory/interior-point.md
 *
 * Pivots are 6 x 6 block-sparse solves in body space where the problem is structured, sparse or dense ones on A
 * otherwise. Where pivoting stalls (4 block pivots without progress) the interior point takes over and hands its
 * active set back: it ends on every symmetric positive definite problem.
 */
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, type Monitor, type Solver, type Status } from '../problem/solver.ts';
import { InteriorPoint } from './interior/interior-point.ts';
import { Engines } from './linear-systems/choose-free-rows.ts';
import { ContactGraphs } from './linear-systems/contact-graph.ts';
import type { FreeSetEngine, InnerInstance } from './linear-systems/free-rows.ts';
import { engineScale, nothingSolves, Pivoting, statesFrom } from './pivoting/block-pivoting.ts';
import { handOver } from './pivoting/final-answer.ts';

export type BppOptions = {
  maxIterations: number;
};

const options = {
  maxIterations: {
    type: 'number',
    default: 200,
    unit: 'factorisations',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'pivots and interior-point iterations of one solve (EATK18 Table 3 has 30 pivots)',
  },
} as const;

export const bpp: Solver<BppOptions> = {
  name: 'bpp',
  summary: 'block principal pivoting in body space, interior point where it stalls',
  reference: 'docs/theory/block-pivoting.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 3,
  stopsAt: 'index sets settled, residual below 1e-17 of doing nothing',
  table3: { maxIterations: 30 },
  options,
  defaults: defaultsOf<BppOptions>(options),

  create: () => createBpp(),
};

/** An instance that shares its contact graphs with others of the same owner. */
export function createBpp(graphs = new ContactGraphs()): InnerInstance<BppOptions> {
  const engines = new Engines(graphs);
  const method = new PivotingThenInterior();
  return {
    analyse(p) {
      engines.choose(p);
    },
    solve(p, x, { maxIterations }, monitor) {
      monitor?.begin(p, x);
      let engine = engines.choose(p);
      let status = method.run(engine, engines.isLast(engine), p, x, maxIterations, monitor);
      const rows = engines.rowsInstead(engine, p, status === 'inaccurate' || status === 'stagnated');
      if (rows) {
        engine = rows;
        status = method.run(engine, true, p, x, maxIterations, monitor);
      }
      const ended = handOver(p, engine, x, status === 'inaccurate' ? 'stagnated' : status, method.direct, monitor);
      const iterations = { direct: method.direct, iterative: 0, coupling: 1, total: method.direct };
      return { status: ended, iterations, lo: p.lo, hi: p.hi };
    },
    forget() {
      engines.forget();
    },
    release() {
      engines.release();
    },
  };
}

type MethodEnd = Status | 'inaccurate';

/** The chain on one engine; the answer is in the engine's x. */
class PivotingThenInterior {
  direct = 0;
  private readonly pivoting = new Pivoting();
  private readonly interior = new InteriorPoint();

  /** @param last no other engine can be tried: an inaccurate vertex then goes to the interior point, which may find another. */
  run(
    engine: FreeSetEngine,
    last: boolean,
    p: Problem,
    x: Float64Array,
    maxIterations: number,
    monitor: Monitor | undefined,
  ): MethodEnd {
    engine.prepare(p);
    this.direct = 0;
    const es = engineScale(engine, p);
    if (!Number.isFinite(es)) return 'diverged';
    if (nothingSolves(engine, p)) return 'converged';
    statesFrom(x, p, engine.state);
    const rules = { maxPivots: maxIterations, patience: 4, fallback: 'give-up', measured: true } as const;
    const end = this.pivoting.run(engine, p, es, rules, monitor);
    this.direct = this.pivoting.pivots;
    if (end === 'settled') return 'converged';
    if (end === 'inaccurate' && !last) return 'inaccurate';
    if (end === 'told') return this.pivoting.word as Status;
    if (end === 'limit') return 'iteration-limit';
    const inner = this.interior.run(engine, p, es, maxIterations - this.direct, monitor, this.direct);
    this.direct += this.interior.iterations + this.interior.pivots;
    if (inner === 'told') return this.interior.word as Status;
    if (inner === 'settled' || inner === 'interior') return 'converged';
    return this.direct >= maxIterations ? 'iteration-limit' : 'stagnated';
  }
}
