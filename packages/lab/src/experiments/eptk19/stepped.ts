/** A step of a world that may tear itself apart, for experiments that count such steps. */
import { ContractError, StepError, type StepReport, type World } from '@signorini/engine';

/** Undefined if the step has no finite outcome; a drive train that is torn asks for infinite torques. */
export function stepped(world: World): StepReport | undefined {
  try {
    return world.step();
  } catch (error) {
    if (error instanceof StepError || error instanceof ContractError) return undefined;
    throw error;
  }
}
