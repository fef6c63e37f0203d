/** Contents of a page: bundled from the sources, so that no build is needed.   bench/results/bundle.json has the sizes */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';

interface Bench {
  readonly PAGES: Readonly<Record<string, string>>;
  bundle(program: string, conditions: string[]): Promise<{ code: string; modules: Map<string, number> }>;
  solversIn(modules: Map<string, number>): string[];
}
const script = '../bench/bundle.mjs'; // not a literal: it has no types
const { PAGES, bundle, solversIn }: Bench = await import(script);

const { code, modules } = await bundle(PAGES.page, ['@signorini/source']);
const inside = solversIn(modules);

test('a page with createWorld, box and plane carries the default solver and its methods, and no other solver', () => {
  expect(inside).toContain('auto');
  for (const name of ['enumeration', 'lemke', 'dantzig', 'amg', 'ipm', 'bpp-dense', 'spook', 'pgs-sm', 'newton-fb'])
    expect(inside).not.toContain(name);
  expect(inside.length).toBeLessThanOrEqual(9);
});

test('nor does it carry the parts of other solvers, the list of all of them, scenes and scene files', () => {
  const files = [...modules.keys()].filter((id) => id.includes('/engine/src/'));
  expect(files.length).toBeGreaterThan(100);
  const strangers = /\/solvers\/(multigrid\/|registry\.ts|registry\/all)|\/scenes\/(catalogue|brick-wall|winch)/;
  expect(files.filter((id) => strangers.test(id))).toEqual([]);
});

test('the committed sizes are of this page: the same solvers, and a size within a tenth', () => {
  const path = fileURLToPath(new URL('../bench/results/bundle.json', import.meta.url));
  const { page, 'every solver': all } = JSON.parse(readFileSync(path, 'utf8')).pages;
  expect(page.solvers).toEqual(inside);
  expect(Math.abs(code.length / 1000 / page.kB - 1)).toBeLessThan(0.1);
  expect(all.solvers.length).toBe(solvers.length);
  expect(page.kB).toBeLessThan(all.kB);
});
