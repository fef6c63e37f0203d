/** The packages as npm packs them, installed in an empty project: Node, TypeScript, a Vite page, workers, the command. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, serve } from './support/browser.ts';
import { PACKAGES, PackedProject } from './support/packed-project.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const built = PACKAGES.every(({ folder }) => existsSync(join(ROOT, 'packages', folder, 'dist')));
if (!built) process.stderr.write('the packed packages: skipped, no dist/\n');

const DROP = `
const world = createWorld();
world.addBody({ name: 'ground', motion: 'static', shape: plane() });
world.addBody({ name: 'crate', shape: box(0.25, 0.25, 0.25), position: [0, 0, 0.5] });
for (let k = 0; k < 60; k++) world.step();
`;
/** Islands and sweeps of a pile with a team of one worker; ends in the bits of one thread. */
const PILE = `
const options = { solver: 'pgs', options: { order: 'colour' } };
const hash = (team) => {
  const world = createWorld(findScene('brick-wall'), { ...options, ...(team && { team }) });
  for (let k = 0; k < 5; k++) world.step();
  return world.hash();
};
`;

describe.skipIf(!built)('the packed packages', () => {
  let project: PackedProject;
  beforeAll(async () => {
    const script = '../scripts/remove-stale.mjs'; // not a literal: it has no types
    (await import(script)).removeStale();
    project = new PackedProject();
  }, 600_000);
  afterAll(() => project?.remove());

  test.each(PACKAGES)('$name carries its licence and README, and says where it comes from', ({ name, folder }) => {
    expect(project.files[name]).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    expect(read(`packages/${folder}/LICENSE`)).toBe(read('LICENSE'));
    const manifest = JSON.parse(read(`packages/${folder}/package.json`));
    expect(manifest.repository).toMatchObject({ type: 'git', directory: `packages/${folder}` });
    expect(manifest.publishConfig).toEqual({ access: 'public' });
    for (const field of ['description', 'license', 'homepage', 'bugs', 'engines', 'type', 'sideEffects'])
      expect(manifest, field).toHaveProperty(field);
  });

  test.each(PACKAGES)('$name carries every file that its entries, source maps and commands name, and no test', (p) => {
    const files = new Set(project.files[p.name]);
    const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', p.folder, 'package.json'), 'utf8'));
    const targets = Object.values<Record<string, string>>(manifest.exports).flatMap((entry) => Object.values(entry));
    for (const target of [...targets, ...Object.values<string>(manifest.bin ?? {})])
      expect([...files], target).toContain(target.replace('./', ''));
    const maps = [...files].filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(10);
    for (const map of maps) {
      const { sources } = JSON.parse(readFileSync(join(ROOT, 'packages', p.folder, map), 'utf8'));
      for (const source of sources) expect(files.has(posix.join(dirname(map), source)), `${map}: ${source}`).toBe(true);
    }
    expect([...files].filter((file) => /\.test\.|tsbuildinfo|^test\//.test(file))).toEqual([]);
  });

  test('the command carries the notices of what the studio inside it is made of', () => {
    expect(project.files.signorini).toContain('dist/studio/THIRD-PARTY-LICENSES.txt');
  });

  test('the engine depends on nothing, the laboratory on the engine alone', () => {
    const engine = project.manifest('@signorini/engine');
    for (const field of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(engine, field).not.toHaveProperty(field);
    const lab = project.manifest('@signorini/lab');
    expect(lab.dependencies).toEqual({ '@signorini/engine': engine.version });
    expect(lab).not.toHaveProperty('optionalDependencies');
    for (const name of Object.keys(lab.peerDependencies))
      expect(lab.peerDependenciesMeta[name]).toEqual({ optional: true });
  });

  test.each(PACKAGES.slice(0, 2))('the example of the README of $name prints what stands below it', ({ name }) => {
    const readme = project.read('node_modules', name, 'README.md');
    const [, program, printed] = /```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(readme)!;
    project.write('readme.js', program);
    expect(project.node('readme.js')).toBe(printed);
  });

  test('every entry of the engine and of the laboratory can be imported by Node', () => {
    const entries = PACKAGES.slice(0, 2).flatMap(({ name }) =>
      Object.keys(project.manifest(name).exports).map((entry) => posix.join(name, entry)),
    );
    const names = entries.filter((entry) => !/\/worker$/.test(entry)); // it needs a Worker
    expect(names.length).toBeGreaterThanOrEqual(9);
    project.write(
      'entries.js',
      `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length > 0);`,
    );
    expect(project.node('entries.js')).toBe(names.map((name) => `${name} true\n`).join(''));
  });

  test('a task of the laboratory whose package is not installed fails with the command that installs it', () => {
    project.write(
      'missing.js',
      `import { readFclibFile, renderPng, renderSvg } from '@signorini/lab/node';
import { writeFileSync } from 'node:fs';
const bytes = new Uint8Array(64);
bytes.set([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]); // what an HDF5 file begins with
writeFileSync('x.h5', bytes);
for (const act of [() => renderSvg({}), () => renderPng('<svg/>'), () => readFclibFile('x.h5')])
  console.log(await act().catch((error) => error.name + ': ' + error.message));`,
    );
    const version = (name: string) => project.manifest('@signorini/lab').devDependencies[name];
    expect(project.node('missing.js').split('\n')).toEqual([
      `MissingPackageError: drawing a chart needs the package vega: npm install vega@${version('vega')}`,
      `MissingPackageError: writing a PNG needs the package dejavu-fonts-ttf: npm install dejavu-fonts-ttf@${version('dejavu-fonts-ttf')}`,
      `MissingPackageError: reading or writing HDF5 needs the package h5wasm: npm install h5wasm@${version('h5wasm')}`,
      '',
    ]);
  });

  test.each([
    ['node16', { module: 'node16', moduleResolution: 'node16' }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ])(
    'a strict TypeScript program is accepted with moduleResolution %s, and its mistakes are found',
    (_, options) => {
      expect(project.types({ ...options, types: [], skipLibCheck: false }, TYPED)).toBe('');
    },
    600_000,
  );

  test('a worker of Node joins a team by the entry ./worker', () => {
    project.write(
      'team.js',
      `import { Worker } from 'node:worker_threads';
import { createWorld, Team } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
${PILE}
const worker = new Worker(new URL(import.meta.resolve('@signorini/engine/worker')));
const team = await Team.ready([worker], { megabytes: 16 });
console.log(hash(team) === hash());
await worker.terminate();`,
    );
    expect(project.node('team.js')).toBe('true\n');
  });

  describe('as a page that Vite has built', () => {
    beforeAll(async () => {
      project.write('page/index.html', '<!doctype html><title>t</title><script type="module" src="/page.js"></script>');
      project.write('page/engine-worker.js', "import '@signorini/engine/worker';");
      project.write(
        'page/page.js',
        `import { box, createWorld, plane, Team } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
${DROP}${PILE}
const worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' });
const team = await Team.ready([worker], { megabytes: 16 });
window.result = { crate: world.hash(), alone: hash(), together: hash(team) };`,
      );
      await build({
        root: join(project.folder, 'page'),
        configFile: false,
        logLevel: 'error',
        worker: { format: 'es' }, // the worker awaits at its top level
        build: { target: 'es2023', outDir: join(project.folder, 'built'), emptyOutDir: true },
      });
    }, 600_000);

    test.skipIf(!chromiumPath)(
      'it ends in the bits of Node, alone and with a worker',
      async () => {
        project.write(
          'bits.js',
          `import { box, createWorld, plane } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
${DROP}${PILE}console.log(world.hash(), hash());`,
        );
        const [crate, pile] = project.node('bits.js').trim().split(' ');
        const { server, origin } = await serve((path) => {
          const file = join(project.folder, 'built', path === '/' ? 'index.html' : path);
          return existsSync(file) ? readFileSync(file) : undefined;
        });
        const browser = await launchChromium();
        try {
          const tab = await browser.newPage();
          await tab.goto(origin);
          await tab.waitForFunction('window.result !== undefined', undefined, { timeout: 600_000 });
          expect(await tab.evaluate('window.result')).toEqual({ crate, alone: pile, together: pile });
        } finally {
          await browser.close();
          server.close();
        }
      },
      600_000,
    );

    test('the bundle of the worker still does what the entry is for', () => {
      const assets = join('built', 'assets');
      const worker = readdirSync(join(project.folder, assets)).find((file) => file.startsWith('engine-worker'))!;
      expect(project.read(assets, worker)).toMatch(/postMessage\(["'`]started["'`]\)/);
    });
  });

  test('the command runs from its package: help, a solve, a report with charts', () => {
    project.addCommand();
    const signorini = (...words: string[]) => project.node('node_modules/signorini/bin/signorini.js', ...words);
    expect(signorini('--version')).toBe(`${project.manifest('signorini').version}\n`);
    expect(signorini('--help')).toContain('Usage: signorini');
    const drop = { format: 'signorini-problem', version: 1, A: { dense: [[1]] }, b: [-2], lo: [0], hi: [null] };
    project.write('drop.json', JSON.stringify(drop));
    expect(JSON.parse(signorini('solve', 'drop.json', '--json')).x).toEqual([2]);
    signorini('replay', 'drop.json', '-s', 'pgs,bpp', '-o', 'results.json');
    expect(signorini('report', 'results.json', '-o', 'report.html')).toBe('report.html\n');
    expect(project.read('report.html')).toContain('<svg class="chart"');
  }, 600_000);
});

