/**
 * After the library of computational benchmark problems of the IFToMM: pendulum, chain of four-bars, squeezer, Bricard's linkage,
 * governor.
 */
import { constantForce, sphere, springDamper, torsionalSpring, type Vec3, type World } from '@signorini/engine';
import { completeElliptic } from '../../elliptic.ts';
import { ACCURATE, DEFAULT, DEFAULT_AND_ACCURATE, defineClassic, G, MIDPOINT, midpoint, plain } from '../classic.ts';
import { rk4 } from '../references/rk4.ts';
import { add, norm, scale, subtract } from '../references/vectors.ts';

const Y: Vec3 = [0, 1, 0];
const BOB = 1e-4; // kg m^2

function pendulumWorld(): World {
  const world = midpoint();
  const bob = world.addBody({ name: 'bob', mass: 1, inertia: [BOB, BOB, BOB], position: [1, 0, 0] });
  world.addJoint({ kind: 'revolute', b: bob, point: [0, 0, 0], axis: Y });
  return world;
}

/** A01. */
export const simplePendulum = defineClassic({
  id: 'simple-pendulum',
  settings: MIDPOINT,
  world: pendulumWorld,
  run(checks) {
    const run = checks.watch(pendulumWorld());
    const bob = run.world.body('bob');
    const crossings: number[] = [];
    let last = 1;
    run.until(10, ({ time }) => {
      const [x] = bob.position;
      if (last > 0 && x <= 0) crossings.push(time - (run.world.timeStep * x) / (x - last));
      last = x;
    });
    const known = 4 * completeElliptic(0.5) * Math.sqrt((1 + BOB) / G);
    const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
    checks.share(`period, mean of ${crossings.length - 1}`, run.figure(period), known, 0.01, { unit: 's' });
  },
});

const LOOPS = 4;

function fourBarWorld(): World {
  const world = midpoint();
  const rod = (name: string, position: Vec3, upright: boolean) =>
    world.addBody({
      name,
      mass: 1,
      position,
      velocity: [position[2], 0, 0],
      angularVelocity: upright ? Y : [0, 0, 0],
      inertia: upright ? [1 / 12, 1 / 12, 1e-3] : [1e-3, 1 / 12, 1 / 12],
    });
  const uprights = Array.from({ length: LOOPS + 1 }, (_, k) => rod(`upright-${k}`, [k, 0, 0.5], true));
  const tops = Array.from({ length: LOOPS }, (_, k) => rod(`top-${k}`, [k + 0.5, 0, 1], false));
  uprights.forEach((b, k) => {
    world.addJoint({ kind: 'revolute', name: `foot-${k}`, b, point: [k, 0, 0], axis: Y });
    const [before, after] = [tops[k - 1], tops[k]];
    if (after) world.addJoint({ kind: 'revolute', a: b, b: after, point: [k, 0, 1], axis: Y });
    if (before) world.addJoint({ kind: 'revolute', a: b, b: before, point: [k, 0, 1], axis: Y });
  });
  return world;
}

/** A02 with four loops: all move as one angle from the vertical; when all bars lie in line the mechanism is singular. */
export const fourBarChain = defineClassic({
  id: 'four-bar-chain',
  settings: MIDPOINT,
  world: fourBarWorld,
  run(checks) {
    const J = (LOOPS + 1) / 3 + LOOPS;
    const weight = G * ((LOOPS + 1) / 2 + LOOPS);
    const [angle] = rk4(([a, w]) => [w!, (weight * Math.sin(a!)) / J], [0, 1], 1, 1e-4);
    const run = checks.watch(fourBarWorld());
    const foot = run.world.joint('foot-0');
    const start = run.energy;
    let off = 0;
    run.until(1, () => {
      off = Math.max(off, Math.abs(run.energy - start));
    });
    checks.share('angle after 1 s, past the singular position', run.figure(foot.coordinate()!), angle!, 0.02, {
      unit: 'rad',
    });
    run.until(checks.quick ? 3 : 10, () => {
      off = Math.max(off, Math.abs(run.energy - start));
    });
    checks.limit('energy, largest error, of its range', run.figure(off / (2 * weight)), { limit: 0.01 });
  },
});

