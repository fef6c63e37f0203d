import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { questionsOf } from '../../../test/support/studio-of.ts';
import { BODY_FLOATS, CONTACT_FLOATS, type Reply, type Request, type RunSpec, type Setup } from '../../protocol.ts';
import { costOf, costOfAll, predicted } from '../../session/tolerance.ts';
import { loadLibrary } from '../library.ts';
import { Studio } from '../studio.ts';
import { errorCurves } from './error-curves.ts';
import { asMet } from './inspection.ts';
import { placesOfBodies } from './problem-bodies.ts';

await loadLibrary();

const sceneOf = (name: string, parameters = {}): RunSpec => ({
  source: { kind: 'catalogue', name, parameters },
  timeStep: null,
  frictionModel: null,
  integrator: null,
});
const setupOf = (solver: string): Setup => ({ solver, options: {}, warmStart: true });

/** A studio that is stepped by hand; what waits for idle time is done by `idle`, 16 ms later each. */
function opened(spec: RunSpec, setup: Setup, steps: number) {
  const replies: Reply[] = [];
  const tasks: (() => void)[] = [];
  let now = 0;
  const studio: Studio = new Studio({
    reply: (reply) => void replies.push(structuredClone(reply)), // as a port does
    later: (act) => void tasks.push(act),
    clock: () => now,
  });
  const ask = (request: Request) => studio.handle(request);
  const last = <T extends Reply['type']>(type: T) =>
    replies.findLast((reply): reply is Extract<Reply, { type: T }> => reply.type === type)!;
  const idle = () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      now += 16;
      task();
    }
  };
  const advance = (count: number) => {
    for (let k = 0; k < count; k++) ask({ type: 'advance' });
  };
  ask({ type: 'open', spec, setup, play: false });
  advance(steps);
  return { ask, ...questionsOf(ask, replies), last, idle, advance, frame: () => last('frame').branches[0]! };
}

function problemAt(scene: string, solver: string, steps: number) {
  const frictionModel = solver === 'nscd' ? 'cone' : 'box'; // a cone needs one solve, a box several
  const parameters = scene === 'brick-wall' ? { rows: 6 } : {};
  const world = createWorld(findScene(scene), { solver: findSolver(solver), frictionModel, parameters });
  for (let k = 0; k < steps; k++) world.step();
  return { world, problem: world.problems()[0]! };
}

/** Later solves of a coupling start from bounds that depend on where the one before has stopped: the recorded ones went on. */
const LAGGED = 2; // iterations

test.each([
  ['brick-wall', 'nscd', [1e-9, 1e-12, 1e-14, 1e-16], 0],
  ['brick-wall', 'pgs', [1e-4, 1e-6, 1e-8, 1e-10], LAGGED],
  ['winch', 'pgs', [1, 1e-1, 1e-2, 1e-4], LAGGED],
] as const)('%s by %s: iterations from recorded errors are those of a solve with that tolerance', (...given) => {
  const [scene, solver, list, room] = given;
  const { problem } = problemAt(scene, solver, 20);
  const curves = errorCurves(problem, setupOf(solver), () => 0)!;
  const costs = list.map((tolerance) => {
    const { iterations, errors } = solve(asMet(problem, true), { solver: findSolver(solver), tolerance });
    const cost = costOf({ step: 20, problems: [curves] }, tolerance);
    expect(cost.misses).toBe(!(errors.energyError.value <= tolerance));
    expect(Math.abs(cost.iterations - iterations.total)).toBeLessThanOrEqual(room);
    return cost.iterations;
  });
  expect(new Set(costs).size).toBeGreaterThan(1);
});

test('a tolerance is answered from a sample of steps, and runs with it agree with a run from the start', () => {
  const steps = 60;
  let passed = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, 'now').mockImplementation(() => (passed += 5)); // how many states are kept depends on it
  const { ask, idle, frame, question, answer } = opened(sceneOf('brick-wall'), setupOf('pgs'), steps);
  const { hash } = frame();
  question('curves', { branch: 0, step: steps });
  idle();
  const curves = answer('curves');
  expect(curves).toMatchObject({ branch: 0, from: 1, to: steps, solver: 'pgs', direct: false });
  expect(curves.samples.length).toBeGreaterThan(3);
  expect(curves.samples.length).toBeLessThanOrEqual(24);

  const tolerance = 1e-9;
  const world = createWorld(findScene('brick-wall'), { solver: 'pgs', tolerance });
  const whole = Array.from({ length: steps }, () => {
    const { iterations, energyError } = world.step();
    return { iterations: iterations.total, misses: !(energyError.value <= tolerance) };
  });
  const at = (list: readonly { readonly step: number }[]) => costOfAll(list.map(({ step }) => whole[step - 1]!));
  expect(predicted(curves, tolerance).missed).toBe(at(curves.samples).missed);

  question('tried', { branch: 0, step: steps, tolerance });
  idle();
  const tried = answer('tried');
  expect(tried.steps.length).toBeGreaterThan(10);
  const [found, real] = [costOfAll(tried.steps), at(tried.steps)];
  expect(Math.abs(found.missed - real.missed)).toBeLessThanOrEqual(2);
  expect(Math.abs(found.median / real.median - 1)).toBeLessThan(0.25);

  ask({ type: 'seek', step: steps });
  expect(frame().hash).toBe(hash); // what is shown was not touched
});

