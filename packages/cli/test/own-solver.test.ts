/** --solver with modules and programs, as a user of the command sees it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTimed as run } from './support/run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HEAVY = join(ROOT, 'examples/heavy-on-light.json');
const PROGRAM = join(ROOT, 'packages/lab/test/support/programs/pgs.mjs');
const guest = (misdeed = '') => `exec:"'${process.execPath}' '${PROGRAM}' ${misdeed}"`;

let folder: string;
let module: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signorini-cli-own-'));
  module = join(folder, 'mine.mjs');
  writeFileSync(
    module,
    "export default { name: 'idle', create: () => ({ solve: (p, x) => ({ status: 'stagnated' }) }) };",
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('replay sets built-in solvers, a module and a program side by side', async () => {
  const { code, out } = await run('replay', HEAVY, '--solver', `pgs,${module},${guest()}`);
  expect(code).toBe(0);
  const lines = out.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(lines[1]).toEqual(expect.arrayContaining(['solver', 'solved', 'median ms', 'claimed ms']));
  expect(lines.slice(2, 5).map(([name]) => name)).toEqual(['pgs', 'idle', 'guest']);
  expect(lines[4]![4]).toBe(lines[2]![4]); // the error of 25 sweeps
  expect(lines[3]!.at(-1)).toBe('1'); // doing nothing leaves all of it
});

test('replay prints the sentence of a program that fails, and exits 3 only if no solver answered', async () => {
  const both = await run('replay', HEAVY, '--solver', `pgs,${guest('crash')}`);
  expect(both.code).toBe(0);
  expect(both.out).toMatch(
    /guest failed on 1 of 1; heavy-on-light: exec:.*: ended with exit code 7 before it answered/,
  );
  expect((await run('replay', HEAVY, '--solver', guest('crash'))).code).toBe(3);
});

test('solve with a program prints both clocks, and its document has the claim', async () => {
  const { code, out } = await run('solve', HEAVY, '--solver', guest(), '-O', 'maxIterations=50');
  expect(code).toBe(0);
  expect(out).toMatch(/^guest: iteration limit after 50 sweeps, \S+ ms \(0\.25 ms by its own clock\)\n/);
  const json = JSON.parse((await run('solve', HEAVY, '--solver', guest(), '--json')).out);
  expect(json).toMatchObject({ solver: 'guest', claimedMs: 0.25, options: { maxIterations: 25 } });
});

test('solve: a program that fails is exit 3, one that cannot be used exit 2, each with a sentence', async () => {
  const failed = await run('solve', HEAVY, '--solver', guest('crash'));
  expect(failed.code).toBe(3);
  expect(failed.err).toMatch(
    /^signorini: exec:.*: ended with exit code 7 before it answered; on stderr: "RangeError: out of luck"\n$/,
  );
  const slow = await run('solve', HEAVY, '--solver', guest('loop'), '--time-limit', '300ms');
  expect(slow.code).toBe(3);
  expect(slow.err).toMatch(/gave no answer within 0\.\d+ s and was ended/);
  for (const [solver, sentence] of [
    [guest('nameless'), /name: expected a name/],
    ['exec:no-such-program-here', /expected a program, found none of that name/],
    ['./nowhere.mjs', /expected a module that exports a solver, found no such file/],
    [`pgs,${module}`, /solver: expected one, found 2/],
    ['exec:"python3', /expected a closing "/],
  ] as const) {
    const { code, out, err } = await run('solve', HEAVY, '--solver', solver);
    expect(err).toMatch(sentence);
    expect(err.trimEnd()).not.toContain('\n');
    expect([code, out]).toEqual([2, '']);
  }
  const option = await run('solve', HEAVY, '--solver', guest(), '-O', 'sweeps=3');
  expect(option).toMatchObject({
    code: 2,
    err: expect.stringMatching(/guest: unknown option "sweeps"; known: maxIterations/),
  });
});

test('run is driven by a program, and by a module', async () => {
  const ours = JSON.parse((await run('run', 'box-on-slope', '--steps', '5', '--solver', 'pgs', '--json')).out);
  const theirs = JSON.parse(
    (await run('run', 'box-on-slope', '--steps', '5', '--solver', guest(), '--coupling', '3', '--json')).out,
  );
  expect(theirs.solver).toBe('guest');
  for (const [k, body] of ours.bodies.entries())
    for (const [axis, value] of body.position.entries()) expect(theirs.bodies[k].position[axis]).toBeCloseTo(value, 6);
  expect((await run('run', 'box-on-slope', '--steps', '2', '--solver', module)).code).toBe(0);
  const crash = await run('run', 'mass-ratio-stack', '--steps', '2', '--solver', guest('garbage'));
  expect([0, 3]).toContain(crash.code); // it misbehaves on problems of two rows only
});

test('Siconos files: solve, replay and convert take them; what is none is a sentence that names the forms', async () => {
  const block = join(ROOT, 'examples/sliding-block.dat');
  const solved = await run('solve', block, '--json');
  expect(solved.code).toBe(0);
  const { x, problem } = JSON.parse(solved.out);
  expect(problem).toMatchObject({ title: 'sliding-block', rows: 3, contacts: 1 });
  for (const [k, value] of [2, -0.5, 0].entries()) expect(x[k]).toBeCloseTo(value, 9); // 2 N s, and mu 2 N s against the slide
  expect((await run('convert', block, join(folder, 'block.json'))).out).toMatch(/block\.json: 3 rows, 1 contact\n$/);
  const again = JSON.parse((await run('replay', block, join(folder, 'block.json'), '--solver', 'nscd', '--json')).out);
  expect(again.rows[0].energy).toBe(again.rows[1].energy);
  const other = join(folder, 'other.dat');
  writeFileSync(other, 'time,height\n0,1\n');
  expect(await run('solve', other)).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /other\.dat: .*expected an LCP .*, an MLCP .* or a friction problem .*, found "time,height/,
    ),
  });
});

test('recommend judges a program as it judges the others', async () => {
  const { code, out } = await run(
    ...['recommend', 'box-on-slope', '--steps', '5', '--repeat', '1', '--no-problems', '--json'],
    ...['--friction-model', 'box', '--solver', `bpp,${guest()},${module}`, '-o', join(folder, 'recommended')],
  );
  expect(code).toBe(0);
  const { solvers, chosen } = JSON.parse(out);
  expect(solvers.map(({ solver }: { solver: string }) => solver)).toEqual(['bpp', 'guest', 'idle']);
  expect(chosen).not.toBe('idle');
});

test('run says how many steps another method solved, and for which', async () => {
  const failing = join(folder, 'failing.mjs');
  writeFileSync(
    failing,
    "export default { name: 'failing', create: () => ({ solve: (p, x) => ({ status: 'diverged' }) }) };",
  );
  const { code, out } = await run('run', 'brick-wall', '--set', 'rows=1', '--steps', '3', '--solver', failing);
  expect(code).toBe(0);
  expect(out).toMatch(/^ {2}FAILED SOLVES {8}3 steps, first 1: auto for failing \(diverged\) 3 times$/m);
});
