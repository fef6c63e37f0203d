/** Machines: slider-crank, universal joint, Geneva drive, racks, a screw, a shaken table, a sleeping top, an orbit. */
import { box, compound, cylinder, quaternion, sphere, springDamper, type Vec3, type World } from '@signorini/engine';
import { ACCURATE, accurate, DEFAULT, defineProblem, G, MIDPOINT, midpoint, plain } from '../problem.ts';

const CRANK = { r: 0.2, l: 0.5, rate: 2 * Math.PI }; // m, m, rad/s

function sliderCrankWorld(): World {
  const { r, l, rate } = CRANK;
  const world = plain({ gravity: [0, 0, 0] });
  const bar = (name: string, length: number, x: number, velocity: number, turn: number) => {
    const half = [length / 2, 0.02, 0.02] as const;
    return world.addBody({
      name,
      shape: box(...half),
      position: [x, 0, 0],
      velocity: [0, velocity, 0],
      angularVelocity: [0, 0, turn],
    });
  };
  const crank = bar('crank', r, r / 2, (rate * r) / 2, rate);
  const rod = bar('rod', l, r + l / 2, (rate * r) / 2, (-rate * r) / l);
  const piston = world.addBody({ name: 'piston', shape: box(0.05, 0.05, 0.05), position: [r + l, 0, 0] });
  const z: Vec3 = [0, 0, 1];
  world.addJoint({ kind: 'revolute', b: crank, point: [0, 0, 0], axis: z, motor: { speed: rate } });
  world.addJoint({ kind: 'revolute', a: crank, b: rod, point: [r, 0, 0], axis: z });
  world.addJoint({ kind: 'revolute', a: rod, b: piston, point: [r + l, 0, 0], axis: z });
  world.addJoint({ kind: 'prismatic', b: piston, point: [r + l, 0, 0], axis: [1, 0, 0] });
  world.ignoreContacts(crank, piston);
  return world;
}

export const sliderCrank = defineProblem({
  id: 'slider-crank',
  settings: DEFAULT,
  world: sliderCrankWorld,
  run(figures) {
    const { r, l, rate } = CRANK;
    const run = figures.watch(sliderCrankWorld());
    const piston = run.world.body('piston');
    let off = 0;
    run.until(2, ({ time }) => {
      const known = r * Math.cos(rate * time) + Math.sqrt(l * l - (r * Math.sin(rate * time)) ** 2);
      off = Math.max(off, Math.abs(piston.position[0] - known));
    });
    figures.limit('place of the piston, largest error in two turns, of r', run.figure(off / r), { limit: 0.01 });
  },
});

const SHAFTS = { bend: 0.6, rate: 5 }; // rad, rad/s

function universalWorld(): World {
  const { bend, rate } = SHAFTS;
  const world = plain({ gravity: [0, 0, 0] });
  const out: Vec3 = [Math.cos(bend), Math.sin(bend), 0];
  const shaft = (name: string, axis: Vec3, side: number, speed: number) =>
    world.addBody({
      ...{ name, shape: cylinder(0.05, 0.2), orientation: quaternion.between([0, 0, 1], axis) },
      position: [0.4 * side * axis[0], 0.4 * side * axis[1], 0],
      angularVelocity: [speed * axis[0], speed * axis[1], 0],
    });
  const input = shaft('input', [1, 0, 0], -1, rate);
  const output = shaft('output', out, 1, rate / Math.cos(bend));
  const motor = { speed: rate };
  world.addJoint({ kind: 'revolute', name: 'in', b: input, point: [-0.4, 0, 0], axis: [1, 0, 0], motor });
  world.addJoint({ kind: 'revolute', name: 'out', b: output, point: [0.4 * out[0], 0.4 * out[1], 0], axis: out });
  // the input's arm lies in the plane of the shafts
  world.addJoint({ kind: 'universal', a: input, b: output, point: [0, 0, 0], axisA: [0, 1, 0], axisB: [0, 0, 1] });
  return world;
}

export const universalJoint = defineProblem({
  id: 'universal-joint',
  settings: DEFAULT,
  world: universalWorld,
  run(figures) {
    const { bend, rate } = SHAFTS;
    const run = figures.watch(universalWorld());
    const out = run.world.joint('out');
    let [least, largest, off, turn] = [10, 0, 0, 0];
    run.until(2, ({ time }) => {
      const ratio = out.rate()! / rate;
      [least, largest] = [Math.min(least, ratio), Math.max(largest, ratio)];
      const angle = rate * time;
      const known = Math.cos(bend) / (1 - (Math.sin(bend) * Math.cos(angle)) ** 2);
      off = Math.max(off, Math.abs(ratio / known - 1));
      // tan(out) = tan(in)/cos(bend), on the branch of `angle`
      const branch = Math.PI * Math.round(angle / Math.PI);
      const turned = branch + Math.atan(Math.tan(angle - branch) / Math.cos(bend));
      turn = Math.max(turn, Math.abs(out.coordinate()! - turned));
    });
    figures.share('least speed ratio', run.figure(least), Math.cos(bend), 0.01);
    figures.share('largest speed ratio', run.figure(largest), 1 / Math.cos(bend), 0.01);
    figures.limit('turn of the output, largest error in 2 s', run.figure(turn), { limit: 0.01, unit: 'rad' });
    figures.limit('speed ratio at the end of each step, largest relative error', run.figure(off), { limit: 0.01 });
  },
});

