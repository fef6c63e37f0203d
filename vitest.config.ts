/**
 * Four projects. `unit`: what a change of a file may break, in seconds. `long`: experiments, fuzz and whole runs. `built`:
 * what needs the build, a page, a server or another process. `chromium`: what may differ between engines of JavaScript,
 * once more in Chromium; the hashes of whole runs prove the rest.
 */
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from './test/support/browser.ts';

const BUILT = [
  'test/{bundle,example-solvers,pack,page,report-page,site-build,snippets,studio*,three,transcripts}.test.ts',
  'packages/cli/test/{processes,*-processes,queue*,scoreboard,own-solver,sweep-outside}.test.ts',
  'packages/engine/test/snapshots.test.ts',
];
const LONG = [
  'test/{fuzz-*,hull-models,reproduction,scene-pictures,scoreboard}.test.ts',
  'packages/lab/src/{experiments,verify}/**/*.test.ts',
  'packages/lab/test/{collection,fclib-*,known-answers,own-solver,reproduce,solver-units}.test.ts',
  'packages/engine/test/{determinism*,extreme-scenes,fuzz/*,misuse,status,threads,used-instances,*allocation}.test.ts',
  'packages/engine/src/scenes/**/*.test.ts',
  'packages/engine/src/dynamics/world/{world-state,save-and-load*}.test.ts',
  'packages/studio/src/{worker,moment}/**/{answers,history,moment,studio}.test.ts',
  'packages/studio/test/*.test.ts',
  'packages/cli/test/{record,dataset,scenes,cli,sweep,bad-paths}.test.ts',
];

/** Files of a project share their modules, which saves more than half of the time: no test may leave a mock behind. */
const shared = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include, exclude: ['**/node_modules/**', ...exclude], isolate: false },
});

const built = {
  extends: true as const,
  test: { name: 'built', include: BUILT, globalSetup: 'test/support/built-studio.ts' },
};

const chromiumIn = (executablePath: string) => ({
  extends: true as const,
  optimizeDeps: { include: ['fast-check'] },
  test: {
    name: 'chromium',
    include: [
      'packages/engine/test/{conformance,determinism,determinism-accuracy,determinism-contacts,determinism-scenes}.test.ts',
      'packages/engine/src/{kernels,threads,linalg}/**/*.test.ts',
      'packages/studio/src/worker/studio.test.ts',
    ],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath,
          args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
        },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
});

if (!chromiumPath) process.stdout.write('tests in Chromium: skipped, there is none in CHROMIUM or on the PATH\n');

// Sources are imported directly (the private export condition), so the tests run with every dist/ absent.
export default defineConfig({
  resolve: { conditions: ['@signorini/source'] },
  ssr: { resolve: { conditions: ['@signorini/source'] } },
  test: {
    maxWorkers: '100%', // vitest leaves one core out, which is half of two
    // ends what hangs, and judges no machine: a busy one takes many times as long, and tests have no limits of their own below this
    testTimeout: 600_000, // ms
    hookTimeout: 600_000,
    projects: [
      shared('unit', ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'], [...BUILT, ...LONG]),
      shared('long', LONG),
      built,
      ...(chromiumPath ? [chromiumIn(chromiumPath)] : []),
    ],
  },
});
