import { defineConfig } from 'vitest/config';

// Sources are imported directly (the private export condition), so the tests run with every dist/ absent.
export default defineConfig({
  resolve: { conditions: ['@signorini/source'] },
  ssr: { resolve: { conditions: ['@signorini/source'] } },
  // nothing here needs a minute; a busy machine may
  test: {
    maxWorkers: '100%', // vitest leaves one core out, which is half of two
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60000,
    hookTimeout: 60000,
  },
});
