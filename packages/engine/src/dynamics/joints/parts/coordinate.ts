/**
 * A coordinate of b against a, along which a joint is free: limits, motors, servos, friction and gears act on it.
 * docs/theory/joints.md (JO8), (JO10)
 */
import { PI } from '../../../linalg/elementary.ts';
import type { RowUnit } from '../../../problem/problem.ts';
import type { Frames } from './frames.ts';

export interface Coordinate {
  readonly unit: RowUnit;
  /** m; or rad from -pi to pi, which `continued` makes continuous. */
  value(frames: Frames): number;
  /** Adds factor times d value/dt = J v: six numbers for each body. */
  gradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void;
  /** The same for rows that use a speed only (motors, friction). */
  speedGradient(frames: Frames, factor: number, Ja: Float64Array, Jb: Float64Array): void;
  /** Adds the impulse y along the coordinate on b, at the joint's point: force xyz, torque xyz. */
  push(frames: Frames, y: number, impulse: Float64Array): void;
  pushSpeed(frames: Frames, y: number, impulse: Float64Array): void;
  /** Adds h K of each end for the impulse y. */
  turn(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void;
  turnSpeed(frames: Frames, y: number, Ka: Float64Array, Kb: Float64Array): void;
}

/** The value nearest to `last` that differs from `value` by full turns; a coordinate in metres stays as it is (JO10). */
export function continued(unit: RowUnit, value: number, last: number): number {
  return unit === 'linear' ? value : value + 2 * PI * Math.round((last - value) / (2 * PI));
}
