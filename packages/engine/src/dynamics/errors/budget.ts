/**
 * The error budget of a step, in joules.   docs/theory/error-budget.md
 *
 * Entries: solver error, friction consistency, joint and contact drift, remaining gaps, energy drift of the integrator; on request
 * the time step and the friction model (`step-check.ts`).
 */
import type { LedgerEntries } from '../state/ledger.ts';
import { LocatedSum } from './located-sum.ts';
import type { StepReport } from './step-report.ts';

/** J, and the row, joint, pair of bodies or body that has most of it; '' if it is zero. */
export interface BudgetEntry {
  readonly value: number;
  readonly where: string;
}

export interface StepBudget {
  /** The impulses against the bounds that they were solved with: `energyError`. */
  readonly solver: BudgetEntry;
  /** The impulses against the friction bounds that they imply: `frictionConsistency`. */
  readonly friction: BudgetEntry;
  /** Joints that are not where the step before should have put them: work that they should not have done. */
  readonly joints: BudgetEntry;
  /** The same for contacts, found by this step's collision detection: an error of the step before. */
  readonly contacts: BudgetEntry;
  /** Joint gaps and overlaps at the start of the step: the cheaper of closing them by force or by velocity. */
  readonly gaps: BudgetEntry;
  /** Friction of contacts that closed within the step, on two free bodies: their angular momentum is off by it. */
  readonly arms: BudgetEntry;
  /** Energy that the scheme itself made (positive) or lost: entries of the ledger that no force, impact or sliding accounts for. */
  readonly drift: BudgetEntry;
  /** A free look at the time step: how much the acceleration changes. Far too large for smooth motion; it is in no sum. */
  readonly quick: BudgetEntry;
  /** Only with `budget: 'full'`: energy, signed, and motion that half the time step would change. */
  readonly time?: { readonly energy: number; readonly motion: number; readonly where: string };
  /** Only with `budget: 'full'`: energy that Coulomb's cone would change. */
  readonly model?: BudgetEntry;
  /** solver + friction + gaps + arms + |drift|, or |time.energy| if it is known and larger, + model. */
  readonly total: number;
  /** Work of motors and servos in the step, J: real, as force times way. */
  readonly driven: number;
  /**
   * Energy that this is a share of, J: the largest kinetic energy of the last sixty steps and the work of drives in them, at least
   * that of a fall for twenty.
   */
  readonly scale: number;
}

/** Parts of the ledger that are the scheme's own, without those of rows. */
export function schemeEnergy(entries: Readonly<LedgerEntries>): number {
  const { gravity, rotation, gyroscopic, stiffness, implicit, filter, projection, extrapolation } = entries;
  return gravity + rotation + gyroscopic + stiffness + implicit + filter + projection + extrapolation;
}

/**
 * Verdict on the whole step: `unsolved`, its solver did not converge; `torn`, a joint came apart; `wrong` and `doubtful`: its
 * budget is above 5 % or 1 % of the energy scale; else `good`, as far as the measured entries can show.
 */
export type Verdict = 'good' | 'doubtful' | 'wrong' | 'torn' | 'unsolved';

const WRONG = 0.05;
const DOUBTFUL = 0.01;

export function verdictOf(status: StepReport['status'], { total, scale }: StepBudget): Verdict {
  if (status === 'torn') return 'torn';
  if (status !== 'converged' && status !== 'empty') return 'unsolved';
  if (!(total <= WRONG * scale)) return 'wrong'; // also if it is not a number
  return total > DOUBTFUL * scale ? 'doubtful' : 'good';
}

type Summed = 'solver' | 'friction' | 'gaps' | 'arms' | 'drift';

/** (EB9) */
export function totalOf(parts: Readonly<Record<Summed, BudgetEntry>> & Pick<StepBudget, 'time' | 'model'>): number {
  const { solver, friction, gaps, arms, drift, time, model } = parts;
  const scheme = Math.max(Math.abs(drift.value), Math.abs(time?.energy ?? 0));
  return solver.value + friction.value + gaps.value + arms.value + scheme + (model?.value ?? 0);
}

const ENTRIES = ['solver', 'friction', 'joints', 'contacts', 'gaps', 'arms', 'drift', 'quick'] as const;

/**
 * Budgets of the sub-steps of a step: entries add up, of gaps the largest counts; each with the name that has most of it in one.
 * @param extrapolated J, what extrapolation adds to the drift
 */
export function sumOf(budgets: readonly StepBudget[], extrapolated: number): StepBudget {
  const entry = (key: (typeof ENTRIES)[number]): BudgetEntry => {
    const sum = new LocatedSum('');
    for (const { [key]: one } of budgets)
      if (key === 'gaps') sum.most(one.value, one.where);
      else sum.add(one.value, one.where);
    return { value: sum.value, where: sum.at };
  };
  const entries = Object.fromEntries(ENTRIES.map((key) => [key, entry(key)])) as Record<
    (typeof ENTRIES)[number],
    BudgetEntry
  >;
  const { value, where } = entries.drift;
  const whole = { ...entries, drift: { value: value + extrapolated, where } };
  const driven = budgets.reduce((sum, budget) => sum + budget.driven, 0);
  return { ...whole, total: totalOf(whole), driven, scale: budgets[budgets.length - 1].scale };
}
