// Projected Gauss-Seidel as a program: what a well-behaved one does. An argument makes it misbehave on problems of two rows.
import { spawn } from 'node:child_process';
import { closeSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [misdeed, note] = process.argv.slice(2);
const say = (document) => writeSync(1, `${JSON.stringify(document)}\n`);

function sweep({ A, b, lo, hi }, x, sweeps) {
  for (let k = 0; k < sweeps; k++)
    for (let i = 0; i < b.length; i++) {
      const w = A.dense[i].reduce((sum, a, j) => sum + a * x[j], b[i]);
      x[i] = Math.min(hi[i] ?? Infinity, Math.max(lo[i] ?? -Infinity, x[i] - w / A.dense[i][i]));
    }
  return x;
}

const misdeeds = {
  silent: () => {},
  garbage: () => writeSync(1, 'sweep 1: residual 0.3\n'),
  nan: (x) => writeSync(1, `{"x": [${x.map(() => 'NaN')}]}\n`),
  null: (x) => say({ x: x.map(() => null) }),
  long: (x) => say({ x: [...x, 0] }),
  none: () => say({ status: 'converged' }),
  status: (x) => say({ x, status: 'fine' }),
  reports: () => say({ error: 'too hard for me' }),
  huge: () => {
    for (let k = 0; k < 40; k++) writeSync(1, '1'.repeat(100_000));
  },
  crash: () => {
    writeSync(2, 'RangeError: out of luck\n');
    process.exit(7);
  },
  killed: () => process.kill(process.pid, 'SIGSEGV'),
  twice: (x) => writeSync(1, `${JSON.stringify({ x })}\n${JSON.stringify({ x })}\n`),
  later: (x) => {
    say({ x });
    const end = performance.now() + 50;
    while (performance.now() < end);
    say({ x });
  },
  stale: (x) => say({ x, id: 12345 }),
  stdout: () => {
    closeSync(1);
    setInterval(() => {}, 1000);
  },
  loop: () => {
    for (;;);
  },
  children: () => {
    for (const detached of [false, true]) {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached, stdio: 'inherit' });
      writeFileSync(`${note}-${detached}`, String(child.pid));
    }
    for (;;);
  },
};

if (misdeed === 'early') say({ x: [0, 0] });
if (misdeed === 'stderr') setInterval(() => writeSync(2, 'warning: '.repeat(1000)), 0);
for await (const line of createInterface({ input: process.stdin })) {
  const { hello, problem, warm, options, id } = JSON.parse(line);
  if (hello) {
    if (misdeed === 'nameless') say({ accepts: ['box'] });
    else if (misdeed === 'sets') say({ name: 'guest', accepts: ['ball'] });
    else say({ name: 'guest', matrix: 'dense', options: { maxIterations: 25 } });
    continue;
  }
  const x = sweep(problem, warm, options.maxIterations);
  const act = problem.b.length === 2 ? misdeeds[misdeed] : undefined;
  if (act) act(x);
  else say({ id, x, status: 'iteration-limit', iterations: options.maxIterations, timeMs: 0.25 });
}
