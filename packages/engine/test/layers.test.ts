import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));

/** What each room of the engine may import; a room always sees itself. */
const SEES: Record<string, string[]> = {
  checks: ['linalg'],
  linalg: [],
  kernels: ['checks', 'linalg'],
  problem: ['checks', 'linalg', 'kernels'],
  threads: ['checks', 'linalg', 'kernels', 'problem'],
  measures: ['checks', 'linalg', 'problem'],
  solvers: ['checks', 'linalg', 'kernels', 'problem', 'threads', 'measures'],
  collision: ['checks', 'linalg'],
  contact: ['checks', 'linalg', 'problem', 'collision'],
  dynamics: ['checks', 'linalg', 'problem', 'measures', 'collision', 'contact'],
  scenes: ['checks', 'linalg', 'problem', 'measures', 'collision', 'contact', 'dynamics'],
};
/** Entries of the engine that other packages may import; `/worker` is run, not imported. */
const ENGINE = ['', '/scenes', '/solvers', '/problem', '/measures', '/collision', '/checks', '/testing'].map(
  (entry) => `@signorini/engine${entry}`,
);
/** Entry points that each package may import from the others. */
const ENTRIES: Record<string, string[]> = {
  engine: [],
  lab: ENGINE,
  cli: [...ENGINE, '@signorini/lab', '@signorini/lab/run', '@signorini/lab/node'],
  studio: [...ENGINE, '@signorini/lab', '@signorini/lab/files'],
};

function sources(folder: string): string[] {
  return readdirSync(join(PACKAGES, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}

function imports(file: string): string[] {
  const text = readFileSync(join(PACKAGES, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]);
}

test('arrows inside the engine point one way', () => {
  const files = sources('engine/src');
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const room = relative('engine/src', file).split(sep)[0];
    if (room.endsWith('.ts') || room === 'entries') continue; // plain lists of what is public, and simulate.ts
    for (const target of imports(file)) {
      expect(target, `${file}: the engine has no run-time dependencies`).toMatch(/^\./);
      const targetRoom = relative('engine/src', normalize(join(dirname(file), target))).split(sep)[0];
      expect([room, ...SEES[room]], `${file} imports ${target}`).toContain(targetRoom);
    }
  }
});

test('only registry/all.ts lists solvers, and dynamics and measures know none of them', () => {
  for (const file of sources('engine/src')) {
    const named = imports(file).filter((target) => /solvers\/(?!registry|solve)/.test(target));
    if (!file.endsWith('worker.ts')) expect(named, file).toEqual([]); // workers run auto alone
  }
});

/** The files that importing `file` loads. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const target of imports(file)) loadedBy(normalize(join(dirname(file), target)), loaded);
  return loaded;
}

test('a world loads the default solver and no other, and built-in names cost nothing on top', () => {
  const solvers = (file: string) => [...loadedBy(file)].filter((path) => /src\/solvers\//.test(path)).sort();
  const auto = 'engine/src/solvers/auto.ts';
  const extra = ['registry/built-in.ts', 'solve.ts', 'solve/request.ts'].map((file) => `engine/src/solvers/${file}`);
  expect(solvers('engine/src/simulate.ts')).toEqual([...solvers(auto), ...extra].sort());
});

test('arrows across packages go through entry points only', () => {
  for (const [name, allowed] of Object.entries(ENTRIES))
    for (const file of sources(`${name}/src`))
      for (const target of imports(file)) {
        if (target.startsWith('@signorini/')) expect(allowed, `${file} imports ${target}`).toContain(target);
        if (target.startsWith('.'))
          expect(normalize(join(dirname(file), target)).split(sep)[0], `${file} imports ${target}`).toBe(name);
      }
});

/** Packages that only one folder of the studio may import: the page holds no engine, and draws in two places. */
const STUDIO_FOLDERS: readonly (readonly [package_: RegExp, folder: RegExp])[] = [
  [/^@signorini\//, /^studio\/src\/(worker\/|engine-types\.ts)/], // engine-types.ts has types alone
  [/^three(\/|$)/, /^studio\/src\/view\//],
  [/^uplot(\/|$)/, /^studio\/src\/plots\//],
  [/^mediabunny(\/|$)/, /^studio\/src\/files\//],
  [/^preact(\/|$)/, /^studio\/src\/(panels\/|plots\/|session\/store\.ts|mount\.tsx)/],
];

test('in the studio the worker alone has the engine, the view alone three, the plots alone uplot', () => {
  const files = sources('studio/src').map((file) => file.split(sep).join('/'));
  expect(files.length).toBeGreaterThan(30);
  for (const file of files)
    for (const target of imports(file))
      for (const [name, folder] of STUDIO_FOLDERS)
        if (name.test(target)) expect(file, `${file} imports ${target}`).toMatch(folder);
  const types = readFileSync(join(PACKAGES, 'studio/src/engine-types.ts'), 'utf8');
  expect(types.match(/^export(?! type)/m)).toBeNull();
  for (const file of files.filter((one) => !one.startsWith('studio/src/worker/'))) {
    const text = readFileSync(join(PACKAGES, file), 'utf8');
    expect(text, `${file}: code of the worker in the page`).not.toMatch(
      /^import (?!type)[^;]*\/worker\/(?!.*(URL|\?worker))/m,
    );
  }
});

test('the engine uses no function whose last bits differ between platforms, no clock and no chance', () => {
  const forbidden =
    /Math\.(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|expm1|log\w*|pow|cbrt|hypot|random)\b|\*\*|\bDate\b|\bperformance\b/;
  for (const file of sources('engine/src')) {
    const code = readFileSync(join(PACKAGES, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    expect(forbidden.exec(code)?.[0], file).toBeUndefined();
  }
});

/** The text of the comment at the top of a file, on one line; empty if there is none. */
function headOf(file: string): string {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(PACKAGES, file), 'utf8'))?.[1] ?? '';
  return comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
}

test('every file of every package says in its first lines what it is: a sentence of its own', () => {
  const heads = new Map<string, string>();
  for (const name of Object.keys(ENTRIES))
    for (const file of sources(`${name}/src`)) {
      const head = headOf(file);
      expect(head, `${file}: expected a sentence, found "${head}"`).toMatch(/^(\S+ ){3,}.*\S[.:)]( |$)/);
      expect(heads.get(head), `${file}: the same head`).toBeUndefined();
      heads.set(head, file);
    }
});
