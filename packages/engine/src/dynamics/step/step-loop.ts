/**
 * Takes the steps of a world: drivers act, the stepper steps, in sub-steps if an accuracy was asked for; a step that fails
 * changes nothing.
 */
import { ACTIVE } from '../../collision/detector.ts';
import { undoOf } from '../step-undo.ts';
import type { World } from '../world.ts';
import type { Driver } from '../world-options.ts';
import type { Accuracy } from './frame-work.ts';
import type { Pace } from './pace.ts';
import type { StepReport } from './step-report.ts';
import type { Stepper } from './stepper.ts';
import { SubSteps } from './sub-steps.ts';

export class StepLoop {
  private readonly stepper: Stepper;
  private readonly drivers: readonly Driver[];
  /** Undefined: steps of one length. */
  private readonly subSteps: SubSteps | undefined;

  constructor(stepper: Stepper, drivers: readonly Driver[], accuracy: Accuracy | undefined) {
    this.stepper = stepper;
    this.drivers = drivers;
    this.subSteps = accuracy && new SubSteps(stepper, drivers, accuracy);
  }

  /** What sub-steps keep from step to step. */
  get pace(): Pace | undefined {
    return this.subSteps?.work.pace;
  }

  /** @throws StepError, with the state as before, if the outcome is not finite */
  step(world: World): StepReport {
    const undo = undoOf(this.stepper.parts, this.drivers);
    try {
      if (this.subSteps) return this.subSteps.step((roles) => this.drive(world, roles));
      this.drive(world, undefined);
      return this.stepper.step();
    } catch (error) {
      undo();
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
