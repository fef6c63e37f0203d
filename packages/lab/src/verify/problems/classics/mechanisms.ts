/** Joints: a folded chain, a rope of beads, gears, a spring on a slider, precession. */
import { box, cylinder, sphere, springDamper, type World, type WorldOptions } from '@signorini/engine';
import { ACCURATE, accurate, DEFAULT, defineClassic, G, MIDPOINT, midpoint, plain } from '../classic.ts';
import { chainRate } from '../references/planar-chain.ts';
import { rk4 } from '../references/rk4.ts';
import { ignoreAll } from './measures.ts';

const CHAIN = { links: 8, length: 0.25, thick: 0.02 }; // -, m, m

/** Angles from straight down: the first half hangs, the second half stands beside it, held by nothing. */
const folded = (): number[] => Array.from({ length: CHAIN.links }, (_, k) => (2 * k < CHAIN.links ? 0 : Math.PI - 0.1));

function foldedWorld(): World {
  const { links, length, thick } = CHAIN;
  const world = accurate();
  let [x, z] = [0, 0];
  const bodies = folded().map((angle, k) => {
    const [dx, dz] = [length * Math.sin(angle), -length * Math.cos(angle)];
    const body = world.addBody({
      name: `link-${k + 1}`,
      shape: box(thick / 2, thick / 2, length / 2),
      mass: 1,
      position: [x + dx / 2, 0, z + dz / 2],
      orientation: { axis: [0, 1, 0], angle: -angle },
    });
    [x, z] = [x + dx, z + dz];
    return body;
  });
  ignoreAll(world, bodies);
  bodies.forEach((b, k) => {
    const a = bodies[k - 1];
    const sum = folded().slice(0, k);
    const point = [
      sum.reduce((s, angle) => s + length * Math.sin(angle), 0),
      0,
      sum.reduce((s, angle) => s - length * Math.cos(angle), 0),
    ] as const;
    world.addJoint({ kind: 'revolute', ...(a && { a }), b, point, axis: [0, 1, 0] });
  });
  if (bodies.length !== links) throw new Error('links');
  return world;
}

/** Own integration in the angles; its free end falls faster than a stone. */
export const foldedChain = defineClassic({
  id: 'folded-chain',
  settings: ACCURATE,
  world: foldedWorld,
  run(checks) {
    const { links, length, thick } = CHAIN;
    const chain = { links, length, mass: 1, inertia: (length ** 2 + thick ** 2) / 12 };
    const end = 0.4;
    const y = rk4(chainRate(chain), [...folded(), ...new Array<number>(links).fill(0)], end, 2e-4);
    const depth = y.slice(0, links).reduce((s, angle) => s + length * Math.cos(angle), 0);
    const run = checks.watch(foldedWorld());
    const tip = run.world.body(`link-${links}`);
    const energy = run.energy;
    const span = G * length * links * 0.5 * length * links; // J, m g times half of its length
    let off = 0;
    run.until(end, () => {
      off = Math.max(off, Math.abs(run.energy - energy) / span);
    });
    checks.share('depth of its free end at 0.4 s', run.figure(-tip.toWorld([0, 0, -length / 2])[2]), depth, 0.02, {
      unit: 'm',
    });
    checks.limit('energy, largest error until then, of m g L/2', run.figure(off), { limit: 0.02 });
  },
});

/** Ten beads of 1 g on rods between the ceiling and 1 kg, which starts at 1 m/s. */
function beadRopeWorld(settings: WorldOptions = {}): World {
  const world = plain(settings);
  const beads = Array.from({ length: 11 }, (_, k) =>
    world.addBody({
      name: k === 10 ? 'load' : `bead-${k + 1}`,
      shape: sphere(0.01),
      mass: k === 10 ? 1 : 0.001,
      position: [0, 0, -0.1 * (k + 1)],
      velocity: [(0.1 * (k + 1)) / 1.1, 0, 0],
    }),
  );
  ignoreAll(world, beads);
  beads.forEach((b, k) => {
    const a = beads[k - 1];
    world.addJoint({ kind: 'distance', ...(a && { a }), b, pointA: [0, 0, -0.1 * k], pointB: [0, 0, -0.1 * (k + 1)] });
  });
  return world;
}

