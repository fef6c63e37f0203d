import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { leanerThree } from './leaner-three.ts';
import { packedKernels } from './packed-kernels.ts';
import { catalogueOf, outlineOf } from './src/worker/catalogue.ts';
import { thirdParty } from './third-party.ts';
import { twinsOnDemand } from './twins-on-demand.ts';

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

const COMMON = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  resolve: { conditions: ['@signorini/source'] },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [catalogue(), leanerThree(), twinsOnDemand(false), thirdParty(true)],
} satisfies UserConfig;

const PAGE = {
  ...COMMON,
  worker: { format: 'es', plugins: () => [twinsOnDemand(true), packedKernels(), thirdParty(false)] },
  build: {
    modulePreload: false, // every browser that the page runs in loads modules by itself
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000, // no data: addresses, which the page's policy would refuse
  },
} satisfies UserConfig;

/** Everything in one script and one style, returned and not written: `scripts/build-studio.mjs` makes the capsule of them. */
const CAPSULE = {
  ...COMMON,
  worker: { format: 'iife', plugins: () => [catalogue(), twinsOnDemand(false), thirdParty(false)] },
  build: {
    write: false,
    target: 'es2023',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/capsule.tsx', import.meta.url)),
      output: { format: 'iife', codeSplitting: false },
    },
  },
} satisfies UserConfig;

export default defineConfig(({ mode }) => (mode === 'capsule' ? CAPSULE : PAGE));
