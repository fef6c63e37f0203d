/**
 * A moment of a run as plain data: what the run is made of, what happened to it from outside, and the step that is looked at. The
 * same bits come again wherever it is opened, so it carries no motion, only the hash that the state must have.
 * docs/decisions/047-moments.md
 */
import type { Snapshot } from '../../dynamics/world/snapshot.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { OptionValues } from '../../problem/solver.ts';
import type { SceneValues } from '../scene.ts';

export const MOMENT_FORMAT = 'signorini-moment';
export const MOMENT_VERSION = 1;

/** Where a run comes from: a scene of the catalogue, or the text of a scene file. */
export type SceneSource =
  | { readonly kind: 'catalogue'; readonly name: string; readonly parameters: SceneValues }
  | { readonly kind: 'file'; readonly title: string; readonly text: string };

/** Choices that make another run: all of them count from its first step. `null`: the scene's own. */
export interface RunSpec {
  readonly source: SceneSource;
  /** s */
  readonly timeStep: number | null;
  readonly frictionModel: string | null;
  readonly integrator: string | null;
  /** Further options of a recorded run. */
  readonly more?: WorldMore;
}

/** Options of `signorini run`; null: not given. */
export interface WorldMore {
  readonly coupling: number | 'table3' | null;
  readonly sleep: boolean;
  readonly accuracy: number | { readonly joules: number } | null;
  readonly budget: 'cheap' | 'full';
}

/** How steps are solved: may change from one step to the next. */
export interface Setup {
  readonly solver: string;
  readonly options: OptionValues;
  readonly warmStart: boolean;
}

/** A pull at a body by a spring with a largest force, in force from one step until the next pull. */
export interface Pull {
  readonly body: string;
  /** In body axes, m. */
  readonly at: Vec3;
  /** In world axes, m. */
  readonly to: Vec3;
  /** N */
  readonly limit: number;
}

/** An action on a branch from outside, and the step that it precedes. */
export type BranchEvent =
  /** `undo`: it took a change back; for the list of events alone. */
  | { readonly kind: 'setup'; readonly step: number; readonly setup: Setup; readonly undo?: boolean }
  | { readonly kind: 'pull'; readonly step: number; readonly pull: Pull | null };

/** One course of a run. The first event is how its first step is solved. */
export interface MomentBranch {
  /** null: after its solvers. */
  readonly name: string | null;
  /** Place in the list, before this one; null for the first. */
  readonly parent: number | null;
  /** Step that it starts from. */
  readonly start: number;
  /** The last step that was taken. */
  readonly head: number;
  readonly events: readonly BranchEvent[];
}

/** The view that a person had. */
export interface MomentView {
  /** Place among the iterates of the step; null: its end. */
  readonly iterate: number | null;
  /** Numbers of two bodies and of the feature by which they touch. */
  readonly contact: readonly [number, number, number] | null;
  readonly body: string | null;
  /** m */
  readonly camera: { readonly position: Vec3; readonly target: Vec3 } | null;
  /** Branches side by side; absent: over each other. */
  readonly side?: boolean;
  /** The plot that is open; absent: the first. */
  readonly tab?: string;
  /** N: the force of the longest arrow, which grows with what was seen; absent: of what is shown. */
  readonly longest?: number;
}

export interface Moment {
  readonly format: typeof MOMENT_FORMAT;
  readonly version: typeof MOMENT_VERSION;
  /** Version of the engine that wrote it. */
  readonly engine: string;
  readonly run: RunSpec;
  /** The state that the first branch starts from; null: the scene's start. */
  readonly state: Snapshot | null;
  readonly branches: readonly MomentBranch[];
  /** Places of the branches that are shown; the first is looked at. */
  readonly shown: readonly number[];
  readonly step: number;
  /** Hash of the first shown branch at that step; null: not known. */
  readonly hash: string | null;
  readonly view: MomentView;
}
