import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { AUTO, opened, PGS, WALL } from '../../test/support/studio-of.ts';
import { BODY_FLOATS, type Setup } from '../protocol.ts';
import { ROW_NUMBERS } from '../questions.ts';

function reference(steps: number, { solver }: Setup = AUTO) {
  const world = createWorld(findScene('brick-wall'), { solver: findSolver(solver) });
  let report = world.step();
  while (report.step < steps) report = world.step();
  return { hash: world.hash(), report, world };
}

test('what is shown is what the engine computes: hash, errors and forces of the same step', () => {
  const { frame, play } = opened();
  play(60);
  const { hash, report, world } = reference(60);
  expect(frame()).toMatchObject({
    step: 60,
    hash,
    energyError: report.energyError.value,
    contacts: report.contactCount,
  });
  expect(frame().frictionConsistency).toBe(report.frictionConsistency.value);
  const numbers = new Float32Array(frame().buffer);
  const first = BODY_FLOATS * world.bodies.length;
  const [contact] = world.contacts;
  const force = [0, 1, 2].map((c) => numbers[first + 3 + c]! + numbers[first + 6 + c]!);
  for (const [c, value] of contact!.force.entries()) expect(force[c]).toBeCloseTo(value, 2);
});

test('frames that the page has stay as they were while later ones are written, each branch in its own buffer', () => {
  const { ask, frame, play } = opened();
  play(20);
  ask({ type: 'fork', branch: frame().branch, step: 20, setup: PGS, name: null });
  play(20);
  const numbers = () => [frame(0), frame(1)].map(({ buffer }) => new Float32Array(buffer));
  const kept = numbers();
  const before = kept.map((list) => list.slice());
  play(20);
  expect(kept).toEqual(before);
  for (const [k, list] of numbers().entries()) expect(list).not.toEqual(kept[k]);
  expect(kept[0]).not.toEqual(kept[1]);
});

test('seeking shows the same bits as running there, and changes nothing else', () => {
  const { ask, frame, play, last } = opened();
  play(120);
  const end = frame().hash;
  for (const step of [1, 77, 120, 30, 119, 0, 64]) {
    ask({ type: 'seek', step });
    expect(frame().step).toBe(step);
    expect(last('frame').playing).toBe(false);
    if (step > 0) {
      const { hash, report } = reference(step);
      expect(frame().hash).toBe(hash);
      expect(frame().energyError).toBe(report.energyError.value);
    }
  }
  ask({ type: 'seek', step: 500 });
  expect(frame()).toMatchObject({ step: 120, hash: end });
});

test('while it plays, a frame has the hash of its state if it is the first or the page wants it', () => {
  const { ask, frame, play, replies } = opened();
  play(5);
  expect(frame().hash).toBe(reference(5).hash);
  const frames = replies.flatMap((reply) => (reply.type === 'frame' && reply.playing ? [reply.branches[0]!] : []));
  expect(frames.length).toBeGreaterThan(2);
  expect(frames.map(({ hash }) => hash !== null)).toEqual(frames.map((_, k) => k === 0));
  ask({ type: 'play', speed: 1 });
  ask({ type: 'release', hash: true });
  play(1);
  const last = replies.findLast((reply) => reply.type === 'frame' && reply.playing)!;
  expect(last).toMatchObject({ branches: [{ step: 6, hash: reference(6).hash }] });
});

test('a fork with the same solver has the same bits for as long as one looks', () => {
  const { ask, frame, play, last } = opened();
  play(50);
  ask({ type: 'fork', branch: frame().branch, step: 23, setup: { ...AUTO }, name: 'same' });
  expect(last('branches').branches.map(({ parent, start }) => [parent, start])).toEqual([
    [null, 0],
    [0, 23],
  ]);
  for (let round = 0; round < 10; round++) {
    play(20);
    expect(frame(0).step).toBe(frame(1).step);
    expect(frame(0).hash).toMatch(/^\w+$/);
    expect(frame(0).hash).toBe(frame(1).hash);
  }
});

