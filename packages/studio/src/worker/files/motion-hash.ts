/** A mark of where all bodies are and how they move: equal for equal bits. */
import { hashNumbers } from '@signorini/engine/problem';

/** @param pose seven numbers per body @param velocity six */
export const motionHash = (pose: Float64Array, velocity: Float64Array): number =>
  hashNumbers(velocity, hashNumbers(pose));
