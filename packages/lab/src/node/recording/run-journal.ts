/**
 * The journal of a run that is being recorded: a record per step, complete states now and then, and the file built from
 * them at the end. Interrupted, it goes on from the last state and ends with the same bytes.   docs/guide/record.md
 */
import type { Snapshot, StepReport, World } from '@signorini/engine';
import { ContractError } from '@signorini/engine';
import { type RecordedBody, type RunSource, recordedBodies } from '../../recording/recorded-run.ts';
import { type RecordedStep, recordedStep, velocitiesOf } from '../../recording/recorded-step.ts';
import { RunWriter } from '../../recording/write-run.ts';
import { FileError } from '../files/file-error.ts';
import { fileTarget } from '../hdf5/hdf5-target.ts';
import { createJournal, type JournalWriter, journalPath, resumeJournal } from '../journal/journal.ts';
import type { JournalRecord, RecordArray } from '../journal/record.ts';
import { packStep, unpackStep } from './packed-step.ts';

export const RUN_JOURNAL = { kind: 'run', version: 1 } as const;

/** Subject of the journal; a resumed run must have the same `source`. */
export interface RunJournalOf {
  readonly source: RunSource;
  readonly created: string | null;
}

interface StartRecord {
  readonly kind: 'start';
  readonly bodies: readonly RecordedBody[];
}
interface StepRecord {
  readonly kind: 'step';
  readonly step: number;
  readonly texts: readonly string[];
}
/** `state`: to go on from if the run is interrupted; the file does not get it. */
interface StateRecord {
  readonly kind: 'keyframe' | 'state';
  readonly snapshot: Snapshot;
}

const STATE_INTERVAL = 250; // ms between states of the world,
const STATE_SHARE = 50; // or this many times what storing one takes, if that is longer

export interface RecordRequest extends RunJournalOf {
  readonly resume: boolean;
}

export class RunJournal {
  private readonly target: string;
  private readonly world: World;
  private readonly request: RecordRequest;
  private readonly journal: JournalWriter;
  /** Steps that the journal has beyond the state from which the run goes on: they come again and must be the same. */
  private readonly expected: JournalRecord[];
  private last = performance.now();
  private pause = STATE_INTERVAL;

  /** Brings the world to the last stored state if it resumes. @throws FileError */
  constructor(target: string, world: World, request: RecordRequest) {
    const { source, created, resume } = request;
    const head = { ...RUN_JOURNAL, of: { source, created } };
    this.target = target;
    this.world = world;
    this.request = request;
    const known: { started: boolean; state: Snapshot | undefined; steps: JournalRecord[] } = {
      started: false,
      state: undefined,
      steps: [],
    };
    if (world.bodies.length === 0) throw new FileError(target, 'expected bodies to record, found a world without any');
    this.journal = resume
      ? resumeJournal(target, head, (record) => {
          const document = record.document as StartRecord | StepRecord | StateRecord;
          if (document.kind === 'start') known.started = true;
          else if (document.kind === 'step') known.steps.push(record);
          else Object.assign(known, { state: document.snapshot, steps: [] });
        })
      : createJournal(target, head);
    this.expected = known.steps;
    try {
      this.begin(known);
    } catch (error) {
      this.journal.close();
      throw error;
    }
  }

  private begin({ started, state }: { readonly started: boolean; readonly state: Snapshot | undefined }): void {
    const { world, journal } = this;
    if (!started) {
      const record: StartRecord = { kind: 'start', bodies: recordedBodies(world) };
      journal.append(record, [world.poses(), velocitiesOf(world)]);
    }
    if (!state) this.state('keyframe');
    else
      try {
        world.restore(state);
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        throw new FileError(this.target, `expected the state of its run in the journal, found ${error.message}`);
      }
  }

  /** After every step. @throws FileError if it cannot be written, or is another than the one that the journal has */
  add(report: StepReport): void {
    const { world, request, journal } = this;
    const recorded = recordedStep(world, report);
    const { step, texts } = recorded;
    const document: StepRecord = { kind: 'step', step, texts };
    const arrays = packStep(recorded);
    const known = this.expected.shift();
    if (!known) journal.append(document, arrays);
    else if (!sameRecord(known, { document, arrays }))
      throw new FileError(
        journalPath(this.target),
        `expected the run of its journal, found another outcome of step ${step}`,
      );
    if (this.expected.length > 0) return;
    const start = performance.now();
    if (step % request.source.keyframeEvery === 0) this.state('keyframe');
    else if (start - this.last >= this.pause) this.state('state');
    else return;
    this.last = performance.now();
    this.pause = Math.max(STATE_INTERVAL, STATE_SHARE * (this.last - start));
  }

  /** Builds the file and removes the journal. @throws FileError; the journal then stays */
  async finish(failure: string | null): Promise<void> {
    const { source, created } = this.request;
    const provenance = { ...source, hash: this.world.hash(), failure };
    await this.journal.finish(async (temporary, records) => {
      const writer = new RunWriter(fileTarget(temporary));
      try {
        for (const record of records) {
          const part = runPart(record);
          if (part.start) await writer.begin(part.start, part.motion);
          else if (part.step) await writer.addStep(part.step);
          else if (part.snapshot && part.keyframe) await writer.addKeyframe(part.snapshot);
        }
        await writer.close(provenance, created);
      } finally {
        writer.abandon();
      }
    });
  }

  /** Stops; the journal stays, to be resumed. */
  close(): void {
    this.journal.close();
  }

  private state(kind: StateRecord['kind']): void {
    const record: StateRecord = { kind, snapshot: this.world.snapshot() };
    this.journal.append(record);
  }
}

export interface RunPart {
  readonly start?: readonly RecordedBody[];
  readonly motion?: Pick<RecordedStep, 'pose' | 'velocity'>;
  readonly step?: RecordedStep;
  readonly snapshot?: Snapshot;
  readonly keyframe?: boolean;
}

/** Sorts a record of the journal by its kind. */
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

/** To the last bit. */
function sameRecord(a: JournalRecord, b: JournalRecord): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: RecordArray) => Buffer.from(buffer, byteOffset, byteLength);
  return (
    JSON.stringify(a.document) === JSON.stringify(b.document) &&
    a.arrays.length === b.arrays.length &&
    a.arrays.every((array, k) => bytes(array).equals(bytes(b.arrays[k]!)))
  );
}
