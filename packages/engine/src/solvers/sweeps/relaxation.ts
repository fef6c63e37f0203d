/**
 * Sweeps of projected over-relaxation with momentum, whatever the friction sets; ordinary contacts by a kernel.
 * docs/theory/fixed-point.md (FP5), (FP9)
 */
import type { Problem } from '../../problem/problem.ts';
import type { Monitor, Outcome } from '../../problem/solver.ts';
import { ProjectedStep } from '../one-contact/projected-step.ts';
import { ContactRows } from './contact-groups.ts';
import { ContactRecords } from './contact-records.ts';
import { sweepOthers } from './contact-sweeps.ts';
import { type SweepOptions, sweepUntil } from './sweep-loop.ts';

export type RelaxationOptions = SweepOptions & {
  momentum: number;
};

/** A change this much larger than the least so far ends the momentum. */
const GROWTH = 4;

export class Relaxation {
  private readonly rows = new ContactRows();
  private readonly step = new ProjectedStep();
  private readonly records = new ContactRecords();

  /** From x to x. */
  solve(p: Problem, x: Float64Array, options: RelaxationOptions, monitor?: Monitor): Outcome {
    const { rows, records, step } = this;
    records.layOut(p, x);
    rows.prepare(p, records.y);
    rows.follow(records.x);
    step.prepare(rows, p);
    records.prepare(rows, p, step);
    const momentum = new Momentum(options.momentum);
    records.rest();
    const outcome = sweepUntil(p, records.x, options, monitor, () => {
      if (options.momentum > 0) this.coast(p, momentum.next);
      return momentum.watch(this.sweep(p, options.omega));
    });
    x.set(records.x);
    return outcome;
  }

  /** During a solve: the energy error of its x, or of x = 0, if a kernel computes them. */
  energy(of: 'iterate' | 'nothing'): number | undefined {
    return of === 'iterate' ? this.records.energy() : this.records.energyOfNothing();
  }

  release(): void {
    this.rows.release();
    this.records.release();
  }

  /** Rows of no contact, then contact by contact, those that have records by the kernel. */
  private sweep(p: Problem, omega: number): number {
    const { rows, records, step } = this;
    const { x } = records;
    let change = sweepOthers(rows, p, x, omega);
    for (let c = 0; c < rows.sets.count; c++) {
      const end = records.endOf(c);
      if (end > c) {
        change = Math.max(change, records.sweep(c, end, omega));
        c = end;
        if (c === rows.sets.count) break;
      }
      rows.gather(c, x);
      step.contact(c, rows, p, x, omega);
      change = rows.scatter(c, change);
    }
    return change;
  }

  /** (FP9): x goes on as it has moved, except where it has turned round. */
  private coast({ A }: Problem, beta: number): void {
    const { rows, records } = this;
    const { others, count } = rows.sets;
    records.coast(beta);
    for (let k = 0; k < others.length; k++) this.coastRows(others, k, k + 1, A.diagonal, beta);
    for (let c = 0; c < count; c++) {
      const end = records.endOf(c);
      if (end > c) c = end - 1;
      else this.coastRows(rows.row, rows.start[c], rows.start[c + 1], A.diagonal, beta);
    }
  }

  /** The same for rows that have no record: list[from] to list[end - 1], which turn together. */
  private coastRows(list: Int32Array, from: number, end: number, a: Float64Array, beta: number): void {
    const { x, xBefore, moved } = this.records;
    let along = 0;
    for (let k = from; k < end; k++) {
      const i = list[k];
      const d = x[i] - xBefore[i];
      along += a[i] * d * moved[i];
      moved[i] = d;
      xBefore[i] = x[i];
    }
    for (let k = from; k < end; k++) {
      const i = list[k];
      if (along < 0) this.rows.add(i, -beta * moved[i]);
      else x[i] += beta * moved[i];
    }
  }
}

/** (FP9): how much of its motion a sweep keeps. It begins at nothing, and again when the changes grow. */
class Momentum {
  private readonly most: number;
  private age = 0;
  private least = Infinity;

  constructor(most: number) {
    this.most = most;
  }

  get next(): number {
    return Math.min(this.most, Math.max(0, (this.age - 1) / (this.age + 2)));
  }

  /** @param change the largest of an impulse in the sweep, N s */
  watch(change: number): number {
    const grown = change > GROWTH * this.least;
    this.age = grown ? 0 : this.age + 1;
    this.least = grown ? change : Math.min(this.least, change);
    return change;
  }
}
