/**
 * One problem solved by alternating directions.   docs/theory/admm.md (AD1)-(AD6)
 *
 * All iterations are one fixed point of v: z = P(v) are the impulses, rho a (z - v) the velocities that go with them.
 */

import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { velocities } from '../../problem/operator.ts';
import { type Contact, type Problem, withContacts } from '../../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import { ended, type Monitor, type Outcome, type SolverInstance, type Status } from '../../problem/solver.ts';
import { StructuredOperator } from '../../problem/structured.ts';
import { Anderson } from '../fixed-points/anderson.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { FREE, type FreeSetEngine } from '../linear-systems/free-rows.ts';
import { BodyEngine } from '../linear-systems/free-rows-in-body-space.ts';
import { ExplicitEngine } from '../linear-systems/free-rows-of-matrix.ts';

export type AdmmOptions = {
  maxIterations: number;
  tolerance: number;
  rho: number;
  alpha: number;
  memory: number;
};

/** Iterations between two looks at the energy error. */
const LOOK = 10;
/** Iterations before rho may change; twice as many after each change, so that the changes end. */
const FIRST_CHANGE = 20;
/** rho changes if the residuals differ by more than this factor. */
const UNBALANCED = 5;
/** An accelerated step that makes the residual larger by this factor is taken back, and so many plain ones follow; then twice as many. */
const WORSE = 2;
const PLAIN = 5;

/** Multiplications per row of an iteration besides the substitution: projection, acceleration, the look at the energy. */
const BESIDES = 200;

const VECTORS = ['v', 'z', 'before', 'x', 'w', 'g', 'D', 'shift', 'plain', 'v0', 'g0'] as const;

export class Alternating implements SolverInstance<AdmmOptions> {
  private iterations = 0;
  private factorisations = 0;
  private readonly gauge = new EnergyGauge();
  private readonly anderson = new Anderson({ method: 'cholesky' });
  /** The last point and step that Anderson has seen are in `v0` and `g0`. */
  private seen = false;
  private readonly vectors = {} as Record<(typeof VECTORS)[number], Float64Array>;
  private body: BodyEngine | undefined;
  private explicit: ExplicitEngine | undefined;
  private engine!: FreeSetEngine;
  private sets!: FrictionSets;
  private p!: Problem;
  private rho = 1;
  /** Norm of b in the metric of velocities, sqrt(J). */
  private scale = 0;
  private readonly coulomb = new CoulombShift();
  private readonly graphs: ContactGraphs;
  private options!: AdmmOptions;
  private monitor: Monitor | undefined;
  /** Energy error of doing nothing, J. */
  private es = 1;
  private factored = false;
  /** Of the acceleration and of rho: what the next iteration depends on besides the vectors. */
  private course = { last: Infinity, accelerated: false, pause: 0, rest: PLAIN, untilChange: 0, change: 0 };

  /** @param graphs contact graphs shared with other methods of the same owner */
  constructor(graphs = new ContactGraphs()) {
    this.graphs = graphs;
  }

  solve(p: Problem, x: Float64Array, options: AdmmOptions, monitor?: Monitor): Outcome {
    monitor?.begin(p, x);
    const status = this.begin(p, x, options, monitor) ?? this.advance(options.maxIterations) ?? 'iteration-limit';
    this.monitor = undefined;
    if (status !== 'diverged' && this.factored) x.set(this.vectors.z);
    return ended(p, status, this.factorisations, this.iterations, this.iterations);
  }

  /** Starts from x; a status if it cannot. `advance` then iterates, as often as it is called. */
  begin(p: Problem, x: Float64Array, options: AdmmOptions, monitor: Monitor | undefined): Status | undefined {
    this.monitor = monitor;
    this.options = options;
    this.factored = false;
    this.es = this.prepare(p, options);
    if (!Number.isFinite(this.es)) return 'diverged';
    if (!this.factor()) return 'stagnated';
    this.factored = true;
    this.start(x);
    this.course = {
      last: Infinity,
      accelerated: false,
      pause: 0,
      rest: PLAIN,
      untilChange: FIRST_CHANGE,
      change: FIRST_CHANGE,
    };
    return undefined;
  }

  /** The impulses, admissible as they are. */
  get z(): Float64Array {
    return this.vectors.z;
  }

  /** Iterations since `begin`. */
  get count(): number {
    return this.iterations;
  }

  /** Factorisations since `begin`. */
  get factors(): number {
    return this.factorisations;
  }

  /** Multiplications of a factorisation, and of an iteration with what goes with it. */
  get work(): { readonly factor: number; readonly iteration: number } {
    const { factor, solve } = this.engine.work;
    return { factor, iteration: solve + BESIDES * this.p.n };
  }

  release(): void {
    this.body?.release();
    this.explicit?.release();
    this.body = undefined;
    this.explicit = undefined;
  }

