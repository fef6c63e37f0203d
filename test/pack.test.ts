/** The engine as npm packs it: it installs in an empty project, runs there, and in a page by one script tag. */
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ENGINE = fileURLToPath(new URL('../packages/engine/', import.meta.url));
const built = existsSync(join(ENGINE, 'dist', 'index.js'));
if (!built) process.stderr.write('the packed engine: skipped, no dist/\n');

const PROGRAM = `
const world = createWorld();
world.addBody({ name: 'ground', motion: 'static', shape: plane() });
world.addBody({ name: 'crate', shape: box(0.25, 0.25, 0.25), position: [0, 0, 0.5] });
for (let k = 0; k < 60; k++) world.step();
`;

describe.skipIf(!built)('the packed engine', () => {
  let folder = '';
  let hash = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'signorini-pack-'));
    const npm = (...words: string[]) => execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const [{ filename }] = JSON.parse(npm('pack', ENGINE, '--json', '--ignore-scripts'));
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, 'project', 'package.json'), '{ "name": "empty", "private": true, "type": "module" }');
    npm('install', join(folder, filename), '--prefix', join(folder, 'project'), '--offline', '--no-audit', '--no-fund');
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has no dependencies, carries its types, and runs in an empty project', () => {
    const project = join(folder, 'project');
    const installed = join(project, 'node_modules', '@signorini', 'engine');
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(existsSync(join(installed, manifest.exports['.'].types))).toBe(true);
    writeFileSync(
      join(project, 'run.js'),
      `import { box, createWorld, plane } from '@signorini/engine';\n${PROGRAM}\nprocess.stdout.write(world.hash());`,
    );
    hash = execFileSync(process.execPath, ['run.js'], { cwd: project, encoding: 'utf8' });
    expect(hash).toMatch(/^[0-9a-f]{8}$/);
  });

  const executablePath = process.env.CHROMIUM ?? onPath('chromium');
  test.skipIf(!executablePath)('runs in a page by one script tag, and ends in the same bits', async () => {
    const installed = join(folder, 'project', 'node_modules', '@signorini', 'engine', 'dist');
    const page = `<!doctype html><title>t</title><script type="module">
      import { box, createWorld, plane } from '/engine/index.js';${PROGRAM} window.result = world.hash();</script>`;
    const server = createServer((request, response) => {
      const path = normalize(request.url ?? '/');
      const script = path.startsWith('/engine/') && path.endsWith('.js');
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      response.end(script ? readFileSync(join(installed, path.slice('/engine/'.length))) : page);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] });
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await tab.waitForFunction('window.result !== undefined');
      expect(await tab.evaluate('window.result')).toBe(hash);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

function onPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return undefined;
}
