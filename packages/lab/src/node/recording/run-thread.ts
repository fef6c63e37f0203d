/** `RunOutput` in a thread of its own: the run goes on while its records are packed and written. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RunProvenance } from '../../recording/recorded-run.ts';
import { FileError } from '../file-error.ts';
import type { JournalRecord } from '../journal/record.ts';

export interface RunThreadData {
  readonly target: string;
  /** Descriptor of the journal and its length. */
  readonly file: number;
  readonly position: number;
  readonly temporary: string;
  readonly fresh: boolean;
  /** Records that are written; completing the file counts as one. */
  readonly done: Int32Array;
}

/** To the thread: records, or what completes the file. */
export type RunMessage =
  | { readonly records: readonly JournalRecord[] }
  | { readonly build: { readonly provenance: RunProvenance; readonly created: string | null } };

/** From the thread: why it stopped. Errors lose their class and their fields on the way. */
export interface ThreadFailure {
  readonly message: string;
  readonly isFileError: boolean;
  readonly system: { readonly code: unknown; readonly syscall: unknown } | undefined;
}

const IN_FLIGHT = 100; // records
const TOGETHER = 16; // records per message: sending one takes as long as packing a step of the wall,
const PATIENCE = 20; // ms, or fewer if this time has passed

export class RunThread {
  private readonly thread: Worker;
  private readonly done = new Int32Array(new SharedArrayBuffer(4));
  private waiting: JournalRecord[] = [];
  private last = performance.now();
  private given = 0;
  private failure: Error | undefined;

  constructor(data: Omit<RunThreadData, 'done'>) {
    this.thread = new Worker(new URL('./run-output-thread.js', import.meta.url), {
      workerData: { ...data, done: this.done } satisfies RunThreadData,
      ...{ execArgv: [], trackUnmanagedFds: false }, // the journal is opened and closed by the caller
    });
    this.thread.on('error', (error) => {
      this.failure ??= error;
    });
    this.thread.on('message', (failure: ThreadFailure) => {
      this.failure ??= errorOf(failure);
    });
  }

  /** Takes the memory of the record's arrays. Waits only if the thread is far behind. @throws what an earlier record met */
  append(record: JournalRecord): Promise<void> | undefined {
    if (this.failure) throw this.failure;
    this.waiting.push(record);
    this.given++;
    if (this.waiting.length >= TOGETHER || performance.now() - this.last >= PATIENCE) this.send();
    return this.behind > IN_FLIGHT ? this.until(IN_FLIGHT / 2) : undefined;
  }

  /** Completes the file. @throws FileError, or the system's error */
  async build(provenance: RunProvenance, created: string | null): Promise<void> {
    this.send();
    this.thread.postMessage({ build: { provenance, created } } satisfies RunMessage);
    this.given++;
    await this.until(0);
  }

  /** Ends when it has written what it has got. */
  async close(): Promise<void> {
    this.send();
    await this.until(0).catch(() => {});
    await this.thread.terminate();
  }

  private send(): void {
    const records = this.waiting;
    const memory = records.flatMap(({ arrays }) => arrays.map(({ buffer }) => buffer as ArrayBuffer));
    this.thread.postMessage({ records } satisfies RunMessage, memory);
    this.waiting = [];
    this.last = performance.now();
  }

  private get behind(): number {
    return this.given - Atomics.load(this.done, 0);
  }

  private async until(behind: number): Promise<void> {
    while (!this.failure && this.behind > behind) await pause(1);
    if (this.failure) throw this.failure;
  }
}

function errorOf({ message, isFileError, system }: ThreadFailure): Error {
  return Object.assign(isFileError ? new FileError('', '') : new Error(), { message }, system);
}
