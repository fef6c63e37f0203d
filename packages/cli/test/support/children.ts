/** The real program as a child process, and kill -9 at a chosen moment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/signorini.js', import.meta.url));

export function start(...argv: string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...argv], { stdio: 'ignore' });
}

export const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

export const moment = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));

/** Killed when its journal, or what is built from it, has grown to `bytes`; `path` without .part. */
export async function killedAt(path: string, bytes: number, ...argv: string[]): Promise<void> {
  const child = start(...argv);
  const end = ended(child);
  const size = () => (existsSync(`${path}.part`) ? statSync(`${path}.part`).size : 0);
  while (child.exitCode === null && size() < bytes) await moment();
  child.kill('SIGKILL');
  await end;
}
