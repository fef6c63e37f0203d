/** Impacts: a block that rocks, two balls dropped together, a ball that spins, a ball that climbs a step. */
import { box, plane, sphere, type World } from '@signorini/engine';
import { ACCURATE, accurate, DEFAULT, defineClassic, G, plain } from '../classic.ts';
import { turnAbout } from './measures.ts';

const BLOCK = { width: 0.2, height: 1, tilt: 0.15 }; // m, m, rad

function rockingWorld(): World {
  const { width, height, tilt } = BLOCK;
  const [b, h] = [width / 2, height / 2];
  const world = accurate();
  const material = { friction: 2 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  world.addBody({
    name: 'block',
    shape: box(b, 0.2, h),
    material,
    position: [h * Math.sin(tilt) - b * Math.cos(tilt), 0, b * Math.sin(tilt) + h * Math.cos(tilt)],
    orientation: { axis: [0, 1, 0], angle: tilt },
  });
  return world;
}

/**
 * Housner: turns about one edge, then about the other; an impact keeps the angular momentum about the new edge.
 *   cos(a - t1) - cos a = (1 - 3/2 sin^2 a)^2 (cos(a - t0) - cos a),     a the angle of the diagonal
 */
export const rockingBlock = defineClassic({
  id: 'rocking-block',
  settings: ACCURATE,
  world: rockingWorld,
  run(checks) {
    const run = checks.watch(rockingWorld());
    const block = run.world.body('block');
    const a = Math.atan2(BLOCK.width, BLOCK.height);
    const kept = (1 - 1.5 * Math.sin(a) ** 2) ** 2;
    const swing = (from: number) => a - Math.acos(kept * (Math.cos(a - from) - Math.cos(a)) + Math.cos(a));
    const known = [swing(BLOCK.tilt)];
    known.push(swing(known[0]!));
    const swings: number[] = [];
    let [largest, side] = [0, 1];
    run.until(3, () => {
      const tilt = turnAbout(block, 'y');
      if (Math.sign(tilt) !== side) {
        swings.push(largest);
        [largest, side] = [0, Math.sign(tilt)];
      }
      largest = Math.max(largest, Math.abs(tilt));
    });
    for (const [k, tilt] of known.entries())
      checks.share(`swing ${k + 1}, largest tilt`, run.figure(swings[k + 1] ?? Number.NaN), tilt, 0.02, {
        unit: 'rad',
      });
  },
});

const DROP = { height: 1, gap: 0.01, radii: [0.1, 0.05], masses: [3, 1] } as const; // m, m, m, kg

function twoBallsWorld(): World {
  const world = accurate();
  const material = { friction: 0, restitution: 1 };
  const { height, gap, radii, masses } = DROP;
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  world.addBody({
    name: 'below',
    shape: sphere(radii[0]),
    mass: masses[0],
    material,
    position: [0, 0, height + radii[0]],
  });
  const z = height + 2 * radii[0] + gap + radii[1];
  world.addBody({ name: 'above', shape: sphere(radii[1]), mass: masses[1], material, position: [0, 0, z] });
  return world;
}

/** The lower ball bounces and meets the upper one; three times its mass stops dead, and the upper one rises to four times the height. */
export const twoBalls = defineClassic({
  id: 'two-balls',
  settings: ACCURATE,
  world: twoBallsWorld,
  run(checks) {
    const { height, gap, radii, masses } = DROP;
    const v = Math.sqrt(2 * G * height); // both, when the lower one strikes
    const t = gap / (2 * v); // from there to when they meet
    const [up, down] = [v - G * t, -v - G * t];
    const fast = ((2 * masses[0]) / (masses[0] + masses[1])) * (up - down) + down;
    const meeting = 2 * radii[0] + gap + radii[1] - v * t - (G * t * t) / 2;
    const run = checks.watch(twoBallsWorld());
    const ball = run.world.body('above');
    let highest = 0;
    run.until(1.4, ({ time }) => {
      if (time > 0.6) highest = Math.max(highest, ball.position[2]);
    });
    const known = meeting + (fast * fast) / (2 * G);
    checks.share('height of the upper ball', run.figure(highest), known, 0.02, { unit: 'm' });
  },
});

const SPIN = 50; // rad/s

function spinBounceWorld(height = 0.4): World {
  const world = plain();
  const material = { friction: 1, restitution: 0.8 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const state = { position: [0, 0, 0.1 + height], velocity: [0, 0, -2], angularVelocity: [0, SPIN, 0] } as const;
  world.addBody({ name: 'ball', shape: sphere(0.1), mass: 1, material, ...state });
  return world;
}

/** A ball that sticks while it bounces keeps 2/7 of its spin, wherever within the step it strikes. */
export const spinBounce = defineClassic({
  id: 'spin-bounce',
  settings: DEFAULT,
  world: spinBounceWorld,
  run(checks) {
    let [worst, along] = [0, 0];
    for (const height of [0.4, 0.41, 0.42, 0.43, 0.44]) {
      const run = checks.watch(spinBounceWorld(height));
      const ball = run.world.body('ball');
      run.until(0.4);
      const error = run.figure(ball.angularVelocity[1] / ((2 / 7) * SPIN) - 1);
      worst = Math.max(worst, Math.abs(error));
      along = Math.max(along, Math.abs(run.figure(ball.velocity[0] / ((2 / 7) * SPIN * 0.1) - 1)));
    }
    checks.limit('spin after the bounce, largest relative error of five heights', worst, { limit: 0.01 });
    checks.limit('speed after the bounce, the same', along, { limit: 0.01 });
  },
});

const STEP = { radius: 0.5, height: 0.1 }; // m

function stepWorld(speed = leastSpeed()): World {
  const { radius, height } = STEP;
  const world = accurate();
  const material = { friction: 4 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const half = [2, 2, height / 2] as const;
  world.addBody({ name: 'step', motion: 'static', shape: box(...half), material, position: [2, 0, height / 2] });
  world.addBody({
    name: 'ball',
    shape: sphere(radius),
    mass: 1,
    material,
    position: [-0.6, 0, radius],
    velocity: [speed, 0, 0],
    angularVelocity: [0, speed / radius, 0],
  });
  return world;
}

/** Angular momentum about the edge is kept; what is left of it has to lift the ball by the step: 7/10 v'^2 = g h. */
function leastSpeed(): number {
  const { radius, height } = STEP;
  return Math.sqrt((10 / 7) * G * height) / (1 - (5 / 7) * (height / radius));
}

export const stepClimb = defineClassic({
  id: 'step-climb',
  settings: ACCURATE,
  world: stepWorld,
  run(checks) {
    for (const [share, climbs] of [
      [1.02, true],
      [0.98, false],
    ] as const) {
      const run = checks.watch(stepWorld(share * leastSpeed()));
      run.until(checks.quick ? 1.5 : 2.5);
      const up = run.world.body('ball').position[0] > 0.1;
      checks.so(`${climbs ? 'climbs' : 'falls back'} at ${share} of the least speed`, !run.failed && up === climbs);
    }
  },
});
