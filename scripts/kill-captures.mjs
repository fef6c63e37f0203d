// Kills captures (or, with --what run, recorded runs) with kill -9 at random moments and resumes them:
// npm run kill:captures -- --count 20 --seed 1, npm run kill:recordings   (after npm run build)
// Every capture must end with the bytes of an undisturbed one, and leave nothing else behind. Some are killed several times.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Rng } from '@signorini/engine';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    what: { type: 'string', default: 'capture' },
  },
});
const [count, seed] = [values.count, values.seed].map(Number);
const { what } = values;
if (![count, seed].every(Number.isInteger) || !['capture', 'run'].includes(what)) {
  process.stderr.write('kill-captures: expected integers for --count and --seed, capture or run for --what\n');
  process.exit(2);
}

const PROGRAM = fileURLToPath(new URL('../packages/cli/bin/signorini.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'kill-captures-'));
const rng = new Rng(seed);

/** @returns the exit code, null if it was killed after `ms`. */
function capture(path, words, ms = Infinity) {
  return new Promise((resolve) => {
    const argv = [PROGRAM, what, 'brick-wall', what === 'run' ? '--record' : '-o', path, ...words];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] });
    const timer = ms === Infinity ? undefined : setTimeout(() => child.kill('SIGKILL'), ms);
    child.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}

const counts = { killed: 0, withJournal: 0, wrong: 0 };
try {
  const start = performance.now();
  await capture(join(folder, 'whole.h5'), []);
  const whole = readFileSync(join(folder, 'whole.h5'));
  const duration = performance.now() - start;
  for (let k = 0; k < count; k++) {
    const path = join(folder, `${k}.h5`);
    const kills = 1 + rng.below(3);
    let code = null;
    for (let kill = 0; kill < kills && code === null; kill++) {
      code = await capture(path, kill === 0 ? [] : ['--resume'], rng.uniform(0.1, 1.05) * duration);
      if (code === null) counts.killed++;
      if (existsSync(`${path}.part`)) counts.withJournal++;
    }
    if (code === null) code = await capture(path, ['--resume']);
    const left = readdirSync(folder).filter((name) => name !== 'whole.h5' && name !== `${k}.h5`);
    const same = code === 0 && readFileSync(path).equals(whole);
    if (!same || left.length > 0) {
      counts.wrong++;
      process.stdout.write(
        `${what} ${k}: exit ${code}, ${same ? 'same bytes' : 'other bytes'}, left ${left.join(' ')}\n`,
      );
    }
    rmSync(path, { force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  `${count} times ${what}, ${counts.killed} kills, ${counts.withJournal} of them left a journal, ${counts.wrong} wrong\n`,
);
process.exitCode = counts.wrong === 0 ? 0 : 1;