const GENEVA = { r: 0.2, pin: 0.02, play: 0.0005, rate: Math.PI }; // m, m, m, rad/s
const ENTRY = Math.PI / 4;

/** The wheel at the origin, four blocks with slots between them; the crank on +x. It starts a quarter turn before the slot. */
function genevaWorld(): World {
  const { r, pin, play, rate } = GENEVA;
  const world = accurate({ gravity: [0, 0, 0] });
  const material = { friction: 0 };
  const d = Math.SQRT2 * r;
  const inner = pin + play;
  const [half, middle] = [(r - inner) / 2, (r + inner) / 2];
  const blocks = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([x, y]) => ({ shape: box(half, half, 0.02), position: [x! * middle, y! * middle, 0] as const }));
  const orientation = quaternion.axisAngle([0, 0, 1], ENTRY); // slots at 45 degrees to the line of centres
  const wheel = world.addBody({ name: 'wheel', shape: compound(blocks), mass: 1, material, orientation });
  world.addJoint({
    kind: 'revolute',
    name: 'wheel',
    b: wheel,
    point: [0, 0, 0],
    axis: [0, 0, 1],
    frictionTorque: 0.05,
  });
  const start = -3 * ENTRY; // of the pin from the line to the wheel's centre, about the crank
  const position: Vec3 = [d - r * Math.cos(start), -r * Math.sin(start), 0];
  const velocity: Vec3 = [-rate * position[1], rate * (position[0] - d), 0];
  const crank = world.addBody({
    name: 'crank',
    shape: sphere(pin),
    mass: 1,
    material,
    position,
    velocity,
    angularVelocity: [0, 0, rate],
  });
  world.addJoint({
    kind: 'revolute',
    name: 'crank',
    b: crank,
    point: [d, 0, 0],
    axis: [0, 0, 1],
    motor: { speed: rate },
  });
  return world;
}

export const genevaDrive = defineProblem({
  id: 'geneva-drive',
  settings: ACCURATE,
  world: genevaWorld,
  run(figures) {
    const run = figures.watch(genevaWorld());
    const [wheel, crank] = [run.world.joint('wheel'), run.world.joint('crank')];
    let [off, turns] = [0, 0];
    const degrees = 180 / Math.PI;
    run.until(figures.quick ? 2 : 4, () => {
      const angle = crank.coordinate()! - 3 * ENTRY;
      turns = Math.round(angle / (2 * Math.PI));
      const a = angle - 2 * Math.PI * turns;
      const driven = Math.abs(a) < ENTRY ? Math.atan(Math.sin(a) / (Math.SQRT2 - Math.cos(a))) : Math.sign(a) * ENTRY;
      const known = -(driven + ENTRY + (turns * Math.PI) / 2); // against the crank, 90 degrees per turn
      off = Math.max(off, Math.abs(wheel.coordinate()! - known));
    });
    figures.limit('angle of the wheel, largest error', run.figure(off * degrees), { limit: 2, unit: 'degrees' });
    const known = figures.quick ? -90 : -180;
    figures.limit('turn of the wheel in the end', run.figure(wheel.coordinate()! * degrees), {
      expected: known,
      limit: 2,
      unit: 'degrees',
    });
  },
});

const DRUM = { masses: [3, 2], drum: 4, radius: 0.25 } as const; // kg, kg, m

function rackWorld(): World {
  const { masses, drum, radius } = DRUM;
  const world = plain();
  const z: Vec3 = [0, 0, 1];
  const wheel = world.addBody({
    name: 'drum',
    shape: cylinder(radius, 0.1),
    mass: drum,
    orientation: { axis: [1, 0, 0], angle: Math.PI / 2 },
  });
  world.addJoint({ kind: 'revolute', b: wheel, point: [0, 0, 0], axis: [0, 1, 0] });
  for (const [k, mass] of masses.entries()) {
    const x = k === 0 ? radius + 0.2 : -radius - 0.2;
    const rack = world.addBody({ name: `rack-${k + 1}`, shape: box(0.05, 0.05, 0.5), mass, position: [x, 0, 0] });
    world.addJoint({ kind: 'prismatic', b: rack, point: [x, 0, 0], axis: z });
    const ratio = k === 0 ? -1 / radius : 1 / radius;
    world.addJoint({ kind: 'gear', a: wheel, b: rack, axisA: [0, 1, 0], axisB: z, motionB: 'slide', ratio });
  }
  return world;
}

