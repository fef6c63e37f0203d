/** The thread of `RunThread`: records in the order in which they come, until one cannot be written. */
import { parentPort, workerData } from 'node:worker_threads';
import { FileError } from '../file-error.ts';
import { JournalWriter } from '../journal/journal.ts';
import { RunOutput } from './run-output.ts';
import type { RunMessage, RunThreadData, ThreadFailure } from './run-thread.ts';

const { target, file, position, temporary, fresh, done } = workerData as RunThreadData;
const journal = new JournalWriter(target, file, { release() {} }, position); // the lock is the caller's
const output = new RunOutput(target, journal, temporary, fresh);
let work = Promise.resolve();
let failed = false;

parentPort!.on('message', (message: RunMessage) => {
  work = work.then(() => act(message)).catch(fail);
});

async function act(message: RunMessage): Promise<void> {
  if (failed) return; // a journal has no gaps
  if ('build' in message) {
    await output.build(message.build.provenance, message.build.created);
    Atomics.add(done, 0, 1);
    return;
  }
  for (const record of message.records) {
    await output.append(record);
    Atomics.add(done, 0, 1);
  }
}

function fail(error: Error & { code?: unknown; syscall?: unknown }): void {
  failed = true;
  output.close();
  const { message, code, syscall } = error;
  const system = 'syscall' in error ? { code, syscall } : undefined;
  parentPort!.postMessage({ message, isFileError: error instanceof FileError, system } satisfies ThreadFailure);
}
