/**
 * Takes the steps of a world: drivers act, the stepper steps, in sub-steps if an accuracy was asked for; a step that fails
 * changes nothing.
 */
import { ACTIVE } from '../../collision/detector.ts';
import type { Pace } from '../accuracy/pace.ts';
import { StepCheck, type StepChecked } from '../accuracy/step-check.ts';
import type { Accuracy } from '../accuracy/sub-step-work.ts';
import { SubSteps } from '../accuracy/sub-steps.ts';
import { totalOf, verdictOf } from '../errors/budget.ts';
import { BudgetSums, type RunBudget } from '../errors/budget-sums.ts';
import type { StepReport } from '../errors/step-report.ts';
import type { DrivenWorld, Driver } from '../forces/driver.ts';
import { StepUndo } from '../step/step-undo.ts';
import type { Stepper } from '../step/stepper.ts';

export class StepLoop {
  private readonly stepper: Stepper;
  private readonly drivers: readonly Driver[];
  /** Undefined: steps of one length. */
  private readonly subSteps: SubSteps | undefined;
  private readonly twice: StepCheck;
  private readonly sums = new BudgetSums();
  private readonly undo = new StepUndo();
  /** True: every step is looked at twice. */
  private readonly full: boolean;

  constructor(stepper: Stepper, drivers: readonly Driver[], { accuracy, full }: LoopSettings) {
    this.stepper = stepper;
    this.drivers = drivers;
    this.full = full;
    this.subSteps = accuracy && new SubSteps(stepper, drivers, accuracy);
    this.twice = new StepCheck(stepper, drivers);
  }

  /** The budgets of the steps so far. */
  get budget(): RunBudget {
    return this.sums.total();
  }

  /** A second look at the next step; the state stays. @throws StepError */
  check(world: DrivenWorld, withModel: boolean): StepChecked {
    const act = () => this.drive(world, undefined);
    return this.twice.check({ act, energy: () => total(world) }, withModel);
  }

  /** State that sub-steps keep from step to step. */
  get pace(): Pace | undefined {
    return this.subSteps?.work.pace;
  }

  /** @throws StepError, with the state as before, if the outcome is not finite */
  step(world: DrivenWorld): StepReport {
    const { stepper, drivers, subSteps, sums } = this;
    const { parts } = stepper;
    if (sums.isEmpty) sums.see(world.energy(), parts.bodies.fallEnergy(parts.gravity, parts.timeStep));
    const checked = this.full ? this.check(world, true) : undefined;
    let report: StepReport;
    this.undo.remember(parts, drivers);
    try {
      if (subSteps) report = subSteps.step((roles) => this.drive(world, roles));
      else {
        this.drive(world, undefined);
        report = stepper.attempt() ? stepper.finish() : stepper.sleepOn();
      }
    } catch (error) {
      this.undo.restore(parts, drivers);
      throw error;
    }
    if (checked) report = withChecks(report, checked);
    sums.add(report, world.energy());
    return report;
  }

  /** Drivers act; in a sub-step of some bodies those that list one of them, or none. */
  private drive(world: DrivenWorld, roles: Uint8Array | undefined): void {
    for (const driver of this.drivers)
      if (!roles || !driver.bodies?.length || driver.bodies.some(({ index }) => roles[index] === ACTIVE))
        driver.act(world);
  }
}

export interface LoopSettings {
  readonly accuracy: Accuracy | undefined;
  /** Every step is looked at twice. */
  readonly full: boolean;
}

function total(world: DrivenWorld): number {
  const { kinetic, potential, elastic } = world.energy();
  return kinetic + potential + elastic;
}

/** A report whose budget has the entries of a second look. */
function withChecks(report: StepReport, { time, model }: StepChecked): StepReport {
  const entries = { ...report.budget, time, ...(model && { model }) };
  const budget = { ...entries, total: totalOf(entries) };
  return { ...report, budget, verdict: verdictOf(report.status, budget) };
}
