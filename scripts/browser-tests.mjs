// Runs the browser tests with the Chromium named by CHROMIUM or found on the PATH; without one, says so and passes.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const executable = process.env.CHROMIUM ?? onPath(['chromium', 'chromium-browser', 'google-chrome']);
if (!executable) {
  process.stdout.write('browser tests: skipped, no Chromium in CHROMIUM or on the PATH\n');
} else {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.browser.config.ts'], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: executable },
  });
  process.exitCode = run.status ?? 1;
}

function onPath(names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const candidate = join(folder, name);
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {}
    }
  }
  return undefined;
}
