// Writes packages/engine/dist/node: the modules that tsc made, in few files. Node reads these in a third of the time; pages
// get the modules, which their bundler divides better.   docs/decisions/050-engine-in-few-files.md
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const DIST = fileURLToPath(new URL('../packages/engine/dist/', import.meta.url));
const ENTRIES = ['checks', 'collision', 'measures', 'problem', 'scenes', 'solvers', 'testing'];
const names = ['index', 'worker', ...ENTRIES.map((name) => `entries/${name}`)];

await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: `${DIST}node`,
    minify: false, // names and lines of stack traces
    rolldownOptions: {
      input: Object.fromEntries(names.map((name) => [name, `${DIST}${name}.js`])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
    },
  },
});
