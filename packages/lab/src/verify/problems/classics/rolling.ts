/** Rolling: a ball on a turntable, a spinning disc, a ball on top of another. */
import { cylinder, plane, quaternion, sphere, type Vec3, type World } from '@signorini/engine';
import { ACCURATE, accurate, defineClassic, G } from '../classic.ts';
import { rk4 } from '../references/rk4.ts';
import { rollingDisc, rollingRate, turned } from '../references/rolling.ts';
import { add, cross, scale } from '../references/vectors.ts';

const TABLE = { rate: 2 * Math.PI, radius: 0.1, centre: 0.5, orbit: 0.3 }; // rad/s, m, m, m

function turntableWorld(): World {
  const { rate, radius, centre, orbit } = TABLE;
  const world = accurate();
  const material = { friction: 1 };
  const turning = { surfaceAngularVelocity: [0, 0, rate] } as const;
  world.addBody({ name: 'table', motion: 'static', shape: plane(), material, ...turning });
  const v = (2 / 7) * rate * orbit; // along y
  // v + omega x (-R z) is the table's velocity
  const omega: Vec3 = [(rate * (centre + orbit) - v) / radius, 0, 0];
  const state = { position: [centre + orbit, 0, radius], velocity: [0, v, 0], angularVelocity: omega } as const;
  world.addBody({ name: 'ball', shape: sphere(radius), mass: 1, material, ...state });
  return world;
}

/** The ball runs on a circle, which need not be about the table's centre, once in 7/2 turns of the table. */
export const turntable = defineClassic({
  id: 'turntable',
  settings: ACCURATE,
  world: turntableWorld,
  run(checks) {
    const run = checks.watch(turntableWorld());
    const ball = run.world.body('ball');
    const orbits = checks.quick ? 1 : 3;
    const end = (orbits * 7) / 2;
    let [last, turn, off] = [0, 0, 0];
    run.until(end, () => {
      const [x, y] = ball.position;
      const angle = Math.atan2(y, x - TABLE.centre);
      turn += angle - last - 2 * Math.PI * Math.round((angle - last) / (2 * Math.PI));
      last = angle;
      off = Math.max(off, Math.abs(Math.hypot(x - TABLE.centre, y) / TABLE.orbit - 1));
    });
    const period = (2 * Math.PI * run.world.time) / turn;
    checks.limit(
      `radius of the circle, largest relative error in ${orbits === 1 ? 'one orbit' : `${orbits} orbits`}`,
      run.figure(off),
      { limit: 0.02 },
    );
    checks.share('time of an orbit', run.figure(period), 3.5, 0.01, { unit: 's' });
  },
});

const DISC = { mass: 1, radius: 0.1, half: 0.002, tilt: 0.6 }; // kg, m, m, rad between disc and ground
/** rad/s about the vertical: below that of steady rolling with the centre at rest, so that the disc nods. */
const ROUND = 0.7 * Math.sqrt((4 * G) / (DISC.radius * Math.sin(DISC.tilt)));

function discState() {
  const orientation = quaternion.axisAngle([0, 1, 0], DISC.tilt);
  const n = turned(orientation, [0, 0, 1]);
  // turning about the line from the centre to the contact: the centre is at rest
  const rim = turned(orientation, [1, 0, 0]);
  const omega = scale(rim, -ROUND * Math.sin(DISC.tilt));
  const rho = add(scale(n, -DISC.half), scale(rim, DISC.radius));
  return { orientation, omega, rho, velocity: scale(cross(omega, rho), -1) };
}

function discWorld(): World {
  const { orientation, omega, rho, velocity } = discState();
  const { mass, radius, half } = DISC;
  const world = accurate();
  const material = { friction: 3 };
  world.addBody({ name: 'ground', motion: 'static', shape: plane(), material });
  const state = { position: [0, 0, -rho[2]], velocity, angularVelocity: omega, orientation } as const;
  world.addBody({ name: 'disc', shape: cylinder(radius, half), mass, material, ...state });
  return world;
}

/** Own integration of the rolling disc: how far it nods, and its energy. */
export const eulersDisc = defineClassic({
  id: 'eulers-disc',
  settings: ACCURATE,
  world: discWorld,
  run(checks) {
    const { orientation, omega } = discState();
    const end = checks.quick ? 0.5 : 1.5;
    const tiltOf = (nz: number) => Math.acos(Math.abs(nz));
    const known = [10, 0];
    rk4(rollingRate(rollingDisc(DISC.mass, DISC.radius, DISC.half)), [...orientation, ...omega], end, 1e-4, (y) => {
      const tilt = tiltOf(1 - 2 * (y[0]! ** 2 + y[1]! ** 2));
      known[0] = Math.min(known[0]!, tilt);
      known[1] = Math.max(known[1]!, tilt);
    });
    const run = checks.watch(discWorld());
    const disc = run.world.body('disc');
    const energy = run.energy;
    const range = [10, 0];
    run.until(end, () => {
      const tilt = tiltOf(turned(disc.orientation, [0, 0, 1])[2]);
      range[0] = Math.min(range[0]!, tilt);
      range[1] = Math.max(range[1]!, tilt);
    });
    checks.share('least tilt', run.figure(range[0]!), known[0]!, 0.02, { unit: 'rad' });
    checks.share('largest tilt', run.figure(range[1]!), known[1]!, 0.02, { unit: 'rad' });
    checks.share('energy in the end', run.figure(run.energy), energy, 0.02, { unit: 'J' });
  },
});

const HILL = { radius: 1, ball: 0.1, start: 0.1 }; // m, m, rad

function hillWorld(friction = 0): World {
  const { radius, ball, start } = HILL;
  const world = accurate();
  const material = { friction };
  world.addBody({ name: 'hill', motion: 'static', shape: sphere(radius), material });
  const reach = radius + ball;
  const position: Vec3 = [reach * Math.sin(start), 0, reach * Math.cos(start)];
  world.addBody({ name: 'ball', shape: sphere(ball), mass: 1, material, position });
  return world;
}

/**
 * It leaves where gravity no longer holds it on the circle, v^2 = g (R + r) cos a; its horizontal speed stays from there on, which
 * gives cos^3 a = vx^2/(g (R + r)). Energy: cos a = 2/3 cos a0 without friction, 10/17 cos a0 rolling.
 */
export const leavesTheSurface = defineClassic({
  id: 'leaves-the-surface',
  settings: ACCURATE,
  world: hillWorld,
  run(checks) {
    const reach = HILL.radius + HILL.ball;
    for (const [quantity, friction, share] of [
      ['without friction', 0, 2 / 3],
      ['rolling', 100, 10 / 17],
    ] as const) {
      const run = checks.watch(hillWorld(friction));
      const ball = run.world.body('ball');
      for (let k = 0; k < 3000 && ball.position[2] > 0; k++) run.until(run.world.time + 1 / 60);
      const cosine = Math.cbrt(ball.velocity[0] ** 2 / (G * reach));
      checks.share(`${quantity}: cosine where it leaves`, run.figure(cosine), share * Math.cos(HILL.start), 0.02);
    }
  },
});
