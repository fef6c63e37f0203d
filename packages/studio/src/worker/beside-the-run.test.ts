/** Work beside the run: answers that were not stepped to, a perturbed run, marks, changes that are undone, stops of a fork's past. */
import { readProblem } from '@signorini/engine/problem';
import { findSolver } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { questionsOf } from '../../test/support/studio-of.ts';
import { BODY_FLOATS, CONTACT_FLOATS, type Reply, type Request, type RunSpec, type Setup } from '../protocol.ts';
import { dotOf } from './answers/all-solvers.ts';
import { asMet } from './answers/inspection.ts';
import { loadLibrary } from './library.ts';
import { Studio } from './studio.ts';

await loadLibrary();

const runOf = (name: string, parameters: Record<string, number> = {}): RunSpec => ({
  source: { kind: 'catalogue', name, parameters },
  timeStep: null,
  frictionModel: null,
  integrator: null,
});
const WALL = runOf('brick-wall', { rows: 4 });
const AUTO: Setup = { solver: 'auto', options: {}, warmStart: true };
const COLD: Setup = { solver: 'pgs', options: {}, warmStart: false };

/** A studio that takes steps when asked to; what it does later is done by `rest`. */
function opened(spec: RunSpec, setup: Setup) {
  const replies: Reply[] = [];
  const tasks: (() => void)[] = [];
  const studio: Studio = new Studio({
    reply: (reply) => void replies.push(structuredClone(reply)), // as a port does
    later: (act) => tasks.push(act),
    clock: () => 0,
  });
  const ask = (request: Request) => studio.handle(request);
  const all = <T extends Reply['type']>(type: T) =>
    replies.filter((reply): reply is Extract<Reply, { type: T }> => reply.type === type);
  const last = <T extends Reply['type']>(type: T) => all(type).at(-1)!;
  const frame = () => last('frame').branches[0]!;
  const take = (steps: number) => {
    for (let k = 0; k < steps; k++) ask({ type: 'advance' });
  };
  const rest = () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) task();
  };
  ask({ type: 'open', spec, setup, play: false });
  return { ask, ...questionsOf(ask, replies), all, last, frame, take, rest };
}

function contactsOf(studio: ReturnType<typeof opened>): Float32Array {
  const { buffer, drawn } = studio.frame();
  const first = BODY_FLOATS * studio.last('scene').info.bodies.length;
  return new Float32Array(buffer).subarray(first, first + CONTACT_FLOATS * drawn);
}
const joulesOf = (numbers: Float32Array) =>
  Array.from({ length: numbers.length / CONTACT_FLOATS }, (_, k) => numbers[CONTACT_FLOATS * k + 9]!);
const sumOf = (list: readonly number[]) => list.reduce((p, q) => p + q, 0);

test('the contacts of the last iterate are those of the frame; those of others have their own forces and joules', () => {
  const studio = opened(WALL, COLD);
  studio.take(20);
  const { step } = studio.frame();
  const { energy } = studio.question('inspection', { branch: 0, step });
  const blockOf = (iterate: number) => {
    return studio.question('iterate', { branch: 0, step, iterate, scale: 1 }).contacts!.numbers;
  };
  expect(blockOf(energy.length - 1)).toEqual(contactsOf(studio));
  const early = blockOf(3);
  expect(early).not.toEqual(contactsOf(studio));
  expect(sumOf(joulesOf(early))).toBeCloseTo(energy[3]!, 6);
  expect(energy[3]).toBeGreaterThan(2 * energy.at(-1)!);
});

test.each([
  ['cold', COLD],
  ['warm', { ...COLD, warmStart: true }],
])('a dot, the answer of its solver and a fork that takes the step again have one error: %s', (_, setup) => {
  const studio = opened(WALL, setup);
  studio.take(20);
  const { step, hash } = studio.frame();
  const { document, warmStart } = studio.question('problem', { branch: 0, step });
  const problem = asMet(readProblem(document), warmStart!);
  for (const solver of ['auto', 'ipm', 'nncg', 'pgd', 'pgs', 'psor', 'spook']) {
    const { contacts } = studio.question('solverAnswer', { branch: 0, step, solver });
    const joules = sumOf(joulesOf(contacts.numbers));
    const { energyError } = dotOf(problem, findSolver(solver), () => 0);
    expect(Math.abs(joules - energyError!)).toBeLessThanOrEqual(1e-5 * energyError! + 1e-20);
    studio.ask({ type: 'fork', branch: 0, step: step - 1, setup: { ...setup, solver }, name: null });
    expect([solver, studio.frame().step, studio.frame().energyError]).toEqual([solver, step, energyError]);
    studio.ask({ type: 'show', branches: [0] });
  }
  expect(studio.frame().hash).toBe(hash);
});

