/** A shaken table, a sleeping top, an orbit. */
import { box, cylinder, sphere, springDamper, type Vec3, type World } from '@signorini/engine';
import { ACCURATE, DEFAULT, DEFAULT_AND_ACCURATE, defineClassic, G, MIDPOINT, midpoint, plain } from '../classic.ts';

const SHAKE = { amplitude: 0.05, frequency: 2, friction: 0.2 }; // m, Hz, -

function shakenWorld(make = plain): World {
  const { amplitude, frequency, friction } = SHAKE;
  const world = make();
  const material = { friction };
  const motion = { kind: 'oscillation', amplitude, frequency, direction: [1, 0, 0] } as const;
  world.addBody({ name: 'table', motion, shape: box(1, 1, 0.1), material, position: [0, 0, -0.1] });
  world.addBody({ name: 'block', shape: box(0.2, 0.2, 0.05), mass: 1, material, position: [0, 0, 0.05] });
  return world;
}

/** Motion over one period, m: how far the block moves, how far it slips on the table, and by how much it has moved on in the end. */
interface Shaken {
  readonly way: number;
  readonly slip: number;
  readonly drift: number;
}

/** From places (block, table) of one period. */
function shaken(places: readonly (readonly [number, number])[]): Shaken {
  const range = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  return {
    way: range(places.map(([block]) => block)),
    slip: range(places.map(([block, table]) => block - table)),
    drift: places.at(-1)![0] - places[0]![0],
  };
}

/** Pieces of constant acceleration mu g, as long as the table is faster or slower than the block. */
function knownSlips(): Shaken {
  const { amplitude, frequency, friction } = SHAKE;
  const w = 2 * Math.PI * frequency;
  const dt = 1e-5;
  const places: [number, number][] = [];
  let [x, v] = [0, 0];
  for (let k = 1; k <= 400000; k++) {
    const table = amplitude * w * Math.cos(w * k * dt);
    v += Math.max(-friction * G * dt, Math.min(friction * G * dt, table - v));
    x += dt * v;
    if (k >= 350000 && k % 100 === 0) places.push([x, amplitude * Math.sin(w * k * dt)]);
  }
  return shaken(places);
}

export const newmarkBlock = defineClassic({
  id: 'newmark-block',
  settings: `${DEFAULT}, ${ACCURATE}`,
  world: shakenWorld,
  run(checks) {
    const known = knownSlips();
    for (const [begin, make] of DEFAULT_AND_ACCURATE) {
      const run = checks.watch(shakenWorld(make));
      const [table, block] = [run.world.body('table'), run.world.body('block')];
      const places: [number, number][] = [];
      run.until(3.5);
      const keep = () => void places.push([block.position[0], table.position[0]]);
      keep();
      run.until(4, keep);
      const found = shaken(places);
      checks.share(`${begin}way of the block in a period`, run.figure(found.way), known.way, 0.02, { unit: 'm' });
      checks.share(`${begin}slip on the table in a period`, run.figure(found.slip), known.slip, 0.02, { unit: 'm' });
      checks.limit(`${begin}drift in a period`, run.figure(found.drift), { limit: 0.02 * known.way, unit: 'm' });
    }
  },
});

const TOP = { length: 0.1, radius: 0.1, half: 0.02, mass: 1, start: 0.005 }; // m, m, m, kg, rad

/** @param share of 4 I1 m g l that I3^2 omega^2 is */
function topWorld(share = 1.1): World {
  const { length, radius, half, mass, start } = TOP;
  const world = midpoint({ timeStep: 1 / 240 });
  const along = (mass * radius ** 2) / 2;
  const across = mass * (radius ** 2 / 4 + half ** 2 / 3 + length ** 2);
  const spin = Math.sqrt(share * 4 * across * mass * G * length) / along;
  const axis: Vec3 = [Math.sin(start), 0, Math.cos(start)];
  const top = world.addBody({
    name: 'top',
    shape: cylinder(radius, half),
    mass,
    orientation: { axis: [0, 1, 0], angle: start },
    position: [length * axis[0], 0, length * axis[2]],
    angularVelocity: [spin * axis[0], 0, spin * axis[2]],
  });
  world.addJoint({ kind: 'spherical', b: top, point: [0, 0, 0] });
  return world;
}

/** Below the threshold it nods down to cos = 2 share - 1 and up again. */
export const sleepingTop = defineClassic({
  id: 'sleeping-top',
  settings: `${MIDPOINT}, 1/240 s`,
  world: topWorld,
  run(checks) {
    for (const [share, sleeps] of [
      [1.1, true],
      [0.9, false],
    ] as const) {
      const run = checks.watch(topWorld(share));
      const top = run.world.body('top');
      let tilt = 0;
      run.until(checks.quick ? 4 : 10, () => {
        tilt = Math.max(tilt, Math.acos(Math.min(1, top.position[2] / TOP.length)));
      });
      checks.so(
        `${sleeps ? 'stays upright' : 'falls'} at ${share} of the threshold`,
        !run.failed && tilt < 0.1 === sleeps,
      );
    }
  },
});

const ORBIT = { stiffness: (2 * Math.PI) ** 2, speed: Math.PI }; // N/m: a period of 1 s; m/s

function orbitWorld(): World {
  const world = midpoint({ gravity: [0, 0, 0] });
  const mass = world.addBody({
    name: 'mass',
    shape: sphere(0.05),
    mass: 1,
    position: [1, 0, 0],
    velocity: [0, ORBIT.speed, 0],
  });
  const { stiffness } = ORBIT;
  world.addDriver(springDamper({ b: mass, pointA: [0, 0, 0], pointB: [1, 0, 0], stiffness, length: 0 }));
  return world;
}

export const harmonicOrbit = defineClassic({
  id: 'harmonic-orbit',
  settings: MIDPOINT,
  world: orbitWorld,
  run(checks) {
    const run = checks.watch(orbitWorld());
    const { position } = run.world.body('mass');
    const body = run.world.body('mass');
    const crossings: number[] = [];
    let [last, far, near] = [position[1], 0, 10];
    run.until(10.5, ({ time }) => {
      const [x, y] = body.position;
      if (last < 0 && y >= 0) crossings.push(time - (run.world.timeStep * y) / (y - last));
      last = y;
      [far, near] = [Math.max(far, Math.hypot(x, y)), Math.min(near, Math.hypot(x, y))];
    });
    checks.share('period', run.figure((crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)), 1, 0.01, {
      unit: 's',
    });
    checks.share('farthest in ten turns', run.figure(far), 1, 0.01, { unit: 'm' });
    checks.share('nearest in ten turns', run.figure(near), ORBIT.speed / (2 * Math.PI), 0.01, { unit: 'm' });
  },
});
