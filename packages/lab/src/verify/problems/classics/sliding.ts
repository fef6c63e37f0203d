/** Sliding: headings, a puck that spins, a wedge, a belt. */
import { box, compound, hull, plane, sphere, springDamper, type Vec3, type World } from '@signorini/engine';
import { ACCURATE, accurate, DEFAULT, defineClassic, G, plain } from '../classic.ts';
import { rk4 } from '../references/rk4.ts';
import { solveLinear } from '../references/solve-linear.ts';
import { turnAbout } from './measures.ts';

const SLIDE = { speed: 3, friction: 0.4 }; // m/s, -

function headingWorld(angle = 0.4): World {
  const world = plain();
  const material = { friction: SLIDE.friction };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const velocity: Vec3 = [SLIDE.speed * Math.cos(angle), SLIDE.speed * Math.sin(angle), 0];
  world.addBody({ name: 'puck', shape: box(0.2, 0.2, 0.02), material, position: [0, 0, 0.02], velocity });
  return world;
}

/** Coulomb's law has no direction of its own: v^2/(2 mu g) straight on, less half a step. */
export const slidingHeading = defineClassic({
  id: 'sliding-heading',
  settings: DEFAULT,
  world: headingWorld,
  run(checks) {
    const known = SLIDE.speed ** 2 / (2 * SLIDE.friction * G);
    let [way, heading] = [0, 0];
    for (const angle of [0, Math.PI / 8, 0.7, Math.PI / 4]) {
      const run = checks.watch(headingWorld(angle));
      run.until(1.2);
      const [x, y] = run.world.body('puck').position;
      way = Math.max(way, Math.abs(run.figure(Math.hypot(x, y)) / known - 1));
      heading = Math.max(heading, Math.abs(run.figure(Math.atan2(y, x) - angle)));
    }
    checks.limit('way of a puck, largest relative error of four headings', way, { limit: 0.03 });
    checks.limit('heading, largest error', heading, { limit: 1e-3, unit: 'rad' });
  },
});

const PUCK = { feet: 0.2, foot: 0.02, height: 0.05, mass: 3, moment: 0.05, friction: 0.3, speed: 2, spin: 12 };

/** Three feet under a centre of mass at `height`. */
function puckWorld(): World {
  const { feet, foot, height, mass, moment, friction, speed, spin } = PUCK;
  const world = accurate();
  const material = { friction };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const shape = compound(
    footPlaces().map(([x, y]) => ({ shape: sphere(foot), position: [feet * x!, feet * y!, foot - height] as const })),
  );
  world.addBody({
    name: 'puck',
    shape,
    mass,
    inertia: [moment, moment, moment],
    centreOfMass: [0, 0, 0],
    material,
    position: [0, 0, height],
    velocity: [speed, 0, 0],
    angularVelocity: [0, 0, spin],
  });
  return world;
}

const footPlaces = () => [0, 1, 2].map((k) => [Math.cos((2 * Math.PI * k) / 3), Math.sin((2 * Math.PI * k) / 3)]);

/** Rates of x, y, angle, and of their rates. The loads of the feet follow from the balance of moments, friction included. */
function puckRate(y: readonly number[]): number[] {
  const { feet, height, mass, moment, friction } = PUCK;
  const [angle, vx, vy, w] = [y[2]!, y[3]!, y[4]!, y[5]!];
  const places = footPlaces().map(([a, b]) => [
    feet * (a! * Math.cos(angle) - b! * Math.sin(angle)),
    feet * (a! * Math.sin(angle) + b! * Math.cos(angle)),
  ]);
  const brakes = places.map(([px, py]) => {
    const [ux, uy] = [vx - w * py!, vy + w * px!];
    const speed = Math.hypot(ux, uy) + 1e-9;
    return [(-friction * ux) / speed, (-friction * uy) / speed];
  });
  // sum of (p - height z) x (N z + f): no moment about x and y
  const loads = solveLinear(
    [
      [1, 1, 1],
      places.map(([, py], k) => py! + height * brakes[k]![1]!),
      places.map(([px], k) => -px! - height * brakes[k]![0]!),
    ],
    [mass * G, 0, 0],
  );
  const [fx, fy] = [0, 1].map((c) => loads.reduce((s, N, k) => s + N * brakes[k]![c]!, 0));
  const torque = loads.reduce(
    (s, N, k) => s + N * (places[k]![0]! * brakes[k]![1]! - places[k]![1]! * brakes[k]![0]!),
    0,
  );
  return [vx, vy, w, fx! / mass, fy! / mass, torque / moment];
}

