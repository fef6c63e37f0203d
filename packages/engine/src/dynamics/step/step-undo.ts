/**
 * Undoes the changes that drivers and courses make before a step has an outcome: after a failed step, and after every second look.
 */
import { copied } from '../../linalg/buffers.ts';
import type { Course } from '../bodies/prescribed-motion.ts';
import type { Driver } from '../forces/driver.ts';
import type { StepParts } from '../state/step-parts.ts';

/** Everything that a driver can set, and the states of drivers and joints, in arrays that are used again. */
export class StepUndo {
  private pose: Float64Array = new Float64Array(0);
  private force: Float64Array = new Float64Array(0);
  private velocity: Float64Array = new Float64Array(0);
  private surface: Float64Array = new Float64Array(0);
  private sleep: Int32Array | undefined;
  private touched = false;
  /** Courses in the order of their map, which the next step's sums follow. */
  private readonly moved: number[] = [];
  private readonly courses: Course[] = [];
  private readonly states: (Float64Array | undefined)[] = [];

  remember({ bodies, detector, excluded, joints }: StepParts, drivers: readonly Driver[]): void {
    this.pose = copied(this.pose, bodies.pose);
    this.force = copied(this.force, bodies.force);
    this.velocity = copied(this.velocity, bodies.velocity);
    this.surface = copied(this.surface, bodies.surface);
    this.sleep = bodies.sleep.save(bodies.count, this.sleep);
    this.touched = bodies.touched;
    let at = 0;
    for (const [k, course] of bodies.courses) {
      this.moved[at] = k;
      this.courses[at++] = course;
    }
    this.moved.length = at;
    this.courses.length = at;
    at = 0;
    for (const { state } of drivers) this.keep(at++, state); // drivers may set speeds and targets
    for (const { state } of joints) this.keep(at++, state);
    excluded.begin();
    detector.keep();
  }

  restore({ bodies, detector, excluded, joints }: StepParts, drivers: readonly Driver[]): void {
    bodies.pose.set(this.pose);
    bodies.force.set(this.force);
    bodies.velocity.set(this.velocity);
    bodies.energy = undefined;
    bodies.surface.set(this.surface);
    if (this.sleep) bodies.sleep.restore(this.sleep);
    bodies.touched = this.touched;
    bodies.courses.clear();
    this.moved.forEach((k, at) => {
      bodies.courses.set(k, this.courses[at]);
    });
    [...drivers, ...joints].forEach(({ state }, k) => {
      state?.set(this.states[k] as Float64Array);
    });
    excluded.takeBack();
    detector.undo();
  }

  private keep(at: number, state: Float64Array | undefined): void {
    this.states[at] = state && copied(this.states[at], state);
  }
}
