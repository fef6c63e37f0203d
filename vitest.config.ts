import { defineConfig } from 'vitest/config';

// Sources are imported directly (the private export condition), so the tests run with every dist/ absent.
export default defineConfig({
  resolve: { conditions: ['@signorini/source'] },
  ssr: { resolve: { conditions: ['@signorini/source'] } },
  // nothing here needs half a minute; a busy machine may
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30000,
    hookTimeout: 30000,
  },
});
