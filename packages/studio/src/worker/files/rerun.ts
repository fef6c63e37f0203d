/** A recorded run once more: as fast as it goes, in pieces, every step compared with the record. */
import { velocitiesOf } from '@signorini/lab/files';
import type { RecordedInfo } from '../../file-protocol.ts';
import type { Reply } from '../../protocol.ts';
import type { Branch } from '../run/branch.ts';
import type { WorkerHost } from '../worker-host.ts';
import { motionHash } from './motion-hash.ts';

export interface RerunWorld extends WorkerHost {
  readonly branch: Branch;
  /** Shows where the branch is; the last in any case, others if the page keeps up. */
  readonly show: (last: boolean) => void;
}

const WORK = 30; // ms of stepping before messages get a turn

type Recorded = Extract<Reply, { type: 'recorded' }>;

export class Rerun {
  private readonly record: RecordedInfo;
  private readonly at: RerunWorld;
  private next = 0; // event
  private stopped = false;

  constructor(record: RecordedInfo, at: RerunWorld) {
    this.record = record;
    this.at = at;
    this.say({ done: 0 });
    at.later(() => this.go(), 0);
  }

  /** The run stays where it is. */
  stop(): void {
    if (this.stopped) return;
    const { done } = this;
    const { steps, title } = this.record;
    this.end(`${title}: stopped at step ${done} of ${steps}; the same bits as recorded so far.`, null);
  }

  private get done(): number {
    return this.at.branch.at;
  }

  private go(): void {
    const { at, record } = this;
    const start = at.clock();
    while (!this.stopped && at.clock() - start < WORK) this.step();
    at.show(this.stopped);
    if (this.stopped) return;
    this.say({ done: this.done, total: record.steps });
    at.later(() => this.go(), 0);
  }

  private step(): void {
    const { branch } = this.at;
    const { steps, motionHashes, title, failure, events } = this.record;
    const step = this.done + 1;
    if (step > steps) {
      this.finish();
      return;
    }
    for (; events[this.next]?.step === step; this.next++) branch.addEvent(events[this.next]!);
    if (!branch.advance()) {
      const why = branch.ended?.sentence ?? failure;
      this.end(`${title}: step ${step} of ${steps} was recorded and cannot be taken again: ${why}`, false);
      return;
    }
    const { shown: world } = branch;
    const [pose, velocity] = [world.poses(), velocitiesOf(world)];
    if (motionHash(pose, velocity) === motionHashes[step - 1]) return;
    const sentence = `${title}: differs from the record at step ${step}; the ${step - 1} before have the same bits.`;
    this.end(`${sentence} It was recorded by version ${this.record.engine}.`, false, { step, pose, velocity });
  }

  private finish(): void {
    const { hash, steps, title, failure } = this.record;
    const own = this.at.branch.shown.hash();
    const early = failure === null ? '' : ` The record ended there: ${failure}`;
    if (hash === null || hash === own)
      this.end(`${title}: the same bits as recorded, ${steps} steps, hash ${own}.${early}`, true);
    else
      this.end(
        `${title}: all motions have the bits of the record, but the last state has the hash ${own}, not ${hash}.`,
        false,
      );
  }

  private end(sentence: string, same: boolean | null, differs: Recorded['differs'] = null): void {
    this.stopped = true;
    this.say({ sentence, same, differs });
  }

  private say(part: Partial<Recorded>): void {
    const whole = { done: this.done, total: this.record.steps, sentence: null, same: null, differs: null, ...part };
    this.at.reply({ type: 'recorded', ...whole });
  }
}