const TYPED = `
import { box, type Body, createWorld, plane, type StepReport, type Vec3, type World } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { pgs, solve } from '@signorini/engine/solvers';
import { type Problem, readProblem } from '@signorini/engine/problem';
import { energyError } from '@signorini/engine/measures';
import { captureScene, type ReplayDocument, replay } from '@signorini/lab';
const world: World = createWorld({ timeStep: 1 / 120 }, { solver: pgs });
const crate: Body = world.addBody({ shape: box(1, 1, 1), position: [0, 0, 2] });
world.addBody({ motion: 'static', shape: plane() });
const report: StepReport = world.step();
export const height: number = crate.position[2];
export const at: Vec3 = crate.position;
export const error: number = report.energyError.value;
export const p: Problem = readProblem('{}');
export const left: number = energyError(p, solve(p, { solver: pgs }).x).value;
const { problems } = captureScene({ scene: findScene('brick-wall'), selection: { from: 1, to: 2 } });
export const list = [...problems].flatMap((one) => (one ? [{ name: one.fileName, problem: one.problem }] : []));
export const document_: ReplayDocument = replay({ problems: list, solvers: [pgs], clock: () => 0 });
// @ts-expect-error: a name is no shape
world.addBody({ shape: 'box' });
// @ts-expect-error: no such name in the entry for users of worlds
import { readProblem as other } from '@signorini/engine';
// @ts-expect-error: a replay needs a clock
replay({ problems: list, solvers: [pgs] });
export { other };
`;
