/** Rules of a branch's history: forks with the same bits, seeks to the right step, memory that stays where it is. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { contactTable, createWorld, Rng, type World } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { short } from '@signorini/lab';
import { expect, onTestFinished, test, vi } from 'vitest';
import { figure, short as shortOfPage } from '../../panels/numbers.ts';
import type { FrameBranch, RunSpec, SceneInfo, Setup } from '../../protocol.ts';
import { contactsOf, contactWith } from '../../session/contacts.ts';
import { loadLibrary } from '../library.ts';
import { ContactIds } from '../shown/contact-ids.ts';
import { frameOf } from '../shown/frame.ts';
import { Branch } from './branch.ts';
import { Keyframes } from './keyframes.ts';
import { describeScene } from './make-world.ts';

await loadLibrary();

const LONG = 600_000; // ms, on a machine in use
const AUTO: Setup = { solver: 'auto', options: {}, warmStart: true };
const PGS: Setup = { solver: 'pgs', options: {}, warmStart: true };

const specOf = (name: string, parameters: Record<string, number> = {}): RunSpec => ({
  source: { kind: 'catalogue', name, parameters },
  timeStep: null,
  frictionModel: null,
  integrator: null,
});

function branchOf(spec: RunSpec, setup: Setup, keyframes = new Keyframes()) {
  return new Branch({ id: 0, name: null, spec, keyframes }, setup);
}

/** Takes steps; returns the hash after each, the start first. */
function run(branch: Branch, steps: number): string[] {
  const hashes = [branch.shown.hash()];
  while (branch.at < steps && branch.advance()) hashes.push(branch.shown.hash());
  return hashes;
}

const ids = new ContactIds();
const frame = (branch: Branch): FrameBranch =>
  frameOf(
    {
      id: branch.id,
      at: branch.at,
      shown: branch.shown,
      figures: (table) => branch.figures(table),
      lastReport: branch.lastReport,
    },
    ids,
    true,
  );

test.each([
  ['brick-wall', AUTO],
  ['closed-loop', PGS],
])('%s: forks with the same solver have the same bits, one for 1000 steps', { timeout: LONG }, (scene, setup) => {
  const keyframes = new Keyframes();
  const spec = specOf(scene);
  const first = branchOf(spec, setup, keyframes);
  const hashes = run(first, 1037);
  expect(new Set(hashes).size).toBeGreaterThan(1000);
  for (const [from, steps] of [
    [37, 1000],
    [0, 40],
    [1, 40],
    [612, 40],
  ] as const) {
    const fork = new Branch({ id: from + 1, name: null, spec, keyframes }, { ...setup }, { branch: first, step: from });
    let equal = 0;
    while (equal < steps && fork.advance() && fork.shown.hash() === hashes[fork.at]) equal++;
    expect(equal).toBe(steps);
    fork.release();
  }
});

test('200 random seeks among 200 bodies show the right step to its bits, and slow steps without taking them again', {
  timeout: LONG,
}, () => {
  let passed = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, 'now').mockImplementation(() => (passed += 5)); // steps that count as slow, on any machine
  const branch = branchOf(specOf('sphere-pile', { count: 200 }), AUTO);
  const figures = [frame(branch)];
  while (branch.at < 20 && branch.advance()) figures.push(frame(branch));
  const rng = new Rng(7);
  for (let k = 0; k < 200; k++) {
    const step = Math.floor(rng.uniform(0, 21));
    branch.show(step);
    const { buffer, bodiesOf, ...shown } = frame(branch);
    const { buffer: numbers, bodiesOf: pairs, ...right } = figures[step]!;
    expect(shown).toEqual(right);
    expect(bodiesOf).toEqual(pairs);
    expect(Buffer.from(buffer).equals(Buffer.from(numbers))).toBe(true);
  }
  const slow = [...figures.keys()].slice(1).filter((step) => branch.scalars.at('stepMs', step) > 40);
  expect(slow.length).toBeGreaterThan(0);
  for (const step of slow) {
    branch.show(step === 20 ? 19 : 20);
    branch.show(step);
    expect(branch.shown.problems()).toEqual([]); // nothing was solved
  }
  branch.seek(slow[0]!); // as the inspector goes there
  expect(branch.shown.problems().length).toBeGreaterThan(0);
  expect(branch.lastReport?.step).toBe(slow[0]);
  expect(branch.shown.hash()).toBe(figures[slow[0]!]!.hash);
});

