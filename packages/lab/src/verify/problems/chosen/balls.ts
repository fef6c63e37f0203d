/** Balls: billiards, a groove, resistance to rolling and spinning, a weighted ball. */
import { plane, quaternion, sphere, type Vec3, type World } from '@signorini/engine';
import {
  ACCURATE,
  accurate,
  type CheckList,
  DEFAULT,
  DEFAULT_AND_ACCURATE,
  defineClassic,
  G,
  plain,
} from '../classic.ts';
import { rk4 } from '../references/rk4.ts';
import { rollingRate, turned, weightedBall as weightedBody } from '../references/rolling.ts';
import { add, cross, norm, scale, subtract } from '../references/vectors.ts';

const CUE = { radius: 0.03, friction: 0.2, speed: 2 }; // m, -, m/s

/** @param spin rad/s */
function billiardsWorld(spin: Vec3 = [40, -60, 0], make = plain): World {
  const world = make();
  const material = { friction: CUE.friction };
  world.addBody({ name: 'table', motion: 'static', shape: plane(), material });
  const state = { position: [0, 0, CUE.radius], velocity: [CUE.speed, 0, 0], angularVelocity: spin } as const;
  world.addBody({ name: 'ball', shape: sphere(CUE.radius), mass: 0.17, material, ...state });
  return world;
}

/** The slip s = v - omega x R keeps its direction: a parabola until 2 |s|/(7 mu g), then v - 2/7 s. */
export const billiards = defineClassic({
  id: 'billiards',
  settings: `${DEFAULT}, ${ACCURATE}`,
  world: billiardsWorld,
  run(checks) {
    for (const [begin, make] of DEFAULT_AND_ACCURATE) {
      const shots = SPINS.map((spin) => shoot(checks, spin, make));
      const worst = (of: keyof Shot) => Math.max(...shots.map((shot) => shot[of]));
      checks.limit(`${begin}end velocity of three shots, largest relative error`, worst('velocity'), { limit: 0.01 });
      checks.limit(`${begin}place after 1.5 s, largest relative error`, worst('place'), { limit: 0.01 });
      checks.limit(`${begin}end of sliding, largest error`, worst('sliding'), { limit: 1 / 60, unit: 's' });
    }
  },
});

/** Follow, draw, side; rad/s. */
const SPINS: readonly Vec3[] = [
  [0, 150, 0],
  [0, -150, 0],
  [60, -100, 0],
];

/** Errors: relative, relative, s. */
interface Shot {
  readonly velocity: number;
  readonly place: number;
  readonly sliding: number;
}

function shoot(checks: CheckList, spin: Vec3, make: typeof plain): Shot {
  const v: Vec3 = [CUE.speed, 0, 0];
  const slip = add(v, cross(spin, [0, 0, -CUE.radius]));
  const [brake, end] = [CUE.friction * G, (2 * norm(slip)) / (7 * CUE.friction * G)];
  const rolls = subtract(v, scale(slip, 2 / 7));
  const run = checks.watch(billiardsWorld(spin, make));
  const ball = run.world.body('ball');
  let slides = 0;
  run.until(1.5, ({ time }) => {
    const rest = add(ball.velocity, cross(ball.angularVelocity, [0, 0, -CUE.radius]));
    if (norm(rest) > 1e-3) slides = time;
  });
  const known = add(scale(v, end), scale(slip, (-brake * end * end) / (2 * norm(slip))), scale(rolls, 1.5 - end));
  const off = subtract([ball.position[0], ball.position[1], 0], known);
  return {
    velocity: run.figure(norm(subtract(ball.velocity, rolls)) / norm(rolls)),
    place: run.figure(norm(off) / norm(known)),
    sliding: run.figure(Math.abs(slides - end)),
  };
}

const GROOVE = { slope: 0.3, opening: Math.PI / 5 }; // rad, rad from the plane of symmetry to a wall

function grooveWorld(): World {
  const { slope, opening } = GROOVE;
  const world = plain({ gravity: [G * Math.sin(slope), 0, -G * Math.cos(slope)] });
  const material = { friction: 1 };
  for (const [name, side] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const normal: Vec3 = [0, side * Math.cos(opening), Math.sin(opening)];
    world.addBody({
      name,
      motion: 'static',
      shape: plane(),
      material,
      orientation: quaternion.between([0, 0, 1], normal),
    });
  }
  world.addBody({ name: 'ball', shape: sphere(0.1), mass: 1, material, position: [0, 0, 0.1 / Math.sin(opening)] });
  return world;
}

