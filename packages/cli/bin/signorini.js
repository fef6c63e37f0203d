#!/usr/bin/env node
// Committed, so that npm can link the command before the build; the program itself is dist/main.js.
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const changed = (path) => statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0; // 0: not in a checkout
const refused = !existsSync(at('../dist/main.js'))
  ? 'not built yet; run `npm run build` (or `npm ci`) in the checkout first'
  : changed('../../engine/tsconfig.tsbuildinfo') > changed('../../engine/dist/node/index.js')
    ? 'the engine was compiled after it was bundled; run `npm run bundle` in the checkout first'
    : undefined;
if (refused) {
  process.stderr.write(`signorini: ${refused}.\n`);
  process.exitCode = 2;
} else {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
