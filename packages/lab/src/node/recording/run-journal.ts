/**
 * The journal of a run that is being recorded: a record per step, complete states now and then, and the file that is built
 * of them, all in a thread beside the run. Interrupted, it goes on from the last state and ends with the same bytes.   docs/guide/record.md
 */
import { rmSync } from 'node:fs';
import type { Snapshot, StepReport, World } from '@signorini/engine';
import { ContractError } from '@signorini/engine';
import { recordedStep } from '../../recording/record-step.ts';
import { recordedBodies } from '../../recording/recorded-run.ts';
import { velocitiesOf } from '../../recording/recorded-step.ts';
import { atEnd } from '../at-end.ts';
import { FileError } from '../file-error.ts';
import { createJournal, type JournalWriter, journalPath, resumeJournal } from '../journal/journal.ts';
import type { JournalRecord, RecordArray } from '../journal/record.ts';
import { hasThreads } from '../thread-pool.ts';
import { packStep } from './packed-step.ts';
import { RunOutput } from './run-output.ts';
import { RUN_JOURNAL, type RunJournalOf, type StartRecord, type StateRecord, type StepRecord } from './run-records.ts';
import { RunThread } from './run-thread.ts';

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
  private readonly output: RunOutput | RunThread;
  private readonly known: { started: boolean; state: Snapshot | undefined } = { started: false, state: undefined };
  private readonly tidied: () => void;
  /** Steps that the journal has beyond the state from which the run goes on: they come again and must be the same. */
  private expected: JournalRecord[] = [];
  private last = performance.now();
  private pause = STATE_INTERVAL;

  /** @throws FileError */
  constructor(target: string, world: World, request: RecordRequest) {
    const { source, created, resume } = request;
    const head = { ...RUN_JOURNAL, of: { source, created } };
    this.target = target;
    this.world = world;
    this.request = request;
    if (world.bodies.length === 0) throw new FileError(target, 'expected bodies to record, found a world without any');
    this.journal = resume ? resumeJournal(target, head, (record) => this.visit(record)) : createJournal(target, head);
    const { descriptor: file, length: position, temporary } = this.journal;
    const fresh = !this.known.started;
    this.tidied = atEnd(() => rmSync(temporary, { force: true }));
    this.output = hasThreads
      ? new RunThread({ target, file, position, temporary, fresh })
      : new RunOutput(target, this.journal, temporary, fresh);
  }

  private visit(record: JournalRecord): void {
    const document = record.document as StartRecord | StepRecord | StateRecord;
    if (document.kind === 'start') this.known.started = true;
    else if (document.kind === 'step') this.expected.push(record);
    else {
      this.known.state = document.snapshot;
      this.expected = [];
    }
  }

  /** Before the first step. Brings the world to the last stored state if it resumes. @throws FileError */
  async begin(): Promise<void> {
    const { world, output } = this;
    const { started, state } = this.known;
    if (!started) {
      const document: StartRecord = { kind: 'start', bodies: recordedBodies(world) };
      await output.append({ document, arrays: [world.poses(), velocitiesOf(world)] });
    }
    if (!state) await this.state('keyframe');
    else
      try {
        world.restore(state);
      } catch (error) {
        if (!(error instanceof ContractError)) throw error;
        throw new FileError(this.target, `expected the state of its run in the journal, found ${error.message}`);
      }
  }

  /** After every step. @throws FileError if it cannot be written, or is another than the one that the journal has */
  async add(report: StepReport): Promise<void> {
    const { world, request } = this;
    const recorded = recordedStep(world, report);
    const { step, texts } = recorded;
    const document: StepRecord = { kind: 'step', step, texts };
    const arrays = packStep(recorded);
    const known = this.expected.shift();
    if (!known) await this.output.append({ document, arrays });
    else if (!sameRecord(known, { document, arrays }))
      throw new FileError(
        journalPath(this.target),
        `expected the run of its journal, found another outcome of step ${step}`,
      );
    if (this.expected.length > 0) return;
    const start = performance.now();
    if (step % request.source.keyframeEvery === 0) await this.state('keyframe');
    else if (start - this.last >= this.pause) await this.state('state');
    else return;
    this.last = performance.now();
    this.pause = Math.max(STATE_INTERVAL, STATE_SHARE * (this.last - start));
  }

  /** Builds the file and removes the journal. @throws FileError; the journal then stays */
  async finish(failure: string | null): Promise<void> {
    const { source, created } = this.request;
    const provenance = { ...source, hash: this.world.hash(), failure };
    await this.journal.finish(async () => {
      await this.output.build(provenance, created);
      await this.output.close();
    });
    this.tidied();
  }

  /** Stops; the journal stays, to be resumed. */
  async close(): Promise<void> {
    await this.output.close();
    this.journal.close();
    this.tidied();
  }

  private state(kind: StateRecord['kind']): Promise<void> | undefined {
    const document: StateRecord = { kind, snapshot: this.world.snapshot() };
    return this.output.append({ document, arrays: [] });
  }
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
