/**
 * Block principal pivoting with an interior point behind it.   docs/theory/block-pivoting.md, docs/theory/interior-point.md
 *
 * Pivots are 6 x 6 block-sparse solves in body space if the problem is structured, sparse or dense ones on A
 * otherwise. If pivoting stalls (4 block pivots without progress) the interior point takes over and hands its
 * active set back: it ends on every symmetric positive definite problem.
 */
import { whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import {
  defaultsOf,
  ended,
  type Monitor,
  type Outcome,
  producedBy,
  type Solver,
  type Status,
} from '../problem/solver.ts';
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
  maxIterations: whole(
    200,
    'factorisations',
    'pivots and interior-point iterations of one solve (EATK18 Table 3 has 30 pivots)',
  ),
} as const;

export const bpp: Solver<BppOptions> = {
  name: 'bpp',
  summary: 'block principal pivoting in body space, interior point if it stalls',
  reference: 'docs/theory/block-pivoting.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 3,
  stopsAt: 'index sets settled, residual below 1e-17 of doing nothing',
  table3: { maxIterations: 30 },
  options,
  defaults: defaultsOf<BppOptions>(options),

  create: () => new Bpp(),
};

type MethodEnd = Status | 'inaccurate';

/** Pivoting, then the interior point. */
export class Bpp implements InnerInstance<BppOptions> {
  private readonly engines: Engines;
  private readonly pivoting = new Pivoting();
  private readonly interior = new InteriorPoint();
  private direct = 0;
  /** Of the interior point, if that produced the answer. */
  private path: string | undefined;

  /** @param graphs contact graphs shared with other methods of the same owner */
  constructor(graphs = new ContactGraphs()) {
    this.engines = new Engines(graphs);
  }

  analyse(p: Problem): void {
    this.engines.choose(p);
  }

  solve(p: Problem, x: Float64Array, { maxIterations }: BppOptions, monitor?: Monitor): Outcome {
    const { engines } = this;
    monitor?.begin(p, x);
    let engine = engines.choose(p);
    let status = this.run(engine, engines.isLast(engine), p, x, maxIterations, monitor);
    const rows = engines.rowsInstead(engine, p, status === 'inaccurate' || status === 'stagnated');
    if (rows) {
      engine = rows;
      status = this.run(engine, true, p, x, maxIterations, monitor);
    }
    const end = handOver(p, engine, x, status === 'inaccurate' ? 'stagnated' : status, this.direct, monitor);
    return producedBy(this.path, ended(p, end, this.direct, 0));
  }

  forget(): void {
    this.engines.forget();
  }

  release(): void {
    this.engines.release();
  }

  /**
   * On one engine; the answer is in its x.
   * @param last no other engine can be tried: an inaccurate vertex then goes to the interior point, which may find another
   */
  private run(
    engine: FreeSetEngine,
    last: boolean,
    p: Problem,
    x: Float64Array,
    maxIterations: number,
    monitor: Monitor | undefined,
  ): MethodEnd {
    engine.prepare(p);
    this.direct = 0;
    this.path = undefined;
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
    this.path = this.interior.path;
    if (inner === 'told') return this.interior.word as Status;
    if (inner === 'settled' || inner === 'interior') return 'converged';
    return this.direct >= maxIterations ? 'iteration-limit' : 'stagnated';
  }
}
