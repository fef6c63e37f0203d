/**
 * Interior point with crossover, on its own: 6 to 18 iterations whatever the problem, then one pivot.
 * docs/theory/interior-point.md
 */
import { defaultsOf, type Solver, type Status } from '../problem/solver.ts';
import { Engines } from './free-set/choose.ts';
import { handOver } from './free-set/hand-over.ts';
import { InteriorPoint } from './free-set/interior-point.ts';
import { energyOfNothing } from './free-set/pivoting.ts';

export interface IpmOptions {
  maxIterations: number;
}

const options = {
  maxIterations: {
    type: 'number',
    default: 100,
    unit: 'factorisations',
    min: 1,
    max: Infinity,
    integer: true,
    summary: 'interior-point iterations of one solve; each factors once and solves twice',
  },
} as const;

export const ipm: Solver<IpmOptions> = {
  name: 'ipm',
  summary: 'interior point with crossover to pivoting',
  reference: 'docs/theory/interior-point.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  stopsAt: 'index sets settled, residual below 1e-17 of doing nothing',
  options,
  defaults: defaultsOf<IpmOptions>(options),

  create() {
    const engines = new Engines();
    const interior = new InteriorPoint();
    return {
      analyse(p) {
        engines.choose(p);
      },
      solve(p, x, { maxIterations }, monitor) {
        monitor?.begin(p, x);
        const engine = engines.choose(p);
        engine.prepare(p);
        const e0 = energyOfNothing(engine, p);
        let status: Status = 'diverged';
        let direct = 0;
        if (Number.isFinite(e0)) {
          const end = interior.run(engine, p, e0, maxIterations, monitor, 0);
          direct = interior.iterations + interior.pivots;
          if (end === 'told') status = interior.word as Status;
          else if (end === 'settled' || end === 'interior') status = 'converged';
          else status = interior.iterations >= maxIterations ? 'iteration-limit' : 'stagnated';
        }
        status = handOver(p, engine, x, status, direct, monitor);
        return { status, iterations: { direct, iterative: 0, coupling: 1, total: direct }, lo: p.lo, hi: p.hi };
      },
      release() {
        engines.release();
      },
    };
  },
};
