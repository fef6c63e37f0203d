/** The budgets of all steps that a world has taken, added up.   docs/theory/error-budget.md (EB9) */
import { type BudgetEntry, totalOf } from './budget.ts';
import type { StepReport } from './step-report.ts';

export interface RunBudget {
  /** Steps that are in it. */
  readonly steps: number;
  /** Sums over the steps, J; drift with its sign. Of gaps the largest of a step. */
  readonly solver: BudgetEntry;
  readonly friction: BudgetEntry;
  readonly joints: BudgetEntry;
  readonly contacts: BudgetEntry;
  readonly gaps: BudgetEntry;
  readonly arms: BudgetEntry;
  readonly drift: BudgetEntry;
  /** Of the steps that were looked at twice, times steps over their number; undefined if none was. Energy with its sign. */
  readonly time: { readonly energy: number; readonly motion: number; readonly where: string } | undefined;
  readonly model: BudgetEntry | undefined;
  /** J in doubt: solver + friction + gaps + arms + max(|drift|, |time.energy|) + model. */
  readonly total: number;
  /** J that moved: the largest kinetic energy, the spans of potential and elastic energy and of the drives' work, and a fall for one step. */
  readonly scale: number;
  /** total/scale */
  readonly share: number;
  /** The largest entry of the total, and where it sits. */
  readonly worst: { readonly entry: string; readonly where: string };
}

/** Energies of the present state, J. */
interface Energies {
  readonly kinetic: number;
  readonly potential: number;
  readonly elastic: number;
}

/** A sum, and the place of its largest part. */
class Sum {
  value = 0;
  where = '';
  private most = 0;

  entry(factor = 1): BudgetEntry {
    return { value: factor * this.value, where: this.where };
  }

  add({ value, where }: BudgetEntry): void {
    this.value += value;
    if (!(Math.abs(value) > this.most)) return;
    this.most = Math.abs(value);
    this.where = where;
  }

  largest({ value, where }: BudgetEntry): void {
    if (!(value > this.value)) return;
    this.value = value;
    this.where = where;
  }
}

class Span {
  private low = Infinity;
  private high = -Infinity;

  see(value: number): void {
    this.low = Math.min(this.low, value);
    this.high = Math.max(this.high, value);
  }

  get width(): number {
    return this.high > this.low ? this.high - this.low : 0;
  }
}

export class BudgetSums {
  private steps = 0;
  private checked = 0;
  private readonly sums = {
    ...{ solver: new Sum(), friction: new Sum(), joints: new Sum(), contacts: new Sum(), gaps: new Sum() },
    ...{ arms: new Sum(), drift: new Sum(), time: new Sum(), motion: new Sum(), model: new Sum() },
  };
  private kinetic = 0;
  private floor = 0;
  private potential = new Span();
  private elastic = new Span();
  /** Work of the drives so far, J. */
  private driven = 0;
  private readonly work = new Span();

  get isEmpty(): boolean {
    return this.steps === 0;
  }

  /** Energies before a step; at least `floor` (J) moves. */
  see({ kinetic, potential, elastic }: Energies, floor: number): void {
    this.floor = Math.max(this.floor, floor);
    this.kinetic = Math.max(this.kinetic, kinetic);
    this.potential.see(potential);
    this.elastic.see(elastic);
    this.work.see(this.driven);
  }

  add({ budget }: StepReport, energies: Energies): void {
    this.driven += budget.driven;
    this.see(energies, 0);
    this.steps++;
    const { sums } = this;
    sums.solver.add(budget.solver);
    sums.friction.add(budget.friction);
    sums.joints.add(budget.joints);
    sums.contacts.add(budget.contacts);
    sums.arms.add(budget.arms);
    sums.drift.add(budget.drift);
    sums.gaps.largest(budget.gaps);
    const { time, model } = budget;
    if (!time) return;
    this.checked++;
    sums.time.add({ value: time.energy, where: time.where });
    sums.motion.add({ value: time.motion, where: time.where });
    if (model) sums.model.add(model);
  }

  total(): RunBudget {
    const { checked, steps, sums } = this;
    const factor = checked > 0 ? steps / checked : 0;
    const solver = sums.solver.entry();
    const friction = sums.friction.entry();
    const gaps = sums.gaps.entry();
    const arms = sums.arms.entry();
    const drift = sums.drift.entry();
    const [joints, contacts] = [sums.joints.entry(), sums.contacts.entry()];
    const energy = sums.time.entry(factor);
    const motion = sums.motion.entry(factor);
    const time = checked > 0 ? { energy: energy.value, motion: motion.value, where: motion.where } : undefined;
    const model = checked > 0 ? sums.model.entry(factor) : undefined;
    const summed = { solver, friction, gaps, arms, drift, ...(time && { time }), ...(model && { model }) };
    const total = totalOf(summed);
    const scale = this.floor + this.kinetic + this.potential.width + this.elastic.width + this.work.width;
    const ranked = Object.entries({
      solver,
      friction,
      gaps,
      arms,
      drift,
      ...(time && { time: energy }),
      ...(model && { model }),
    });
    const [[entry, { where }]] = ranked.sort(([, p], [, q]) => Math.abs(q.value) - Math.abs(p.value));
    return {
      ...{ steps, solver, friction, joints, contacts, gaps, arms, drift, time, model },
      ...{ total, scale, share: scale > 0 ? total / scale : 0, worst: { entry, where } },
    };
  }
}
