/** What the forklift's drives are grouped by: limit, solver, friction rows; and what is kept of a group. */
import { FORKLIFT_PRINTED } from '../printed.ts';
import type { DriveFigures, Strategy } from './forklift-drive.ts';
import type { Drawn } from './forklift-figures.ts';

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
