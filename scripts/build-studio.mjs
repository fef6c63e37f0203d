// Builds the studio's page into packages/studio/dist/page, for any static host, and beside the command, which serves it.
// With a folder as argument: there alone.
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const configFile = 'packages/studio/vite.config.ts';
const [folder] = process.argv.slice(2);
if (folder) await build({ configFile, logLevel: 'error', build: { outDir: folder } });
else {
  await build({ configFile, logLevel: 'warn' });
  rmSync('packages/cli/dist/studio', { recursive: true, force: true });
  cpSync('packages/studio/dist/page', 'packages/cli/dist/studio', { recursive: true });
}