  /** Operators that were seen before may hold new numbers. */
  forget(): void {
    this.body?.forget();
  }

  /** Up to so many iterations more; a status if one of them ends the solve. */
  advance(more: number): Status | undefined {
    const { vectors, gauge, p, monitor, course } = this;
    const { tolerance, alpha } = this.options;
    const { z, w } = vectors;
    for (let left = more; left > 0; left--) {
      const k = ++this.iterations;
      const residual = this.evaluate(alpha);
      if (!Number.isFinite(residual)) return 'diverged';
      const word = monitor?.observe(k, z);
      if (word) return word;
      if (k % LOOK === 0 && !monitor?.ownsStopping && gauge.energy(z, velocities(p, z, w)) <= tolerance * this.es)
        return 'converged';
      if (residual === 0) return this.settled();
      const worse = course.accelerated && residual > WORSE * course.last;
      const changed = !worse && --course.untilChange <= 0 && this.balance(residual / alpha);
      this.move(residual, worse, changed);
    }
    return undefined;
  }

  /** v of the next iteration: back to the plain step if this one was worse, from anew if rho has changed. */
  private move(residual: number, worse: boolean, changed: boolean): void {
    const { course, anderson } = this;
    const { v, g, plain } = this.vectors;
    if (worse) {
      v.set(plain);
      course.pause = course.rest;
      course.rest *= 2;
    }
    if (changed) {
      course.change *= 2;
      course.untilChange = course.change;
    }
    if (worse || changed) {
      anderson.forget();
      this.seen = false;
      course.accelerated = false;
      course.last = Infinity;
      return;
    }
    course.last = residual;
    for (let i = 0; i < v.length; i++) plain[i] = v[i] + g[i];
    if (--course.pause > 0) {
      v.set(plain);
      course.accelerated = false;
    } else course.accelerated = this.accelerate(this.options.memory);
  }

  /** (AD6): v <- v + g, corrected by the last steps; false if it is the plain one. */
  private accelerate(memory: number): boolean {
    const { anderson } = this;
    const { v, g, v0, g0, plain } = this.vectors;
    const { metric } = this.gauge;
    if (memory > 0) {
      if (this.seen) {
        const { dF, dG } = anderson.next();
        for (let i = 0; i < v.length; i++) {
          dF[i] = g[i] - g0[i];
          dG[i] = v[i] - v0[i] + dF[i];
        }
        anderson.remember(metric);
      }
      v0.set(v);
      g0.set(g);
      this.seen = true;
    }
    v.set(plain);
    return anderson.combine(v, g, metric);
  }

  /** Nothing moves any more. */
  private settled(): Status {
    const { z, w } = this.vectors;
    const enough = this.gauge.energy(z, velocities(this.p, z, w)) <= this.options.tolerance * this.es;
    return enough && !this.monitor?.ownsStopping ? 'converged' : 'stagnated';
  }

  /** (AD2), (AD3) from v: z, x and the step g; its norm, sqrt(J). */
  private evaluate(alpha: number): number {
    const { v, z, before, x, g, D, shift } = this.vectors;
    const { p, sets, gauge } = this;
    const { b, lo, hi } = p;
    before.set(z);
    sets.project(v, gauge.metric, lo, hi, z);
    this.coulomb.fromDual(v, z, D, shift);
    for (let i = 0; i < v.length; i++) x[i] = D[i] * (2 * z[i] - v[i]) - b[i] - shift[i];
    this.engine.solveShifted(x);
    let sum = 0;
    for (let i = 0; i < v.length; i++) {
      g[i] = alpha * (x[i] - z[i]);
      sum += gauge.metric[i] * g[i] * g[i];
    }
    return Math.sqrt(sum);
  }

  /** (AD5): adapts rho if the two residuals, each against its own size, are far apart; false if it stays. */
  private balance(primal: number): boolean {
    const { v, z, before, x } = this.vectors;
    const { metric } = this.gauge;
    let [sizeX, sizeZ, sizeW, step] = [0, 0, 0, 0];
    for (let i = 0; i < v.length; i++) {
      sizeX += metric[i] * x[i] * x[i];
      sizeZ += metric[i] * z[i] * z[i];
      sizeW += metric[i] * (z[i] - v[i]) * (z[i] - v[i]);
      step += metric[i] * (z[i] - before[i]) * (z[i] - before[i]);
    }
    const impulse = primal / Math.sqrt(Math.max(sizeX, sizeZ));
    const velocity = (this.rho * Math.sqrt(step)) / Math.max(this.rho * Math.sqrt(sizeW), this.scale);
    const ratio = Math.sqrt(impulse / velocity);
    if (!(ratio > 0 && ratio < Infinity) || (ratio < UNBALANCED && ratio > 1 / UNBALANCED)) return false;
    const factor = Math.min(Math.max(ratio, 0.01), 100);
    this.rho *= factor;
    for (let i = 0; i < v.length; i++) v[i] = z[i] + (v[i] - z[i]) / factor; // the same z, the same velocities
    return this.factor();
  }

