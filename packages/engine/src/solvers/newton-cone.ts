/**
 * Semismooth Newton on the natural map of Coulomb's cones, started by sweeps.   docs/theory/newton-cone.md
 *
 *   F(x) = x - P( x - (w + mu |w_t| n)/a ) = 0,      (B1 + B2 A) dx = -F                               (CN1), (CN2)
 *
 * P projects on the cones in the metric a; F measures the error in joules (FM7). Steps are halved if it rises. If it keeps
 * rising: interior points, proximal points, then sweeps and alternating directions in turns with Newton.
 */

import { isZero } from '../measures/energy-gauge.ts';
import { whole } from '../problem/option-specs.ts';
import type { Problem } from '../problem/problem.ts';
import {
  deadlineOf,
  defaultsOf,
  ended,
  type Monitor,
  type Outcome,
  producedBy,
  type Solver,
  type SolverInstance,
  type Status,
} from '../problem/solver.ts';
import { admm } from './admm.ts';
import { ConeSteps } from './newton/cone-steps.ts';
import { energyTolerance, newtonSteps } from './newton/newton-options.ts';
import { nonlinearGs } from './nonlinear-gs.ts';

export type NewtonConeOptions = {
  maxIterations: number;
  tolerance: number;
  sweeps: number;
};

const options = {
  maxIterations: newtonSteps,
  tolerance: energyTolerance,
  sweeps: whole(50, 'sweeps', 'sweeps before Newton is tried first; half as many again whenever it has not converged'),
} as const;

export const newtonCone: Solver<NewtonConeOptions> = {
  name: 'newton-cone',
  summary: "semismooth Newton on Coulomb's cones, started by sweeps",
  reference: 'docs/theory/newton-cone.md',
  family: 'hybrid',
  accepts: ['none', 'box', 'cone', 'relaxed-cone'],
  needs: 'any',
  coupling: 3,
  returnsBest: true,
  options,
  defaults: defaultsOf<NewtonConeOptions>(options),

  create: () => new ConeNewton(),
};

/** Factor on the number of sweeps per round, its largest number, and how many alternating directions replace one sweep. */
const GROWTH = 1.5;
const MOST_SWEEPS = 2000;
const ALTERNATING = 3;
/** Rounds in succession that gain nothing, after which the solve ends. */
const PATIENCE = 6;
/** Part of es that is all rounding. */
const ROUNDING = 1e-26;
/** Of all factorisations, the part that proximal points may use. */
const PROXIMAL = 0.75;

class ConeNewton implements SolverInstance<NewtonConeOptions> {
  private iterative = 0;
  private deadline: Monitor | undefined;
  private readonly steps = new ConeSteps();
  private readonly sweeps = nonlinearGs.create();
  private readonly alternating = admm.create();
  private swept: Float64Array = new Float64Array(0);

  solve(p: Problem, x: Float64Array, options: NewtonConeOptions, monitor?: Monitor): Outcome {
    const { steps } = this;
    monitor?.begin(p, x);
    this.iterative = 0;
    if (!steps.begin(p, x, options.tolerance, monitor)) return ended(p, 'diverged', 0, 0);
    this.deadline = deadlineOf(monitor);
    const status = steps.isDone ? 'converged' : this.run(options, isZero(x));
    this.deadline = undefined;
    steps.end();
    if (status !== 'diverged') x.set(steps.v.best);
    const path = steps.by === 'newton' ? undefined : `newton-cone ${steps.by}`;
    return producedBy(path, ended(p, status, steps.direct, this.iterative));
  }

  release(): void {
    this.steps.release();
    this.sweeps.release();
    this.alternating.release();
  }

  /** Newton first if the start is a warm one, else sweeps; interior and proximal points if the first rounds do not arrive. */
  private run({ maxIterations, sweeps }: NewtonConeOptions, cold: boolean): Status {
    const { steps } = this;
    const { v } = steps;
    let count = sweeps;
    let left = PATIENCE;
    if (this.swept.length !== v.x.length) this.swept = new Float64Array(v.x.length);
    for (let round = cold ? 1 : 0; ; round++) {
      const before = steps.least;
      if (round > 0) {
        const end = this.approach(round, Math.round(count));
        if (end) return end;
        count = Math.min(GROWTH * count, MOST_SWEEPS);
      }
      this.swept.set(v.x);
      const from = steps.energy;
      steps.method = 'newton';
      const end =
        steps.newton(maxIterations, from) ?? (round === (cold ? 1 : 0) ? this.fallBack(maxIterations) : undefined);
      if (end) return end;
      if (steps.direct >= maxIterations) return 'iteration-limit';
      left = steps.least < 0.99 * before ? PATIENCE : left - 1;
      if (left === 0 || steps.least <= ROUNDING * steps.es) return 'stagnated';
      if (!(steps.energy < from)) v.x.set(this.swept); // sweeps continue from their own iterate
    }
  }

  /** (CN6), (CN7): not if a cone is relaxed, for which alternating directions converge by a theorem. */
  private fallBack(most: number): Status | undefined {
    const { steps } = this;
    if (steps.p.contacts.some(({ set }) => set === 'relaxed-cone')) return undefined;
    const end = steps.throughInterior(most) ?? steps.proximal(PROXIMAL * most);
    if (!end) steps.toBest();
    return end;
  }

  /** Sweeps from x; alternating directions in every third round, and always if a cone is relaxed: these need a symmetric A. */
  private approach(round: number, count: number): Status | undefined {
    const { steps, deadline } = this;
    const { p } = steps;
    const { x } = steps.v;
    const convex = p.contacts.some(({ set }) => set === 'relaxed-cone');
    if (convex && !p.symmetric) return undefined;
    const alternates = p.symmetric && (convex || round % 3 === 0);
    steps.method = alternates ? 'alternating directions' : 'sweeps';
    const inner = alternates
      ? this.alternating.solve(p, x, { ...admm.defaults, maxIterations: ALTERNATING * count }, deadline)
      : this.sweeps.solve(p, x, { ...nonlinearGs.defaults, memory: 0, maxIterations: count, tolerance: 0 }, deadline);
    this.iterative += inner.iterations.iterative;
    return inner.status === 'diverged' ? 'diverged' : steps.take(x);
  }
}
