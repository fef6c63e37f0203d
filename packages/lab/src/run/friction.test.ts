/** Capture, recommend and run have one friction model: that of the scene, else Coulomb's cone. */
import { createWorld, type World } from '@signorini/engine';
import { setsOf } from '@signorini/engine/problem';
import { type Scene, sceneFromDocument } from '@signorini/engine/scenes';
import { type AnySolver, findSolver, solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import { compareSolvers } from '../recommend/compare.ts';
import { captureScene } from './capture.ts';
import { frictionNotice, frictionOf } from './friction.ts';
import { runWorld } from './run.ts';

const [MU, SPEED, G, STEP] = [0.4, 4, 9.81, 1 / 200]; // -, m/s, m/s^2, s
const COULOMB = SPEED ** 2 / (2 * MU * G); // m

/** A block that slides along the diagonal of the world's axes. */
function block(settings: object = {}): Scene {
  const material = { friction: MU };
  const velocity = [SPEED * Math.SQRT1_2, SPEED * Math.SQRT1_2, 0];
  return sceneFromDocument(
    {
      format: 'signorini-scene',
      version: 1,
      settings: { title: 'block', gravity: [0, 0, -G], timeStep: STEP, steps: 240, ...settings },
      bodies: [
        { name: 'ground', motion: 'static', shape: { kind: 'plane' }, material },
        {
          name: 'block',
          shape: { kind: 'box', half: [0.2, 0.2, 0.02] },
          mass: 2,
          position: [0, 0, 0.02],
          velocity,
          material,
        },
      ],
    },
    'block',
  );
}

const distance = (world: World) => Math.hypot(...[...world.body('block')!.position].slice(0, 2));

function slide(scene: Scene, solver: AnySolver): { way: number; notice: string; hash: string } {
  const world = createWorld(scene, { solver });
  const friction = frictionOf(world, { scene, parameters: {}, solver });
  const request = { world, scene: 'block', parameters: {}, solver: solver.name, warmStart: true, friction };
  const { hash } = runWorld({ ...request, steps: scene.steps });
  const way = distance(world);
  world.release();
  return { way, hash, notice: frictionNotice(friction, solver.name) };
}

const compared = (scene: Scene, frictionModel?: 'box') =>
  compareSolvers({
    scene,
    frictionModel,
    solvers,
    steps: scene.steps,
    every: 12,
    budgetMs: 1e4,
    toleranceJ: 1e-6,
    repeat: 1,
    machine: { node: '', platform: '', cpu: '', cores: 1 },
    clock: () => performance.now(),
  }).recommendation;

/** The first step may be long or short by one step's way. */
const NEAR = 2 * SPEED * STEP;

test('the default and what recommend recommends let a block slide as far as Coulomb, also on the diagonal', () => {
  const scene = block();
  const { way, notice } = slide(scene, findSolver('auto'));
  expect(Math.abs(way - COULOMB)).toBeLessThan(NEAR);
  expect(notice).toBe('friction cone');
  const { chosen, friction, sentence, leftOut } = compared(scene);
  expect(friction).toEqual(['cone']);
  expect(sentence).toMatch(/ms, friction cone\. The cheapest that passes\./);
  expect(leftOut.map(({ solver }) => solver)).toContain('newton-coupled');
  const recommended = slide(scene, findSolver(chosen!));
  expect(Math.abs(recommended.way - COULOMB)).toBeLessThan(NEAR);
  expect(recommended.notice).toBe('friction cone');
});

test('a solver without cones simulates boxes only under that name', () => {
  const { way, notice } = slide(block(), findSolver('newton-coupled'));
  expect(Math.abs(way - COULOMB * Math.SQRT1_2)).toBeLessThan(NEAR);
  expect(notice).toBe('friction box (newton-coupled takes no cones; --solver auto has cones)');
  expect(slide(block({ frictionModel: 'box' }), findSolver('newton-coupled')).notice).toBe('friction box');
  const { friction, leftOut } = compared(block(), 'box');
  expect(friction).toEqual(['box']);
  expect(leftOut.map(({ solver }) => solver)).not.toContain('newton-coupled');
});

test('what is captured has the friction of the run, and ends in its state', () => {
  const all = { from: 1, to: 240 };
  for (const settings of [{}, { frictionModel: 'cone' }, { frictionModel: 'pyramid' }]) {
    const scene = block(settings);
    const { problems, source } = captureScene({ scene, selection: all });
    const model = settings.frictionModel ?? 'cone';
    expect(source).toMatchObject({ friction: [model], solver: { name: 'auto', coupling: 'own' } });
    for (;;) {
      const { done, value } = problems.next();
      if (done) {
        expect(value).toMatchObject({ problems: 240, unsolvedSteps: [] });
        expect(value.hash).toBe(slide(scene, findSolver('auto')).hash);
        break;
      }
      expect(setsOf(value!.problem)).toEqual([model]);
    }
  }
  expect(captureScene({ scene: block({ frictionModel: 'box' }), selection: all }).source).toMatchObject({
    friction: ['box'],
    solver: { name: 'bpp', coupling: 'table3' },
  });
});
