/**
 * The built engine as a page loads it, without a bundler: in the page, in a worker, and with a Content-Security-Policy
 * that refuses WebAssembly. Needs Chromium and dist/; without them it is skipped with a message.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, type Site, serve } from './support/browser.ts';

const DIST = fileURLToPath(new URL('../packages/engine/dist/', import.meta.url));
const missing = [chromiumPath ? [] : ['Chromium'], existsSync(join(DIST, 'index.js')) ? [] : ['dist/']].flat();
if (missing.length > 0) process.stderr.write(`the engine in a page: skipped, no ${missing.join(' and no ')}\n`);

/** Solves a small structured problem and tells the status of the kernels and the bits of x. */
const PROGRAM = `
import { kernelStatus, Rng } from '/index.js';
import { bpp, solve, findSolver } from '/entries/solvers.js';
import { hashNumbers, hashText, makeProblem, StructuredOperator, structureFromBlocks } from '/entries/problem.js';
const rng = new Rng(5);
const blocks = [];
for (let row = 0; row < 30; row++) for (const body of [row % 7, (row * 3 + 1) % 7]) blocks.push({ row, body, values: Array.from({ length: 6 }, () => rng.uniform(-1, 1)) });
const Minv = new Float64Array(7 * 36);
for (let k = 0; k < 7; k++) for (let r = 0; r < 6; r++) Minv[36 * k + 7 * r] = 1 + k;
const structure = structureFromBlocks(blocks, Minv, new Float64Array(30).fill(0.01));
const p = makeProblem({ A: new StructuredOperator(structure), structure, b: Float64Array.from({ length: 30 }, () => rng.uniform(-1, 1)), lo: new Float64Array(30), hi: new Float64Array(30).fill(Infinity) });
const answers = ['bpp', 'pgs'].map((name) => hashText(hashNumbers(solve(p, { solver: findSolver(name) }).x)));
const result = { kernels: kernelStatus(), answers };
`;
/** Sweeps and islands alone and with a worker: the hash of x each time, in a page's main thread. */
const THREADS = `
import { Rng, Team } from '/index.js';
import { findSolver, solve } from '/entries/solvers.js';
import { hashNumbers, hashText, makeProblem, StructuredOperator, structureFromBlocks } from '/entries/problem.js';
const rng = new Rng(6);
const blocks = [];
const [piles, rows, bodies] = [6, 120, 20]; // piles that do not touch: islands
for (let pile = 0; pile < piles; pile++)
  for (let row = 0; row < rows; row++)
    for (const side of [0, 1]) blocks.push({ row: pile * rows + row, body: pile * bodies + ((row * (1 + 2 * side) + side) % bodies), values: Array.from({ length: 6 }, () => rng.uniform(-1, 1)) });
const Minv = new Float64Array(piles * bodies * 36);
for (let k = 0; k < piles * bodies; k++) for (let r = 0; r < 6; r++) Minv[36 * k + 7 * r] = 1;
const n = piles * rows;
const structure = structureFromBlocks(blocks, Minv, new Float64Array(n).fill(0.01));
const p = makeProblem({ A: new StructuredOperator(structure), structure, b: Float64Array.from({ length: n }, () => rng.uniform(-1, 1)), lo: new Float64Array(n), hi: new Float64Array(n).fill(Infinity) });
const team = await Team.ready([new Worker('/worker.js', { type: 'module' })]);
const answers = [undefined, team].flatMap((team) => [
  solve(p, { solver: findSolver('pgs'), options: { order: 'colour', tolerance: 0 }, pick: 'last', team }),
  solve(p, { solver: findSolver('auto'), team }),
].map(({ x }) => hashText(hashNumbers(x))));
window.result = { kernels: 'wasm', answers };
`;
/** Workers that cannot join a team: the sentences by which `Team.ready` fails. */
const FAILING = `
import { Team } from '/index.js';
const sentence = (path) => Team.ready([new Worker(path, { type: 'module' })], { megabytes: 1, timeout: 3 }).then(() => 'joined', ({ message }) => message);
window.result = { answers: await Promise.all(['/throwing.js', '/nowhere.js', '/silent.js'].map(sentence)) };
`;
const PAGE = '<!doctype html><title>t</title><script type="module" src="/page.js"></script>';
const FILES: Record<string, string> = {
  '/page.js': `${PROGRAM} window.result = result;`,
  '/program.js': `${PROGRAM} postMessage(result);`,
  '/in-worker.js': "new Worker('/program.js', { type: 'module' }).onmessage = ({ data }) => { window.result = data; };",
  '/': PAGE,
  '/strict': PAGE,
  '/worker': PAGE.replace('/page.js', '/in-worker.js'),
  '/threads.js': THREADS,
  '/failing.js': FAILING,
  '/failing': PAGE.replace('/page.js', '/failing.js'),
  '/throwing.js': "throw new Error('boom');",
  '/silent.js': 'onmessage = () => {};',
  '/threads': PAGE.replace('/page.js', '/threads.js'),
};

describe.skipIf(missing.length > 0)('the engine in a page', () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await serve(
      (path) => {
        const file = join(DIST, path);
        return FILES[path] ?? (path.endsWith('.js') && existsSync(file) ? readFileSync(file, 'utf8') : undefined);
      },
      (path): Record<string, string> => (path === '/strict' ? { 'content-security-policy': "script-src 'self'" } : {}),
    );
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    site?.server.close();
  });

  async function visit(path: string) {
    const page = await browser.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
    await page.goto(`${site.origin}${path}`);
    await page.waitForFunction('window.result', undefined, { timeout: 600_000 });
    const result = (await page.evaluate('window.result')) as { kernels: string; answers: string[] };
    await page.close();
    return { ...result, warnings };
  }

  test('runs compiled in the page and in a worker, without a bundler, with the same bits', async () => {
    const [page, worker] = [await visit('/'), await visit('/worker')];
    expect(page.kernels).toBe('wasm');
    expect(worker.kernels).toBe('wasm');
    expect(worker.answers).toEqual(page.answers);
    expect(page.warnings).toEqual([]);
  });

  test('sweeps and islands shared with a Web Worker have the bits of one thread', async () => {
    const { answers } = await visit('/threads');
    expect(answers.slice(2)).toEqual(answers.slice(0, 2));
  });

  test('a Web Worker that throws, does not load or does not answer: Team.ready fails with a sentence', async () => {
    const { answers } = await visit('/failing');
    expect(answers).toEqual([
      expect.stringMatching(/^threads: expected worker 1 of 1 to start, found the error ".*boom"$/),
      'threads: expected worker 1 of 1 to start, found the error "the script could not be loaded"',
      'threads: expected worker 1 of 1 to start within 3 s, found no answer (does it run the entry @signorini/engine/worker?)',
    ]);
  });

  test('runs on the twins where a Content-Security-Policy refuses WebAssembly: the same bits, said once', async () => {
    const [free, strict] = [await visit('/'), await visit('/strict')];
    expect(strict.kernels).toMatch(/WebAssembly/);
    expect(strict.answers).toEqual(free.answers);
    expect(strict.warnings.filter((text) => text.startsWith('signorini: compiled kernels'))).toHaveLength(1);
  });
});
