/** The forklift's circle: that it closes at a constant speed, and its figures against a model in the plane and a balance of powers. */
import { createWorld, quaternion, type StepReport, type Vec3, type World } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { type Check, compare, isSo, type Known, type Verification } from './check.ts';
import { type Circle, type SteadyCircle, steadyCircle } from './steady-circle.ts';
import { ledgerCheck, Watched } from './watch.ts';

const id = 'forklift';
const FRONT = ['front-left', 'front-right'] as const;
const WHEELS = [...FRONT, 'rear-left', 'rear-right'] as const;
const G = 9.81;
/** Radius of a wheel, m; forces act in the middle of the overlap. */
const RADIUS = 0.3;
/** The scene's parameters: N m, m, N/m, kg/s, m; K over the speed ratio and R = 2.2 - 1.2 nu/0.85. */
const TRUCK = { torque: 24, rollingFriction: 0.015, stiffness: 1e6, damping: 4e4, halfWidth: 0.08, transmission: 18 };
const CAPACITY = [
  [0, 15],
  [0.6, 15.5],
  [0.8, 17],
  [0.9, 21],
] as const;
const torqueRatio = (nu: number): number => Math.max(1, 2.2 - (1.2 * nu) / 0.85);

export const forklift: Verification = {
  id,
  run(quick): Check[] {
    const run = new Watched(id);
    const expected = steadyCircle(circleOf(run.world));
    const geometric = turningRadius(circleOf(run.world));
    const checks = circleChecks(run, driveOnce(run), expected);
    checks.push(
      compare(
        id,
        'radius over that by wheelbase and steering',
        run.figure(radiusOf(run.world) / geometric),
        within(0.02, 1),
      ),
    );
    const locked = new Watched(id, { differential: 'locked' });
    locked.run(900);
    const ratio = run.figure(locked.figure(radiusOf(locked.world) / radiusOf(run.world)));
    checks.push(
      isSo(id, 'with the differential locked its radius differs by more than 5 %', Math.abs(ratio - 1) > 0.05),
    );
    const geared = new Watched(id, { integrator: 'euler' });
    geared.run(1500);
    checks.push(...powerChecks(geared, expected));
    const runs = [run, locked, geared];
    if (!quick) {
      const reference = new Watched(createWorld(findScene(id), { solver: 'bpp', coupling: 'table3' }));
      const { closing } = driveOnce(reference);
      const apart = distance(reference.world.body('chassis').position, run.world.body('chassis').position);
      checks.push(
        compare(id, 'bpp: distance from its start after a turn, of the diameter', reference.figure(closing), LEAST),
        compare(id, 'bpp: distance from where auto ends', reference.figure(run.figure(apart)), {
          limit: 1e-3,
          unit: 'm',
        }),
      );
      runs.push(reference);
    }
    return [...checks, ledgerCheck(id, runs)];
  },
};

const LEAST: Known = { limit: 0.01 };
const within = (share: number, expected: number, unit = ''): Known => ({ expected, limit: share * expected, unit });

interface Drive {
  /** Distance from the start after a turn by 360 degrees, of the diameter. */
  readonly closing: number;
  /** Least and largest speed of the second half of that turn's time, of the last. */
  readonly speeds: readonly [number, number];
}

/** The scene's own number of steps, within which it turns once. */
function driveOnce(run: Watched): Drive {
  const { world } = run;
  const chassis = world.body('chassis');
  const start = chassis.position;
  const path: { readonly turned: number; readonly position: Vec3; readonly speed: number }[] = [];
  let turned = 0;
  run.run(findScene(id).steps, () => {
    turned += chassis.angularVelocity[2] * world.timeStep;
    path.push({ turned, position: chassis.position, speed: Math.hypot(...chassis.velocity) });
  });
  const back = path.findIndex((point) => point.turned >= 2 * Math.PI);
  if (back < 1) return { closing: Number.NaN, speeds: [Number.NaN, Number.NaN] };
  const [before, after] = [path[back - 1]!, path[back]!];
  const share = (2 * Math.PI - before.turned) / (after.turned - before.turned);
  const there = after.position.map(
    (x, c) => before.position[c]! + share * (x - before.position[c]!),
  ) as unknown as Vec3;
  const speeds = path.slice(back >> 1, back).map(({ speed }) => speed / after.speed);
  return {
    closing: distance(there, start) / (2 * radiusOf(world)),
    speeds: [Math.min(...speeds), Math.max(...speeds)],
  };
}

function circleChecks(run: Watched, { closing, speeds }: Drive, expected: SteadyCircle): Check[] {
  const { world } = run;
  const figure = (quantity: string, value: number, known: Known) => compare(id, quantity, run.figure(value), known);
  const [left, right] = FRONT.map((name) => spin(world, name));
  const [inner, outer] = expected.wheelSpeeds;
  const [torqueLeft, torqueRight] = FRONT.map((name) => groundTorque(world, name));
  return [
    figure('distance from its start after a turn, of the diameter', closing, LEAST),
    figure('least speed of the second half, of the last', speeds[0], { expected: 1, limit: 0.01 }),
    figure('largest speed of the second half, of the last', speeds[1], { expected: 1, limit: 0.01 }),
    figure('radius of the circle', radiusOf(world), within(0.005, expected.radius, 'm')),
    figure('speed of the inner front wheel over that of the outer one', left! / right!, within(0.005, inner! / outer!)),
    figure('torque of the left front wheel over that of the right one', torqueLeft! / torqueRight!, within(0.01, 1)),
  ];
}