test('a fork has the past of the branch that it comes from', () => {
  const { ask, frame, play } = opened();
  play(40);
  ask({ type: 'seek', step: 25 });
  const { energyError } = frame();
  ask({ type: 'fork', branch: 0, step: 25, setup: PGS, name: null });
  expect(frame()).toMatchObject({ branch: 1, step: 25, energyError });
  play(10);
  const { hash } = frame();
  ask({ type: 'seek', step: 7 });
  expect(frame()).toMatchObject({ branch: 1, step: 7, hash: reference(7).hash });
  expect(frame(1)).toMatchObject({ branch: 0, step: 7, hash: reference(7).hash });
  play(28); // into the fork, and what it did there comes again
  expect(frame()).toMatchObject({ branch: 1, step: 35, hash });
  expect(frame(1)).toMatchObject({ branch: 0, step: 35, hash: reference(35).hash });
  ask({ type: 'seek', step: 12 });
  ask({ type: 'fork', branch: 1, step: 12, setup: AUTO, name: null }); // of its parent
  play(8);
  expect(frame()).toMatchObject({ branch: 2, step: 20, hash: reference(20).hash });
});

test('another solver applies from now on at the end of a branch, and makes a fork in the past', () => {
  const { ask, frame, play, last } = opened();
  play(30);
  ask({ type: 'setup', setup: PGS });
  expect(last('branches').branches.length).toBe(1);
  play(10);
  expect(last('branches').branches[0]!.events).toMatchObject([
    { kind: 'setup', step: 1 },
    { kind: 'setup', step: 31, setup: { solver: 'pgs' } },
  ]);
  const after = frame().hash;
  ask({ type: 'seek', step: 12 });
  ask({ type: 'seek', step: 40 });
  expect(frame().hash).toBe(after); // the change happens again before the same step
  ask({ type: 'seek', step: 20 });
  ask({ type: 'setup', setup: PGS });
  const [, forked] = last('branches').branches;
  expect(forked).toMatchObject({ parent: 0, start: 20, setup: { solver: 'pgs' } });
});

test('a stop condition stops at its step, and is found again from the end', () => {
  const { ask, question, frame, play } = opened(PGS);
  play(100);
  ask({ type: 'seek', step: 100 });
  const errors = [...Array(100).keys()].map((k) => {
    ask({ type: 'seek', step: k + 1 });
    return frame().energyError!;
  });
  const limit = [...errors].sort((p, q) => p - q)[90]!;
  const first = errors.findIndex((value) => value > limit) + 1;
  const lastHit = errors.findLastIndex((value) => value > limit) + 1;

  const again = opened(PGS);
  again.ask({ type: 'stops', conditions: [{ kind: 'energyError', above: limit }] });
  again.play(100);
  expect(again.frame().step).toBe(first);
  expect(again.last('stopped')).toMatchObject({ step: first });

  const conditions = [{ kind: 'energyError', above: limit } as const];
  expect(question('stop', { from: 101, direction: -1, conditions }).step).toBe(lastHit);
  expect(question('stop', { from: 0, direction: 1, conditions }).step).toBe(first);
});

test.each([true, false])('inside a step the last iterate has the error of the step, warm start %s', (warmStart) => {
  const { frame, play, question } = opened({ ...PGS, warmStart });
  play(60);
  const inspection = question('inspection', { branch: frame().branch, step: 60 });
  expect(inspection.absent).toBeNull();
  expect(inspection.k.length).toBeGreaterThan(20);
  expect(inspection.energy.at(-1)).toBe(frame().energyError);
  const numbers = new Float32Array(inspection.buffer);
  const n = inspection.rows.length;
  const rows = numbers.subarray((inspection.k.length - 1) * n, inspection.k.length * n);
  expect(rows.reduce((p, q) => p + q, 0) / inspection.energy.at(-1)!).toBeCloseTo(1, 4);
  expect(inspection.rows.some(({ contact }) => contact >= 0)).toBe(true);
  const final = question('iterate', {
    branch: frame().branch,
    step: 60,
    iterate: inspection.k.length - 1,
    scale: 1000,
  }).poses;
  const shown = new Float32Array(frame().buffer);
  for (let c = 0; c < 7; c++) expect(final[c]).toBeCloseTo(shown[c]!, 6);
  expect([...question('iterate', { branch: frame().branch, step: 60, iterate: 1, scale: 1000 }).poses]).not.toEqual([
    ...final,
  ]);
});