/** Sliding and spinning brake each other; own integration of three feet. */
export const spinningPuck = defineClassic({
  id: 'spinning-puck',
  settings: ACCURATE,
  world: puckWorld,
  run(checks) {
    const known = rk4(puckRate, [0, 0, 0, PUCK.speed, 0, PUCK.spin], 0.6, 1e-4);
    const run = checks.watch(puckWorld());
    const puck = run.world.body('puck');
    run.until(0.6);
    checks.share(
      'way in 0.6 s',
      run.figure(Math.hypot(puck.position[0], puck.position[1])),
      Math.hypot(known[0]!, known[1]!),
      0.02,
      { unit: 'm' },
    );
    const turn = turnAbout(puck, 'z');
    const turns = Math.round((known[2]! - turn) / (2 * Math.PI)) * 2 * Math.PI;
    checks.share('turn in 0.6 s', run.figure(turn + turns), known[2]!, 0.02, { unit: 'rad' });
  },
});

const WEDGE = { angle: 0.5, mass: 4, block: 2 }; // rad, kg, kg

function wedgeWorld(): World {
  const { angle, mass, block } = WEDGE;
  const world = plain();
  const material = { friction: 0 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const [length, width] = [4, 0.5];
  const height = length * Math.tan(angle);
  const side = (y: number): Vec3[] => [
    [0, y, 0],
    [length, y, 0],
    [0, y, height],
  ];
  const wedge = world.addBody({
    name: 'wedge',
    shape: hull([...side(-width), ...side(width)]),
    mass,
    material,
    position: [length / 3, 0, height / 3],
  });
  // the slope falls along +x; the block lies on its upper part
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const [along, half] = [0.7, 0.1];
  const position: Vec3 = [along * c + half * s, 0, height - along * s + half * c];
  const orientation = { axis: [0, 1, 0], angle } as const;
  world.addBody({ name: 'block', shape: box(0.2, 0.2, half), mass: block, material, position, orientation });
  wedge.wake();
  return world;
}

/** Nothing rubs: the wedge runs back with m g sin cos/(M + m sin^2). */
export const wedgeAndBlock = defineClassic({
  id: 'wedge-and-block',
  settings: DEFAULT,
  world: wedgeWorld,
  run(checks) {
    const { angle, mass, block } = WEDGE;
    const known = (-block * G * Math.sin(angle) * Math.cos(angle)) / (mass + block * Math.sin(angle) ** 2);
    const run = checks.watch(wedgeWorld());
    run.until(0.6);
    const speed = run.world.body('wedge').velocity[0];
    checks.share('acceleration of the wedge', run.figure(speed / run.world.time), known, 0.01, { unit: 'm/s^2' });
  },
});

const BELT = { speed: 0.5, friction: 0.4, mass: 1, stiffness: 40 }; // m/s, -, kg, N/m

function beltWorld(): World {
  const { speed, friction, mass, stiffness } = BELT;
  const world = plain();
  const material = { friction };
  world.addBody({ name: 'belt', motion: 'static', shape: plane(), material, surfaceVelocity: [speed, 0, 0] });
  const block = world.addBody({
    name: 'block',
    shape: box(0.2, 0.2, 0.02),
    mass,
    material,
    position: [0, 0, 0.02],
    velocity: [speed, 0, 0],
  });
  world.addDriver(springDamper({ b: block, pointA: [-2, 0, 0.02], pointB: [0, 0, 0.02], stiffness, length: 2 }));
  return world;
}

/**
 * Carried along until the spring pulls with mu m g, then about that place with the amplitude v sqrt(m/k): the belt is
 * touched once per period, at its own speed.
 */
export const stickSlip = defineClassic({
  id: 'stick-slip',
  settings: DEFAULT,
  world: beltWorld,
  run(checks) {
    const { speed, friction, mass, stiffness } = BELT;
    const run = checks.watch(beltWorld());
    const block = run.world.body('block');
    const middle = (friction * mass * G) / stiffness;
    const period = 2 * Math.PI * Math.sqrt(mass / stiffness);
    run.until(middle / speed + period);
    const crossings: number[] = [];
    let [least, largest, before] = [10, -10, block.position[0]];
    run.until(run.world.time + 6 * period, ({ time }) => {
      const [x] = block.position;
      [least, largest] = [Math.min(least, x), Math.max(largest, x)];
      if (before < middle && x >= middle) crossings.push(time - (run.world.timeStep * (x - middle)) / (x - before));
      before = x;
    });
    checks.share('amplitude', run.figure((largest - least) / 2), speed * Math.sqrt(mass / stiffness), 0.02, {
      unit: 'm',
    });
    checks.share('middle of the swing', run.figure((largest + least) / 2), middle, 0.02, { unit: 'm' });
    const measured = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
    checks.share('period', run.figure(measured), period, 0.02, { unit: 's' });
  },
});
