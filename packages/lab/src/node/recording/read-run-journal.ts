/** A recorded run that is not finished, read from its journal. */
import type { Snapshot } from '@signorini/engine';
import { expectBodies, expectProvenance } from '../../recording/check-run.ts';
import type { RecordedBody, RecordedRun, RunProvenance } from '../../recording/recorded-run.ts';
import {
  CONTACT_ARRAYS,
  CONTACT_NAMES,
  type RecordedStep,
  STEP_COLUMNS,
  STEP_TEXTS,
} from '../../recording/recorded-step.ts';
import { FileError } from '../files/file-error.ts';
import type { JournalReader } from '../journal/read-journal.ts';
import { RUN_JOURNAL, type RunJournalOf, type RunPart, runPart } from './run-journal.ts';

export class JournalRun implements RecordedRun {
  readonly path: string;
  readonly created: string | null;
  readonly provenance: RunProvenance;
  readonly bodies: readonly RecordedBody[] = [];
  readonly start: RecordedRun['start'] = { pose: new Float64Array(0), velocity: new Float64Array(0) };
  readonly finished = false;
  readonly leftOut: number;
  readonly keyframes: number[] = [];
  private readonly journal: JournalReader;
  private readonly places: number[] = [];
  private readonly keyframePlaces: number[] = [];

  /** Closes the journal if it throws. @throws FileError */
  constructor(path: string, journal: JournalReader) {
    this.path = path;
    this.journal = journal;
    try {
      const { version, of } = journal.head;
      if (version !== RUN_JOURNAL.version)
        throw new FileError(path, `expected the journal of a run, version ${RUN_JOURNAL.version}, found ${version}`);
      const { source, created } = (of ?? {}) as Partial<RunJournalOf>;
      this.created = created ?? null;
      this.provenance = expectProvenance(path, { ...source, hash: null, failure: null });
      for (const record of journal.records()) {
        const part = runPart(record);
        if (part.start && part.motion) {
          this.bodies = expectBodies(path, part.start);
          this.start = part.motion;
        } else if (part.step) this.places.push(this.checked(part.step, record.place));
        else if (part.keyframe && part.snapshot) {
          this.keyframes.push(part.snapshot.steps);
          this.keyframePlaces.push(record.place);
        }
      }
      if (this.bodies.length === 0) this.misfit();
      this.leftOut = journal.leftOut;
    } catch (error) {
      journal.close();
      throw error;
    }
  }

  get length(): number {
    return this.places.length;
  }

  snapshot(step: number): Snapshot {
    const place = this.keyframePlaces[this.keyframes.indexOf(step)];
    if (place === undefined) throw new FileError(this.path, `expected a complete state after step ${step}, found none`);
    return this.part(place).snapshot ?? this.changed();
  }

  step(step: number): RecordedStep {
    const place = this.places[step - 1];
    if (place === undefined) throw new FileError(this.path, `expected a step from 1 to ${this.length}, found ${step}`);
    return this.part(place).step ?? this.changed();
  }

  *steps(first = 1): Generator<RecordedStep> {
    for (let step = first; step <= this.length; step++) yield this.step(step);
  }

  close(): void {
    this.journal.close();
  }

  private checked(step: RecordedStep, place: number): number {
    const count = this.bodies.length;
    const fits =
      step.step === this.places.length + 1 &&
      step.values?.length === STEP_COLUMNS.length &&
      step.texts?.length === STEP_TEXTS.length &&
      step.pose?.length === 7 * count &&
      step.velocity?.length === 6 * count &&
      CONTACT_NAMES.every((name) => step.contacts[name]?.length === CONTACT_ARRAYS[name].columns * step.contacts.count);
    return fits ? place : this.misfit();
  }

  private part(place: number): RunPart {
    const record = this.journal.at(place);
    return record ? runPart(record) : this.changed();
  }

  private misfit(): never {
    throw new FileError(this.path, 'expected the journal of a run, found records that do not fit together');
  }

  private changed(): never {
    throw new FileError(this.path, 'expected a journal that stays as it is, found it changed');
  }
}