test('solvers whose iterates have no error say so', () => {
  const { frame, play, question } = opened(
    { ...AUTO, solver: 'lemke' },
    { ...WALL, source: { kind: 'catalogue', name: 'mass-ratio-stack', parameters: {} } },
  );
  play(5);
  expect(question('inspection', { branch: frame().branch, step: 5 }).absent).toContain('lemke');
});

test('the parts of a row are those of its own bounds, and their largest is its error', () => {
  const { frame, play, question } = opened(PGS);
  play(60);
  const inspection = question('inspection', { branch: frame().branch, step: 60 });
  const n = inspection.rows.length;
  const { rows } = question('iterate', { branch: frame().branch, step: 60, iterate: 3, scale: 1 });
  const energies = new Float32Array(inspection.buffer).subarray(3 * n, 4 * n);
  const errors = [...Array(n).keys()].map((i) => Math.max(...rows.subarray(ROW_NUMBERS * i + 4, ROW_NUMBERS * i + 8)));
  for (let i = 0; i < n; i++)
    if (inspection.rows[i]!.kind === 'normal') expect(errors[i]).toBeCloseTo(energies[i]!, 12);
  expect(errors.some((value) => value > 0)).toBe(true);
});

test('branches that are shown together have their distance measured at every step', () => {
  const { ask, frame, play, replies } = opened();
  play(20);
  ask({ type: 'fork', branch: frame().branch, step: 20, setup: PGS, name: null });
  play(10);
  const batches = replies.filter((reply) => reply.type === 'distances');
  const steps = batches.flatMap((batch) => batch.steps);
  expect(steps).toEqual(Array.from({ length: 11 }, (_, k) => 20 + k));
  const metres = batches.flatMap((batch) => batch.metres);
  expect(metres[0]).toBe(0);
  expect(metres.at(-1)).toBeGreaterThan(0);
  expect(metres.at(-1)).toBeLessThan(0.1);
});

test('a problem file takes the place of the run, one that is none changes nothing, and a scene ends it', () => {
  const { ask, frame, play, last, question, answer } = opened();
  play(30);
  const { document } = question('problem', { branch: frame().branch, step: 30 });
  ask({ type: 'openProblem', title: 'cut', text: document.slice(0, 1000), setup: AUTO });
  expect(last('failed')).toMatchObject({ during: 'openProblem' });
  play(1);
  expect(frame().step).toBe(31);
  ask({ type: 'openProblem', title: 'whole', text: document, setup: PGS });
  expect(answer('problem').branch).toBe(-1);
  expect(answer('inspection')).toMatchObject({ branch: -1, solver: 'pgs' });
  expect(question('iterate', { branch: -1, step: 0, iterate: 2, scale: 1 }).poses.length).toBe(0);
  ask({ type: 'play', speed: 1 });
  expect(last('failed').sentence).toContain('choose a scene');
  ask({ type: 'open', spec: WALL, setup: AUTO, play: false });
  expect(frame().step).toBe(0);
});