/** Lengths m, masses kg, inertias kg m^2: the data of Andrews' squeezer in the IVP test set. */
const SQUEEZER = {
  masses: [0.04325, 0.00365, 0.02373, 0.00706, 0.0705, 0.00706, 0.05498],
  moments: [2.194e-6, 4.41e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5],
  A: [-0.06934, -0.00227, 0],
  B: [-0.03635, 0.03273, 0],
  C: [0.014, 0.072, 0],
  beta: -0.06171389001427645,
  gamma: 0.4552798191630704,
  phi: 0.22266839016588588,
  delta: 0.48736497954384256,
  omega: -0.22266839016588588,
  epsilon: 1.2305474445498212,
} as const;

/** Seven bodies without gravity, a torque on the crank, a spring. */
function squeezerWorld(): World {
  const { masses, moments, A, B, C, beta, gamma, phi, delta, omega, epsilon } = SQUEEZER;
  const world = midpoint({ gravity: [0, 0, 0], timeStep: 1 / 20000 });
  const at = (angle: number, along: number, across = 0): Vec3 => [
    along * Math.cos(angle) - across * Math.sin(angle),
    along * Math.sin(angle) + across * Math.cos(angle),
    0,
  ];
  const right = -Math.PI / 2; // angles that are counted from -y
  const crank = at(beta, 0.007);
  const E = subtract(crank, at(beta, 0.028));
  const upper = add(A, at(delta, 0.04));
  const lower = add(A, at(epsilon + right, 0.04));
  const centres = [
    at(beta, 0.00092),
    subtract(crank, at(beta, 0.0115)),
    add(B, at(gamma + right, 0.01874, 0.01043)),
    add(upper, at(phi + delta + right, 0.02 - 0.01421)),
    add(A, at(delta, 0.02308, 0.00916)),
    add(lower, at(omega + epsilon, 0.02 - 0.01421)),
    add(A, at(epsilon + right, 0.01228, -0.00449)),
  ];
  const k = centres.map((position, i) =>
    world.addBody({ name: `K${i + 1}`, mass: masses[i]!, inertia: [moments[i]!, moments[i]!, moments[i]!], position }),
  );
  const hinge = (point: Vec3) => ({ kind: 'revolute', point, axis: [0, 0, 1] }) as const;
  world.addJoint({ ...hinge([0, 0, 0]), name: 'crank', b: k[0]! });
  world.addJoint({ ...hinge(crank), a: k[0]!, b: k[1]! });
  for (const other of [k[2]!, k[3]!, k[5]!]) world.addJoint({ ...hinge(E), a: k[1]!, b: other });
  world.addJoint({ ...hinge(upper), a: k[3]!, b: k[4]! });
  world.addJoint({ ...hinge(lower), a: k[5]!, b: k[6]! });
  world.addJoint({ ...hinge(B), b: k[2]! });
  for (const b of [k[4]!, k[6]!]) world.addJoint({ ...hinge(A), b });
  const D = add(B, at(gamma + right, 0.018, 0.02));
  world.addDriver(springDamper({ b: k[2]!, pointA: C, pointB: D, stiffness: 4530, length: 0.07785 }));
  world.addDriver(constantForce({ body: k[0]!, torque: [0, 0, 0.033] }));
  return world;
}

/** A03: the reference of the test set, computed to 1e-14. */
export const squeezer = defineClassic({
  id: 'squeezer',
  settings: `${MIDPOINT}, 1/20000 s`,
  world: squeezerWorld,
  run(checks) {
    const run = checks.watch(squeezerWorld());
    run.until(0.03);
    const angle = run.world.joint('crank').coordinate()! + SQUEEZER.beta;
    checks.share('angle of the crank at 0.03 s', run.figure(angle), 15.81077119629904, 0.01, { unit: 'rad' });
  },
});

