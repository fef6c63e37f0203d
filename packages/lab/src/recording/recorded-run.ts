/** A recorded run that is open for reading.   docs/guide/record.md */
import type { Motion, Snapshot, Vec3, World } from '@signorini/engine';
import { shapeDocument } from '@signorini/engine/collision';
import type { RecordedStep } from './recorded-step.ts';

export const RUN_FORMAT = 'signorini-run';
/** 2: with `events`, `frictionModel` or `integrator`, which version 1 has no place for. */
export const RUN_VERSIONS = [1, 2] as const;

export interface RecordedBody {
  readonly name: string;
  readonly motion: Motion;
  /** kg */
  readonly mass: number;
  /** Shape as in a scene file; null: none. */
  readonly shape: unknown;
  /** Origin of the shape's axes, in body axes from the centre of mass, m. */
  readonly shapeOrigin: Vec3;
}

/** From a step on: another solver, or the spring of a mouse at a body. */
export type RunEvent =
  | {
      readonly kind: 'setup';
      readonly step: number;
      readonly setup: {
        readonly solver: string;
        readonly options: Readonly<Record<string, number | string>>;
        readonly warmStart: boolean;
      };
    }
  | {
      readonly kind: 'pull';
      readonly step: number;
      readonly pull: {
        readonly body: string;
        /** In body axes, m. */
        readonly at: Vec3;
        /** In world axes, m. */
        readonly to: Vec3;
        /** N */
        readonly limit: number;
      } | null;
    };

/** The version of the format that has a place for all of it. */
export const runVersion = ({ events = [], frictionModel, integrator }: RunSource): number =>
  events.length > 0 || frictionModel !== undefined || integrator !== undefined ? 2 : 1;

/** The run's input: the same source gives the same numbers, bit for bit. */
export interface RunSource {
  readonly scene: string;
  /** Every parameter with the value used. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The scene file itself, if it was one. */
  readonly sceneFile?: unknown;
  /** Asked for. */
  readonly steps: number;
  /** s */
  readonly timeStep: number;
  readonly solver: string;
  readonly options: Readonly<Record<string, number | string>>;
  readonly coupling: number | 'table3' | null;
  readonly warmStart: boolean;
  readonly sleep: boolean;
  readonly accuracy: number | { readonly joules: number } | null;
  readonly budget: 'cheap' | 'full';
  /** Other than the scene's; absent: the scene's own. */
  readonly frictionModel?: string;
  /** Models that its contacts have; absent in files of earlier versions. */
  readonly friction?: readonly string[];
  readonly integrator?: string;
  /** Events from outside, in order; absent: none. */
  readonly events?: readonly RunEvent[];
  /** Steps between two complete states. */
  readonly keyframeEvery: number;
  /** Version of the engine. */
  readonly engine: string;
  readonly command: string;
}

export interface RunProvenance extends RunSource {
  /** Hash of the state after the last step; null in a journal. */
  readonly hash: string | null;
  /** Why it ended early. */
  readonly failure: string | null;
}

export interface RecordedRun {
  readonly path: string;
  readonly created: string | null;
  readonly provenance: RunProvenance;
  readonly bodies: readonly RecordedBody[];
  /** Steps that are there. */
  readonly length: number;
  /** Before the first step. */
  readonly start: Pick<RecordedStep, 'pose' | 'velocity'>;
  /** False: a journal, whose run goes on or was interrupted. */
  readonly finished: boolean;
  /** Bytes at the end of a journal that are cut or damaged. */
  readonly leftOut: number;
  /** Steps after which there is a complete state, ascending; 0 is the beginning. */
  readonly keyframes: readonly number[];
  /** @param step one of `keyframes`. @throws FileError */
  snapshot(step: number): Snapshot;
  /** From 1. @throws FileError */
  step(step: number): RecordedStep;
  /** In order, read in larger pieces. @param from the first, default 1. @throws FileError */
  steps(from?: number): Generator<RecordedStep>;
  close(): void;
}

export function recordedBodies({ bodies }: World): RecordedBody[] {
  return bodies.map(({ name, motion, mass, shape, shapeOrigin }) => ({
    name,
    motion,
    mass: Number.isFinite(mass) ? mass : 0,
    shape: shape ? shapeDocument(shape) : null,
    shapeOrigin,
  }));
}
