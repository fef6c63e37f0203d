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
  /** J that moved: the largest kinetic energy, the spans of potential and elastic energy, and that of a fall for one step. */
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

const SUMMED = ['solver', 'friction', 'joints', 'contacts', 'arms', 'drift'] as const;

export class BudgetSums {
  private steps = 0;
  private checked = 0;
  private readonly sums = new Map<string, Sum>();
  private kinetic = 0;
  private floor = 0;
  private potential = new Span();
  private elastic = new Span();

  get isEmpty(): boolean {
    return this.steps === 0;
  }

  /** Energies before a step; at least `floor` (J) moves. */
  see({ kinetic, potential, elastic }: Energies, floor: number): void {
    this.floor = Math.max(this.floor, floor);
    this.kinetic = Math.max(this.kinetic, kinetic);
    this.potential.see(potential);
    this.elastic.see(elastic);
  }

  add({ budget }: StepReport, energies: Energies): void {
    this.see(energies, 0);
    this.steps++;
    for (const key of SUMMED) this.sum(key).add(budget[key].value, budget[key].where);
    this.sum('gaps').largest(budget.gaps.value, budget.gaps.where);
    if (budget.time) {
      this.checked++;
      this.sum('time').add(budget.time.energy, budget.time.where);
      this.sum('motion').add(budget.time.motion, budget.time.where);
    }
    if (budget.model) this.sum('model').add(budget.model.value, budget.model.where);
  }

  total(): RunBudget {
    const { checked, steps } = this;
    const entry = (key: string, factor = 1): BudgetEntry => {
      const { value, where } = this.sum(key);
      return { value: factor * value, where };
    };
    const factor = checked > 0 ? steps / checked : 0;
    const [solver, friction, gaps, arms, drift] = ['solver', 'friction', 'gaps', 'arms', 'drift'].map((k) => entry(k));
    const timed = entry('time', factor);
    const time =
      checked > 0
        ? { energy: timed.value, motion: entry('motion', factor).value, where: entry('motion').where }
        : undefined;
    const model = this.sums.has('model') ? entry('model', factor) : undefined;
    const summed = { solver, friction, gaps, arms, drift, ...(time && { time }), ...(model && { model }) };
    const total = totalOf(summed);
    const scale = this.floor + this.kinetic + this.potential.width + this.elastic.width;
    const ranked: [string, BudgetEntry][] = [
      ...Object.entries({ solver, friction, gaps, arms, drift }),
      ...(time ? [['time', timed] as [string, BudgetEntry]] : []),
      ...(model ? [['model', model] as [string, BudgetEntry]] : []),
    ];
    const [[name, { where }]] = ranked.sort(([, p], [, q]) => Math.abs(q.value) - Math.abs(p.value));
    const others = { joints: entry('joints'), contacts: entry('contacts') };
    return {
      ...{ steps, solver, friction, gaps, arms, drift, ...others, time, model },
      ...{ total, scale, share: scale > 0 ? total / scale : 0, worst: { entry: name, where } },
    };
  }

  private sum(key: string): Sum {
    const known = this.sums.get(key);
    if (known) return known;
    const made = new Sum();
    this.sums.set(key, made);
    return made;
  }
}

/** A sum, and the place of its largest part. */
class Sum {
  value = 0;
  where = '';
  private most = 0;

  add(value: number, where: string): void {
    this.value += value;
    if (!(Math.abs(value) > this.most)) return;
    this.most = Math.abs(value);
    this.where = where;
  }

  largest(value: number, where: string): void {
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
