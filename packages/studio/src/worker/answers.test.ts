import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import type { ErrorCurves } from '../answers.ts';
import type { Reply, Request, RunSpec, Setup } from '../protocol.ts';
import { costOf, predicted } from '../session/tolerance.ts';
import { errorCurves } from './error-curves.ts';
import { asMet } from './inspect.ts';
import { loadLibrary } from './library.ts';
import { placesOfSlots } from './slots.ts';
import { Studio } from './studio.ts';

await loadLibrary();

const sceneOf = (name: string): RunSpec => ({
  source: { kind: 'catalogue', name, parameters: {} },
  ...{ timeStep: null, frictionModel: null, integrator: null },
});
const setupOf = (solver: string, options = {}): Setup => ({ solver, options, warmStart: true });

/** A studio that is stepped by hand; what waits for idle time is done by `idle`. */
function opened(scene: string, setup: Setup) {
  const replies: Reply[] = [];
  const tasks: (() => void)[] = [];
  const studio: Studio = new Studio({
    reply: (reply) => void replies.push(reply),
    later: (act) => void tasks.push(act),
    clock: () => performance.now(),
  });
  const ask = (request: Request) => studio.handle(request);
  const last = <T extends Reply['type']>(type: T) =>
    replies.findLast((reply): reply is Extract<Reply, { type: T }> => reply.type === type)!;
  const steps = (count: number) => {
    for (let k = 0; k < count; k++) ask({ type: 'advance' });
  };
  const idle = () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) task();
  };
  ask({ type: 'open', spec: sceneOf(scene), setup, play: false });
  return { ask, last, steps, idle };
}

function curvesOf(scene: string, setup: Setup, count: number): ErrorCurves {
  const { ask, last, steps, idle } = opened(scene, setup);
  steps(count);
  const before = last('frame').branches[0]!.hash;
  ask({ type: 'curves', branch: 0, step: count });
  idle();
  ask({ type: 'seek', step: count });
  expect(last('frame').branches[0]!.hash).toBe(before); // what is shown was not touched
  return last('curves').curves;
}

function problemAt(scene: string, solver: string, steps: number) {
  const world = createWorld(findScene(scene), { solver: findSolver(solver) });
  for (let k = 0; k < steps; k++) world.step();
  return { world, problem: world.problems()[0]! };
}

test.each([
  ['brick-wall', 'pgs'],
  ['brick-wall', 'psor'],
  ['brick-wall', 'nonlinear-gs'],
  ['brick-wall', 'nncg'],
  ['winch', 'pgs'],
])('%s by %s: iterations from the recorded errors are those of a solve with that tolerance', (scene, solver) => {
  const { problem } = problemAt(scene, solver, 40);
  const setup = setupOf(solver);
  const curves = errorCurves(problem, setup, () => performance.now())!;
  for (const tolerance of [1e-2, 1e-6, 1e-9, 1e-10, 1e-11, 1e-12, 1e-16]) {
    const { iterations, errors } = solve(asMet(problem, true), { solver: findSolver(solver), tolerance });
    const cost = costOf({ step: 40, problems: [curves] }, tolerance);
    expect([tolerance, cost]).toEqual([
      tolerance,
      { iterations: iterations.total, misses: !(errors.energyError.value <= tolerance) },
    ]);
  }
});

test('x', () => {
  for (const [scene, solver] of [['brick-wall','pgs'],['brick-wall','auto'],['winch','bpp']]) {
    const c = curvesOf(scene!, setupOf(solver!), 60);
    console.log(scene, solver, c.from, c.to, c.direct, c.ended, c.samples.map((s) => s.step).join(' '), [1e-4,1e-8,1e-10,1e-12].map(t => JSON.stringify(predicted(c, t))));
  }
  for (const [scene, solver, n] of [['brick-wall','pgs',60],['mass-ratio-stack','pgs',60],['winch','pgs',60],['log-grasping','pgs',40],['log-grasping','auto',40],['sphere-pile','auto',40], ['closed-loop', 'pgs', 20]] as const) {
    const { ask, last, steps } = opened(scene, setupOf(solver));
    steps(n);
    const t0 = performance.now();
    ask({ type: 'why', branch: 0, step: n, contact: null });
    console.log(scene, solver, (performance.now() - t0).toFixed(0), JSON.stringify(last('why')?.why ?? last('failed'), null, 1));
  }
  for (const scene of ['brick-wall','winch','log-grasping','closed-loop','mass-ratio-stack','forklift','cable-rod']) {
    try {
    const { world, problem } = problemAt(scene, 'auto', 10);
    const places = placesOfSlots(world, problem, 0);
    const bad = [...places].filter((at, k) => at < 0 || Math.abs(world.bodies[at]!.mass * problem.structure!.Minv[36 * k]! - 1) > 1e-9);
    console.log(scene, places.length, bad.length, world.problems().length);
    } catch (e) { console.log(scene, String(e)); }
  }
}, 60000);
