import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));

/** Rooms that each room of the engine may import; a room always sees itself. */
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
/** Rooms of dynamics: each sees those before it. */
const DYNAMICS = ['bodies', 'joints', 'forces', 'state', 'errors', 'integrators', 'step', 'accuracy', 'world'];
/** Rooms below the first level and those that they may import; rooms that are not in a table are free. */
const INNER: Record<string, Record<string, string[]>> = {
  'engine/src/dynamics': Object.fromEntries(DYNAMICS.map((room, k) => [room, DYNAMICS.slice(0, k)])),
  'engine/src/solvers': {
    solving: [],
    laws: [],
    'linear-systems': ['laws'],
    newton: ['laws', 'linear-systems', 'solving'],
    auto: ['laws', 'linear-systems', 'newton', 'solving'],
  },
};
/** Arrows that are still against the tables: a line that is no longer needed has to go. */
const ARROWS_TODAY = ['engine/src/solvers/linear-systems -> newton'];
/** Folders that still hold a cycle of more than `CYCLE` files, or more than `FOLDER` sources; the same rule. */
const CYCLES_TODAY: string[] = [];
const FOLDERS_TODAY = ['engine/src/solvers'];
/** Files that may import each other in a circle, types included, and sources in one folder, tests not counted. */
const CYCLE = 5;
const FOLDER = 25;
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

/** Files of the same package that a file imports. */
const targets = (file: string): string[] =>
  imports(file).flatMap((target) => (target.startsWith('.') ? normalize(join(dirname(file), target)) : []));

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

test('arrows between the rooms of dynamics, and of solvers, point one way too', () => {
  const against = new Set<string>();
  for (const [area, table] of Object.entries(INNER))
    for (const file of sources(area)) {
      const room = relative(area, file).split(sep)[0];
      if (area.endsWith('dynamics')) expect(DYNAMICS, file).toContain(room);
      for (const target of targets(file)) {
        const other = relative(area, target).split(sep)[0];
        if (table[room] && table[other] && other !== room && !table[room].includes(other))
          against.add(`${area}/${room} -> ${other}`);
      }
    }
  expect([...against].sort()).toEqual(ARROWS_TODAY);
});

/** Sets of files that import each other in a circle, types included (Tarjan's strongly connected components). */
function cyclesOf(files: readonly string[]): string[][] {
  const known = new Set(files);
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const low = (file: string) => lowest.get(file) as number;
  const visit = (file: string): void => {
    number.set(file, number.size);
    lowest.set(file, number.size - 1);
    open.push(file);
    for (const target of targets(file)) {
      if (!known.has(target)) continue;
      if (!number.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(low(file), low(target)));
    }
    if (low(file) === number.get(file)) cycles.push(open.splice(open.indexOf(file)));
  };
  for (const file of files) if (!number.has(file)) visit(file);
  return cycles;
}

/** The folder that holds all of some files. */
function folderOf(files: readonly string[]): string {
  let folder = dirname(files[0]);
  while (!files.every((file) => file.startsWith(folder + sep))) folder = dirname(folder);
  return folder;
}

test('no more than five files of a package import each other in a circle, types included', () => {
  const cycles = Object.keys(ENTRIES).flatMap((name) => cyclesOf(sources(`${name}/src`)));
  const large = cycles.filter(({ length }) => length > CYCLE).map(folderOf);
  expect(large.sort()).toEqual(CYCLES_TODAY);
});

test('no folder of a package has more than 25 sources', () => {
  const counts = new Map<string, number>();
  for (const name of Object.keys(ENTRIES))
    for (const file of sources(`${name}/src`)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > FOLDER).map(([folder]) => folder);
  expect(large.sort()).toEqual(FOLDERS_TODAY);
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
  const extra = ['registry/built-in.ts', 'solve.ts', 'solve/next-method.ts', 'solve/request.ts'].map(
    (file) => `engine/src/solvers/${file}`,
  );
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
  [/^@signorini\//, /^studio\/src\/(worker\/|moment\/read-moment\.ts|engine-types\.ts)/], // engine-types.ts has types alone
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