test('memory stays within its budget, and every step can still be reached', () => {
  const first = opened();
  first.play(400);
  const { bytes: all, keyframes } = first.last('branches').memory;
  expect(keyframes).toBeGreaterThan(6); // at most 60 steps apart
  const budget = (3.5 * all) / keyframes;
  const { ask, frame, play, last } = opened(AUTO, WALL, budget);
  play(400);
  const { bytes, dropped } = last('branches').memory;
  expect(bytes).toBeLessThanOrEqual(budget);
  expect(dropped).toBeGreaterThan(0);
  for (const step of [399, 3, 222]) {
    ask({ type: 'seek', step });
    expect(frame().hash).toBe(reference(step).hash);
  }
});

test('what cannot be done is a sentence, and the next request works', () => {
  const { ask, last, frame, play } = opened();
  play(3);
  ask({
    type: 'open',
    spec: { ...WALL, source: { kind: 'catalogue', name: 'brik-wall', parameters: {} } },
    setup: AUTO,
    play: false,
  });
  expect(last('failed').sentence).toContain('brick-wall');
  ask({ type: 'fork', branch: 99, step: 1, setup: AUTO, name: '' });
  expect(last('failed').sentence).toContain('99');
  ask({ type: 'remove', branch: 0 });
  expect(last('failed').sentence).toContain('the last branch stays');
  ask({ type: 'seek', step: 2 });
  expect(frame().step).toBe(2);
});

test('a pull moves its body, is repeated when one goes back, and makes a fork in the past', () => {
  const { ask, frame, play, last } = opened();
  play(10);
  const pull = { body: 'brick-30', at: [0, 0, 0], to: [1, 0.5, 3], limit: 5000 } as const;
  ask({ type: 'pull', pull });
  play(15);
  ask({ type: 'pull', pull: null });
  play(10);
  const { hash } = frame();
  expect(hash).not.toBe(reference(35).hash);
  ask({ type: 'seek', step: 5 });
  expect(frame().hash).toBe(reference(5).hash);
  ask({ type: 'seek', step: 35 });
  expect(frame().hash).toBe(hash);
  ask({ type: 'seek', step: 8 });
  ask({ type: 'pull', pull });
  expect(last('branches').branches.length).toBe(2);
});

test('a pause rests at the step that the page shows; steps after it that nobody saw are as if they were not taken', () => {
  const again = opened();
  again.play(40);
  again.ask({ type: 'seek', step: 10 });
  again.ask({ type: 'play', speed: 1 });
  for (let k = 0; k < 6; k++) again.tick();
  expect(again.frame().step).toBeGreaterThan(12);
  again.ask({ type: 'pause', step: 12 });
  expect(again.frame().step).toBe(12);
  expect(again.last('branches').branches[0]!.head).toBe(40); // they were there before it played

  const ran = ahead(20);
  ran.ask({ type: 'pause', step: 7 });
  expect(ran.frame()).toMatchObject({ step: 7, hash: reference(7).hash });
  expect(ran.last('frame').playing).toBe(false);
  expect(ran.last('branches').branches[0]!.head).toBe(7);
  expect(ran.last('scalars')).toMatchObject({ from: 8, columns: { time: new Float64Array(0) } });
  ran.ask({ type: 'setup', setup: PGS }); // at the end of its branch: no fork
  expect(ran.last('branches').branches).toHaveLength(1);
  ran.play(5);
  expect(ran.frame().step).toBe(12);
});

/** A wall that was played for some steps, and plays on. */
function ahead(steps: number) {
  const studio = opened();
  const { ask, frame, tick } = studio;
  ask({ type: 'play', speed: 1 });
  while (frame().step < steps) tick();
  return studio;
}

test('a fork that takes the step again has its own error of that step', () => {
  const { ask, frame, play } = opened({ ...PGS, warmStart: false });
  play(30);
  const { branch, energyError } = frame();
  ask({ type: 'seek', step: 30 });
  ask({ type: 'fork', branch, step: 29, setup: AUTO, name: null });
  expect(frame().step).toBe(30);
  expect(frame().branch).not.toBe(branch);
  expect(frame().energyError).toBeLessThan(1e-6 * energyError!);
});