export const beadRope = defineClassic({
  id: 'bead-rope',
  settings: DEFAULT,
  world: beadRopeWorld,
  run(checks) {
    const run = checks.watch(beadRopeWorld());
    const load = run.world.body('load');
    let [gap, highest] = [0, -2];
    run.until(checks.quick ? 2 : 10, () => {
      gap = Math.max(gap, run.largestGap);
      highest = Math.max(highest, load.position[2]);
    });
    checks.limit('largest gap of a rod', run.figure(1e3 * gap), { limit: 1, unit: 'mm' });
    // as a pendulum of 1.1 m that starts at 1 m/s; the beads take 0.4 % of it
    checks.share('highest place of the load over its lowest', run.figure(highest + 1.1), 1 / (2 * G), 0.03, {
      unit: 'm',
    });
  },
});

function gearWorld(): World {
  const world = plain({ gravity: [0, 0, 0] });
  const wheel = (name: string, x: number) =>
    world.addBody({ name, shape: cylinder(0.1, 0.02), mass: 1, position: [x, 0, 0], angularVelocity: [0, 0, 0] });
  const [slow, fast] = [wheel('slow', 0), wheel('fast', 0.5)];
  const motor = { speed: 30 };
  world.addJoint({ kind: 'revolute', name: 'driven', b: slow, point: [0, 0, 0], axis: [0, 0, 1], motor });
  world.addJoint({ kind: 'revolute', name: 'free', b: fast, point: [0.5, 0, 0], axis: [0, 0, 1] });
  world.addJoint({ kind: 'gear', a: fast, b: slow, axisA: [0, 0, 1], axisB: [0, 0, 1], ratio: -4 });
  return world;
}

/** The turn of a motor of 30 rad/s in a second, and of a wheel of four times its rate. */
export const fastGears = defineClassic({
  id: 'fast-gears',
  settings: DEFAULT,
  world: gearWorld,
  run(checks) {
    const run = checks.watch(gearWorld());
    run.until(0.5);
    const start = ['driven', 'free'].map((name) => run.world.joint(name).coordinate()!);
    run.until(1.5);
    const [driven, free] = ['driven', 'free'].map((name, k) => run.world.joint(name).coordinate()! - start[k]!);
    checks.share('turn of the driven wheel in 1 s', run.figure(driven!), 30, 1e-3, { unit: 'rad' });
    checks.share('turn of the geared wheel in 1 s', run.figure(free!), -120, 1e-3, { unit: 'rad' });
  },
});

/** 2 Hz, stretched by 0.1 m. */
function sliderWorld(make = plain): World {
  const world = make({ gravity: [0, 0, 0] });
  const cart = world.addBody({ name: 'cart', shape: box(0.1, 0.1, 0.1), mass: 1, position: [0.1, 0, 0] });
  world.addJoint({ kind: 'prismatic', b: cart, point: [0, 0, 0], axis: [1, 0, 0] });
  const stiffness = (4 * Math.PI) ** 2;
  world.addDriver(springDamper({ b: cart, pointA: [-1, 0, 0], pointB: [0.1, 0, 0], stiffness, length: 1 }));
  return world;
}

/** Keeps its amplitude for ten seconds. */
export const springOnSlider = defineClassic({
  id: 'spring-on-slider',
  settings: `${DEFAULT}, ${MIDPOINT}`,
  world: sliderWorld,
  run(checks) {
    for (const [name, make] of [
      ['euler', plain],
      ['midpoint', midpoint],
    ] as const) {
      const run = checks.watch(sliderWorld(make));
      const cart = run.world.body('cart');
      let [largest, crossings, before] = [0, 0, 0.1];
      run.until(10, ({ time }) => {
        const [x] = cart.position;
        if (time > 9) largest = Math.max(largest, Math.abs(x));
        if (x > 0 !== before > 0) crossings++;
        before = x;
      });
      checks.share(`${name}: amplitude after 10 s`, run.figure(largest), 0.1, 0.03, { unit: 'm' });
      checks.limit(`${name}: crossings in 10 s`, run.figure(crossings), { expected: 40, limit: 1 });
    }
  },
});
