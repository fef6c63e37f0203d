/** What the worker finds out on demand about steps that were taken: error per iteration, and why a contact is wrong. */

/** J: error per iteration is recorded down to this. */
export const LEAST_TOLERANCE = 1e-24;

/** The first iterate at or below each error, of one solve: errors only fall along it. Iterates are counted from 1. */
export interface ErrorCurve {
  readonly k: readonly number[];
  /** J */
  readonly energy: readonly number[];
  /** Iterates of the whole solve. */
  readonly length: number;
}

/** One step, solved again from the same start without its own stopping test. */
export interface SampledStep {
  readonly step: number;
  /** By problem of the step, then by solve with updated friction bounds. No curve: solved without iterations, or not all are shown. */
  readonly problems: readonly (readonly ErrorCurve[])[];
}

/** Error per iteration of a sample of the steps `from` to `to`, which were all solved in the same way. */
export interface ErrorCurves {
  readonly branch: number;
  readonly from: number;
  readonly to: number;
  readonly solver: string;
  /** The solver has no error per iteration to speak of: nothing was recorded. */
  readonly direct: boolean;
  readonly samples: readonly SampledStep[];
  /** Whether all steps that were chosen were looked at, or time ran out; null while there are more to come. */
  readonly ended: 'all' | 'time' | null;
}

/** A step of a run with a tolerance. */
export interface TriedStep {
  readonly step: number;
  readonly iterations: number;
  readonly misses: boolean;
  /** ms */
  readonly solveMs: number;
}

/** The second halves of some runs with a tolerance (J), from states among the steps `from` to `to`. */
export interface Tried extends Pick<ErrorCurves, 'branch' | 'from' | 'to' | 'ended'> {
  readonly tolerance: number;
  readonly steps: readonly TriedStep[];
}

/** A row of the problem of a step as the step left it. */
export interface RowAnswer {
  readonly label: string;
  readonly kind: string;
  /** Of x: N s or N m s. */
  readonly unit: string;
  readonly x: number;
  readonly w: number;
  /** null: no bound. */
  readonly lo: number | null;
  readonly hi: number | null;
  /** J, by the measure of its friction set. */
  readonly joules: number;
  /** The four parts of (E5) between its bounds, J. */
  readonly parts: readonly number[];
  /** The parts do not explain it: the rows of its contact are bounded together, by a cone or a disc. */
  readonly shaped: boolean;
}

/** When a contact last changed during the solve. Iterates of all solves of the step, counted through. */
export interface ChangeAnswer {
  /** Why there are none; null if there are. */
  readonly absent: string | null;
  /** The last iterate in which an impulse changed by more than 1e-9 of the largest; 0: none did. */
  readonly impulse: number;
  /** The last in which a row went to a bound or left it; 0: none did. */
  readonly state: number;
  readonly of: number;
  /** The iterates were thinned: the numbers are those of the next that was looked at. */
  readonly thinned: boolean;
}

/** From the top to the ground, through what carries most. */
export interface LoadPath {
  readonly bodies: readonly { readonly name: string /** kg; null: does not move. */; readonly mass: number | null }[];
  /** False: nothing on it is held by something fixed. */
  readonly grounded: boolean;
  readonly rows: number;
  /** Largest over smallest mass; 1 if only one body moves. */
  readonly massRatio: number;
  readonly heavy: string;
  readonly light: string;
  /** Of A on its rows, scaled to a diagonal of ones; null: not finite, or too many rows. */
  readonly condition: number | null;
}

export interface DoctorAnswer {
  readonly warnings: readonly { readonly check: string; readonly sentence: string }[];
  readonly notes: readonly { readonly check: string; readonly sentence: string }[];
  /** What was not looked at, as a sentence; null: nothing was left out. */
  readonly leftOut: string | null;
}

/** Why a contact, or the worst rows of a step, are wrong. */
export interface Why {
  readonly branch: number;
  readonly step: number;
  /** As it was asked for; null: the worst of the step. */
  readonly contact: number | null;
  /** "brick-3 / brick-8", or the name of a joint. */
  readonly subject: string;
  readonly solver: string;
  /** J, of all rows of the subject. */
  readonly joules: number;
  /** J, of the step. */
  readonly stepJoules: number;
  /** The worst of its rows. */
  readonly row: RowAnswer;
  readonly changes: ChangeAnswer;
  readonly path: LoadPath | null;
  readonly doctor: DoctorAnswer;
}
