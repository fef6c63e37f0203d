/** Starts prescribed motions of bodies, at their present poses and from now on. */
import { ContractError } from '../checks/errors.ts';
import { shortened } from '../checks/wording.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import { type Course, makeCourse, type PrescribedMotion, placeOnCourse } from './prescribed-motion.ts';

/** The time of a world. */
interface Clock {
  /** Steps taken. */
  readonly steps: number;
  /** s */
  readonly timeStep: number;
}

/** Starts a course at `pose` now, and writes the course's first pose back (it differs only for `path`). */
export function startCourse(where: string, motion: PrescribedMotion, pose: Float64Array, now: Clock): Course {
  const course = makeCourse(where, motion, now.steps, pose.slice());
  placeOnCourse(course, now.steps, now.timeStep, where, pose, 0);
  return course;
}

/** @throws ContractError for a body that is not kinematic, or a number that does not fit */
export function prescribeMotion(store: Bodies, body: Body, motion: PrescribedMotion | undefined, now: Clock): void {
  const { pose, velocity, courses } = store;
  const [k, where] = [body.index, `body ${shortened(body.name)}`];
  if (body.motion !== 'kinematic')
    throw new ContractError(`${where}: motion: expected a kinematic body, found a ${body.motion} one`);
  const here = pose.slice(7 * k, 7 * k + 7);
  const course = motion && startCourse(where, motion, here, now);
  body.wake();
  velocity.fill(0, 6 * k, 6 * k + 6);
  pose.set(here, 7 * k);
  if (course) courses.set(k, course);
  else courses.delete(k);
}
