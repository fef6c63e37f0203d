/** A rod on its end: it falls, smooth and rough, and it jams. */
import { box, plane, type World } from '@signorini/engine';
import { ACCURATE, accurate, DEFAULT, defineClassic, G, plain } from '../classic.ts';
import { turnAbout } from './measures.ts';

const ROD = { length: 1, width: 0.02, start: 0.3 }; // m, m, rad from the vertical

/** Stands on its lower right edge, leaning along +x. */
function fallingRod(friction = 0): World {
  const { length, width, start } = ROD;
  const [b, h] = [width / 2, length / 2];
  const world = accurate();
  const material = { friction };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  world.addBody({
    name: 'rod',
    shape: box(b, 0.05, h),
    mass: 1,
    material,
    position: [h * Math.sin(start) - b * Math.cos(start), 0, b * Math.sin(start) + h * Math.cos(start)],
    orientation: { axis: [0, 1, 0], angle: start },
  });
  return world;
}

/**
 * R from the edge to the centre, a its angle from the vertical. Rough: it turns about the edge, (I + m R^2) w^2/2 = m g R (cos a0 - cos a).
 * Smooth: its centre falls straight down, I + m R^2 sin^2 a in place of I + m R^2.
 */
export const rodOnEnd = defineClassic({
  id: 'rod-on-end',
  settings: ACCURATE,
  world: fallingRod,
  run(checks) {
    const { length, width, start } = ROD;
    const R = Math.hypot(length, width) / 2;
    const offset = Math.atan2(width, length);
    const inertia = (length ** 2 + width ** 2) / 12;
    const passes = 1; // rad, of the tilt
    for (const [quantity, friction] of [
      ['smooth', 0],
      ['rough', 3],
    ] as const) {
      const a = passes - offset;
      const arm = friction === 0 ? R * Math.sin(a) : R;
      const known = Math.sqrt((2 * G * R * (Math.cos(start - offset) - Math.cos(a))) / (inertia + arm * arm));
      const run = checks.watch(fallingRod(friction));
      const rod = run.world.body('rod');
      let [tilt, rate, found] = [start, 0, Number.NaN];
      run.until(1.5, () => {
        const [t, w] = [turnAbout(rod, 'y'), rod.angularVelocity[1]];
        if (Number.isNaN(found) && t >= passes) found = rate + ((w - rate) * (passes - tilt)) / (t - tilt);
        [tilt, rate] = [t, w];
      });
      checks.share(`${quantity}: rate at 1 rad`, run.figure(found), known, 0.02, { unit: 'rad/s' });
    }
  },
});

const JAM = { angle: 0.9, speed: 1 }; // rad from the vertical, m/s

/** Slides along -x, its centre behind its foot: friction presses the foot down. */
function painleveWorld(friction = 3): World {
  const [b, h] = [ROD.width / 2, ROD.length / 2];
  const { angle, speed } = JAM;
  const world = plain();
  const material = { friction };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  world.addBody({
    name: 'rod',
    shape: box(b, 0.05, h),
    mass: 1,
    material,
    velocity: [speed, 0, 0],
    position: [-h * Math.sin(angle) + b * Math.cos(angle), 0, b * Math.sin(angle) + h * Math.cos(angle)],
    orientation: { axis: [0, 1, 0], angle: -angle },
  });
  return world;
}

/**
 * Painleve: with the foot ahead, friction turns the rod into the ground. Once mu > (R^2/k^2 sin^2 a + 1)/(R^2/k^2 sin a cos a), about 4/3 at the
 * worst angle, no force can hold the sliding foot out of the ground: it stops at once. Far below it slides on.
 */
export const painleve = defineClassic({
  id: 'painleve',
  settings: DEFAULT,
  world: painleveWorld,
  run(checks) {
    const foot = (world: World) => {
      const rod = world.body('rod');
      return rod.velocityAt(rod.toWorld([-ROD.width / 2, 0, -ROD.length / 2]))[0];
    };
    for (const [quantity, friction, stops] of [
      ['friction 3: the foot stops at once', 3, true],
      ['friction 0.3: it slides on', 0.3, false],
    ] as const) {
      const run = checks.watch(painleveWorld(friction));
      run.until(2 / 60);
      checks.so(quantity, !run.failed && Math.abs(foot(run.world)) < 0.01 === stops);
    }
  },
});
