/**
 * Runs one program in a process group of its own and ends all of it when the laboratory goes away, however it goes.
 * The program has this process's stdin, stdout and stderr: no byte passes through here.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, readdirSync, readFileSync } from 'node:fs';

const [command, ...args] = process.argv.slice(2);
const MARK = 'SIGNORINI_PROGRAM';
const mark = randomUUID();
const grouped = process.platform !== 'win32';
const child = spawn(command, args, {
  stdio: 'inherit',
  detached: grouped,
  shell: false,
  windowsHide: true,
  env: { ...process.env, [MARK]: mark },
});

for (const fd of [0, 1, 2]) closeSync(fd); // or the laboratory would not see the program close them
process.send({ ready: true });

/** The group, and on Linux every process that carries the mark: a child that left the group keeps its environment. */
function killAll() {
  try {
    if (grouped) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {} // gone already
  if (process.platform !== 'linux') return;
  for (let round = 0; round < 10 && killMarked() > 0; round++); // those that were being born
}

function killMarked() {
  let killed = 0;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      if (!readFileSync(`/proc/${pid}/environ`).includes(`${MARK}=${mark}`)) continue;
      process.kill(Number(pid), 'SIGKILL');
      killed++;
    } catch {} // not ours, or gone
  }
  return killed;
}

function endWith(report) {
  if (child.pid !== undefined) killAll();
  if (!process.connected) process.exit(0);
  process.send(report, () => process.exit(0));
}

child.once('error', (error) => endWith({ error: error.code ?? error.message }));
child.once('exit', (code, signal) => endWith({ code, signal }));
process.once('disconnect', () => endWith({}));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => endWith({ signal }));
