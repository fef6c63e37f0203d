/**
 * The state of a world in the middle of a step, to be put back before another try: what a snapshot holds, as arrays that are used again.
 * docs/theory/accuracy.md (AC1)
 */
import { ACTIVE, ContactPoints } from '../../collision/detector.ts';
import { PairTable } from '../../collision/manifold/pair-table.ts';
import { copied } from '../../linalg/buffers.ts';
import type { Driver } from '../forces/driver.ts';
import type { StepMemory } from '../state/step-memory.ts';
import type { Stepper } from '../step/stepper.ts';

export class SavedState {
  pose: Float64Array = new Float64Array(0);
  velocity: Float64Array = new Float64Array(0);
  touched = false;
  touching: readonly number[] = [];
  private fraction = 0;
  private acceleration: Float64Array = new Float64Array(0);
  private sleep: Int32Array = new Int32Array(0);
  private memory: StepMemory | undefined;
  private contactMemory: Float64Array = new Float64Array(0);
  private readonly points = new ContactPoints();
  private readonly pairs = new PairTable();
  private states: Float64Array[] = [];

  /** Copies the present state. */
  take(stepper: Stepper, drivers: readonly Driver[]): void {
    const { bodies, contactRows, detector, joints } = stepper.parts;
    this.pose = copied(this.pose, bodies.pose);
    this.velocity = copied(this.velocity, bodies.velocity);
    this.acceleration = copied(this.acceleration, bodies.acceleration);
    this.touched = bodies.touched;
    this.sleep = bodies.sleep.save(bodies.count);
    this.fraction = stepper.fraction;
    this.memory = stepper.last.copy();
    this.touching = this.memory.touching;
    this.contactMemory = contactRows.memory.save(detector.points.count);
    const { points, pairs } = detector.present();
    this.points.copyFrom(points);
    this.pairs.copyFrom(pairs);
    let at = 0;
    for (const owners of [drivers, joints])
      for (const { state } of owners) if (state) this.states[at] = copied(this.states[at++] ?? state.slice(), state);
  }

  /** The world is again as `take` found it. */
  putBack(stepper: Stepper, drivers: readonly Driver[]): void {
    const { bodies, contactRows, detector, joints } = stepper.parts;
    bodies.pose.set(this.pose);
    bodies.velocity.set(this.velocity);
    bodies.energy = undefined;
    bodies.acceleration.set(this.acceleration);
    bodies.touched = this.touched;
    bodies.sleep.restore(this.sleep);
    stepper.fraction = this.fraction;
    if (this.memory) stepper.last.restore(this.memory);
    detector.restore({ points: this.points, pairs: this.pairs });
    contactRows.memory.restore(this.contactMemory, this.points.count);
    let at = 0;
    for (const owners of [drivers, joints]) for (const { state } of owners) if (state) state.set(this.states[at++]);
  }

  /** The same for the states of drivers alone, those of active bodies and those that list none. */
  putBackDrivers(drivers: readonly Driver[], roles: Uint8Array): void {
    let at = 0;
    for (const { state, bodies = [] } of drivers) {
      const saved = state && this.states[at++];
      if (saved && (bodies.length === 0 || bodies.some(({ index }) => roles[index] === ACTIVE))) state.set(saved);
    }
  }
}
