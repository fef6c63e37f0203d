/**
 * Messages between the page and its worker. The worker owns worlds and their history; the page never simulates.
 * Everything is plain data, and copied; frames and inspections carry their numbers in buffers.
 */
import type { BranchEvent, MomentView, Pull, RunSpec, Setup } from './engine-types.ts';
import type { RecordedInfo } from './file-protocol.ts';
import type { AnswerReply, QuestionRequest, StopCondition } from './questions.ts';

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
  readonly ground: boolean; // planes and terrain, which cast no shadow
  readonly drawn: boolean; // false for the plane z = 0, which is a grid
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
  /** Hash of the state; null in frames that panels do not show. */
  readonly hash: string | null;
  /** J; null at step 0. */
  readonly energyError: number | null;
  readonly frictionConsistency: number | null;
  readonly status: string;
  readonly iterations: number;
  /** Rows of all problems of the step. */
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
  /** Places of the bodies A and B of each contact in the buffer, two per contact. */
  readonly bodiesOf: Int32Array;
}

/** Drawn beside bodies and contacts on request, for the first branch that is shown. */
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

/** To the worker. */
export type Request =
  | QuestionRequest
  | { readonly type: 'open'; readonly spec: RunSpec; readonly setup: Setup; readonly play: boolean }
  | { readonly type: 'openProblem'; readonly title: string; readonly text: string; readonly setup: Setup }
  /** A recorded run once more, compared with the record step by step. */
  | { readonly type: 'openRecorded'; readonly recorded: RecordedInfo }
  /** A moment as text: run again up to its step. */
  | { readonly type: 'openMoment'; readonly text: string }
  /** A branch with all that led to it, as a recorded run; up to a step. `most`: bytes. */
  | { readonly type: 'saveRun'; readonly branch: number; readonly steps: number; readonly most: number }
  | { readonly type: 'saveScene' }
  /** Ends the saving that is under way. */
  | { readonly type: 'cancel' }
  /** @param until the step at which it pauses */
  | { readonly type: 'play'; readonly speed: number; readonly until?: number }
  /** @param step that is shown, at which it rests; later steps that the page never drew are forgotten */
  | { readonly type: 'pause'; readonly step?: number }
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
  /** Turns on marks with every frame. */
  | { readonly type: 'marks'; readonly on: boolean }
  /** Turns on a second run of the first branch that is shown, perturbed by one ulp. */
  | { readonly type: 'perturbed'; readonly on: boolean }
  | {
      readonly type: 'pick';
      readonly branch: number;
      readonly from: readonly number[];
      readonly direction: readonly number[];
    }
  /** A frame was drawn: another may come. `hash`: panels are due, which show the hash of the state. */
  | { readonly type: 'release'; readonly hash?: boolean }
  | { readonly type: 'ping' };

/** From the worker. */
export type Reply =
  | AnswerReply
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
  | { readonly type: 'marks'; readonly marks: Marks }
  /** Distance of the perturbed run from its branch, by step from `from` on; `start`: the step in which it was perturbed. */
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
  /** Progress of the comparison with a recorded run; at its end `sentence`, and `differs` if a step has other bits. */
  | {
      readonly type: 'recorded';
      readonly done: number;
      readonly total: number;
      readonly sentence: string | null;
      /** True if it has the bits of the record; null if that is not known. */
      readonly same: boolean | null;
      readonly differs: {
        readonly step: number;
        readonly pose: Float64Array;
        readonly velocity: Float64Array;
      } | null;
    }
  | { readonly type: 'saving'; readonly done: number; readonly total: number }
  | { readonly type: 'saved'; readonly name: string; readonly content: Uint8Array<ArrayBuffer> | string }
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
  /** The hash that the moment states; null: none. */
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
