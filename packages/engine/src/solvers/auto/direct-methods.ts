/** The methods of islands that are affordable: one choice by the friction sets of the island.   docs/theory/auto.md (AU2) */
import type { Problem } from '../../problem/problem.ts';
import { isByRows, setsOf } from '../../problem/sets/models.ts';
import type { Monitor, Outcome } from '../../problem/solver.ts';
import { admm } from '../admm.ts';
import { Bpp, bpp } from '../bpp.ts';
import type { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { CoupledNewton } from '../newton/coupled-newton.ts';
import { newtonCone } from '../newton-cone.ts';
import { newtonCoupled } from '../newton-coupled.ts';
import { BY_CONTACTS } from '../one-contact/newton-contact.ts';
import { ConeMethods } from './cones.ts';
import { SingleContact } from './single-contact.ts';

const isConical = (p: Problem): boolean => setsOf(p).every((set) => newtonCone.accepts.includes(set));

export class DirectMethods {
  private readonly bpp: Bpp;
  private readonly coupled: CoupledNewton;
  private readonly cones: ConeMethods;
  private readonly sets = admm.create();
  readonly single = new SingleContact();

  /** @param graphs contact graphs, which both methods for rows share */
  constructor(graphs: ContactGraphs) {
    this.bpp = new Bpp(graphs);
    this.coupled = new CoupledNewton(graphs);
    this.cones = new ConeMethods(graphs);
  }

  /** The symbolic part of both methods for rows: which of them solves p is an option of the solve. */
  analyse(p: Problem): void {
    this.bpp.analyse(p);
    if (p.contacts.length > 0) this.coupled.analyse(p);
  }

  /** The solver that `rows` or `curved` uses for p. */
  nameOf(p: Problem, follows: boolean): string {
    if (setsOf(p).every(isByRows)) return (follows ? newtonCoupled : bpp).name;
    return (isConical(p) ? newtonCone : admm).name;
  }

  /** Operators that were seen before may hold new numbers. */
  forget(): void {
    this.bpp.forget();
    this.coupled.forget();
    this.cones.forget();
  }

  /** Friction row by row. @param follows bounds follow the normals of the answer, or are those of p */
  rows(p: Problem, x: Float64Array, follows: boolean, monitor?: Monitor): Outcome {
    return follows
      ? this.coupled.solve(p, x, newtonCoupled.defaults, monitor)
      : this.bpp.solve(p, x, bpp.defaults, monitor);
  }

  /** Other friction: a contact alone by its own Newton; Newton and alternating directions in turns if every set is a cone, the latter alone otherwise. */
  curved(p: Problem, x: Float64Array, monitor?: Monitor): Outcome {
    const { lo, hi, contacts } = p;
    if (!monitor && contacts.length === 1 && this.single.solve(p, contacts[0], p.n, x))
      return { status: 'converged', iterations: this.single.iterations, lo, hi, path: BY_CONTACTS };
    return isConical(p) ? this.cones.solve(p, x, monitor) : this.sets.solve(p, x, admm.defaults, monitor);
  }

  release(): void {
    for (const method of [this.bpp, this.coupled, this.cones, this.sets]) method.release();
  }
}
