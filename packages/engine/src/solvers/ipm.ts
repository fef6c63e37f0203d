/**
 * Interior point with crossover, on its own: 6 to 18 iterations whatever the problem, then one pivot.
 * docs/theory/interior-point.md
 */
import { whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import { defaultsOf, ended, type Monitor, producedBy, type Solver, type Status } from '../problem/solver.ts';
import { InteriorPoint } from './interior/interior-point.ts';
import { Engines } from './linear-systems/choose-free-rows.ts';
import type { FreeSetEngine } from './linear-systems/free-rows.ts';
import { engineScale, nothingSolves } from './pivoting/block-pivoting.ts';
import { handOver } from './pivoting/final-answer.ts';

export type IpmOptions = {
  maxIterations: number;
};

const options = {
  maxIterations: whole(
    100,
    'factorisations',
    'interior-point iterations of one solve; each factors once and solves twice',
  ),
} as const;

export const ipm: Solver<IpmOptions> = {
  name: 'ipm',
  summary: 'interior point with crossover to pivoting',
  reference: 'docs/theory/interior-point.md',
  family: 'direct',
  accepts: ['box'],
  needs: 'symmetric',
  coupling: 1,
  settles: true,
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
        let engine = engines.choose(p);
        let [status, direct] = runOn(engine, p, interior, maxIterations, monitor);
        const rows = engines.rowsInstead(engine, p, status === 'stagnated');
        if (rows) {
          engine = rows;
          [status, direct] = runOn(engine, p, interior, maxIterations, monitor);
        }
        status = handOver(p, engine, x, status, direct, monitor);
        return producedBy(direct === 0 ? undefined : interior.path, ended(p, status, direct, 0));
      },
      release() {
        engines.release();
      },
    };
  },
};

function runOn(
  engine: FreeSetEngine,
  p: Problem,
  interior: InteriorPoint,
  maxIterations: number,
  monitor: Monitor | undefined,
): [status: Status, direct: number] {
  engine.prepare(p);
  const es = engineScale(engine, p);
  if (!Number.isFinite(es)) return ['diverged', 0];
  if (nothingSolves(engine, p)) return ['converged', 0];
  const end = interior.run(engine, p, es, maxIterations, monitor, 0);
  const direct = interior.iterations + interior.pivots;
  if (end === 'told') return [interior.word as Status, direct];
  if (end === 'settled' || end === 'interior') return ['converged', direct];
  return [interior.iterations >= maxIterations ? 'iteration-limit' : 'stagnated', direct];
}
