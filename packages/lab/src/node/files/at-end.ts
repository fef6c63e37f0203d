/**
 * Tidies up if the program ends early: by a signal, by an error or by `process.exit`. kill -9 cannot be seen:
 * what it leaves is taken over by the next run (writer-lock.ts).
 */
import { constants } from 'node:os';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;
const exit = process.exit.bind(process); // the one of the start: modules of others are kept from it
const tasks = new Set<() => void>();

/**
 * Runs `tidy` (synchronous) if the program ends before the returned function is called. Signals then end
 * the program with 128 + their number, as a shell would report them; they are left alone while there is nothing to tidy.
 */
export function atEnd(tidy: () => void): () => void {
  if (tasks.size === 0) {
    process.on('exit', tidyAll);
    for (const signal of SIGNALS) process.on(signal, end);
  }
  tasks.add(tidy);
  return () => {
    if (!tasks.delete(tidy) || tasks.size > 0) return;
    process.off('exit', tidyAll);
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** The latest first: what was made last is removed first. One that cannot be done keeps no other from its turn. */
function tidyAll(): void {
  for (const tidy of [...tasks].reverse())
    try {
      tidy();
    } catch {
      // the disk fails; the program ends
    }
}

/** Not by sending the signal again: process 1 of a container does not die of it. */
function end(signal: NodeJS.Signals): void {
  exit(128 + constants.signals[signal]);
}