test('the sample is of the steps that were solved as the one that is shown; direct solvers have no curves', () => {
  let passed = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, 'now').mockImplementation(() => (passed += 5)); // how many states are kept depends on it
  const { ask, idle, advance, question, answer } = opened(sceneOf('winch'), setupOf('bpp'), 6);
  question('curves', { branch: 0, step: 6 });
  idle();
  expect(answer('curves')).toMatchObject({ direct: true, samples: [], ended: 'all' });
  ask({ type: 'setup', setup: setupOf('auto') });
  advance(6);
  ask({ type: 'setup', setup: setupOf('pgs') });
  advance(20);
  for (const [step, solver, from, to] of [
    [9, 'auto', 7, 12],
    [20, 'pgs', 13, 32],
  ] as const) {
    question('curves', { branch: 0, step });
    idle();
    const curves = answer('curves');
    expect(curves).toMatchObject({ solver, from, to, direct: false });
    expect(predicted(curves, 1e-6).of > 0).toBe(solver === 'pgs'); // auto solved directly
    for (const sample of curves.samples) expect(sample.step).toBeGreaterThanOrEqual(from);
  }
});

test('why: the worst contact of the step, its part, its bounds, its load path', () => {
  const { last, frame, question } = opened(sceneOf('brick-wall'), setupOf('pgs'), 25);
  const numbers = new Float32Array(frame().buffer);
  const first = BODY_FLOATS * last('scene').info.bodies.length;
  const contact = (k: number) => {
    const [error, , id] = numbers.subarray(first + CONTACT_FLOATS * k + 9, first + CONTACT_FLOATS * k + 12);
    return { error: error!, id: id! };
  };
  const worst = Array.from({ length: frame().drawn }, (_, k) => contact(k)).reduce((p, q) =>
    q.error > p.error ? q : p,
  );
  const why = question('why', { branch: 0, step: 25, contact: worst.id });
  expect(why.joules / worst.error).toBeCloseTo(1, 5);
  expect(why.stepJoules).toBe(frame().energyError);
  const { row, changes, path, doctor } = why;
  expect(Math.max(...row.parts) / row.joules).toBeCloseTo(1, 9);
  expect(row.shaped).toBe(false);
  expect(row.joules).toBeLessThanOrEqual(why.joules);
  expect(changes).toMatchObject({ absent: null, impulse: changes.of, thinned: false }); // pgs was still at it
  expect(path).toMatchObject({ grounded: true, massRatio: 1 });
  expect(path!.bodies.at(-1)).toEqual({ name: 'ground', mass: null });
  expect(path!.bodies.length).toBeGreaterThan(3);
  expect(path!.condition).toBeGreaterThan(10);
  expect(doctor).toEqual({ warnings: [], notes: [], leftOut: null });
  question('why', { branch: 0, step: 25, contact: 12345 });
  expect(last('failed').sentence).toContain('contact 12345 is not present');
});

test('why: masses that differ too much are on the load path, and the doctor says so', () => {
  const { question } = opened(sceneOf('mass-ratio-stack', { ratio: 1e5 }), setupOf('pgs'), 3);
  const { path, doctor, stepJoules } = question('why', { branch: 0, step: 3, contact: null });
  expect(path!.bodies.map(({ name }) => name)).toEqual(['heavy', 'light', 'ground']);
  expect(path).toMatchObject({ heavy: 'heavy', light: 'light' });
  expect(path!.massRatio).toBeCloseTo(1e5, 0);
  expect(doctor.warnings).toMatchObject([{ check: 'mass-ratio' }]);
  expect(stepJoules).toBeGreaterThan(1e-6);
});

test('why: of a step whose worst row is a joint, that joint', () => {
  const { ask, last, frame, question } = opened(sceneOf('closed-loop'), setupOf('pgs'), 20);
  const { subject, row, path } = question('why', { branch: 0, step: 20, contact: null });
  expect(subject).toMatch(/^hinge-\d+$/);
  expect(row).toMatchObject({ kind: 'bilateral', lo: null, hi: null });
  expect(path!.bodies.length).toBeGreaterThan(1);
  ask({ type: 'open', spec: sceneOf('brick-wall'), setup: setupOf('auto'), play: false });
  question('why', { branch: frame().branch, step: 1, contact: null });
  expect(last('failed').sentence).toContain('has no problem');
});

test.each(['brick-wall', 'log-grasping', 'forklift', 'winch'])('%s: the bodies of a structure are known', (scene) => {
  const { world, problem } = problemAt(scene, 'auto', 3);
  const places = placesOfBodies(world, problem, 0);
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places).size).toBe(places.length);
  for (const [k, place] of places.entries())
    expect(world.bodies[place]!.mass * problem.structure!.Minv[36 * k]!).toBeCloseTo(1, 9);
});

test('the ghost of an iterate moves the bodies whose impulses differ, and no fixed one', () => {
  const { last, question } = opened(sceneOf('brick-wall'), setupOf('pgs'), 5);
  const { poses: final } = question('iterate', { branch: 0, step: 5, iterate: 1000, scale: 1 });
  const { poses } = question('iterate', { branch: 0, step: 5, iterate: 1, scale: 1 });
  const moved = last('scene').info.bodies.map((_, k) =>
    Math.hypot(...[0, 1, 2].map((c) => poses[7 * k + c]! - final[7 * k + c]!)),
  );
  expect(moved[0]).toBe(0); // the ground
  expect(moved.slice(1).every((distance) => distance > 0)).toBe(true);
});

test('a run that is asked to pause at a step does so in all branches', () => {
  const { ask, last, idle, frame } = opened(sceneOf('brick-wall'), setupOf('pgs'), 5);
  ask({ type: 'fork', branch: 0, step: 4, setup: setupOf('auto'), name: null });
  ask({ type: 'play', speed: 4, until: 9 });
  for (let k = 0; k < 500 && frame().step < 9; k++) {
    ask({ type: 'release' });
    idle();
  }
  expect(last('frame')).toMatchObject({ playing: false, branches: [{ step: 9 }, { step: 9 }] });
});
