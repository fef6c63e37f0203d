#!/usr/bin/env node
// Committed, so that npm can link the command before the build; the program itself is dist/main.js.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(fileURLToPath(program))) {
  process.stderr.write('signorini: not built yet; run `npm run build` (or `npm ci`) in the checkout first.\n');
  process.exitCode = 2;
} else {
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv.slice(2));
}
