/**
 * Poses of kinematic bodies during a step: on their courses (DY8), or moved on by their velocities.   docs/theory/dynamics.md (DY8)
 */
import { moveGiven, placeOnCourse, velocityTo } from '../bodies/prescribed-motion.ts';
import type { StepParts } from '../state/step-parts.ts';
import type { StepState } from '../state/step-state.ts';

export class KinematicPoses {
  /** Seven numbers per body: where bodies with a course are at the end of the step. */
  private end: Float64Array = new Float64Array(0);

  /** Bodies with a course get the velocity that leads to their place after `steps` time steps; a failed step restores the old one. */
  follow({ bodies, h, timeStep }: StepParts, steps: number): void {
    if (this.end.length !== 7 * bodies.count) this.end = new Float64Array(7 * bodies.count);
    for (const [k, course] of bodies.courses) {
      placeOnCourse(course, steps, timeStep, `body ${bodies.names[k]}`, this.end, 7 * k);
      velocityTo(this.end, bodies, k, h);
    }
  }

  /** Poses at the end of the step. */
  place({ bodies, h }: StepParts, { pose }: StepState): void {
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.motion[k] !== 'kinematic') continue;
      if (bodies.courses.has(k)) pose.set(this.end.subarray(7 * k, 7 * k + 7), 7 * k);
      else moveGiven(bodies.pose, k, bodies.velocity, h, pose);
    }
  }
}
