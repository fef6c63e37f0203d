/**
 * `npm run site` in short: its pages are built into a temporary folder, and the API reference is checked and not written. `npm run
 * site:check` walks through the whole in Chromium.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const built = existsSync(join(ROOT, 'packages/studio/dist/page/index.html'));
if (!built) process.stderr.write('the pages of the site: skipped, no dist/ of the studio\n');
const folder = mkdtempSync(join(tmpdir(), 'signorini-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what it prints, complaints included if it fails */
function node(...words: string[]): string {
  try {
    return execFileSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `failed: ${stdout}${stderr}`;
  }
}

test('the reference documents every type that public names use, and typedoc.json excepts no other', () => {
  expect(node('node_modules/typedoc/bin/typedoc', '--emit', 'none')).toBe('');
}, 0);

test.skipIf(!built)(
  'the pages of the site can be built, no link of them is dead, and no stray file of the checkout is among them',
  async () => {
    expect(node('site/build.mjs', folder, '--no-api')).toMatch(/: \d+ pages, \d+ links, 0 of them dead\n$/);
    const { addressOf, pages } = await import(/* @vite-ignore */ join(ROOT, 'site/pages.mjs'));
    const known = ['404.html', ...Object.values(pages).map((page) => addressOf(page).slice(1) || 'index.html')];
    for (const file of readdirSync(folder)) if (file.endsWith('.html')) expect(known).toContain(file);
    expect(existsSync(join(folder, 'THIRD-PARTY-LICENSES.txt'))).toBe(true);
  },
  0,
);