/** It turns about the line through both contacts, R sin(opening) below its centre. */
export const ballInGroove = defineClassic({
  id: 'ball-in-groove',
  settings: DEFAULT,
  world: grooveWorld,
  run(checks) {
    const run = checks.watch(grooveWorld());
    run.until(1);
    const known = (G * Math.sin(GROOVE.slope)) / (1 + 0.4 / Math.sin(GROOVE.opening) ** 2);
    const speed = run.world.body('ball').velocity[0];
    checks.share('acceleration', run.figure(speed / run.world.time), known, 0.01, { unit: 'm/s^2' });
  },
});

const RESISTANCE = 0.005; // m

/** @param spins about the vertical; else it rolls */
function resistanceWorld(spins = false): World {
  const world = plain();
  const material = { friction: 1, rollingFriction: RESISTANCE, spinningFriction: RESISTANCE };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const state = spins
    ? ({ angularVelocity: [0, 0, 20] } as const)
    : ({ velocity: [2, 0, 0], angularVelocity: [0, 20, 0] } as const);
  world.addBody({ name: 'ball', shape: sphere(0.1), mass: 1, material, position: [0, 0, 0.1], ...state });
  return world;
}

/** A torque of c m g: 5 c g/(7 R) along the ground, c g/(2/5 R^2) about the vertical. */
export const rollingResistance = defineClassic({
  id: 'rolling-resistance',
  settings: DEFAULT,
  world: resistanceWorld,
  run(checks) {
    const rolls = checks.watch(resistanceWorld());
    rolls.until(1);
    const slower = 2 - rolls.world.body('ball').velocity[0];
    checks.share('rolling: slows down by', rolls.figure(slower), (5 * RESISTANCE * G) / (7 * 0.1), 0.01, {
      unit: 'm/s^2',
    });
    const spins = checks.watch(resistanceWorld(true));
    spins.until(1);
    const less = 20 - spins.world.body('ball').angularVelocity[2];
    checks.share('spinning: slows down by', spins.figure(less), (RESISTANCE * G) / (0.4 * 0.01), 0.01, {
      unit: 'rad/s^2',
    });
  },
});

const WEIGHTED = { mass: 2, radius: 0.2, moment: 0.02, offset: 0.08, tilt: 1 }; // kg, m, kg m^2, m, rad

function weightedWorld(): World {
  const { mass, radius, moment, offset, tilt } = WEIGHTED;
  const world = accurate();
  const material = { friction: 2 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const orientation = quaternion.axisAngle([0, 1, 0], tilt);
  const position = add([0, 0, radius], turned(orientation, [0, 0, -offset]));
  const body = { name: 'ball', shape: sphere(radius), mass, inertia: [moment, moment, moment] } as const;
  world.addBody({ ...body, centreOfMass: [0, 0, -offset], material, position, orientation });
  return world;
}

/** Rocks to and fro about its lowest place; own integration of the rolling body. */
export const weightedBall = defineClassic({
  id: 'weighted-ball',
  settings: ACCURATE,
  world: weightedWorld,
  run(checks) {
    const { mass, radius, moment, offset, tilt } = WEIGHTED;
    const body = weightedBody(mass, [moment, moment, moment], radius, [0, 0, offset]);
    const start = quaternion.axisAngle([0, 1, 0], tilt);
    const crossings: number[] = [];
    let [last, before] = [tilt, 0];
    rk4(rollingRate(body), [...start, 0, 0, 0], 2, 1e-3, (y, t) => {
      const angle = 2 * Math.atan2(y[1]!, y[3]!);
      if (last > 0 && angle <= 0) crossings.push(before + ((t - before) * last) / (last - angle));
      [last, before] = [angle, t];
    });
    const known = crossings[1]! - crossings[0]!;
    const run = checks.watch(weightedWorld());
    const ball = run.world.body('ball');
    const found: number[] = [];
    let largest = 0;
    [last, before] = [tilt, 0];
    run.until(checks.quick ? 3 : 6, ({ time }) => {
      const angle = 2 * Math.atan2(ball.orientation[1], ball.orientation[3]);
      if (last > 0 && angle <= 0) found.push(before + ((time - before) * last) / (last - angle));
      if (found.length > 1) largest = Math.max(largest, angle);
      [last, before] = [angle, time];
    });
    checks.share('period', run.figure((found.at(-1)! - found[0]!) / (found.length - 1)), known, 0.02, { unit: 's' });
    checks.share('largest tilt from the second period on', run.figure(largest), tilt, 0.02, { unit: 'rad' });
  },
});
