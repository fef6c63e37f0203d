import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['@signorini/source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    ...{ outDir: 'dist/page', emptyOutDir: true, target: 'es2023' },
    ...{ assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 }, // no data: addresses, which the page's policy would refuse
  },
});
