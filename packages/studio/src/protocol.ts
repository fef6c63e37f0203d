/**
 * What the page and its worker say to each other. The worker owns worlds and their history; the page never simulates.
 * Everything is plain data, and copied; frames and inspections carry their numbers in buffers.
 */
import type { ErrorCurves, Tried, Why } from './answers.ts';
import type { BranchEvent, MomentView, Pull, RunSpec, Setup } from './engine-types.ts';
import type { RecordedInfo } from './file-protocol.ts';

export type { Catalogue, FieldInfo, SceneEntry, SolverEntry } from './catalogue-types.ts';
export type { BranchEvent, Pull, RunSpec, SceneSource, Setup, WorldMore } from './engine-types.ts';

export interface BranchInfo {
  readonly id: number;
  readonly name: string;
  /** A person called it so; else after its solvers. */
  readonly named: boolean;
  readonly parent: number | null;
  /** Step of the parent that it starts from. */
  readonly start: number;
  /** The furthest step taken. */
  readonly head: number;
  /** How its next step is solved. */
  readonly setup: Setup;
  readonly events: readonly BranchEvent[];
  /** The sentence that ended it; null while it can go on. */
  readonly ended: string | null;
}

/** A shape that several bodies may have: triangles in its own axes, m. */
export interface ShapeMesh {
  readonly points: Float32Array;
  readonly corners: Uint32Array;
  /** Planes and terrain: drawn as ground. */
  readonly ground: boolean;
  /** Radius of a sphere, m, which the view makes as round as it can afford; 0: another shape. */
  readonly round: number;
}

export interface BodyInfo {
  readonly name: string;
  readonly motion: 'dynamic' | 'static' | 'kinematic';
  /** kg; 0 if it does not move by forces. */
  readonly mass: number;
  /** In `shapes`; -1: none. */
  readonly shape: number;
  /** Origin of the shape in body axes, m. */
  readonly origin: readonly [number, number, number];
  /** Equal for bodies of one material. */
  readonly material: number;
}

export interface SceneInfo {
  readonly title: string;
  readonly summary: string;
  readonly known: string;
  /** s */
  readonly timeStep: number;
  /** Friction models that the run, its scene or a material names: other contacts have cones, or boxes if the solver takes none. */
  readonly named: readonly string[];
  readonly shapes: readonly ShapeMesh[];
  readonly bodies: readonly BodyInfo[];
  readonly joints: readonly string[];
  /** A box around what moves, m: for the first camera. */
  readonly centre: readonly [number, number, number];
  readonly half: readonly [number, number, number];
  /** The largest of `half`. */
  readonly reach: number;
}

/** Columns that are kept of every step. J unless named otherwise. */
export const SCALARS = [
  ...['time', 'energyError', 'frictionConsistency', 'status', 'iterations', 'contacts', 'deepest'],
  ...['kinetic', 'potential', 'budget', 'scale', 'fastest', 'stepMs', 'solveMs'],
] as const;
export type Scalar = (typeof SCALARS)[number];

export const STATUS_NAMES = [
  'empty',
  'converged',
  'coupling-limit',
  'stagnated',
  'iteration-limit',
  'torn',
  'other',
] as const;

/** Numbers per body in a frame: position (m), orientation x y z w, energy error of its contacts (J), speed (m/s). */
export const BODY_FLOATS = 9;
/** Per contact: point (m), normal force on B (N), friction force on B (N), energy error (J), state, id. */
export const CONTACT_FLOATS = 12;
/** In doubles, for numbers that are printed, per contact: energy error (J), normal and friction force (N). */
export const EXACT = 3;
/** Byte at which they begin in a frame, after all floats. */
export const exactAt = (bodies: number, drawn: number): number =>
  8 * Math.ceil((BODY_FLOATS * bodies + CONTACT_FLOATS * drawn) / 2);
export const CONTACT_STATES = ['open', 'stick', 'slip'] as const;

/** One branch as it is shown. */
export interface FrameBranch {
  readonly branch: number;
  readonly step: number;
  /** s */
  readonly time: number;
  readonly hash: string;
  /** J; null at step 0. */
  readonly energyError: number | null;
  readonly frictionConsistency: number | null;
  readonly status: string;
  readonly iterations: number;
  /** Of all problems of the step. */
  readonly rows: number;
  /** J of rows that belong to no contact: joints, motors, limits. */
  readonly jointsError: number;
  /** J of contacts that are not in the buffer. */
  readonly undrawnError: number;
  readonly contacts: number;
  /** Contacts in the buffer: the worst if there are more than it holds. */
  readonly drawn: number;
  /** f32: bodies, then contacts; then f64: EXACT per contact. */
  readonly buffer: ArrayBuffer;
  /** Of the contacts in the buffer, in order: "A/B" names by body places, two per contact. */
  readonly bodiesOf: Int32Array;
}

/** Contacts of a state that was not stepped to: an iterate, or another solver's answer. As in a frame. */
export interface ContactBlock {
  readonly numbers: Float32Array;
  /** EXACT per contact. */
  readonly exact: Float64Array;
  readonly bodiesOf: Int32Array;
}

