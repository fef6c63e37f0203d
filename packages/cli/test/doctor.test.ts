/** doctor on committed files, verify, and scene files wherever a scene is taken. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runTimed as run } from './support/run.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-'));
afterAll(() => rmSync(root, { recursive: true }));
const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));
const tower = join(EXAMPLES, 'tower.scene.json');

const sick = readdirSync(join(EXAMPLES, 'doctor')).map((file) => file.replace('.scene.json', ''));

test.each(sick)('the doctor finds what is wrong with %s, and nothing else', async (name) => {
  const { code, out } = await run('doctor', join(EXAMPLES, 'doctor', `${name}.scene.json`), '--json');
  expect(code).toBe(0);
  const { warnings, source, subject } = JSON.parse(out);
  expect([source, subject]).toEqual(['scene', name]);
  expect(warnings.map(({ check }: { check: string }) => check)).toEqual([name]);
  expect(Object.keys(warnings[0])).toEqual(['check', 'subject', 'value', 'limit', 'unit', 'others', 'sentence']);
});

test('every check of the doctor has a file', () => {
  expect(sick.sort()).toEqual([
    ...['conditioning', 'fast-spin', 'mass-ratio', 'redundancy', 'ringing-contact', 'slow-contact', 'soft-contact'],
    ...['units-density', 'units-gravity', 'units-length', 'units-mass'],
  ]);
});

test('the doctor speaks in sentences, and is strict where asked', async () => {
  const bad = join(EXAMPLES, 'doctor', 'units-gravity.scene.json');
  const { out } = await run('doctor', bad);
  expect(out).toMatch(/^units-gravity: 1 warning\n {2}looked at {3}1 body, 3 rows in the first step, 1 contact/);
  expect(out).toContain('warning     units-gravity: gravity is 9.8e+03 m/s^2; on earth it is 9.81: is this in mm/s^2');
  expect((await run('doctor', bad, '--strict')).code).toBe(1);
  const good = await run('doctor', tower, '--strict');
  expect([good.code, good.out.split('\n')[0]]).toEqual([0, 'tower: nothing to warn of']);
});

test('the doctor takes built-in scenes with parameters, and problems', async () => {
  const stack = await run('doctor', 'mass-ratio-stack', '--set', 'ratio=1e6', '--json');
  expect(JSON.parse(stack.out).warnings[0]).toMatchObject({ check: 'mass-ratio', value: 1e6 });
  const problem = join(EXAMPLES, 'heavy-on-light.json');
  expect(JSON.parse((await run('doctor', problem, '--json')).out)).toMatchObject({ source: 'problem', warnings: [] });
  expect(await run('doctor', problem, '--set', 'a=1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--set belongs to a scene, found a problem'),
  });
  expect(await run('doctor', 'towr')).toMatchObject({ code: 2, err: expect.stringContaining('unknown scene "towr"') });
});

test('run takes a scene file, and gives the same hash every time', async () => {
  const first = JSON.parse((await run('run', tower, '--steps', '20', '--json')).out);
  expect(first).toMatchObject({ scene: 'tower', steps: 20, timeStep: 1 / 60, parameters: {} });
  expect(first.bodies.map(({ name }: { name: string }) => name)).toEqual([
    'ground',
    'block-1',
    'block-2',
    'drum',
    'ball',
  ]);
  expect(JSON.parse((await run('run', tower, '--steps', '20', '--json')).out).hash).toBe(first.hash);
  const crane = JSON.parse((await run('run', join(EXAMPLES, 'crane.scene.json'), '--steps', '20', '--json')).out);
  expect(crane.joints.map(({ name }: { name: string }) => name)).toEqual(['slew', 'weld', 'rail', 'rope']);
});

test('capture and recommend take a scene file', async () => {
  const captured = await run('capture', tower, '--steps', '3', '-o', join(root, 'captured'), '--json');
  expect(JSON.parse(captured.out)).toMatchObject({ scene: 'tower', problems: 3 });
  const flags = ['--steps', '3', '--repeat', '1', '-s', 'auto,bpp', '-o', join(root, 'recommended'), '--budget', '10s'];
  const recommended = await run('recommend', tower, ...flags, '--json');
  expect(JSON.parse(recommended.out)).toMatchObject({ scene: 'tower', steps: 3 });
});

test('a wrong scene file is told with its path, exit 2', async () => {
  const file = join(root, 'wrong.scene.json');
  const body = { name: 'ball', shape: { kind: 'sphere', radius: -1 } };
  writeFileSync(file, JSON.stringify({ format: 'signorini-scene', version: 1, bodies: [body] }));
  for (const command of ['run', 'capture', 'recommend', 'doctor'])
    expect(await run(command, file)).toMatchObject({
      code: 2,
      out: '',
      err: `signorini: ${file}: bodies[0].shape.radius: expected a radius > 0 in m, found -1\n`,
    });
  expect((await run('run', join(EXAMPLES, 'heavy-on-light.json'))).err).toContain(
    'expected a scene file, found a problem; `signorini solve` and `replay` solve it',
  );
  expect((await run('run', join(root, 'none.json'))).err).toContain('expected a scene file, found no such file');
  expect((await run('run', tower, '--set', 'a=1')).err).toContain(
    'tower: expected no parameters, since it has none, found "a"',
  );
});

test('verify prints a line a check, with figure, limit and unit; JSON has the fixed fields; an unknown name is exit 2', async () => {
  const { code, out } = await run('verify', 't-handle', 'sliding-to-rolling', '--quick');
  expect(code).toBe(0);
  expect(out).toMatch(
    /pass {2}t-handle {2}time from flip to flip, mean of 31: 1\.8\d+ s, known 1\.86\d+ \+- 9\.3e-03 s\n/,
  );
  expect(out).not.toContain('ledger: steps not closed'); // those that close are counted in the last line
  expect(out).toMatch(
    /7 checks, all as expected, every ledger closes in 2 of 2, \S+ s; quick: shorter runs, the same limits\n$/,
  );
  const { checks } = JSON.parse((await run('verify', 'mass-ratio-stack', '--quick', '--json')).out);
  expect(checks[0]).toMatchObject({ id: 'mass-ratio-stack', expected: 0.5, limit: 1e-3, unit: 'm', pass: true });
  expect(Object.keys(checks[0])).toEqual([
    'id',
    'quantity',
    'value',
    'expected',
    'limit',
    'unit',
    'pass',
    'knownFailure',
  ]);
  expect(await run('verify', 'heavy-chian')).toMatchObject({
    code: 2,
    err: 'signorini: unknown verification "heavy-chian"; nearest: heavy-chain\n',
  });
});

test('verify runs problems by name; what is known not to hold is printed as such and does not change the exit code', async () => {
  const { code, out } = await run('verify', 'universal-joint', '--quick');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^off {3}universal-joint {2}speed ratio at the end of each step, .*: \S+, at most 1e-02 \(known not to hold\)$/m,
  );
  expect(out).toMatch(/5 checks, all as expected, 1 known not to hold, every ledger closes in 1 of 1/);
});
