/** Groups of the forklift's drives, by limit, solver and friction rows, and what is kept of a group. */
import { FORKLIFT_PRINTED } from '../printed.ts';
import type { DriveFigures, Strategy } from './forklift-drive.ts';

export const LIMIT = FORKLIFT_PRINTED.values.limit;
/** A drive is changed if it ends farther away, m. */
export const CHANGED = 1e-3;

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly solver: string;
  readonly limit: number;
  readonly friction: 'own' | 'stiff';
  readonly torques: readonly number[];
}

/** All strategies at one torque. */
export interface GroupRun {
  readonly torque: number;
  /** s; null if the reference does not come round. */
  readonly closes: number | null;
  /** Distance of the reference from its start as it has turned once, of the diameter. */
  readonly gap: number | null;
  /** m */
  readonly diameter: number;
  readonly referencePivots: number;
  readonly figures: Readonly<Record<Strategy, DriveFigures>>;
  /** For pictures: of the middle torque only. */
  readonly drawn: Drawn | null;
}

/** The drives of one torque, thinned out for pictures. */
export interface Drawn {
  /** m, of the reference and the strategies in order. */
  readonly paths: readonly (readonly (readonly [number, number])[])[];
  /** Per wheel, per drive: s and rad/s; the least and the largest speed of each bucket of steps. */
  readonly wheels: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

export interface LimitRow {
  readonly solver: string;
  readonly coupling: number | 'table3';
  readonly limit: number;
  readonly struck: number;
  readonly most: number;
  /** m */
  readonly deviation: number;
  readonly end: number;
}

export interface GroupRuns {
  readonly group: Group;
  readonly runs: readonly GroupRun[];
}
