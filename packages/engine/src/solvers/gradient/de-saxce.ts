/**
 * Coulomb's cones for a solver of convex problems, by De Saxce's shift.   docs/theory/accelerated-gradient.md (AG11), (AG12)
 *
 *   s_c = sum_k mu_k |w_k|;   solve the relaxed cones with b_n + s_c in place of b_n;   again with the s of its answer
 *
 * A fixed point of this is a solution of Coulomb's law (FM8). The inner solve ends when its own energy error is a given share of that
 * of Coulomb's law, so that little is spent on a shift that will change. Any solver of relaxed cones can be wrapped.
 */

import { EnergyGauge } from '../../measures/energy-gauge.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import { real } from '../../problem/option-specs.ts';
import { type Contact, type Problem, withContacts } from '../../problem/problem.ts';
import { type FrictionSets, frictionSets } from '../../problem/sets/friction-sets.ts';
import type { Monitor, Outcome, SolverInstance, Status } from '../../problem/solver.ts';
import { Workspace } from './workspace.ts';

export const shiftFactorOption = real(
  0.1,
  '',
  "cones: an inner solve ends when its energy error is this share of that of Coulomb's law",
  { max: 1 },
);

type ShiftOptions = {
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly shiftFactor: number;
};

export class DeSaxce<Options extends ShiftOptions> implements SolverInstance<Options> {
  private readonly inner: SolverInstance<Options>;
  private readonly workspace = new Workspace();
  private readonly gauges: Gauges = [new EnergyGauge(), new EnergyGauge()];

  constructor(inner: SolverInstance<Options>) {
    this.inner = inner;
  }

  solve(p: Problem, x: Float64Array, options: Readonly<Options>, monitor?: Monitor): Outcome {
    if (!p.contacts.some(({ set }) => set === 'cone')) return this.inner.solve(p, x, options, monitor);
    const { workspace } = this;
    workspace.begin();
    const limit = monitor?.ownsStopping || options.tolerance === 0 ? -1 : options.tolerance * referenceEnergy(p);
    const shifted = new Shifted(p, workspace, this.gauges, options.shiftFactor, limit, monitor);
    shifted.start(x);
    const [iterations, relaxed] = [{ direct: 0, iterative: 0, coupling: 0, total: 0 }, shifted.relaxed];
    let status = shifted.met(x) ? ('converged' as Status) : undefined;
    while (!status) {
      const left = options.maxIterations - iterations.total;
      const outcome = this.inner.solve(relaxed, x, { ...options, maxIterations: left }, shifted);
      iterations.iterative += outcome.iterations.iterative;
      iterations.total += outcome.iterations.total;
      iterations.coupling++;
      status = shifted.word ?? (outcome.status === 'stopped' ? undefined : outcome.status);
      if (iterations.total >= options.maxIterations) status ??= 'iteration-limit';
      if (!status) shifted.update();
    }
    return { status, iterations, lo: p.lo, hi: p.hi };
  }

  release(): void {
    this.inner.release();
    this.workspace.release();
  }
}

/** Of Coulomb's law, and of the relaxed problem. */
type Gauges = readonly [EnergyGauge, EnergyGauge];

/** The relaxed problem with its shift, and the monitor of the inner solves. */
class Shifted implements Monitor {
  readonly ownsStopping = true;
  readonly relaxed: Problem;
  /** What ends all of it. */
  word: Status | undefined;
  private readonly p: Problem;
  private readonly sets: FrictionSets;
  private readonly factor: number;
  /** J; negative: no test of its own. */
  private readonly limit: number;
  private readonly monitor: Monitor | undefined;
  private readonly gauge: EnergyGauge;
  private readonly relaxedGauge: EnergyGauge;
  /** A x + b without the shift. */
  private readonly w: Float64Array;
  /** Of the relaxed problem: b and the shift. */
  private readonly b: Float64Array;
  private seen = 0;

  constructor(
    p: Problem,
    workspace: Workspace,
    [gauge, relaxedGauge]: Gauges,
    factor: number,
    limit: number,
    monitor: Monitor | undefined,
  ) {
    this.p = p;
    this.b = workspace.vector(p.n);
    this.w = workspace.vector(p.n);
    this.relaxed = { ...withContacts(p, relaxedContacts(p.contacts)), b: this.b };
    this.sets = frictionSets(p);
    this.gauge = gauge;
    this.relaxedGauge = relaxedGauge;
    gauge.prepare(p);
    relaxedGauge.prepare(this.relaxed);
    this.factor = factor;
    this.limit = limit;
    this.monitor = monitor;
  }

  /** The first shift is that of the warm start. */
  start(x: Float64Array): void {
    const { p, w } = this;
    this.monitor?.begin(p, x);
    p.A.apply(x, w);
    for (let i = 0; i < w.length; i++) w[i] += p.b[i];
    this.update();
  }

  met(x: Float64Array): boolean {
    return this.limit >= 0 && this.gauge.energy(x, this.w) <= this.limit;
  }

  /** (AG12): the shift of the last velocities seen. */
  update(): void {
    const { p, b, w, sets } = this;
    b.set(p.b);
    for (let c = 0; c < sets.count; c++) {
      if (p.contacts[c].set !== 'cone') continue;
      for (let s = sets.start[c]; s < sets.start[c + 1]; s++) {
        const first = w[sets.first[s]];
        const second = sets.second[s] < 0 ? 0 : w[sets.second[s]];
        b[sets.normal[c]] += sets.mu[s] * Math.sqrt(first * first + second * second);
      }
    }
  }

  begin(): void {}

  observe(_k: number, x: Float64Array, shiftedW?: Float64Array): Status | undefined {
    const { p, b, w, relaxed } = this;
    if (shiftedW) for (let i = 0; i < w.length; i++) w[i] = shiftedW[i] - b[i] + p.b[i];
    else {
      p.A.apply(x, w);
      for (let i = 0; i < w.length; i++) w[i] += p.b[i];
    }
    this.word = this.monitor?.observe(++this.seen, x, w);
    const coulomb = this.gauge.energy(x, w);
    if (!this.word && this.limit >= 0 && coulomb <= this.limit) this.word = 'converged';
    if (this.word) return this.word;
    for (let i = 0; i < relaxed.n; i++) w[i] += b[i] - p.b[i];
    const inner = this.relaxedGauge.energy(x, w);
    for (let i = 0; i < relaxed.n; i++) w[i] -= b[i] - p.b[i];
    return inner <= this.factor * coulomb ? 'stopped' : undefined;
  }
}

const known = new WeakMap<readonly Contact[], readonly Contact[]>();

/** The same list for the same contacts: friction sets are found once for it. */
function relaxedContacts(contacts: readonly Contact[]): readonly Contact[] {
  let relaxed = known.get(contacts);
  if (!relaxed) {
    relaxed = contacts.map((contact) => (contact.set === 'cone' ? { ...contact, set: 'relaxed-cone' } : contact));
    known.set(contacts, relaxed);
  }
  return relaxed;
}
