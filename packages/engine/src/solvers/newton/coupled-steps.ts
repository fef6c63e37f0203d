/**
 * Newton and proximal points on friction that follows its normals, from a start near the answer: what `newton-coupled` does,
 * without its fallbacks.   docs/theory/coupled-newton.md (NC2), (NC8)
 */
import type { Problem } from '../../problem/problem.ts';
import type { Monitor } from '../../problem/solver.ts';
import type { ContactGraphs } from '../linear-systems/contact-graph.ts';
import type { CoupledSystem } from '../linear-systems/coupled-system.ts';
import { CoupledNewton } from './coupled-newton.ts';
import { Descent } from './coupled-step.ts';
import { ProximalPoints } from './proximal-points.ts';

/** Newton ends after so many steps in succession that do not lower the energy error to this part of it. */
const RISES = 2;
const FALL = 0.9;

export class CoupledSteps {
  /** Factorisations since `begin`. */
  direct = 0;
  /** The least-error iterate so far and its error, J. */
  best: Float64Array = new Float64Array(0);
  least = Infinity;
  private es = 1;
  private enough = 0;
  private deadline: Monitor | undefined;
  private system!: CoupledSystem;
  private readonly systems: CoupledNewton;
  private readonly descent = new Descent();
  private readonly points = new ProximalPoints();

  constructor(graphs: ContactGraphs) {
    this.systems = new CoupledNewton(graphs);
  }

  /** @param es energy error of doing nothing, J. @param tolerance error that is good enough, as a part of it */
  begin(p: Problem, start: Float64Array, es: number, tolerance: number, deadline: Monitor | undefined): void {
    this.direct = 0;
    this.es = es;
    this.enough = tolerance * es;
    this.deadline = deadline;
    this.system = this.systems.systemOf(p);
    this.system.prepare(p);
    this.descent.begin(this.system, p.n, es);
    const { rows } = this.system;
    rows.x.set(start);
    this.system.velocities();
    this.best = start.slice();
    this.least = rows.energy();
  }

  get isDone(): boolean {
    return this.least <= this.enough;
  }

  /** Newton from the start, at most so many steps. */
  newton(most: number): void {
    const { descent } = this;
    let last = this.least;
    descent.accept();
    for (let k = 0, rises = 0; k < most && rises < RISES && !this.isDone && !this.isLate; k++) {
      const energy = descent.step(last);
      this.direct++;
      if (Number.isNaN(energy)) return; // singular
      this.keep(energy);
      rises = energy < FALL * last ? 0 : rises + 1;
      last = energy;
      descent.accept();
    }
  }

  /** Proximal points from the least-error iterate, about so many factorisations. */
  proximal(most: number): void {
    const { points, system } = this;
    const limit = this.direct + most;
    points.begin(system, this.descent, this.best, this.es);
    for (let more = true; more && this.direct < limit && !this.isDone && !this.isLate; ) {
      more = points.next();
      this.direct += points.steps;
      this.keep(system.rows.energy());
    }
  }

  release(): void {
    this.systems.release();
    this.deadline = undefined;
  }

  private get isLate(): boolean {
    return this.deadline?.observe(this.direct, this.best) !== undefined;
  }

  private keep(energy: number): void {
    if (!(energy < this.least)) return;
    this.least = energy;
    this.best.set(this.system.rows.x);
  }
}