/** What is drawn beside bodies and contacts on request, of the first branch that is shown. */
export interface Marks {
  readonly branch: number;
  readonly step: number;
  /** Six numbers per line: from the centres of bodies to the points of joints, and their axes, m. */
  readonly joints: Float32Array;
  /** Six numbers per contact: its point, and its unit normal from A to B. */
  readonly normals: Float32Array;
  /** By body: the lowest place among the bodies that it is connected with by contacts or joints; -1: does not move. */
  readonly islands: Int32Array;
  /** By body: 1 if it is asleep. */
  readonly asleep: Uint8Array;
  /** Entries of the step's energy ledger that are not zero, J: what it gained by each. */
  readonly ledger: readonly (readonly [string, number])[];
  /** Stages of the step, ms. */
  readonly stages: readonly (readonly [string, number])[];
}

export type StopCondition =
  | { readonly kind: 'energyError' | 'frictionConsistency' | 'deepest' | 'fastest'; readonly above: number }
  | { readonly kind: 'unsolved' }
  | { readonly kind: 'contact'; readonly a: string; readonly b: string };

/** One iterate of the solve of a step, of one problem. */
export interface Inspection {
  readonly branch: number;
  readonly step: number;
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

export interface SolverDot {
  readonly solver: string;
  readonly status: string;
  /** ms; null if refused. */
  readonly timeMs: number | null;
  /** J */
  readonly energyError: number | null;
  readonly frictionConsistency: number | null;
  readonly iterations: number;
  readonly reason: string | null;
}

/** The problem of a step, for the problem view. */
export interface ProblemInfo {
  readonly branch: number;
  readonly step: number;
  readonly rows: readonly RowInfo[];
  readonly x: readonly number[];
  readonly w: readonly number[];
  /** Row and column of the entries of A that are not zero, in turns. */
  readonly pattern: Int32Array;
  /** As `signorini solve` reads it. */
  readonly document: string;
}

/** To the worker. `seq` comes back in what answers. */
export type Request =
  | { readonly type: 'open'; readonly spec: RunSpec; readonly setup: Setup; readonly play: boolean }
  /** A problem file instead of a run: solved once, looked at from inside. */
  /** A recorded run once more, compared with the record step by step. */
  | { readonly type: 'openRecorded'; readonly recorded: RecordedInfo }
  /** A branch with all that led to it, as a recorded run; up to a step. */
  | { readonly type: 'saveRun'; readonly branch: number; readonly steps: number; readonly most: number }
  | { readonly type: 'saveScene' }
  /** What is being saved. */
  | { readonly type: 'cancel' }
  | { readonly type: 'openProblem'; readonly title: string; readonly text: string; readonly setup: Setup }
  /** @param until the step at which it pauses */
  | { readonly type: 'play'; readonly speed: number; readonly until?: number }
  /** A moment as text: run again up to its step. */
  | { readonly type: 'openMoment'; readonly text: string }
  /** The moment that is shown, as text. `contact`: the id of the one that is selected. */
  | { readonly type: 'moment'; readonly view: Omit<MomentView, 'contact'>; readonly contact: number | null }
  | { readonly type: 'pause' }
  /** One step, beyond the last if need be. */
  | { readonly type: 'advance' }
  | { readonly type: 'seek'; readonly step: number }
  /** To a step of a run elsewhere, whose state has this hash there. */
  | { readonly type: 'reach'; readonly step: number; readonly hash: string }
  | { readonly type: 'show'; readonly branches: readonly number[] }
  | { readonly type: 'setup'; readonly setup: Setup; readonly undo?: boolean }
  | {
      readonly type: 'fork';
      readonly branch: number;
      readonly step: number;
      readonly setup: Setup;
      /** null: after its solvers. */
      readonly name: string | null;
    }
  | { readonly type: 'rename'; readonly branch: number; readonly name: string }
  | { readonly type: 'remove'; readonly branch: number }
  | { readonly type: 'pull'; readonly pull: Pull | null }
  | { readonly type: 'stops'; readonly conditions: readonly StopCondition[] }
  | { readonly type: 'find'; readonly from: number; readonly direction: 1 | -1 }
  | { readonly type: 'inspect'; readonly branch: number; readonly step: number }
  /** One iterate of an inspected step: the poses it would lead to, and its rows. */
  | {
      readonly type: 'iterate';
      readonly branch: number;
      readonly step: number;
      readonly iterate: number;
      readonly scale: number;
    }
  /** What another solver answers on a step that all solvers were tried on. */
  | { readonly type: 'answer'; readonly branch: number; readonly step: number; readonly solver: string }
  /** Whether marks come with every frame. */
  | { readonly type: 'marks'; readonly on: boolean }
  /** Whether a twin of the first branch that is shown runs along, one ulp away. */
  | { readonly type: 'twin'; readonly on: boolean }
  | { readonly type: 'problem'; readonly branch: number; readonly step: number }
  /** Of a sample of the steps that were solved as this one: error per iteration, or short runs with a tolerance, J. */
  | { readonly type: 'curves'; readonly branch: number; readonly step: number; readonly tolerance: number | null }
  /** contact null: what is worst in the step. */
  | { readonly type: 'why'; readonly branch: number; readonly step: number; readonly contact: number | null }
  | {
      readonly type: 'pick';
      readonly branch: number;
      readonly from: readonly number[];
      readonly direction: readonly number[];
    }
  /** A frame was drawn: another may come. */
  | { readonly type: 'release' }
  | { readonly type: 'ping' };

/** From the worker. */
export type Reply =
  | { readonly type: 'scene'; readonly info: SceneInfo }
  | { readonly type: 'frame'; readonly branches: readonly FrameBranch[]; readonly playing: boolean }
  | { readonly type: 'branches'; readonly branches: readonly BranchInfo[]; readonly memory: HistoryMemory }
  | {
      readonly type: 'scalars';
      readonly branch: number;
      readonly from: number;
      readonly columns: Readonly<Record<Scalar, Float64Array>>;
    }
  /** `ended`: it cannot go on; else a stop condition is met. */
  | {
      readonly type: 'stopped';
      readonly branch: number;
      readonly step: number;
      readonly sentence: string;
      readonly ended: boolean;
    }
  | { readonly type: 'found'; readonly step: number | null; readonly sentence: string }
  | { readonly type: 'inspection'; readonly inspection: Inspection }
  | {
      readonly type: 'iterate';
      readonly branch: number;
      readonly step: number;
      /** Place among the iterates. */
      readonly iterate: number;
      /** Seven numbers per body; none for a problem without bodies. */
      readonly poses: Float32Array;
      /** ROW_NUMBERS per row. */
      readonly rows: Float64Array;
      /** null for a problem without bodies. */
      readonly contacts: ContactBlock | null;
    }
  | {
      readonly type: 'answer';
      readonly branch: number;
      readonly step: number;
      readonly solver: string;
      readonly poses: Float32Array;
      readonly contacts: ContactBlock;
    }
  | { readonly type: 'marks'; readonly marks: Marks }
  /** How far the twin of a branch is from it, by step from `start` on; `start` is the step in which it was moved. */
  | {
      readonly type: 'noise';
      readonly branch: number;
      readonly start: number;
      readonly from: number;
      /** m */
      readonly metres: readonly number[];
    }
  /** Largest difference of positions between the first branch that is shown and another, by step. */
  | {
      readonly type: 'distances';
      readonly first: number;
      readonly second: number;
      readonly steps: readonly number[];
      /** m */
      readonly metres: readonly number[];
    }
  /** Friction models of the contacts seen so far, and rows of the largest problem of the step: what a solver must take. */
  | { readonly type: 'models'; readonly models: readonly string[]; readonly rows: number }
  | { readonly type: 'problem'; readonly problem: ProblemInfo }
  | { readonly type: 'curves'; readonly curves: ErrorCurves }
  | { readonly type: 'tried'; readonly tried: Tried }
  | { readonly type: 'why'; readonly why: Why }
  /** How far a recorded run is compared; `sentence` at the end, and if it differs what was there instead. */
  | {
      readonly type: 'recorded';
      readonly done: number;
      readonly total: number;
      readonly sentence: string | null;
      /** As recorded; null if that is not known. */
      readonly same: boolean | null;
      readonly differs: {
        readonly step: number;
        readonly pose: Float64Array;
        readonly velocity: Float64Array;
      } | null;
    }
  | { readonly type: 'saving'; readonly done: number; readonly total: number }
  | { readonly type: 'saved'; readonly name: string; readonly content: Uint8Array<ArrayBuffer> | string }
  | { readonly type: 'moment'; readonly text: string; readonly step: number }
  | { readonly type: 'reached'; readonly step: number; readonly hash: string; readonly expected: string }
  /** A moment is being run again. */
  | { readonly type: 'reopening'; readonly done: number; readonly total: number }
  | { readonly type: 'reopened'; readonly reopened: Reopened }
  | { readonly type: 'picked'; readonly body: string | null; readonly at: readonly number[] }
  | { readonly type: 'failed'; readonly sentence: string; readonly during: Request['type'] }
  | { readonly type: 'pong' };

/** A moment after it was run again. */
export interface Reopened {
  readonly run: RunSpec;
  readonly view: Omit<MomentView, 'contact'>;
  /** Id of the contact that was selected; null: none. */
  readonly contact: number | null;
  readonly branch: number;
  readonly step: number;
  readonly hash: string;
  /** As the moment has it; null: it has none. */
  readonly expected: string | null;
  /** Version of the engine that wrote it. */
  readonly engine: string;
  /** Why its step was not reached; null if it was. */
  readonly short: string | null;
}

/** Bytes of the keyframes, what they may have, and how many were dropped to stay within it. */
export interface HistoryMemory {
  readonly bytes: number;
  readonly budget: number;
  readonly keyframes: number;
  readonly dropped: number;
}
