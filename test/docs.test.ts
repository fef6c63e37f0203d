/** Links between documents lead somewhere, labels that the code cites exist, and the README tells the truth. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@signorini/engine';
import { scenes } from '@signorini/engine/scenes';
import { solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const pages = tracked.filter((file) => file.endsWith('.md'));
const code = tracked.filter((file) => /\.(ts|mjs|js)$/.test(file));

/** GitHub's name for a heading. */
const anchors = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Pages that a page links to, by their paths from the root. */
const linksOf = (page: string) =>
  [...read(page).matchAll(/\]\(([^)\s#]+\.md)[^)]*\)/g)]
    .filter(([, target]) => !/^https?:/.test(target))
    .map(([, target]) => join(dirname(page), target));

test('every link of every page leads to a file, and to a heading where it names one', () => {
  expect(pages.length).toBeGreaterThan(8);
  for (const page of pages)
    for (const [, target] of read(page)
      .replace(/```[\s\S]*?```/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path, anchor] = target.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      expect(existsSync(join(ROOT, file)), `${page} links to ${target}`).toBe(true);
      if (anchor) expect(anchors(file), `${page} links to ${target}`).toContain(anchor);
    }
});

test('every page of docs can be reached from docs/README.md, and README leads there', () => {
  expect(linksOf('README.md')).toContain('docs/README.md');
  const reached = new Set(['docs/README.md']);
  for (const page of reached) for (const target of linksOf(page)) if (target.startsWith('docs/')) reached.add(target);
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

test('every page and label that the code cites exists', () => {
  let labels = 0;
  for (const file of code) {
    for (const [, page, anchor, rest] of read(file).matchAll(
      /((?:docs\/|CONTRIBUTING)[\w/-]*\.md)(?:#([\w-]+))?(.*?)(?=docs\/|$)/gm,
    )) {
      expect(existsSync(join(ROOT, page)), `${file} cites ${page}`).toBe(true);
      if (anchor) expect(anchors(page), `${file} cites ${page}#${anchor}`).toContain(anchor);
      for (const [label] of rest.matchAll(/\([A-Z]+\d+\)/g)) {
        labels++;
        expect(read(page), `${file} cites ${label} of ${page}`).toContain(label);
      }
    }
  }
  expect(labels).toBeGreaterThan(10);
});

test('every solver has its theory page', () => {
  for (const { name, reference } of solvers) {
    expect(existsSync(join(ROOT, reference)), `${name}: ${reference}`).toBe(true);
    expect(read(reference), reference).toContain(name === 'pgs' ? 'pgs' : `\`${name}\``);
  }
});

test('every label that the notation names is defined on a theory page', () => {
  const theory = pages.filter((name) => name.startsWith('docs/theory/')).map(read);
  for (const [label] of read('docs/notation.md').matchAll(/\([A-Z]+\d+\)/g))
    expect(
      theory.some((page) => page.includes(`${label}\n`)),
      label,
    ).toBe(true);
});

test('a label is defined once in its page', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/theory/'))) {
    const defined = [...read(page).matchAll(/^ {4}.*\s(\([A-Z]+\d+\))$/gm)].map(([, label]) => label);
    expect(new Set(defined).size, page).toBe(defined.length);
    expect(defined.length, page).toBeGreaterThan(2);
  }
});

test('the README shows the two commands, and the test command is the one that CI runs', () => {
  const readme = read('README.md');
  expect(readme).toContain('npm ci && npm test');
  expect(read('.ci/run').trimEnd().endsWith('npm ci && npm test')).toBe(true);
  const [, scene] = /npm ci && npx signorini recommend ([\w-]+) +#/.exec(readme)!;
  expect(scenes.map(({ name }) => name)).toContain(scene);
});

test('every path of the repository that a page names in code marks exists', () => {
  let named = 0;
  for (const page of pages)
    for (const [, path] of read(page).matchAll(/`((?:packages|scripts|bench|examples|docs|test)\/[\w./-]+)`/g)) {
      if (/(^|\/)x\.|CHANGELOG/.test(path) || page === 'CHANGELOG.md') continue; // x: a name that the reader chooses
      named++;
      expect(existsSync(join(ROOT, path)), `${page} names ${path}`).toBe(true);
    }
  expect(named).toBeGreaterThan(20);
});

test('a table of a guide lists nothing twice', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/guide/')))
    for (const [table] of read(page).matchAll(/(?:^\|.*\|\n)+/gm)) {
      if (table.includes('**`')) continue; // kinds and their fields: kinds share names of fields
      const first = table.split('\n').flatMap((row) => /^\| (`[^|]*`) \|/.exec(row)?.[1] ?? []);
      expect(first, page).toEqual([...new Set(first)]);
    }
});

test('prose has lines of at most 120 characters', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/') || !name.includes('/')))
    for (const [number, line] of read(page)
      .replace(/^```[\s\S]*?^```$/gm, (code) => code.replace(/[^\n]+/g, ''))
      .split('\n')
      .entries())
      if (!/^(\||!\[| {4})/.test(line))
        // tables, pictures and formulas
        expect([...line].length, `${page}:${number + 1}`).toBeLessThanOrEqual(120);
});

test('exact versions are pinned everywhere, and the packages share one version', () => {
  const manifests = tracked.filter((file) => file.endsWith('package.json')).map((file) => JSON.parse(read(file)));
  expect(manifests.length).toBe(5);
  for (const { version, dependencies = {}, devDependencies = {} } of manifests) {
    expect(version).toBe(manifests[0].version);
    for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(wanted, name).toMatch(/^\d+\.\d+\.\d+(-dev\.\d+\.\d+)?$/); // gltf-validator has no other versions
  }
  expect(VERSION).toBe(manifests[0].version);
  expect(read('.npmrc')).toContain('engine-strict=true');
});

test('pages that count the solvers have the number of the registry', () => {
  const counting = pages.filter((page) => /^(README|docs\/(README|start\/.*|guide\/recommend))\.md$/.test(page));
  const said = counting.flatMap((page) => {
    const prose = read(page).replace(/```[\s\S]*?```/g, '');
    return [...prose.matchAll(/\b(\d+) (?:solvers|others)\b|\ball (\d+):/g)].map(
      ([, count, all]) => `${page}: ${count ?? all}`,
    );
  });
  expect(said.length).toBeGreaterThan(4);
  expect(said).toEqual(said.map((line) => line.replace(/\d+$/, String(solvers.length))));
});
