// Sweeps: what a second thread gives, and what a queue costs.   docs/guide/sweep.md
// The clock counts on an idle machine only. CPU seconds of all processes (from /proc, Linux) say what the pool and the queue
// add to the work itself, whatever else the machine does.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/signorini.js', import.meta.url));
const TICK = 10; // ms of a clock tick in /proc

export async function measureSweeps() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sweeps-'));
  try {
    const measured = { threads: await measureThreads(folder), queue: await measureQueue(folder) };
    return { ...measured, load: loadavg()[0] }; // processes that want to run, ours among them
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 200 short runs on one thread and on two, in turns. */
async function measureThreads(folder) {
  const sweep = ['sweep', 'brick-wall', '--steps', '30', '--vary', 'density=100..2000:log200'];
  const runs = { 1: [], 2: [] };
  for (let round = 0; round < 2; round++)
    for (const threads of [1, 2]) {
      const output = join(folder, `threads-${threads}-${round}`);
      runs[threads].push(await timed([...sweep, '--threads', String(threads), '-o', output]));
    }
  const best = (list) => list.reduce((p, q) => (p.seconds < q.seconds ? p : q));
  const least = (list) => Math.min(...list.map(({ cpuSeconds }) => cpuSeconds));
  const [one, two] = [best(runs[1]), best(runs[2])];
  const result = {
    items: 200,
    seconds: [one.seconds, two.seconds],
    speedup: one.seconds / two.seconds,
    cpuSeconds: [least(runs[1]), least(runs[2])],
  };
  process.stderr.write(`threads: ${JSON.stringify(result)}\n`);
  return result;
}

/** The same items by two threads, and by two processes of one worker: the difference is the queue. */
async function measureQueue(folder, items = 10_000) {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const sweep = ['sweep', 'mass-ratio-stack', '--steps', '10', '--vary', `ratio=1..1000:log${items}`];
  const direct = await timed([...sweep, '--threads', '2', '-o', join(folder, 'direct')]);
  const port = await freePort();
  const options = { bind: '127.0.0.1', port, save: '', dir: folder };
  const words = Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]);
  const redis = spawn('redis-server', words, { stdio: 'ignore' });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const address = `redis://127.0.0.1:${port}`;
  const worker = spawn(process.execPath, [BIN, 'worker', '--queue', address, '--threads', '2'], { stdio: 'ignore' });
  try {
    const queued = await timed([...sweep, '--queue', address, '-o', join(folder, 'queued')], [worker.pid, redis.pid]);
    const perItem = (seconds) => (1e3 * seconds) / items;
    const [workerSeconds, serverSeconds] = queued.beside;
    const result = {
      items,
      secondsDirect: direct.seconds,
      seconds: queued.seconds,
      cpuMsPerItem: {
        direct: perItem(direct.cpuSeconds),
        worker: perItem(workerSeconds),
        sweep: perItem(queued.cpuSeconds),
        server: perItem(serverSeconds),
      },
    };
    process.stderr.write(`queue: ${JSON.stringify(result)}\n`);
    return result;
  } finally {
    worker.kill('SIGKILL');
    redis.kill('SIGKILL');
  }
}

/** Seconds by the clock, CPU seconds of the command, and those of each process `beside` it while it ran. */
function timed(words, beside = []) {
  const start = performance.now();
  const before = beside.map(cpuOf);
  const child = spawn(process.execPath, [BIN, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
  let own = 0;
  const look = setInterval(() => {
    own = cpuOf(child.pid) || own;
  }, 100);
  return new Promise((resolve, reject) =>
    child.once('exit', (code) => {
      clearInterval(look);
      if (code !== 0) return reject(new Error(`${words.join(' ')}: exit ${code}`));
      const seconds = (performance.now() - start) / 1e3;
      resolve({ seconds, cpuSeconds: own, beside: beside.map((pid, k) => cpuOf(pid) - before[k]) });
    }),
  );
}

/** CPU seconds of a process and of those that it has started; 0 if it is gone. */
function cpuOf(root) {
  const stats = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      stats.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
    } catch {
      // it has ended meanwhile
    }
  const family = (pid) =>
    (stats.get(pid)?.ticks ?? 0) +
    [...stats].filter(([, { parent }]) => parent === pid).reduce((sum, [child]) => sum + family(child), 0);
  return (TICK * family(root)) / 1e3;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
