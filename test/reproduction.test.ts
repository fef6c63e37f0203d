/** docs/reproduction.md is written by a script from docs/reproduction, and committed as it writes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@signorini/engine';
import { CLAIMS, experiments } from '@signorini/lab';
import { readEntries } from '@signorini/lab/node';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../docs/reproduction/', import.meta.url));
const script = new URL('../scripts/reproduction.mjs', import.meta.url).href; // not a literal: it has no types
const { reproductionPage, findingsPage } = (await import(script)) as Record<
  'reproductionPage' | 'findingsPage',
  () => string
>;
const entries = (await readEntries(folder))!;

test.each([
  ['reproduction', reproductionPage],
  ['findings', findingsPage],
])('docs/%s.md is what `npm run reproduction` writes from the committed results', (name, write) => {
  const page = readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');
  expect(page, `docs/${name}.md: run npm run reproduction`).toBe(write());
  expect(page).not.toMatch(/undefined|NaN|\[object/);
});

test('the results are whole: every experiment of this version in full, every file, nothing else', () => {
  expect(entries.map(({ id }) => id)).toEqual(experiments.map(({ id }) => id).sort());
  for (const { id, engine, quick, title, source } of entries) {
    expect([id, engine, quick]).toEqual([id, VERSION, false]);
    expect(experiments.find((one) => one.id === id)).toMatchObject({ title, source });
  }
  const named = entries.flatMap(({ files }) => files);
  expect(readdirSync(folder).sort()).toEqual([...named, 'index.json'].sort());
});

test('every claim of the papers has a verdict from an experiment that declares it', () => {
  const decided = entries.flatMap(({ id, claims }) => claims.map((claim) => [id, claim.id] as const));
  expect([...new Set(decided.map(([, claim]) => claim))].sort()).toEqual(Object.keys(CLAIMS).sort());
  for (const [id, claim] of decided) expect(experiments.find((one) => one.id === id)!.claims).toContain(claim);
  for (const { id, claims } of experiments)
    expect(new Set(entries.find((entry) => entry.id === id)!.claims.map((claim) => claim.id))).toEqual(new Set(claims));
});

test('every picture is there for print and for pages', () => {
  for (const { pictures } of entries)
    for (const { svg } of pictures)
      for (const file of [svg, svg.replace('.svg', '.png')]) expect(existsSync(`${folder}${file}`), file).toBe(true);
});
