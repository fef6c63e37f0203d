// Builds the studio's page into packages/studio/dist/page, for any static host, and beside the command, which serves it.
import { cpSync, rmSync } from 'node:fs';
import { build } from 'vite';

await build({ configFile: 'packages/studio/vite.config.ts', logLevel: 'warn' });
rmSync('packages/cli/dist/studio', { recursive: true, force: true });
cpSync('packages/studio/dist/page', 'packages/cli/dist/studio', { recursive: true });
