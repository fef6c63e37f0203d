/** Builds the studio's page from the sources, once for all tests that open it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { chromiumPath } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the page; empty without a Chromium to open it in. */
    studio: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'));
  const script = fileURLToPath(new URL('../../scripts/build-studio.mjs', import.meta.url));
  if (chromiumPath) await promisify(execFile)(process.execPath, [script, folder]);
  provide('studio', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
