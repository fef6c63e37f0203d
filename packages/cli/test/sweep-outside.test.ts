/** signorini sweep with modules and programs as solvers: what they are is in the address of their items. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runTimed as run } from './support/run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HEAVY = join(ROOT, 'examples/heavy-on-light.json');
const SOR = readFileSync(join(ROOT, 'examples/solvers/sor.mjs'), 'utf8');
const PROGRAM = join(ROOT, 'packages/lab/test/support/programs/pgs.mjs');
const guest = (misdeed = '') => `exec:"'${process.execPath}' '${PROGRAM}' ${misdeed}"`;

const root = mkdtempSync(join(tmpdir(), 'signorini-sweep-outside-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string) => join(root, name);
const module = (name: string, text = SOR) => {
  writeFileSync(at(name), text);
  return at(name);
};
const ids = (folder: string) => readdirSync(join(folder, 'items')).sort();

test('modules and programs vary beside built-in solvers, in runs and in replays', async () => {
  const mine = module('mine.mjs');
  const scene = ['sweep', 'mass-ratio-stack', '--steps', '3', '--vary', `solver=pgs,${mine},${guest()}`];
  const ran = await run(...scene, '-o', at('runs'), '--json');
  expect([ran.code, ran.err]).toEqual([0, '']);
  const rows = JSON.parse(ran.out).rows as { outcome: string; hash: string }[];
  expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
  for (const [k, solver] of ['pgs', mine, guest()].entries()) {
    const alone = await run('run', 'mass-ratio-stack', '--steps', '3', '--solver', solver, '--json');
    expect(JSON.parse(alone.out).hash).toBe(rows[k]!.hash);
  }
  const replayed = await run('sweep', HEAVY, '--vary', `solver=pgs,${mine},${guest()}`, '-o', at('replays'));
  expect([replayed.code, replayed.err]).toEqual([0, '']);
  expect(replayed.out).toMatch(/heavy-on-light\.json: 3 items, all done/);
});

test('an option that only the module has varies for it alone', async () => {
  const words = ['sweep', HEAVY, '--vary', `solver=bpp,${module('option.mjs')}`, '--vary', 'omega=1,1.5'];
  const { code, out, err } = await run(...words, '-o', at('options'));
  expect([code, err]).toEqual([0, 'sweep: bpp: no option omega, one item for all its values\n']);
  expect(out).toMatch(/: 3 items, all done/);
});

test('a module that was changed is another sweep, the same module goes on', async () => {
  const words = (name: string) => ['sweep', HEAVY, '--vary', `solver=${at('edited.mjs')}`, '-o', at(name)];
  module('edited.mjs');
  expect((await run(...words('first'))).code).toBe(0);
  expect((await run(...words('first'), '--resume')).code).toBe(0);
  module('edited.mjs', `${SOR}\n`);
  const changed = await run(...words('first'), '--resume');
  expect(changed.code).toBe(2);
  expect(changed.err).toMatch(/expected a new folder, or the sweep \w+, found the sweep \w+/);
  expect((await run(...words('second'))).code).toBe(0);
  expect(ids(at('second'))).not.toEqual(ids(at('first')));
});

test('a program that fails at every problem is a failed item with its sentence; the others go on; exit 1', async () => {
  const { code, out } = await run('sweep', HEAVY, '--vary', `solver=pgs,${guest('crash')}`, '-o', at('crash'));
  expect(code).toBe(1);
  expect(out).toMatch(/: 2 items, 1 FAILED/);
  expect(out).toMatch(/exec:.*: ended with exit code 7 before it answered/);
});

test.each([
  ['a module that is not there', `solver=pgs,${at('none.mjs')}`, /none\.mjs: expected a module that exports a solver/],
  ['a module that exports nothing', `solver=${module('empty.mjs', '')}`, /expected a module whose default export is/],
  ['a program that is not there', 'solver=exec:no-such-program', /expected a program, found none of that name/],
  ['an open quote', 'solver=exec:"python3', /expected a closing "/],
  ['a solver twice', 'solver=pgs,pgs', /--vary solver: expected different values, found pgs twice/],
])('%s ends with exit 2 before the first item', async (_, vary, sentence) => {
  const { code, err } = await run('sweep', HEAVY, '--vary', vary, '-o', at('wrong'));
  expect(code).toBe(2);
  expect(err).toMatch(sentence);
});

test('a queue takes built-in solvers only, and a sentence states what to use', async () => {
  const words = ['sweep', HEAVY, '--vary', `solver=${module('queued.mjs')}`, '--queue', 'redis://127.0.0.1:1'];
  const { code, err } = await run(...words, '-o', at('queued'));
  expect(code).toBe(2);
  expect(err).toMatch(/--queue: expected built-in solvers, found .*; use --threads, or --shard and merge/);
});