test('joules of contacts and joints sum to those of the step within 1e-12, and are printed as the engine has them', {
  timeout: LONG,
}, () => {
  for (const name of ['brick-wall', 'closed-loop', 'winch', 'mass-ratio-stack']) {
    const spec = specOf(name);
    for (const setup of [PGS, AUTO]) {
      const branch = branchOf(spec, setup);
      const world = createWorld(findScene(name), { solver: findSolver(setup.solver) });
      const scene = describeScene(spec, branch.shown);
      for (let step = 1; step <= 20; step++) {
        branch.advance();
        const { value } = world.step().energyError;
        if (step % 10 !== 0) continue;
        const shown = frame(branch);
        const contacts = contactsOf(shown, scene);
        const sum = contacts.reduce((total, { joules }) => total + joules, shown.jointsError + shown.undrawnError);
        expect(Math.abs(sum - value), `${name}, ${setup.solver}`).toBeLessThanOrEqual(1e-12 * value);
        if (contacts.length > 0) expectPrinted(shown, scene, world);
      }
      branch.release();
      world.release();
    }
  }
});

/** Numbers of each contact, as the page prints them, against the engine's own. */
function expectPrinted(shown: FrameBranch, scene: SceneInfo, world: World): void {
  const table = contactTable(world);
  const printed = world.contacts.map(({ bodyA, bodyB, normalForce, tangentForce }, i) => {
    const id = ids.of(table.id[3 * i]!, table.id[3 * i + 1]!, table.id[3 * i + 2]!);
    return [
      id,
      bodyA,
      bodyB,
      short(table.error[i]!),
      figure(normalForce, 'N'),
      figure(Math.hypot(...tangentForce), 'N'),
    ];
  });
  const onPage = printed.map(([id]) => {
    const { a, b, joules, normalForce, frictionForce } = contactWith(id as number, shown, scene)!;
    return [id, a, b, shortOfPage(joules), figure(normalForce, 'N'), figure(frictionForce, 'N')];
  });
  expect(onPage).toEqual(printed);
}

test('the worst contacts are found without sorting all of them, in the same order', () => {
  const spec = specOf('brick-wall');
  const branch = branchOf(spec, PGS);
  run(branch, 40);
  const [shown, scene] = [frame(branch), describeScene(spec, branch.shown)];
  const all = contactsOf(shown, scene);
  expect(all.length).toBeGreaterThan(100);
  for (const most of [0, 1, 8, 50, 51]) expect(contactsOf(shown, scene, most)).toEqual(all.slice(0, most));
});

test('the budget is held over 5000 seeks, and nothing grows', { timeout: LONG }, () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const spec = specOf('bouncing-ball');
  const whole = new Keyframes();
  run(branchOf(spec, AUTO, whole), 125);
  const budget = (2.5 * whole.memory().bytes) / whole.memory().keyframes; // room for some states, not for all
  const keyframes = new Keyframes(budget);
  const branch = branchOf(spec, AUTO, keyframes);
  const hashes = run(branch, 125);
  expect(keyframes.memory().dropped).toBeGreaterThan(0);
  const rng = new Rng(3);
  const seekOften = (times: number) => {
    for (let k = 0; k < times; k++) {
      const step = Math.floor(rng.uniform(0, 126));
      branch.show(step);
      if (frame(branch).hash !== hashes[step]) throw new Error(`step ${step} has other bits`);
      if (keyframes.memory().bytes > budget) throw new Error('the budget is exceeded');
    }
  };
  seekOften(500); // what is made once is made
  const start = heap();
  seekOften(5000);
  expect(heap() - start).toBeLessThan(1e6); // bytes
});

test('if the budget is full, the state goes that seeks miss least', () => {
  const branch = branchOf(specOf('mass-ratio-stack'), AUTO, new Keyframes());
  branch.advance();
  const snapshot = branch.shown.snapshot();
  const size = sizeWith(snapshot, 1);
  const keyframes = new Keyframes(4.5 * size);
  const add = (step: number, clock: number) => keyframes.add(0, { step, clock, snapshot, figures: undefined });
  for (const [step, clock] of [
    [0, 0],
    [10, 40],
    [11, 80],
    [12, 1000],
    [40, 1040],
  ] as const)
    add(step, clock);
  expect(keyframes.memory()).toMatchObject({ keyframes: 4, dropped: 1 });
  expect(keyframes.before(0, 10)?.step).toBe(0); // 80 ms between its neighbours; 960 and 960 at the others
  expect(keyframes.before(0, 39)?.step).toBe(12);
  expect(keyframes.before(0, 100)?.step).toBe(40);
  const other = (id: number) => keyframes.add(id, { step: 0, clock: 0, snapshot, figures: undefined });
  for (let id = 1; id < 4; id++) other(id);
  expect(keyframes.memory().bytes).toBeLessThanOrEqual(4.5 * size);
  expect(() => other(4)).toThrow('remove a branch first'); // the first state of each branch stays
  expect(keyframes.before(0, 100)?.step).toBe(0);
});

function sizeWith(snapshot: ReturnType<Branch['shown']['snapshot']>, count: number): number {
  const keyframes = new Keyframes(Infinity);
  for (let k = 0; k < count; k++) keyframes.add(0, { step: k, clock: k, snapshot, figures: undefined });
  return keyframes.memory().bytes;
}
