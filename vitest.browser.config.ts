import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

// The engine's own unit tests once more, in Chromium: the same code, the same answers, the same bits.
const executablePath = process.env.CHROMIUM;
if (!executablePath) throw new Error('CHROMIUM must name a Chromium executable; `npm run browser` finds one.');

export default defineConfig({
  resolve: { conditions: ['@signorini/source'] },
  optimizeDeps: { include: ['fast-check'] },
  test: {
    include: [
      'packages/{engine,studio}/src/**/*.test.ts',
      'packages/engine/test/{conformance,determinism,determinism-accuracy,determinism-contacts,determinism-scenes}.test.ts',
    ],
    // two read files, and one compares times of its own: Node's part runs them; the page itself is tried by the studio's stories
    exclude: ['packages/studio/src/worker/{answers,history,moment}.test.ts'],
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
      instances: [{ browser: 'chromium' }],
    },
  },
});
