/** What drivers and courses change before a step has an outcome: a failed step restores it. */
import { copied } from '../linalg/room.ts';
import type { StepParts } from './step/step-state.ts';
import type { Driver } from './world-options.ts';

/** Forces, velocities, sleep and the states of drivers and joints, in arrays that are used again. */
export class StepUndo {
  private force: Float64Array = new Float64Array(0);
  private velocity: Float64Array = new Float64Array(0);
  private sleep: Int32Array | undefined;
  private readonly states: (Float64Array | undefined)[] = [];

  remember({ bodies, joints, sleep }: StepParts, drivers: readonly Driver[]): void {
    this.force = copied(this.force, bodies.force);
    this.velocity = copied(this.velocity, bodies.velocity); // drivers and courses set some
    this.sleep = sleep ? bodies.sleep.save(bodies.count, this.sleep) : undefined;
    let at = 0;
    for (const { state } of drivers) this.keep(at++, state); // drivers may set speeds and targets
    for (const { state } of joints) this.keep(at++, state);
  }

  restore({ bodies, joints }: StepParts, drivers: readonly Driver[]): void {
    bodies.force.set(this.force);
    bodies.velocity.set(this.velocity);
    if (this.sleep) bodies.sleep.restore(this.sleep);
    [...drivers, ...joints].forEach(({ state }, k) => {
      state?.set(this.states[k] as Float64Array);
    });
  }

  private keep(at: number, state: Float64Array | undefined): void {
    this.states[at] = state && copied(this.states[at], state);
  }
}
