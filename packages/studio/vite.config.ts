import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { catalogueOf } from './src/worker/catalogue.ts';

/** Scenes and solvers as data: a list of them must not load them. */
const catalogue = (): Plugin => ({
  name: 'catalogue',
  resolveId: (id) => (id === 'virtual:catalogue' ? '\0catalogue' : undefined),
  load: (id) => (id === '\0catalogue' ? `export default ${JSON.stringify(catalogueOf())}` : undefined),
});

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['@signorini/source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [catalogue()],
  worker: { format: 'es' },
  build: {
    ...{ outDir: 'dist/page', emptyOutDir: true, target: 'es2023' },
    ...{ assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 }, // no data: addresses, which the page's policy would refuse
  },
});