test('a perturbed run begins one ulp away where branches part, follows to the head, and leaves the branches alone', () => {
  const run = (perturbed: boolean) => {
    const studio = opened(WALL, COLD);
    studio.take(10);
    studio.ask({ type: 'perturbed', on: perturbed });
    studio.ask({ type: 'fork', branch: 0, step: 6, setup: AUTO, name: null });
    studio.take(12);
    studio.rest();
    return studio;
  };
  const studio = run(true);
  const noise = studio.all('noise');
  expect(noise.every(({ branch, start }) => branch === 1 && start === 6)).toBe(true);
  const metres = noise.flatMap((reply) => reply.metres);
  expect(metres[0]).toBeGreaterThan(0);
  expect(metres[0]).toBeLessThan(1e-14);
  const { head } = studio.last('branches').branches[1]!;
  expect(metres.length).toBe(head - 6 + 1);
  expect(Math.max(...metres)).toBeLessThan(1e-9);
  const distances = studio.all('distances').flatMap((reply) => reply.metres);
  expect(Math.max(...distances)).toBeGreaterThan(100 * Math.max(...metres));
  expect(run(false).all('noise')).toEqual([]);
  expect(run(false).frame().hash).toBe(studio.frame().hash);
});

test('marks: joints, normals, islands, ledger and stages of the step that is shown', () => {
  const studio = opened(runOf('winch'), AUTO);
  studio.ask({ type: 'marks', on: true });
  studio.take(3);
  const { marks } = studio.last('marks');
  const { bodies } = studio.last('scene').info;
  expect(marks.step).toBe(3);
  expect(marks.joints.length).toBeGreaterThan(6);
  expect(marks.normals.length).toBe(6 * studio.frame().contacts);
  expect(marks.islands.length).toBe(bodies.length);
  bodies.forEach(({ motion }, k) => {
    expect(marks.islands[k]! >= 0).toBe(motion === 'dynamic');
  });
  const links = bodies.flatMap(({ name }, k) => (name.startsWith('link') ? [marks.islands[k]!] : []));
  expect(new Set(links).size).toBe(1);
  expect(marks.ledger.map(([name]) => name)).toContain('joints');
  expect(marks.stages.map(([name]) => name)).toContain('collide');
  studio.ask({ type: 'marks', on: false });
  const before = studio.all('marks').length;
  studio.take(1);
  expect(studio.all('marks').length).toBe(before);
});

test('an undone change is an event that says so', () => {
  const studio = opened(WALL, AUTO);
  studio.take(2);
  studio.ask({ type: 'setup', setup: COLD });
  studio.take(1);
  studio.ask({ type: 'setup', setup: AUTO, undo: true });
  const { events } = studio.last('branches').branches[0]!;
  expect(events.map((event) => (event.kind === 'setup' ? [event.step, event.setup.solver, event.undo] : []))).toEqual([
    [1, 'auto', undefined],
    [3, 'pgs', undefined],
    [4, 'auto', true],
  ]);
});

test('the previous hit of a fork may lie in the past that it shares with its parent', () => {
  const studio = opened(WALL, COLD);
  studio.take(12);
  studio.ask({ type: 'fork', branch: 0, step: 12, setup: AUTO, name: null });
  studio.take(6);
  const { step } = studio.question('stop', { from: 18, direction: -1, conditions: [{ kind: 'unsolved' }] });
  expect(step).not.toBeNull();
  expect(step).toBeLessThanOrEqual(12);
});

test('what a solver must take is the largest problem, not all rows of a step', () => {
  const studio = opened({ ...runOf('log-grasping'), integrator: 'midpoint' }, AUTO);
  studio.take(20);
  const { rows } = studio.last('models');
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(studio.frame().rows);
});
