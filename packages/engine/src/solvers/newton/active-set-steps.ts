/**
 * Damped Newton steps from the active set of an iterate, for a method that finds active sets by other means.
 * docs/theory/pgs-newton.md (PN2)
 *
 * Two kinds: between fixed bounds, on a free-set engine; with bounds that follow the normals, on the system of `newton-coupled`,
 * whose Jacobian includes this.
 */
import { energySum } from '../../measures/energy.ts';
import { velocities } from '../../problem/operator.ts';
import { type Problem, withContacts } from '../../problem/problem.ts';
import { isFollowing } from '../../problem/sets/models.ts';
import { Engines } from '../linear-systems/choose-free-rows.ts';
import type { ContactGraphs } from '../linear-systems/contact-graph.ts';
import type { CoupledSystem } from '../linear-systems/coupled-system.ts';
import { FREE, type FreeSetEngine, LOWER, UPPER } from '../linear-systems/free-rows.ts';
import { polish } from '../pivoting/block-pivoting.ts';
import { CoupledNewton } from './coupled-newton.ts';
import { Descent } from './coupled-step.ts';

export interface Finish {
  /** The iterate after `start` or `step`. */
  readonly x: Float64Array;
  readonly w: Float64Array;
  /** @param es the energy error of doing nothing, J. */
  prepare(p: Problem, es: number): void;
  /** Takes x, its velocities and its active set; the energy error, J. */
  start(x: Float64Array): number;
  /** One step from a point with the energy `last`, halved while that does not lower it; the energy after it, NaN if singular. */
  step(last: number): number;
  release(): void;
}

/** Halvings of a step that does not lower the energy. */
const HALVINGS = 2;
/** Part of es that the free rows may lack after a linear solve. */
const ENOUGH = 1e-22;

export class FixedFinish implements Finish {
  x: Float64Array = new Float64Array(0);
  w: Float64Array = new Float64Array(0);
  private readonly engines: Engines;
  private engine!: FreeSetEngine;
  private p!: Problem;
  private es = 1;
  private x0: Float64Array = new Float64Array(0);
  private w0: Float64Array = new Float64Array(0);

  constructor(graphs: ContactGraphs) {
    this.engines = new Engines(graphs);
  }

  prepare(p: Problem, es: number): void {
    this.p = p;
    this.es = es;
    this.engine = this.engines.choose(p);
    this.engine.prepare(p);
    if (this.x.length === p.n) return;
    for (const name of ['x', 'w', 'x0', 'w0'] as const) this[name] = new Float64Array(p.n);
  }

  start(x: Float64Array): number {
    this.x.set(x);
    velocities(this.p, this.x, this.w);
    return this.energy();
  }

  step(last: number): number {
    const { x, w, x0, w0, engine, es } = this;
    this.classify();
    if (!engine.solveSet()) return Number.NaN;
    polish(engine, ENOUGH * es);
    x0.set(x);
    w0.set(w);
    x.set(engine.x);
    w.set(engine.w);
    let energy = this.energy();
    for (let k = 0, part = 0.5; k < HALVINGS && !(energy < last); k++, part *= 0.5) {
      for (let i = 0; i < x.length; i++) {
        x[i] = x0[i] + part * (engine.x[i] - x0[i]);
        w[i] = w0[i] + part * (engine.w[i] - w0[i]);
      }
      energy = this.energy();
    }
    return energy;
  }

  release(): void {
    this.engines.release();
  }

  private energy(): number {
    return energySum(this.x, this.w, this.p.A.diagonal, this.p.lo, this.p.hi);
  }

  /** (SN3) with rows scaled by a_ii. */
  private classify(): void {
    const { x, w } = this;
    const { state } = this.engine;
    const { lo, hi, A } = this.p;
    for (let i = 0; i < x.length; i++) {
      const y = x[i] - w[i] / A.diagonal[i];
      state[i] = y <= lo[i] ? LOWER : y >= hi[i] ? UPPER : FREE;
    }
  }
}

export class FollowingFinish implements Finish {
  private readonly newton: CoupledNewton;
  private readonly descent = new Descent();
  private system!: CoupledSystem;

  constructor(graphs: ContactGraphs) {
    this.newton = new CoupledNewton(graphs);
  }

  get x(): Float64Array {
    return this.system.rows.x;
  }

  get w(): Float64Array {
    return this.system.rows.w;
  }

  prepare(p: Problem, es: number): void {
    const following = followingAlone(p);
    this.system = this.newton.systemOf(following);
    this.system.prepare(following);
    this.descent.begin(this.system, p.n, es);
  }

  start(x: Float64Array): number {
    const { rows } = this.system;
    rows.x.set(x);
    this.system.velocities();
    const energy = rows.energy();
    this.descent.accept();
    return energy;
  }

  step(last: number): number {
    const energy = this.descent.step(last);
    if (!Number.isNaN(energy)) this.descent.accept();
    return energy;
  }

  release(): void {
    this.newton.release();
  }
}

/** p with the contacts alone whose bounds follow: the rows of the others are boxes of their own. */
function followingAlone(p: Problem): Problem {
  const contacts = p.contacts.filter(({ set }) => isFollowing(set));
  return contacts.length === p.contacts.length ? p : withContacts(p, contacts);
}
