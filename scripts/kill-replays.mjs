// Kills replays with kill -9 at random moments and resumes them: npm run kill:replays -- --count 20 --seed 1   (after npm run build)
// Every replay must end with the document of an undisturbed one, times aside, keep every record of its journal, and leave nothing else.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Rng } from '@signorini/engine';
import { openJournal } from '@signorini/lab/node';

const { values } = parseArgs({
  options: { count: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [values.count, values.seed].map(Number);
if (![count, seed].every(Number.isInteger)) {
  process.stderr.write('kill-replays: expected integers for --count and --seed\n');
  process.exit(2);
}

const PROGRAM = fileURLToPath(new URL('../packages/cli/bin/signorini.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kill-replays-'));
const rng = new Rng(seed);

/** @returns the exit code, null if it was killed after `ms`. */
function signorini(words, ms = Infinity) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    const timer = ms === Infinity ? undefined : setTimeout(() => child.kill('SIGKILL'), ms);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

const replay = (name, more, ms) =>
  signorini(['replay', 'wall.h5', '-s', 'pgs,bpp,auto,ipm', '--repeat', '5', '-o', name, ...more], ms);

const TIMES = /^(timeMs|claimedMs|symbolicMs|(median|max)(Time|Claimed)Ms)$/;
const untimed = (name) =>
  JSON.stringify(
    JSON.parse(readFileSync(join(folder, name), 'utf8'), (key, value) => (TIMES.test(key) ? undefined : value)),
  );

function recordsOf(name) {
  const path = join(folder, `${name}.part`);
  if (!existsSync(path)) return undefined;
  const journal = openJournal(path);
  const records = Array.from(journal.records(), ({ document }) => JSON.stringify(document));
  journal.close();
  return records;
}

const counts = { killed: 0, withJournal: 0, wrong: 0 };
try {
  await signorini(['capture', 'brick-wall', '--set', 'rows=3', '--steps', '80', '--every', '2', '-o', 'wall.h5']);
  const start = performance.now();
  await replay('whole.json', []);
  const whole = untimed('whole.json');
  const duration = performance.now() - start;
  for (let k = 0; k < count; k++) {
    const name = `${k}.json`;
    const threads = ['--threads', String(1 + (k % 2))];
    let code = null;
    let lost = false;
    for (let kill = 1 + rng.below(3); kill > 0 && code === null; kill--) {
      const before = recordsOf(name);
      code = await replay(name, [...threads, ...(before ? ['--resume'] : [])], rng.uniform(0.1, 1.05) * duration);
      if (code !== null) break;
      counts.killed++;
      const after = recordsOf(name);
      if (after) counts.withJournal++;
      lost ||= before?.some((record, r) => after?.[r] !== record) ?? false;
    }
    if (code === null) code = await replay(name, ['--resume']);
    const left = readdirSync(folder).filter((file) => !['wall.h5', 'whole.json', name].includes(file));
    const same = code === 0 && untimed(name) === whole;
    if (!same || lost || left.length > 0) {
      counts.wrong++;
      const words = `${same ? 'same' : 'another'} document, ${lost ? 'records lost' : 'nothing lost'}`;
      process.stdout.write(`replay ${k}: exit ${code}, ${words}, left ${left.join(' ')}\n`);
    }
    rmSync(join(folder, name), { force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${count} replays, ${counts.killed} kills, ${counts.withJournal} of them left a journal, ${counts.wrong} wrong\n`,
);
process.exitCode = counts.wrong === 0 ? 0 : 1;
