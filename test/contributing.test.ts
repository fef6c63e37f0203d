/** CONTRIBUTING is true: its rooms are those of the engine, and adding a thing takes as many source files as it says. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = join(ROOT, 'packages/engine/src');
const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** Rows of the table whose head begins with `first`, cell by cell. */
function tableOf(first: string): string[][] {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${first}`)) + 2;
  const rows = lines.slice(from);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
const namesIn = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('the table of rooms has every room of the engine, and the arrows that layers.test.ts checks', () => {
  const layers = readFileSync(join(ROOT, 'packages/engine/test/layers.test.ts'), 'utf8');
  const [, listed] = /SEES[^=]*= \{\n([\s\S]*?)\n\};/.exec(layers)!;
  const arrows = Object.fromEntries(
    [...listed.matchAll(/(\w+): \[(.*?)\]/g)].map(([, room, seen]) => [room, seen.match(/\w+/g) ?? []]),
  );
  const rows = tableOf('room of `packages/engine/src`');
  expect(Object.fromEntries(rows.map(([room, , seen]) => [namesIn(room)[0], namesIn(seen)]))).toEqual(arrows);
  expect(rows.map(([room]) => namesIn(room)[0]).sort()).toEqual(
    folders(SOURCES)
      .filter((room) => room !== 'entries')
      .sort(),
  );
});

test.each(['solvers', 'dynamics'])('the table of rooms of %s has every folder of it', (room) => {
  const named = tableOf(`room of \`${room}\``).flatMap(([rooms]) => namesIn(rooms));
  expect(named.sort()).toEqual(folders(join(SOURCES, room)).sort());
});

test('the table of rooms of the laboratory has every one of its folders', () => {
  const named = tableOf('room of `packages/lab/src`').flatMap(([rooms]) => namesIn(rooms));
  expect(named.sort()).toEqual(folders(join(ROOT, 'packages/lab/src')).sort());
});

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'packages/*.ts', 'packages/*.tsx'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /^packages\/\w+\/src\//.test(file) && !file.endsWith('.test.ts') && existsSync(join(ROOT, file)));

/** An example of each thing that can be counted: what stands in every source file that it needs, and in no other. */
const EXAMPLES: Record<string, RegExp> = {
  solver: /\bspg-bb\b/,
  measure: /\bfischerBurmeisterOf\b/,
  'friction set': /'polygon'|\{ sidesOf \}|class Sides\b/,
  joint: /'universal'|universal\.ts/,
  shape: /\bCylinder\b|\bcylinder\.ts'/,
  scene: /\bdominoes\b/,
  command: /\baddDoctor\b/,
  'studio panel': /^\s*why: |\bWhyPanel\b|\bclass Reasons\b/m,
  experiment: /\borderingExperiment\b|\bORDERING_PRINTED\b|\bA13\b/,
};

for (const [thing, word] of Object.entries(EXAMPLES))
  test(`a ${thing} takes as many source files as CONTRIBUTING says`, () => {
    const [, said] = tableOf('thing').find(([name]) => name === thing)!;
    // problems of `verify`, scenes and the collection use joints and scenes as any program does
    const uses =
      thing === 'joint' || thing === 'shape'
        ? /^packages\/(lab\/src\/verify\/problems|engine\/src\/scenes)\//
        : /^packages\/lab\/src\/(verify\/problems|collection)\//;
    const counted = sources.filter((file) => !uses.test(file));
    const naming = counted.filter((file) => word.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(naming, naming.join(', ')).toHaveLength(Number(said));
  });