  private factor(): boolean {
    const { D } = this.vectors;
    const { metric } = this.gauge;
    for (let i = 0; i < D.length; i++) D[i] = this.rho * metric[i];
    this.factorisations++;
    return this.engine.factorShifted(D);
  }

  /** es, J. */
  private prepare(p: Problem, { rho, memory }: AdmmOptions): number {
    this.p = p;
    this.rho = rho;
    this.iterations = 0;
    this.factorisations = 0;
    if (this.vectors.v?.length !== p.n) for (const name of VECTORS) this.vectors[name] = new Float64Array(p.n);
    const { z, w } = this.vectors;
    this.gauge.prepare(p);
    this.anderson.prepare(p.n, memory);
    this.seen = false;
    this.sets = frictionSets(coneProblem(p));
    this.coulomb.read(p);
    this.scale = 0;
    for (let i = 0; i < p.n; i++) this.scale += (p.b[i] * p.b[i]) / p.A.diagonal[i];
    this.scale = Math.sqrt(this.scale);
    const es = this.gauge.scale(z, w);
    this.engine = this.engineOf(p);
    this.engine.prepare(p);
    this.engine.state.fill(FREE);
    return es;
  }

  /** Body space whatever the compliance: rho stands in for it. */
  private engineOf(p: Problem): FreeSetEngine {
    if (p.A instanceof StructuredOperator) {
      this.body ??= new BodyEngine('auto', this.graphs);
      return this.body;
    }
    this.explicit ??= new ExplicitEngine();
    return this.explicit;
  }

  /** v such that a solution is a fixed point. */
  private start(from: Float64Array): void {
    const { v, z, w, D, shift } = this.vectors;
    const { p } = this;
    this.sets.project(from, this.gauge.metric, p.lo, p.hi, z);
    velocities(p, z, w);
    this.coulomb.fromVelocities(w, shift);
    for (let i = 0; i < v.length; i++) v[i] = z[i] - (w[i] + shift[i]) / D[i];
  }
}

/** (AD4): mu |w_t| on the normals of Coulomb's cones. */
class CoulombShift {
  private contacts: readonly Contact[] = [];
  private normal: Int32Array = new Int32Array(0);
  private first: Int32Array = new Int32Array(0);
  private second: Int32Array = new Int32Array(0);
  private mu: Float64Array = new Float64Array(0);

  read({ contacts }: Problem): void {
    if (contacts === this.contacts) return;
    this.contacts = contacts;
    const sections = contacts
      .filter(({ set }) => set === 'cone')
      .flatMap(({ normal, tangents, mu, rolling, muRolling, spinning, muSpinning }) =>
        [
          { normal, rows: tangents, mu },
          { normal, rows: rolling, mu: muRolling },
          { normal, rows: spinning, mu: muSpinning },
        ].filter(({ rows }) => rows.length > 0),
      );
    this.normal = Int32Array.from(sections, ({ normal }) => normal);
    this.first = Int32Array.from(sections, ({ rows }) => rows[0]);
    this.second = Int32Array.from(sections, ({ rows }) => rows[1] ?? -1);
    this.mu = Float64Array.from(sections, ({ mu }) => mu);
  }

  fromVelocities(w: Float64Array, shift: Float64Array): void {
    const { normal, first, second, mu } = this;
    shift.fill(0);
    for (let s = 0; s < mu.length; s++) {
      const wj = second[s] < 0 ? 0 : w[second[s]];
      shift[normal[s]] += mu[s] * Math.sqrt(w[first[s]] * w[first[s]] + wj * wj);
    }
  }

  /** With the velocities D (z - v) that v stands for. */
  fromDual(v: Float64Array, z: Float64Array, D: Float64Array, shift: Float64Array): void {
    const { normal, first, second, mu } = this;
    shift.fill(0);
    for (let s = 0; s < mu.length; s++) {
      const [i, j] = [first[s], second[s]];
      const wi = D[i] * (z[i] - v[i]);
      const wj = j < 0 ? 0 : D[j] * (z[j] - v[j]);
      shift[normal[s]] += mu[s] * Math.sqrt(wi * wi + wj * wj);
    }
  }
}

/** p whose Coulomb cones are the convex cones that the shift turns them into; one list of contacts for each. */
function coneProblem(p: Problem): Problem {
  let contacts = relaxed.get(p.contacts);
  if (!contacts) {
    contacts = p.contacts.map((contact) => (contact.set === 'cone' ? { ...contact, set: 'relaxed-cone' } : contact));
    relaxed.set(p.contacts, contacts);
  }
  return withContacts(p, contacts);
}

const relaxed = new WeakMap<readonly Contact[], readonly Contact[]>();
