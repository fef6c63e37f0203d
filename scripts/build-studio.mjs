// Builds the studio's page into packages/studio/dist/page.
import { build } from 'vite';

await build({ configFile: 'packages/studio/vite.config.ts', logLevel: 'warn' });
