/**
 * Newton on the closed contacts of a heap, from impulses that sweeps have brought near its answer.   docs/theory/auto.md (AU10)
 *
 *   open: x_n <= 0 and w_n^2/2a_n > energy error of x;  their rows are held at zero and are no part of the linear systems
 *
 * A third of the contacts of a heap is open, and they cause most of the fill-in: a factorisation takes a sixth of the time.
 */
import { velocities } from '../../problem/operator.ts';
import { type Contact, frictionRows, type Problem } from '../../problem/problem.ts';
import { isByRows, setsOf } from '../../problem/sets/models.ts';
import { deadlineOf, type Monitor } from '../../problem/solver.ts';
import { SubProblem } from '../../problem/sub-problem.ts';
import { ContactGraphs } from '../linear-systems/contact-graph.ts';
import { ConeSteps } from '../newton/cone-steps.ts';
import { CoupledSteps } from '../newton/coupled-steps.ts';
import { newtonCone } from '../newton-cone.ts';
import { newtonCoupled } from '../newton-coupled.ts';
import { isWorthFactoring } from './affordable.ts';

/** Most Newton steps: of 48 heaps each, 6 for rows and 10 for cones solve two or three fewer in the same time. */
const NEWTON = { rows: 10, cones: 6 } as const;
/** Factorisations of proximal points, if they are asked for. */
const PROXIMAL = 60;
/** Newton ends at this part of the error that is asked for: it is measured again with all contacts. */
const SURPLUS = 0.01;
/** And at this part of doing nothing, whatever is asked for. */
const LEAST = 1e-16;

/** Where Newton starts, and what for. */
export interface Start {
  readonly x: Float64Array;
  /** Energy error of x and that of doing nothing, J; the one asked for, as a part of the latter. */
  readonly error: number;
  readonly es: number;
  readonly tolerance: number;
  /** Proximal points follow if Newton does not arrive. */
  readonly proximal: boolean;
}

export class ClosedContacts {
  /** Factorisations of the last `improve`, and whether it has solved the problem of the closed contacts. */
  direct = 0;
  solved = false;
  private readonly graphs = new ContactGraphs();
  private readonly rows = new CoupledSteps(this.graphs);
  private readonly cones = new ConeSteps(this.graphs);
  private w: Float64Array = new Float64Array(0);

  /** The solver whose steps `improve` takes; undefined: none of its methods takes these sets. */
  static nameOf(p: Problem): string | undefined {
    const sets = setsOf(p);
    if (sets.every(isByRows)) return newtonCoupled.name;
    return sets.every((set) => newtonCone.accepts.includes(set)) ? newtonCone.name : undefined;
  }

  /** out <- what Newton makes of the start; false if the linear systems are too large. */
  improve(p: Problem, start: Start, out: Float64Array, monitor: Monitor | undefined): boolean {
    const part = this.closed(p, start);
    const closed = part.problem(p);
    this.direct = 0;
    this.solved = false;
    if (!isWorthFactoring(closed, this.graphs)) return false;
    for (let k = 0; k < part.rows.length; k++) part.x[k] = start.x[part.rows[k]];
    const best = setsOf(p).every(isByRows)
      ? this.byRows(closed, part.x, start, monitor)
      : this.byCones(closed, part.x, start, monitor);
    out.fill(0);
    for (let k = 0; k < part.rows.length; k++) out[part.rows[k]] = best[k];
    return true;
  }

  release(): void {
    this.rows.release();
    this.cones.release();
    this.graphs.clear();
  }

  private byRows(p: Problem, x: Float64Array, start: Start, monitor: Monitor | undefined): Float64Array {
    const { rows } = this;
    rows.begin(p, x, start.es, toleranceOf(start), deadlineOf(monitor));
    rows.newton(NEWTON.rows);
    if (start.proximal && !rows.isDone) rows.proximal(PROXIMAL);
    this.direct = rows.direct;
    this.solved = rows.isDone;
    return rows.best;
  }

  private byCones(p: Problem, x: Float64Array, start: Start, monitor: Monitor | undefined): Float64Array {
    const { cones } = this;
    if (!cones.begin(p, x, toleranceOf(start), deadlineOf(monitor))) return x;
    const end = cones.isDone ? 'converged' : cones.newton(NEWTON.cones, cones.now);
    if (start.proximal && !end) cones.proximal(cones.direct + PROXIMAL);
    cones.end();
    this.direct = cones.direct;
    this.solved = cones.isDone;
    return cones.v.best;
  }

  /** All rows but those of open contacts. */
  private closed(p: Problem, { x, error }: Start): SubProblem {
    const { diagonal } = p.A;
    if (this.w.length !== p.n) this.w = new Float64Array(p.n);
    const w = velocities(p, x, this.w);
    const local = new Int32Array(p.n);
    const contacts: number[] = [];
    const isOpen = ({ normal }: Contact) =>
      x[normal] <= 0 && w[normal] > 0 && w[normal] * w[normal] > 2 * diagonal[normal] * error;
    p.contacts.forEach((contact, index) => {
      if (!isOpen(contact)) contacts.push(index);
      else for (const row of [contact.normal, ...frictionRows(contact)]) local[row] = -1;
    });
    const rows = Int32Array.from(local.keys()).filter((row) => local[row] === 0);
    rows.forEach((row, k) => {
      local[row] = k;
    });
    return new SubProblem(p, { rows, local, contacts, ungiven: p.ungiven.filter((row) => local[row] >= 0) });
  }
}

const toleranceOf = ({ tolerance }: Start): number => Math.max(SURPLUS * tolerance, LEAST);
