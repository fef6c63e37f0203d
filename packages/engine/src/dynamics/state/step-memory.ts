/** The data of a step that the next one, snapshots and views read.   docs/pipeline.md */
import type { SolvedProblem } from './step-state.ts';

/** Impulses of the joints' rows that a world remembers, scaled to whole time steps, N s and N m s. */
export interface JointImpulses {
  /** Impulses of the last step; empty before the first, or after a joint was added. */
  readonly jointMemory: Float64Array;
  /** Impulses of the step before; empty unless under `midpoint`. */
  readonly jointBefore: Float64Array;
}

/** Memory of a world's last step. */
export interface StepMemory extends JointImpulses {
  readonly steps: number;
  /** Impulses of the contacts' rows: N s, N m s. */
  readonly contactImpulse: Float64Array;
  /** Where the rows of each contact begin in `contactImpulse`, and after the last one their number. */
  readonly contactFirst: Int32Array;
  /** None after a restored snapshot: they come with the next step. */
  readonly solved: readonly SolvedProblem[];
  /** Only after a restored snapshot: state of each contact, as `contactStates` encodes it; otherwise read from `solved`. */
  readonly contactStates?: Uint8Array | undefined;
  /** Pairs of bodies that pressed on each other, as keys, ascending. */
  readonly touching: readonly number[];
  /** By contact: the gap that it should have in the next step, m; NaN if it did not press. */
  readonly expected: Float64Array;
  /** By joint row: what it keeps at zero should be in the next step, m or rad; NaN if it holds nothing. */
  readonly expectedJoints: Float64Array;
  /** The energy that errors are a share of, J. */
  readonly scale: number;
}
