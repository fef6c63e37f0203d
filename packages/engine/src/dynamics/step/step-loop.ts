/**
 * Takes the steps of a world: drivers act, the stepper steps, in sub-steps if an accuracy was asked for; a step that fails
 * changes nothing.
 */
import { ACTIVE } from '../../collision/detector.ts';
import { StepUndo } from '../step-undo.ts';
import type { World } from '../world.ts';
import type { Driver } from '../world-options.ts';
import { totalOf, verdictOf } from './budget.ts';
import { BudgetSums, type RunBudget } from './budget-sums.ts';
import type { Accuracy } from './frame-work.ts';
import type { Pace } from './pace.ts';
import { StepCheck, type StepChecked } from './step-check.ts';
import type { StepReport } from './step-report.ts';
import type { Stepper } from './stepper.ts';
import { SubSteps } from './sub-steps.ts';

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
  check(world: World, withModel: boolean): StepChecked {
    const act = () => this.drive(world, undefined);
    return this.twice.check({ act, energy: () => total(world) }, withModel);
  }

  /** What sub-steps keep from step to step. */
  get pace(): Pace | undefined {
    return this.subSteps?.work.pace;
  }

  /** @throws StepError, with the state as before, if the outcome is not finite */
  step(world: World): StepReport {
    const { bodies, gravity, timeStep } = this.stepper.parts;
    if (this.sums.isEmpty) this.sums.see(world.energy(), bodies.fallEnergy(gravity, timeStep));
    const checked = this.full ? this.check(world, true) : undefined;
    const report = this.take(world);
    const whole = checked ? withChecks(report, checked) : report;
    this.sums.add(whole, world.energy());
    return whole;
  }

  private take(world: World): StepReport {
    this.undo.remember(this.stepper.parts, this.drivers);
    try {
      if (this.subSteps) return this.subSteps.step((roles) => this.drive(world, roles));
      this.drive(world, undefined);
      return this.stepper.step();
    } catch (error) {
      this.undo.restore(this.stepper.parts, this.drivers);
      throw error;
    }
  }

  /** Drivers act; in a sub-step of some bodies those that list one of them, or none. */
  private drive(world: World, roles: Uint8Array | undefined): void {
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

function total(world: World): number {
  const { kinetic, potential, elastic } = world.energy();
  return kinetic + potential + elastic;
}

/** A report whose budget has the entries of a second look. */
function withChecks(report: StepReport, { time, model }: StepChecked): StepReport {
  const entries = { ...report.budget, time, ...(model && { model }) };
  const budget = { ...entries, total: totalOf(entries) };
  return { ...report, budget, verdict: verdictOf(report.status, budget) };
}
