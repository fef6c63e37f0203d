/** The budgets of all steps that a world has taken, added up.   docs/theory/error-budget.md (EB9) */
import { type BudgetEntry, totalOf } from './budget.ts';
import { LocatedSum } from './located-sum.ts';
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
  /** Sums over the steps that were checked twice, scaled to all steps; undefined if none was. Energy with its sign. */
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

/** Entries that add up over the steps. */
const SUMMED = ['solver', 'friction', 'joints', 'contacts', 'arms', 'drift'] as const;

const entryOf = ({ value, at }: LocatedSum<string>, factor = 1): BudgetEntry => ({ value: factor * value, where: at });

export class BudgetSums {
  private steps = 0;
  private checked = 0;
  private readonly sums = {
    solver: new LocatedSum(''),
    friction: new LocatedSum(''),
    joints: new LocatedSum(''),
    contacts: new LocatedSum(''),
    gaps: new LocatedSum(''),
    arms: new LocatedSum(''),
    drift: new LocatedSum(''),
    time: new LocatedSum(''),
    motion: new LocatedSum(''),
    model: new LocatedSum(''),
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
    for (const key of SUMMED) sums[key].add(budget[key].value, budget[key].where);
    sums.gaps.most(budget.gaps.value, budget.gaps.where);
    const { time, model } = budget;
    if (!time) return;
    this.checked++;
    sums.time.add(time.energy, time.where);
    sums.motion.add(time.motion, time.where);
    if (model) sums.model.add(model.value, model.where);
  }

  total(): RunBudget {
    const { checked, steps, sums } = this;
    const factor = checked > 0 ? steps / checked : 0;
    const [solver, friction, joints, contacts, arms, drift] = SUMMED.map((key) => entryOf(sums[key]));
    const gaps = entryOf(sums.gaps);
    const energy = entryOf(sums.time, factor);
    const motion = entryOf(sums.motion, factor);
    const time = checked > 0 ? { energy: energy.value, motion: motion.value, where: motion.where } : undefined;
    const model = checked > 0 ? entryOf(sums.model, factor) : undefined;
    const own = { solver, friction, gaps, arms, drift };
    const total = totalOf({ ...own, ...(time && { time }), ...(model && { model }) });
    const scale = this.floor + this.kinetic + this.potential.width + this.elastic.width + this.work.width;
    const ranked = Object.entries({ ...own, ...(time && { time: energy }), ...(model && { model }) });
    const [[entry, { where }]] = ranked.sort(([, p], [, q]) => Math.abs(q.value) - Math.abs(p.value));
    return {
      steps,
      solver,
      friction,
      joints,
      contacts,
      gaps,
      arms,
      drift,
      time,
      model,
      total,
      scale,
      share: scale > 0 ? total / scale : 0,
      worst: { entry, where },
    };
  }
}
