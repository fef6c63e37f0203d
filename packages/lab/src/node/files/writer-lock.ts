/**
 * One writer per target: while a run writes NAME, `.NAME.lock` beside it names that run. A lock whose run is gone (kill -9,
 * power failure) is taken over, so that none refuses forever.
 *
 * A process number alone is no identity: numbers recur, and in a container every run may be number 1. So a lock also holds
 * when its process started (in clock ticks since the machine did), the machine's start and the space of process numbers
 * that it counts in. With all of these the answer is certain. A run of another container or machine cannot be looked up:
 * it renews its lock every minute, and one that is not renewed for an hour is taken over.
 */
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { atEnd } from './at-end.ts';
import { FileError, reasonOf } from './file-error.ts';

export interface WriterLock {
  /** May be called twice. */
  release(): void;
}

/** Another run writes the target now. */
export class BusyError extends FileError {}

/** Who writes; null: the platform has no such figure. */
export interface LockHolder {
  readonly process: number;
  /** Clock ticks from the machine's start to the process's. */
  readonly started: string | null;
  /** Names the start of the machine. */
  readonly boot: string | null;
  /** The space of process numbers: containers have their own. */
  readonly space: string | null;
  readonly host: string;
  /** Unique to this lock. */
  readonly id: string;
}

const RENEWAL = 60e3; // ms
const FOREIGN_PATIENCE = 3600e3; // ms without renewal after which a lock that cannot be looked up is taken over
const UNREADABLE_PATIENCE = 60e3; // ms; a lock is written within one
const ATTEMPTS = 10; // others may take and release it meanwhile

/** The lock of a target, which need not exist; its folder must. */
export const lockPath = (target: string): string => join(dirname(target), `.${basename(target)}.lock`);

/**
 * Until `release`, or the end of the program.
 * @param named the path for the sentence, as the user wrote it
 * @throws BusyError if another run, or this one, writes the target; FileError if it cannot be written
 */
export function takeLock(target: string, named = target): WriterLock {
  const path = lockPath(target);
  const own = thisRun();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (create(path, own, named)) return lockOf(path, own);
    const present = read(path);
    if (!present) continue; // released meanwhile
    const busy = busyText(present, own);
    if (busy !== undefined) throw new BusyError(named, `expected no other run that writes it, found ${busy}`);
    remove(path, present.text);
  }
  throw new BusyError(named, 'expected no other run that writes it, found several that begin at the same time');
}

export function thisRun(): LockHolder {
  return {
    process: process.pid,
    started: statOf(process.pid)?.[STARTED] ?? null,
    boot: orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    space: orNull(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
    id: randomUUID(),
  };
}

/** The fields of /proc/PID/stat from the third on; the second, the name, may hold spaces and brackets. */
function statOf(pid: number): string[] | null {
  return orNull(() => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  });
}
const STATE = 0; // field 3
const STARTED = 19; // field 22

function create(path: string, own: LockHolder, named: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(own), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    if ((error as NodeJS.ErrnoException).syscall === 'write') rmSync(path, { force: true }); // a full disk: it is empty
    throw new FileError(named, `expected to write it, found ${reasonOf(error)}`);
  }
}

function lockOf(path: string, own: LockHolder): WriterLock {
  const remove = () => {
    if (holderIn(orNull(() => readFileSync(path, 'utf8')))?.id === own.id) rmSync(path, { force: true });
  };
  const renewal = setInterval(() => orNull(() => utimesSync(path, new Date(), new Date())), RENEWAL);
  renewal.unref(); // waits for nothing
  const done = atEnd(remove);
  return {
    release() {
      clearInterval(renewal);
      done();
      remove();
    },
  };
}

interface Present {
  readonly text: string;
  readonly holder: LockHolder | undefined;
  /** ms since its last renewal. */
  readonly age: number;
}

function read(path: string): Present | undefined {
  const text = orNull(() => readFileSync(path, 'utf8'));
  const age = orNull(() => Date.now() - statSync(path).mtimeMs);
  return text === null || age === null ? undefined : { text, age, holder: holderIn(text) };
}

function holderIn(text: string | null): LockHolder | undefined {
  const holder = text === null ? null : orNull(() => JSON.parse(text));
  return Number.isSafeInteger(holder?.process) && holder.process > 0 && typeof holder.host === 'string'
    ? holder
    : undefined;
}

/** Who writes, for the sentence; undefined if nobody does any more. */
function busyText({ holder, age }: Present, own: LockHolder): string | undefined {
  if (!holder) return age < UNREADABLE_PATIENCE ? 'one that has just begun' : undefined;
  const run = `process ${holder.process}`;
  const known = holder.boot !== null && own.boot !== null;
  if (known && holder.boot === own.boot && holder.space === own.space) return isRunning(holder) ? run : undefined;
  const sameHost = holder.host === own.host;
  if (known && holder.boot !== own.boot && sameHost) return undefined; // the machine has been started again
  if (!known && sameHost && !exists(holder.process)) return undefined;
  if (age >= FOREIGN_PATIENCE) return undefined;
  const place = sameHost ? '' : ' of another container or machine';
  return `${run}${place}, seen ${Math.max(0, Math.round(age / 60e3))} min ago; if it has ended, remove the .lock file beside it, or try an hour later`;
}

/** The same process, not a later one with its number. */
function isRunning({ process: pid, started }: LockHolder): boolean {
  if (!exists(pid)) return false;
  const stat = statOf(pid);
  if (!stat) return true; // another user's, and hidden
  return stat[STARTED] === started && stat[STATE] !== 'Z'; // Z: killed, and its parent has not looked yet
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Moves it aside first: of two that take over the same lock one must not remove the new lock of the other. */
function remove(path: string, text: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path); // a new one: put back, unless there is a newer
  } catch {
    // another was quicker
  }
  rmSync(aside, { force: true });
}

function orNull<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
