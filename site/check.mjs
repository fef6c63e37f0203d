// npm run site:check [-- FOLDER]: walks through the built site in Chromium, as a reader does, under a path that nobody chose when it
// was built. With JavaScript and without; nothing may be asked for elsewhere, nothing may be missing.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { ROOT } from './pages.mjs';
import { serve } from './serve.mjs';
import { walk } from './walk.mjs';

const folder = process.argv[2] ?? join(ROOT, 'site/dist');
if (!existsSync(join(folder, 'index.html')))
  throw new Error(`${folder}: expected a built site, found none: npm run site`);
const executablePath =
  process.env.CHROMIUM ??
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'chromium'))
    .find(isProgram);
if (!executablePath) throw new Error('site: expected Chromium on the PATH or in CHROMIUM, found none');

const { server, address } = await serve(folder, '/a/b/');
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const faults = await walk(browser, address);
await browser.close();
server.close();
for (const sentence of faults) process.stderr.write(`${sentence}\n`);
process.stdout.write(`${address}: ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
