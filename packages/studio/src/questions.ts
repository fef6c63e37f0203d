/**
 * Questions about steps that were taken, and their answers: the worker answers them on demand (worker/answers/answers.ts), and the page
 * keeps the last answer to each under its name.
 */
import type { MomentView } from './engine-types.ts';

interface StepOfBranch {
  readonly branch: number;
  readonly step: number;
}
interface Question<About, Answer> {
  readonly about: About;
  readonly answer: Answer;
}

export interface Questions {
  /** The iterates of a step. */
  inspection: Question<StepOfBranch, Inspection>;
  /** One iterate of an inspected step: the poses it would lead to, and its rows. `scale` enlarges differences. */
  iterate: Question<StepOfBranch & { readonly iterate: number; readonly scale: number }, IterateAnswer>;
  /** The answer of another solver to a step that all solvers were tried on. */
  solverAnswer: Question<StepOfBranch & { readonly solver: string }, SolverAnswer>;
  problem: Question<StepOfBranch, ProblemInfo>;
  /** Error per iteration of a sample of the steps that were solved as this one. */
  curves: Question<StepOfBranch, ErrorCurves>;
  /** Short runs with a tolerance, J, among the same steps. */
  tried: Question<StepOfBranch & { readonly tolerance: number }, Tried>;
  /** contact: its id; null: the worst row of the step. */
  why: Question<StepOfBranch & { readonly contact: number | null }, Why>;
  /** The next step that meets a condition. */
  stop: Question<
    { readonly from: number; readonly direction: 1 | -1; readonly conditions: readonly StopCondition[] },
    { readonly step: number | null; readonly sentence: string }
  >;
  /** The moment that is shown, as text. `contact`: the id of the one that is selected. */
  moment: Question<
    { readonly view: Omit<MomentView, 'contact'>; readonly contact: number | null },
    { readonly text: string; readonly step: number }
  >;
}

export type QuestionName = keyof Questions;
export type About<K extends QuestionName> = Questions[K]['about'];
export type Answer<K extends QuestionName> = Questions[K]['answer'];
export type QuestionRequest = {
  [K in QuestionName]: { readonly type: 'ask'; readonly question: K; readonly about: About<K> };
}[QuestionName];
export type AnswerReply = {
  [K in QuestionName]: { readonly type: 'answer'; readonly question: K; readonly answer: Answer<K> };
}[QuestionName];
/** The last answer to each question. */
export type Answers = { readonly [K in QuestionName]?: Answer<K> };

export type StopCondition =
  | { readonly kind: 'energyError' | 'frictionConsistency' | 'deepest' | 'fastest'; readonly above: number }
  | { readonly kind: 'unsolved' }
  | { readonly kind: 'contact'; readonly a: string; readonly b: string };

/** The iterates of the largest problem of a step. */
export interface Inspection extends StepOfBranch {
  readonly solver: string;
  /** Why there are no iterates; null if there are. */
  readonly absent: string | null;
  /** Iterates kept, evenly thinned: their numbers. */
  readonly k: readonly number[];
  /** J, natural residual and Fischer-Burmeister of each. */
  readonly energy: readonly number[];
  readonly natural: readonly number[];
  readonly fischer: readonly number[];
  /** Rows that changed between free, lower and upper bound since the iterate before. */
  readonly changes: readonly number[];
  readonly rows: readonly RowInfo[];
  /** f32, iterates x rows: joules, then x (N s), then w (m/s). */
  readonly buffer: ArrayBuffer;
}

export interface RowInfo {
  readonly label: string;
  readonly kind: string;
  readonly unit: string;
  /** 1/kg */
  readonly a: number;
  readonly lo: number | null;
  readonly hi: number | null;
  /** Id of its contact; -1: none. */
  readonly contact: number;
}

/** Per row of an iterate: x, w, both bounds as they stood, and the four parts of its energy error, J. */
export const ROW_NUMBERS = 8;

export interface IterateAnswer extends StepOfBranch {
  /** Place among the iterates. */
  readonly iterate: number;
  /** Seven numbers per body; none for a problem without bodies. */
  readonly poses: Float32Array;
  /** ROW_NUMBERS per row. */
  readonly rows: Float64Array;
  /** null for a problem without bodies. */
  readonly contacts: ContactBlock | null;
}

export interface SolverAnswer extends StepOfBranch {
  readonly solver: string;
  readonly poses: Float32Array;
  readonly contacts: ContactBlock;
}

/** Contacts of a state that was not stepped to: an iterate, or another solver's answer. As in a frame. */
export interface ContactBlock {
  readonly numbers: Float32Array;
  /** EXACT per contact. */
  readonly exact: Float64Array;
  readonly bodiesOf: Int32Array;
}

/** The problem of a step, for the problem view. */
export interface ProblemInfo extends StepOfBranch {
  readonly rows: readonly RowInfo[];
  readonly x: readonly number[];
  readonly w: readonly number[];
  /** Row and column of the entries of A that are not zero, in turns. */
  readonly pattern: Int32Array;
  readonly document: string; // as `signorini solve` reads it
  readonly warmStart: boolean | null; // how its step began; null: it is of a file, and begins as that says
}

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
  /** 'all': all chosen steps were solved again; 'time': time ran out; null: more will come. */
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
  /** Unit of x: N s or N m s. */
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
  /** Condition number of A on its rows, scaled to a unit diagonal; null: not finite, or too many rows. */
  readonly condition: number | null;
}

export interface DoctorAnswer {
  readonly warnings: readonly { readonly check: string; readonly sentence: string }[];
  readonly notes: readonly { readonly check: string; readonly sentence: string }[];
  /** A sentence on checks that were left out; null: none were. */
  readonly leftOut: string | null;
}

/** Why a contact, or the worst rows of a step, are wrong. */
export interface Why {
  readonly branch: number;
  readonly step: number;
  /** The contact that was asked about; null: the worst row of the step. */
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