export const rackAndDrum = defineProblem({
  id: 'rack-and-drum',
  settings: DEFAULT,
  world: rackWorld,
  run(figures) {
    const { masses, drum } = DRUM;
    const known = (-(masses[0] - masses[1]) * G) / (masses[0] + masses[1] + drum / 2);
    const run = figures.watch(rackWorld());
    run.until(1);
    const speed = run.world.body('rack-1').velocity[2];
    figures.share('acceleration of the heavier rack', run.figure(speed / run.world.time), known, 1e-6, {
      unit: 'm/s^2',
    });
  },
});

const SCREW = { mass: 2, moment: 0.002, lead: 0.1 }; // kg, kg m^2, m per turn

function screwWorld(): World {
  const { mass, moment, lead } = SCREW;
  const world = plain();
  const nut = world.addBody({ name: 'nut', mass, inertia: [moment, moment, moment] });
  world.addJoint({ kind: 'screw', b: nut, point: [0, 0, 0], axis: [0, 0, 1], lead });
  return world;
}

export const screwJack = defineProblem({
  id: 'screw-jack',
  settings: DEFAULT,
  world: screwWorld,
  run(figures) {
    const { mass, moment, lead } = SCREW;
    const known = -G / (1 + (moment * ((2 * Math.PI) / lead) ** 2) / mass);
    const run = figures.watch(screwWorld());
    run.until(1);
    const speed = run.world.body('nut').velocity[2];
    figures.share('acceleration', run.figure(speed / run.world.time), known, 1e-6, { unit: 'm/s^2' });
  },
});

const SHAKE = { amplitude: 0.05, frequency: 2, friction: 0.2 }; // m, Hz, -

function shakenWorld(): World {
  const { amplitude, frequency, friction } = SHAKE;
  const world = plain();
  const material = { friction };
  const motion = { kind: 'oscillation', amplitude, frequency, direction: [1, 0, 0] } as const;
  world.addBody({ name: 'table', motion, shape: box(1, 1, 0.1), material, position: [0, 0, -0.1] });
  world.addBody({ name: 'block', shape: box(0.2, 0.2, 0.05), mass: 1, material, position: [0, 0, 0.05] });
  return world;
}

/** Of one period, m: how far the block moves, how far it slips on the table, and by how much it has moved on in the end. */
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

export const newmarkBlock = defineProblem({
  id: 'newmark-block',
  settings: DEFAULT,
  world: shakenWorld,
  run(figures) {
    const known = knownSlips();
    const run = figures.watch(shakenWorld());
    const [table, block] = [run.world.body('table'), run.world.body('block')];
    const places: [number, number][] = [];
    run.until(3.5);
    const keep = () => void places.push([block.position[0], table.position[0]]);
    keep();
    run.until(4, keep);
    const found = shaken(places);
    figures.share('way of the block in a period', run.figure(found.way), known.way, 0.02, { unit: 'm' });
    figures.share('slip on the table in a period', run.figure(found.slip), known.slip, 0.02, { unit: 'm' });
    figures.limit('drift in a period', run.figure(found.drift), { limit: 0.02 * known.way, unit: 'm' });
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
    ...{ name: 'top', shape: cylinder(radius, half), mass, orientation: { axis: [0, 1, 0], angle: start } },
    ...{ position: [length * axis[0], 0, length * axis[2]], angularVelocity: [spin * axis[0], 0, spin * axis[2]] },
  });
  world.addJoint({ kind: 'spherical', b: top, point: [0, 0, 0] });
  return world;
}

/** Below the threshold it nods down to cos = 2 share - 1 and up again. */
export const sleepingTop = defineProblem({
  id: 'sleeping-top',
  settings: `${MIDPOINT}, 1/240 s`,
  world: topWorld,
  run(figures) {
    for (const [share, sleeps] of [
      [1.1, true],
      [0.9, false],
    ] as const) {
      const run = figures.watch(topWorld(share));
      const top = run.world.body('top');
      let tilt = 0;
      run.until(figures.quick ? 4 : 10, () => {
        tilt = Math.max(tilt, Math.acos(Math.min(1, top.position[2] / TOP.length)));
      });
      figures.so(
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

export const harmonicOrbit = defineProblem({
  id: 'harmonic-orbit',
  settings: MIDPOINT,
  world: orbitWorld,
  run(figures) {
    const run = figures.watch(orbitWorld());
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
    figures.share('period', run.figure((crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)), 1, 0.01, {
      unit: 's',
    });
    figures.share('farthest in ten turns', run.figure(far), 1, 0.01, { unit: 'm' });
    figures.share('nearest in ten turns', run.figure(near), ORBIT.speed / (2 * Math.PI), 0.01, { unit: 'm' });
  },
});
