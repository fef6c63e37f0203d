/**
 * Block principal pivoting as EATK18 Sec. 3.2.1 has it (Júdice and Pires 1994): dense A, a dense Cholesky factorisation
 * per pivot, single pivots of the last infeasible row if blocks make no progress. The baseline of every comparison.
 * docs/theory/block-pivoting.md (BP5)
 */
import { whole } from '../problem/option-specs.ts';
import { defaultsOf, ended, producedBy, type Solver, type Status } from '../problem/solver.ts';
import { ExplicitEngine } from './linear-systems/free-rows-of-matrix.ts';
import { engineScale, nothingSolves, Pivoting, type PivotingEnd, statesFrom } from './pivoting/block-pivoting.ts';
import { handOver } from './pivoting/final-answer.ts';

export type BppDenseOptions = {
  maxIterations: number;
  patience: number;
};

const options = {
  maxIterations: whole(200, 'pivots', 'pivots of one solve (EATK18 Table 3 has 30)'),
  patience: whole(10, 'pivots', 'block pivots without fewer infeasible rows before single pivots begin'),
} as const;

const STATUS: Readonly<Record<Exclude<PivotingEnd, 'told'>, Status>> = {
  settled: 'converged',
  inaccurate: 'stagnated',
  stalled: 'stagnated',
  limit: 'iteration-limit',
  singular: 'stagnated',
};

export const bppDense: Solver<BppDenseOptions> = {
  name: 'bpp-dense',
  summary: "block principal pivoting as in the papers: dense A, single pivots if blocks don't help",
  reference: 'docs/theory/block-pivoting.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 3,
  stopsAt: 'index sets settled, residual below 1e-17 of doing nothing',
  table3: { maxIterations: 30 },
  options,
  defaults: defaultsOf<BppDenseOptions>(options),

  create() {
    const engine = new ExplicitEngine(true);
    const pivoting = new Pivoting();
    return {
      analyse(p) {
        engine.analyse(p);
      },
      solve(p, x, { maxIterations, patience }, monitor) {
        monitor?.begin(p, x);
        engine.prepare(p);
        const es = engineScale(engine, p);
        let status: Status = 'diverged';
        let direct = 0;
        let path: string | undefined;
        if (Number.isFinite(es) && nothingSolves(engine, p)) status = 'converged';
        else if (Number.isFinite(es)) {
          statesFrom(x, p, engine.state);
          const rules = { maxPivots: maxIterations, patience, fallback: 'single', measured: true } as const;
          const end = pivoting.run(engine, p, es, rules, monitor);
          status = end === 'told' ? (pivoting.word as Status) : STATUS[end];
          direct = pivoting.pivots;
          path = pivoting.isSingle ? 'bpp-dense single pivots' : undefined;
        }
        status = handOver(p, engine, x, status, direct, monitor);
        return producedBy(path, ended(p, status, direct, 0));
      },
      release() {
        engine.release();
      },
    };
  },
};