/** A04: six bars along edges of a cube, hinged across both neighbours; the first one is fixed. */
function bricardWorld(): World {
  const world = midpoint();
  const corners: Vec3[] = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [1, 1, 1],
    [0, 1, 1],
    [0, 0, 1],
  ];
  const axes: Vec3[] = [Y, [0, 0, 1], [1, 0, 0], Y, [0, 0, 1], [1, 0, 0]];
  const bars = [1, 2, 3, 4, 5].map((k) => {
    const [from, to] = [corners[k]!, corners[(k + 1) % 6]!];
    const along = subtract(to, from).map((c) => (Math.abs(c) > 0.5 ? 1e-3 : 1 / 12));
    const inertia: Vec3 = [along[0]!, along[1]!, along[2]!];
    return world.addBody({ name: `bar-${k}`, mass: 1, inertia, position: scale(add(from, to), 0.5) });
  });
  for (let k = 1; k <= 6; k++) {
    const [a, b] = [bars[k - 2], bars[k - 1]];
    world.addJoint({ kind: 'revolute', ...(a && { a }), ...(b && { b }), point: corners[k % 6]!, axis: axes[k % 6]! });
  }
  return world;
}

export const bricard = defineClassic({
  id: 'bricard',
  settings: MIDPOINT,
  world: bricardWorld,
  run(checks) {
    const run = checks.watch(bricardWorld());
    const start = run.energy;
    let [off, gap, kinetic] = [0, 0, 0];
    run.until(checks.quick ? 3 : 10, () => {
      off = Math.max(off, Math.abs(run.energy - start));
      gap = Math.max(gap, run.largestGap);
      kinetic = Math.max(kinetic, run.world.energy().kinetic);
    });
    checks.limit('energy, largest error, of its largest kinetic energy', run.figure(off / kinetic), { limit: 0.01 });
    checks.limit('largest gap of a hinge', run.figure(1e3 * gap), { limit: 0.1, unit: 'mm' });
    checks.so('it moves: kinetic energy above 1 J', !run.failed && kinetic > 1);
  },
});

const GOVERNOR = { rate: 6, arm: 0.5 }; // rad/s, m

function governorWorld(make = plain): World {
  const { rate, arm } = GOVERNOR;
  const world = make();
  const shaft = world.addBody({ name: 'shaft', mass: 1, inertia: [0.1, 0.1, 0.1], angularVelocity: [0, 0, rate] });
  world.addJoint({ kind: 'revolute', b: shaft, point: [0, 0, 0], axis: [0, 0, 1], motor: { speed: rate } });
  for (const side of [1, -1]) {
    const position: Vec3 = [side * arm * Math.sin(0.5), 0, -arm * Math.cos(0.5)];
    const ball = world.addBody({
      name: side > 0 ? 'right' : 'left',
      shape: sphere(0.05),
      mass: 1,
      position,
      velocity: [0, rate * position[0], 0],
      angularVelocity: [0, 0, rate],
    });
    world.addJoint({ kind: 'revolute', a: shaft, b: ball, point: [0, 0, 0], axis: Y });
    world.addDriver(torsionalSpring({ a: shaft, b: ball, axis: Y, stiffness: 0, damping: 0.3 }));
  }
  return world;
}

/** After A05: the arms come to rest where the moment of the weight is that of the centrifugal force. */
export const governor = defineClassic({
  id: 'governor',
  settings: `${DEFAULT}, ${ACCURATE}`,
  world: governorWorld,
  run(checks) {
    const known = G / (GOVERNOR.rate ** 2 * GOVERNOR.arm);
    for (const [begin, make] of DEFAULT_AND_ACCURATE) {
      const run = checks.watch(governorWorld(make));
      run.until(10);
      for (const side of ['right', 'left']) {
        const { position } = run.world.body(side);
        checks.share(`${begin}${side} arm: cosine`, run.figure(-position[2] / norm(position)), known, 0.01);
      }
    }
  },
});
