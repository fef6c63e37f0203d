import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { catalogueOf, outlineOf } from './src/worker/catalogue.ts';

const MODULES = {
  'virtual:catalogue': catalogueOf,
  'virtual:catalogue-outline': () => outlineOf(catalogueOf()),
} as const;

/** Scenes and solvers as data, in outline and in full: a list of them must not load them. */
const catalogue = (): Plugin => ({
  name: 'catalogue',
  resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
  load: (id) => {
    const make = MODULES[id.slice(1) as keyof typeof MODULES];
    return id.startsWith('\0virtual:') && make ? `export default ${JSON.stringify(make())}` : undefined;
  },
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
