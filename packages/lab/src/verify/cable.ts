/** The force that pulls a rod out of a sling, and the ratio of tensions at which a rope slides around it.   docs/theory/rope-on-a-cylinder.md */
import { createWorld, type WorldOptions } from '@signorini/engine';
import { capstanLimit, findScene, type SceneValues, sceneValues, slidingPull } from '@signorini/engine/scenes';
import { type Check, compare, isSo, type Verification } from './check.ts';
import { ledgerCheck, Watched } from './watch.ts';

type Model = NonNullable<WorldOptions['frictionModel']>;
/** A sling of 0.5 rad: so short that friction across hardly changes the tension, and all of it is near the top. */
const SHORT = { wrap: 0.5, links: 6 };
/** Parameters of quick runs. */
const FEW = { links: 8 };
/** Angle between the rod and a tangent's axis at the top, and the pull over that of the cone (RC7). */
const FACTORS: readonly (readonly [model: Model, turn: number, factor: number])[] = [
  ['cone', Math.PI / 8, 1],
  ['pyramid', 0, 1],
  ['pyramid', Math.PI / 8, 1 / Math.cos(Math.PI / 8)],
  ['pyramid', Math.PI / 4, Math.SQRT2],
  ['polyhedral', 0, 1],
  ['polyhedral', Math.PI / 8, Math.cos(Math.PI / 8)],
];

export const cableRod: Verification = {
  id: 'cable-rod',
  run(quick): Check[] {
    const id = 'cable-rod';
    const size = quick ? FEW : {};
    const runs: Watched[] = [];
    const start = (parameters: SceneValues = {}, options: WorldOptions = {}): Watched => {
      runs.push(of(id, { ...size, ...parameters }, options));
      return runs.at(-1)!;
    };
    const within5 = (quantity: string, found: number, expected: number) =>
      compare(id, quantity, found, { expected, limit: 0.05 * expected, unit: 'N' });
    const models = FACTORS.filter(([model]) => !quick || model !== 'polyhedral').map(([frictionModel, turn, factor]) =>
      within5(
        `pull with ${frictionModel}, ${((turn * 180) / Math.PI).toFixed(1)} degrees off its axes`,
        meanMotorForce(start({ ...SHORT, turn }, { frictionModel }), 'puller', quick ? 30 : 60),
        factor * pullOf(SHORT),
      ),
    );
    const [low, high] = pyramidRange(size);
    const sticksAndSlips = meanMotorForce(start({}, { frictionModel: 'pyramid' }), 'puller', quick ? 60 : 240);
    return [
      within5('pull while it slides', meanMotorForce(start(), 'puller', quick ? 60 : 240), pullOf(size)),
      compare(id, 'slip in 1 s at 0.95 of it', slipOf(start({ pull: 0.95 })), {
        limit: 0.1,
        unit: 'mm',
      }),
      isSo(id, 'slips at 1.05 of it', slipOf(start({ pull: 1.05 })) > 10),
      compare(id, 'mean pull with pyramid, which sticks and slips', sticksAndSlips, {
        expected: (low + high) / 2,
        limit: (high - low) / 2,
        unit: 'N',
      }),
      ...models,
      ledgerCheck(id, runs),
    ];
  },
};

/** How far the rod moves through the top of the cable in 1 s, mm. */
function slipOf(run: Watched): number {
  const top = `link-${(run.world.bodies.length - 3) / 2}`;
  const between = () => run.world.body('rod').position[1] - run.world.body(top).position[1];
  const before = between();
  run.until(1);
  return run.figure(1000 * (between() - before));
}

/** Least and largest pull with friction along and across the rod independent of each other, N (RC7). */
function pyramidRange(parameters: SceneValues): readonly [number, number] {
  const { tension, friction, wrap } = sceneValues(findScene('cable-rod'), parameters);
  const half = (Number(friction) * Number(wrap)) / 2;
  return [-2 * Number(tension) * Math.expm1(-half), 2 * Number(tension) * Math.expm1(half)];
}

export const capstan: Verification = {
  id: 'capstan',
  run(quick): Check[] {
    const runs: Watched[] = [];
    const checks: Check[] = [];
    const start = (parameters: SceneValues, options: WorldOptions = {}) => {
      runs.push(of('capstan', parameters, options));
      return runs.at(-1)!;
    };
    const both = (text: string, parameters: SceneValues, options: WorldOptions = {}) => {
      for (const [ratio, slides] of [
        [0.98, false],
        [1.02, true],
      ] as const) {
        const run = start({ ...parameters, ratio }, options);
        run.run(60);
        const way = run.figure(run.world.joint('slider-last').coordinate()!);
        checks.push(
          isSo('capstan', `${text}: ${slides ? 'slides at 1.02' : 'holds at 0.98'}`, slides ? way > 0.01 : way < 1e-4),
        );
      }
    };
    for (const friction of [0.2, 0.4])
      for (const wrap of [Math.PI, Math.PI / 2])
        if (!quick || wrap < 2) {
          const rope = { friction, wrap, links: wrap > 2 ? 24 : 12 };
          const text = `friction ${friction}, ${((wrap * 180) / Math.PI).toFixed(0)} degrees`;
          both(text, rope);
          const expected = capstanLimit(rope);
          const ratio = meanMotorForce(start({ ...rope, ratio: 2 }), 'slider-last', quick ? 60 : 120) / 1000;
          checks.push(
            compare('capstan', `${text}: T2/T1 while it slides`, ratio, { expected, limit: 0.02 * expected }),
          );
        }
    for (const frictionModel of quick ? (['pyramid'] as const) : (['pyramid', 'polyhedral', 'cylinder'] as const))
      both(`${frictionModel}, 29 degrees`, SHORT, { frictionModel });
    return [...checks, ledgerCheck('capstan', runs)];
  },
};

/** Pull of the scene with these parameters by `slidingPull`, N. */
function pullOf(parameters: SceneValues): number {
  const { links, wrap, friction, tension } = sceneValues(findScene('cable-rod'), parameters);
  return slidingPull({ links: Number(links), wrap: Number(wrap), friction: Number(friction) }, Number(tension));
}

const of = (scene: string, parameters: SceneValues, options: WorldOptions): Watched =>
  new Watched(createWorld(findScene(scene), { parameters, ...options }));

/** Mean force of a motor over the second half of some steps, N; NaN if one failed. */
function meanMotorForce(run: Watched, joint: string, steps: number): number {
  const forces: number[] = [];
  run.run(steps, () => void forces.push(run.world.joint(joint).motorForce()!));
  const later = forces.slice(Math.floor(steps / 2));
  return run.figure(later.reduce((sum, force) => sum + force, 0) / later.length);
}
