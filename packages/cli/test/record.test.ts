/** Recorded runs by the command line: record, kill, resume, run again, damage. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, Rng } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { STEP_COLUMNS, STEP_TEXTS } from '@signorini/lab';
import { openRun } from '@signorini/lab/node';
import { afterAll, expect, test } from 'vitest';
import { killedAt, start } from './support/children.ts';
import { runner } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-record-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (...parts: string[]) => join(folder, ...parts);
const run = runner({ clock: () => 0, hidden: { path: () => folder, inOut: true } });

const WALL = ['brick-wall', '--set', 'rows=3', '--steps', '120', '--keyframe-every', '50'];

test('a recorded run holds what the world reported, to the last bit', async () => {
  const recorded = await run('run', ...WALL, '--record', at('a.h5'), '--json');
  expect([recorded.code, recorded.err]).toEqual([0, '']);
  expect(readdirSync(folder)).toEqual(['a.h5']);
  const file = await openRun(at('a.h5'));
  const world = createWorld(findScene('brick-wall'), { parameters: { rows: 3 } });
  expect(file.start.pose).toEqual(world.poses());
  expect([file.length, file.keyframes]).toEqual([120, [0, 50, 100]]);
  expect(file.bodies.map(({ name }) => name)).toEqual(world.bodies.map(({ name }) => name));
  for (const step of file.steps()) {
    const report = world.step();
    const figure = (name: string) => step.values[STEP_COLUMNS.findIndex((column) => column.name === name)];
    const text = (name: string) => step.texts[STEP_TEXTS.findIndex((one) => one.name === name)];
    expect(step.pose).toEqual(world.poses());
    expect(step.velocity).toEqual(
      Float64Array.from(world.bodies.flatMap(({ velocity, angularVelocity }) => [...velocity, ...angularVelocity])),
    );
    expect([figure('time'), figure('energyError'), figure('frictionConsistency'), figure('deepest')]).toEqual([
      ...[report.time, report.energyError.value, report.frictionConsistency.value, report.deepest],
    ]);
    expect([figure('iterations'), figure('budget.gaps'), figure('budget.total'), figure('ledger.friction')]).toEqual([
      ...[report.iterations.total, report.budget.gaps.value, report.budget.total, report.ledger.entries.friction],
    ]);
    expect([text('status'), text('verdict'), text('budget.gaps')]).toEqual([
      ...[report.status, report.verdict, report.budget.gaps.where],
    ]);
    expect(step.contacts.count).toBe(world.contacts.length);
    world.contacts.forEach((contact, i) => {
      expect(file.bodies[step.contacts.body[2 * i]!]!.name).toBe(contact.bodyA);
      expect(step.contacts.impulse[3 * i]! / world.timeStep).toBe(contact.normalForce);
    });
    if (file.keyframes.includes(step.step)) expect(file.snapshot(step.step)).toEqual(world.snapshot());
  }
  expect(file.provenance).toMatchObject({ scene: 'brick-wall', hash: world.hash(), failure: null, solver: 'auto' });
  expect(file.provenance.command).toBe('signorini run brick-wall --set rows=3 --steps 120');
  expect(JSON.parse(recorded.out).hash).toBe(world.hash());
  expect(file.step(77).pose).toEqual([...file.steps()][76]!.pose);
  file.close();
});

test('run again from any complete state, it has the same bits and the same hash', async () => {
  const whole = await run('run', ...WALL.slice(0, -2), '--json');
  for (const [from, keyframe] of [
    [0, 0],
    [50, 50],
    [99, 50],
    [120, 100],
  ]) {
    const { code, out } = await run('run', at('a.h5'), '--from', String(from), '--json');
    const document = JSON.parse(out);
    expect(code).toBe(0);
    expect(document).toMatchObject({ from: keyframe, steps: 120 - keyframe!, hash: JSON.parse(whole.out).hash });
    expect(document.rerun).toMatchObject({ same: true, keyframe, difference: null, recordedHash: document.hash });
  }
  const text = await run('run', at('a.h5'), '--from', '60');
  expect(text.out).toMatch(/the record +the same to the last bit, 70 steps after the state of step 50\n/);
  const beyond = await run('run', at('a.h5'), '--from', '121');
  expect([beyond.code, beyond.err]).toEqual([2, 'signorini: a.h5: expected a step from 0 to 120, found 121\n']);
  const more = await run('run', at('a.h5'), '--solver', 'pgs');
  expect([more.code, more.err]).toEqual([
    2,
    'signorini: --solver: expected only --from and --json beside a recorded run, found it too\n',
  ]);
});

test('diff finds the first step, body and field; inspect sums up', async () => {
  expect(await run('diff', at('a.h5'), at('a.h5'))).toEqual({
    code: 0,
    out: 'the same 120 steps, to the last bit\n',
    err: '',
  });
  const short = WALL.map((word) => (word === '120' ? '60' : word));
  await run('run', ...short, '--record', at('short.h5'));
  const first = await run('diff', at('a.h5'), at('short.h5'));
  expect([first.code, first.out]).toEqual([
    1,
    '120 and 60 steps\nthe first 60 are the same\n  asked  steps: 120 and 60\n',
  ]);
  await run('run', ...WALL, '--solver', 'pgs', '--record', at('pgs.h5'));
  const { code, out } = await run('diff', at('a.h5'), at('pgs.h5'), '--json');
  const document = JSON.parse(out);
  expect(code).toBe(1);
  const [p, q] = [await openRun(at('a.h5')), await openRun(at('pgs.h5'))];
  const { step, of, field, a, b } = document.first;
  const at0 = 7 * p.bodies.findIndex(({ name }) => name === of);
  const component = { 'position x': 0, 'position y': 1, 'position z': 2 }[field as string]!;
  expect([p.step(step).pose[at0 + component], q.step(step).pose[at0 + component]]).toEqual([a, b]);
  expect(p.step(step).pose.findIndex((v, k) => v !== q.step(step).pose[k])).toBe(at0 + component);
  for (let before = 1; before < step; before++) expect(p.step(before)).toEqual(q.step(before));
  expect(document.asked).toEqual([{ field: 'solver', a: 'auto', b: 'pgs' }]);
  p.close();
  q.close();
  const inspected = JSON.parse((await run('inspect', at('a.h5'), '--json')).out);
  const { energyError, verdicts, hash, bodies } = JSON.parse((await run('run', ...WALL.slice(0, -2), '--json')).out);
  expect(inspected).toMatchObject({ steps: 120, bodies: bodies.length, hash, format: 'recorded run' });
  expect(inspected.energyError).toMatchObject({ worst: energyError.worst, worstStep: energyError.worstStep });
  expect(inspected.verdicts).toEqual({ good: verdicts.good });
  const problems = await run('replay', at('a.h5'));
  expect([problems.code, problems.err]).toEqual([2, 'signorini: a.h5: expected problems, found a recorded run\n']);
});

test('a journal is read like the file, as far as it goes', async () => {
  await run('run', 'dominoes', '--steps', '20', '--record', at('d.h5'));
  const child = start('run', 'dominoes', '--steps', '100000', '--record', at('interrupted', 'j.h5'));
  const end = new Promise((resolve) => child.on('exit', resolve));
  const size = () => (existsSync(at('interrupted', 'j.h5.part')) ? statSync(at('interrupted', 'j.h5.part')).size : 0);
  while (child.exitCode === null && size() < 5e5) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill('SIGKILL');
  await end;
  const [whole, journal] = [await openRun(at('d.h5')), await openRun(at('interrupted', 'j.h5.part'))];
  expect(journal.length).toBeGreaterThan(20);
  for (let step = 1; step <= 20; step++) expect(journal.step(step)).toEqual(whole.step(step));
  expect([journal.finished, journal.provenance.hash]).toEqual([false, null]);
  whole.close();
  journal.close();
  const rerun = await run('run', at('interrupted', 'j.h5.part'), '--json');
  expect([rerun.code, JSON.parse(rerun.out).rerun.same]).toEqual([0, true]);
});

test('flags of recordings are refused without one', async () => {
  for (const [flag, ...words] of [['--resume'], ['--keyframe-every', '3'], ['--created', '2026-01-01']]) {
    const { code, err } = await run('run', 'brick-wall', flag!, ...words);
    expect([code, err]).toEqual([2, `signorini: ${flag}: expected --record FILE.h5 beside it, found none\n`]);
  }
  const from = await run('run', 'brick-wall', '--from', '3');
  expect(from.err).toBe('signorini: --from: expected a recorded run, for example run.h5, found "brick-wall"\n');
  const ending = await run('run', 'brick-wall', '--record', at('x.csv'));
  expect([ending.code, ending.err]).toEqual([
    2,
    expect.stringMatching(/--record: expected a file that ends in \.h5, found/),
  ]);
  const place = await run('run', ...WALL, '--record', '/proc/none/x.h5');
  expect([place.code, place.err]).toEqual([2, expect.stringMatching(/x\.h5: expected to write it, found/)]);
});

test('killed with kill -9 at any moment, a recording is resumed and ends with the same bytes', async () => {
  const whole = readFileSync(at('a.h5'));
  let resumedOnes = 0;
  for (const bytes of [1, 300_000, 900_000]) {
    const path = at(`k${bytes}.h5`);
    await killedAt(path, bytes, 'run', ...WALL, '--record', path);
    if (existsSync(`${path}.part`)) {
      resumedOnes++;
      const again = await run('run', ...WALL, '--record', path);
      expect(again.err).toMatch(/expected no journal of an interrupted run, found one; --resume continues it/);
      const other = await run('run', ...WALL, '--steps', '121', '--record', path, '--resume');
      expect(other.err).toMatch(/expected a journal of the same task, found another: source\.steps is 120, not 121/);
    }
    const { code, err } = await run('run', ...WALL, '--record', path, '--resume');
    expect([code, err]).toEqual([0, '']);
    expect(readFileSync(path).equals(whole)).toBe(true);
    expect(readdirSync(folder).filter((name) => /part|lock/.test(name))).toEqual([]);
  }
  expect(resumedOnes).toBeGreaterThan(0);
});

test('a run that fails is recorded up to there, with the reason', async () => {
  const scene = {
    format: 'signorini-scene',
    version: 1,
    settings: { timeStep: 0.01, steps: 10 },
    bodies: [{ name: 'far', shape: { kind: 'sphere', radius: 1 }, density: 1, velocity: [1e307, 0, 0] }],
    forces: [{ kind: 'constant-force', body: 'far', force: [1e308, 0, 0] }],
  };
  writeFileSync(at('far.scene.json'), JSON.stringify(scene));
  const { code, out } = await run('run', at('far.scene.json'), '--record', at('far.h5'), '--json');
  const { failure, steps } = JSON.parse(out);
  expect(code).toBe(3);
  const file = await openRun(at('far.h5'));
  expect([file.length, file.provenance.failure]).toEqual([steps, failure.sentence]);
  expect(file.provenance.sceneFile).toEqual(scene);
  file.close();
});

test('a damaged file gives what was written or a sentence, never a stack trace', async () => {
  const bytes = readFileSync(at('a.h5'));
  const whole = JSON.parse((await run('run', at('a.h5'), '--from', '100', '--json')).out);
  const rng = new Rng(7);
  let sentences = 0;
  for (let k = 0; k < 60; k++) {
    const damaged = Buffer.from(k % 3 === 0 ? bytes.subarray(0, rng.below(bytes.length)) : bytes);
    for (let flips = 0; k % 3 !== 0 && flips < 4; flips++)
      damaged[k % 3 === 1 ? rng.below(bytes.length) : bytes.length - 1 - rng.below(20_000)]! ^= 1 << rng.below(8);
    writeFileSync(at('damaged.h5'), damaged);
    const { code, out, err } = await run('run', at('damaged.h5'), '--from', '100', '--json');
    if (code === 0) expect(JSON.parse(out).hash).toBe(whole.hash);
    else {
      expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
      expect(err).toMatch(/^signorini: damaged\.h5: /);
      sentences++;
    }
  }
  expect(sentences).toBeGreaterThan(30);
});

test('of a damaged journal the steps before the damage are read, or there is a sentence', async () => {
  const bytes = readFileSync(at('interrupted', 'j.h5.part'));
  const whole = await openRun(at('d.h5'));
  const steps = [...whole.steps()];
  whole.close();
  const rng = new Rng(11);
  const outcomes = { read: 0, sentences: 0 };
  for (let k = 0; k < 40; k++) {
    const place = k % 4 === 0 ? rng.below(2000) : rng.below(bytes.length);
    const damaged = Buffer.from(k % 2 === 0 ? bytes.subarray(0, place) : bytes);
    if (k % 2 === 1) damaged[place]! ^= 1 << rng.below(8);
    writeFileSync(at('damaged.h5.part'), damaged);
    const { code, err } = await run('inspect', at('damaged.h5.part'));
    if (code !== 0) {
      expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
      expect(err).toMatch(/^signorini: damaged\.h5\.part: /);
      outcomes.sentences++;
      continue;
    }
    outcomes.read++;
    const journal = await openRun(at('damaged.h5.part'));
    const count = Math.min(journal.length, steps.length);
    if (count > 0) expect(journal.step(count)).toEqual(steps[count - 1]);
    journal.close();
  }
  rmSync(at('damaged.h5.part'));
  expect(Math.min(outcomes.read, outcomes.sentences)).toBeGreaterThan(0);
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a full disk is a sentence, and the recording is resumed when there is room',
  async ({ skip }) => {
    const disk = at('disk');
    if (spawnSync('sh', ['-c', `mkdir ${disk} && mount -t tmpfs -o size=300k tmpfs ${disk}`]).status !== 0)
      return skip('no tmpfs can be mounted here');
    try {
      const full = await run('run', ...WALL, '--record', join(disk, 'a.h5'));
      expect(full.code).toBe(2);
      expect(full.err).toMatch(/a\.h5\.part: expected to write it, found no space left/);
      spawnSync('mount', ['-o', 'remount,size=20m', disk]);
      const { code, err } = await run('run', ...WALL, '--record', join(disk, 'a.h5'), '--resume');
      expect([code, err]).toEqual([0, '']);
      expect(readFileSync(join(disk, 'a.h5')).equals(readFileSync(at('a.h5')))).toBe(true);
    } finally {
      spawnSync('umount', [disk]);
    }
  },
);
