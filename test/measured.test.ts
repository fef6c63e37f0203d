/** The pages of docs/measured are written by a script from bench/results, and committed as it writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = new URL('../docs/measured/', import.meta.url);
const script = new URL('../scripts/measured.mjs', import.meta.url).href; // not a literal: it has no types
const { measuredPages, accuracyGuide, siconosGuide } = (await import(script)) as {
  measuredPages: () => Record<string, string>;
  accuracyGuide: () => string;
  siconosGuide: () => string;
};
const written = measuredPages();

test('the committed pages are what `npm run measured` writes from the committed results', () => {
  expect(Object.keys(written).length).toBeGreaterThan(10);
  for (const [file, text] of Object.entries(written))
    expect(readFileSync(new URL(file, folder), 'utf8'), `${file}: run npm run measured`).toBe(text);
});

test('the table of the guide to accuracy is what `npm run measured` writes', () => {
  const guide = readFileSync(new URL('../guide/accuracy.md', folder), 'utf8');
  expect(guide, 'docs/guide/accuracy.md: run npm run measured').toBe(accuracyGuide());
  expect(guide).toContain('| scene | fixed steps |');
});

test('the table of the guide to Siconos is what `npm run measured` writes', () => {
  const guide = readFileSync(new URL('../guide/siconos.md', folder), 'utf8');
  expect(guide, 'docs/guide/siconos.md: run npm run measured').toBe(siconosGuide());
  expect(guide).toContain('| solver | solved |');
});

test('the folder holds no page that the script does not write', () => {
  expect(readdirSync(fileURLToPath(folder)).sort()).toEqual(Object.keys(written).sort());
});

test('every page names its machine, its command and its file', () => {
  for (const [file, text] of Object.entries(written)) {
    if (file === 'README.md') continue;
    const name = file.replace('.md', '');
    expect(text).toMatch(/^Machine: .+ cores, Node v\d+/m);
    expect(text).toContain(`npm run bench -- ${name}`);
    expect(text).toContain(`bench/results/${name}.json`);
    expect(text, file).not.toMatch(/undefined|NaN|\[object/);
  }
});
