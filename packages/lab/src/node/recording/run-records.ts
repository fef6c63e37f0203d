/** The records of a run's journal: its beginning, a record per step, and states of the world.   docs/guide/record.md */
import type { Snapshot } from '@signorini/engine';
import type { RecordedBody, RunSource } from '../../recording/recorded-run.ts';
import type { RecordedStep } from '../../recording/recorded-step.ts';
import type { JournalRecord } from '../journal/record.ts';
import { unpackStep } from './packed-step.ts';

export const RUN_JOURNAL = { kind: 'run', version: 1 } as const;

/** What the journal is of; `source` is what a resumed run must share. */
export interface RunJournalOf {
  readonly source: RunSource;
  readonly created: string | null;
}

export interface StartRecord {
  readonly kind: 'start';
  readonly bodies: readonly RecordedBody[];
}
export interface StepRecord {
  readonly kind: 'step';
  readonly step: number;
  readonly texts: readonly string[];
}
/** `state`: to go on from if the run is interrupted; the file does not get it. */
export interface StateRecord {
  readonly kind: 'keyframe' | 'state';
  readonly snapshot: Snapshot;
}

export interface RunPart {
  readonly start?: readonly RecordedBody[];
  readonly motion?: Pick<RecordedStep, 'pose' | 'velocity'>;
  readonly step?: RecordedStep;
  readonly snapshot?: Snapshot;
  readonly keyframe?: boolean;
}

/** What a record of the journal is. */
export function runPart({ document, arrays }: JournalRecord): RunPart {
  const record = document as StartRecord | StepRecord | StateRecord;
  const floats = arrays as readonly Float64Array[];
  if (record.kind === 'start') return { start: record.bodies, motion: { pose: floats[0]!, velocity: floats[1]! } };
  if (record.kind === 'step') {
    const { step, texts } = record;
    return { step: { step, texts, ...unpackStep(arrays) } };
  }
  return { snapshot: record.snapshot, keyframe: record.kind === 'keyframe' };
}