/**
 * The speed, and of one second what leaves the converter, which rolling resistance and creep take. With steps that turn shafts by
 * what their speed says: those of the papers lose 4 % in the transmission.
 */
function powerChecks(run: Watched, expected: SteadyCircle): Check[] {
  const { world } = run;
  const sums = { engine: 0, turbine: 0, rolling: 0, creep: 0 };
  const known = { engine: 0, turbine: 0, rolling: 0 };
  const h = world.timeStep;
  run.run(60, ({ ledger: { entries } }: StepReport) => {
    sums.engine += entries.motors;
    sums.turbine += entries.motors + entries.applied + entries.joints; // gears share out what the converter does at once
    sums.rolling -= entries.rolling;
    sums.creep -= entries.friction;
    const [fast, slow] = ['engine', 'turbine'].map((name) => world.joint(`bearing ${name}`).rate()!);
    known.engine += h * TRUCK.torque * fast!;
    known.turbine += h * TRUCK.torque * torqueRatio(slow! / fast!) * slow!;
    for (const name of WHEELS) known.rolling += h * TRUCK.rollingFriction * loadOn(world, name) * spin(world, name);
  });
  const figure = (quantity: string, value: number, of: number) =>
    compare(id, `euler: ${quantity}`, run.figure(value), within(0.01, of, 'J'));
  return [
    compare(id, 'euler: speed', run.figure(speedOf(world)), within(0.025, expected.speed, 'm/s')),
    figure('work of the engine in 1 s', sums.engine, known.engine),
    figure('work that leaves the converter', sums.turbine, known.turbine),
    figure('work against rolling resistance', sums.rolling, known.rolling),
    figure('the same and creep, as all that leaves the converter', sums.rolling + sums.creep, sums.turbine),
  ];
}

/** The truck as it stands at the start, for the model in the plane. */
function circleOf(world: World): Circle {
  const bodies = world.bodies.filter(({ fixed }) => !fixed);
  const mass = bodies.reduce((sum, body) => sum + body.mass, 0);
  const [cx, cy] = [0, 1].map((c) => bodies.reduce((sum, body) => sum + body.mass * body.position[c]!, 0) / mass);
  const wheelbase = world.body('front-left').position[0] - world.body('rear-left').position[0];
  const rear = (mass * (world.body('front-left').position[0] - cx!)) / wheelbase; // kg
  const wheels = WHEELS.map((name) => {
    const { position, orientation } = world.body(name);
    const [ax, ay] = quaternion.rotate(orientation, [0, 0, 1]); // its axle, to the left
    const driven = name.startsWith('front');
    const load = ((driven ? mass - rear : rear) * G) / 2;
    const sunk = load / 2 / TRUCK.stiffness; // each of two points
    const place = { x: position[0] - cx!, y: position[1] - cy!, heading: Math.atan2(-ax, ay) };
    return { ...place, load, radius: RADIUS - sunk / 2, driven };
  });
  const { stiffness, damping, halfWidth, rollingFriction, torque, transmission } = TRUCK;
  return {
    mass,
    wheels,
    halfWidth,
    rollingFriction,
    transmission,
    engineTorque: torque,
    torqueRatio,
    capacity,
    creep: world.timeStep * stiffness + damping, // 1/(h C) of a friction row
  };
}

/** Distance of the centre of mass from the point in which the axles of the driven and of the steered wheels meet, m. */
function turningRadius({ wheels: [front, , rear] }: Circle): number {
  const across = rear!.y - (front!.x - rear!.x) / Math.tan(rear!.heading);
  return Math.hypot(front!.x, across);
}

/** Straight lines of 1/K^2 between the entries, as the converter's. */
function capacity(nu: number): number {
  const k = Math.max(
    1,
    CAPACITY.findIndex(([at]) => at > nu),
  );
  const [[x0, k0], [x1, k1]] = [CAPACITY[k - 1]!, CAPACITY[k]!];
  return 1 / Math.sqrt(k0 ** -2 + ((k1 ** -2 - k0 ** -2) * (nu - x0)) / (x1 - x0));
}

/** Speed of the truck's centre of mass, m/s, and the radius of its circle, m. */
function speedOf(world: World): number {
  const bodies = world.bodies.filter(({ fixed }) => !fixed);
  const momentum = (c: number) => bodies.reduce((sum, { mass, velocity }) => sum + mass * velocity[c]!, 0);
  return Math.hypot(momentum(0), momentum(1)) / bodies.reduce((sum, { mass }) => sum + mass, 0);
}
const radiusOf = (world: World): number => speedOf(world) / Math.abs(world.body('chassis').angularVelocity[2]);

const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const axle = (world: World, name: string): Vec3 => quaternion.rotate(world.body(name).orientation, [0, 0, 1]);

/** Speed of a wheel about its axle, rad/s. */
const spin = (world: World, name: string): number => dot(world.body(name).angularVelocity, axle(world, name));

/** N */
const loadOn = (world: World, name: string): number =>
  world.contacts.reduce((sum, { bodyB, normalForce }) => (bodyB === name ? sum + normalForce : sum), 0);

/** Torque of the ground against the spin of a wheel, N m: its force along the heading, and the torque against rolling. */
function groundTorque(world: World, name: string): number {
  const u = axle(world, name);
  return world.contacts.reduce((sum, { bodyB, force, torque, gap }) => {
    const ahead = force[0] * u[1] - force[1] * u[0];
    return bodyB === name ? sum + ahead * (RADIUS + gap / 2) - dot(torque, u) : sum;
  }, 0);
}
