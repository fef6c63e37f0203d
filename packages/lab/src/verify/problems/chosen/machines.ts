/** Machines: slider-crank, universal joint, Geneva drive, racks, a screw. */
import { box, compound, cylinder, quaternion, sphere, type Vec3, type World } from '@signorini/engine';
import { ACCURATE, accurate, DEFAULT, DEFAULT_AND_ACCURATE, defineClassic, G, plain } from '../classic.ts';

const CRANK = { r: 0.2, l: 0.5, rate: 2 * Math.PI }; // m, m, rad/s

function sliderCrankWorld(make = plain): World {
  const { r, l, rate } = CRANK;
  const world = make({ gravity: [0, 0, 0] });
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

export const sliderCrank = defineClassic({
  id: 'slider-crank',
  settings: `${DEFAULT}, ${ACCURATE}`,
  world: sliderCrankWorld,
  run(checks) {
    const { r, l, rate } = CRANK;
    for (const [begin, make] of DEFAULT_AND_ACCURATE) {
      const run = checks.watch(sliderCrankWorld(make));
      const piston = run.world.body('piston');
      let off = 0;
      run.until(2, ({ time }) => {
        const known = r * Math.cos(rate * time) + Math.sqrt(l * l - (r * Math.sin(rate * time)) ** 2);
        off = Math.max(off, Math.abs(piston.position[0] - known));
      });
      const quantity = `${begin}place of the piston, largest error in two turns, of r`;
      checks.limit(quantity, run.figure(off / r), { limit: 0.01 });
    }
  },
});

const SHAFTS = { bend: 0.6, rate: 5 }; // rad, rad/s

function universalWorld(): World {
  const { bend, rate } = SHAFTS;
  const world = plain({ gravity: [0, 0, 0] });
  const out: Vec3 = [Math.cos(bend), Math.sin(bend), 0];
  const shaft = (name: string, axis: Vec3, side: number, speed: number) =>
    world.addBody({
      name,
      shape: cylinder(0.05, 0.2),
      orientation: quaternion.between([0, 0, 1], axis),
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

export const universalJoint = defineClassic({
  id: 'universal-joint',
  settings: DEFAULT,
  world: universalWorld,
  run(checks) {
    const { bend, rate } = SHAFTS;
    const run = checks.watch(universalWorld());
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
    checks.share('least speed ratio', run.figure(least), Math.cos(bend), 0.01);
    checks.share('largest speed ratio', run.figure(largest), 1 / Math.cos(bend), 0.01);
    checks.limit('turn of the output, largest error in 2 s', run.figure(turn), { limit: 0.01, unit: 'rad' });
    checks.limit('speed ratio at the end of each step, largest relative error', run.figure(off), { limit: 0.01 });
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

export const genevaDrive = defineClassic({
  id: 'geneva-drive',
  settings: ACCURATE,
  world: genevaWorld,
  run(checks) {
    const run = checks.watch(genevaWorld());
    const [wheel, crank] = [run.world.joint('wheel'), run.world.joint('crank')];
    let [off, turns] = [0, 0];
    const degrees = 180 / Math.PI;
    run.until(checks.quick ? 2 : 4, () => {
      const angle = crank.coordinate()! - 3 * ENTRY;
      turns = Math.round(angle / (2 * Math.PI));
      const a = angle - 2 * Math.PI * turns;
      const driven = Math.abs(a) < ENTRY ? Math.atan(Math.sin(a) / (Math.SQRT2 - Math.cos(a))) : Math.sign(a) * ENTRY;
      const known = -(driven + ENTRY + (turns * Math.PI) / 2); // against the crank, 90 degrees per turn
      off = Math.max(off, Math.abs(wheel.coordinate()! - known));
    });
    checks.limit('angle of the wheel, largest error', run.figure(off * degrees), { limit: 2, unit: 'degrees' });
    const known = checks.quick ? -90 : -180;
    checks.limit('turn of the wheel in the end', run.figure(wheel.coordinate()! * degrees), {
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

export const rackAndDrum = defineClassic({
  id: 'rack-and-drum',
  settings: DEFAULT,
  world: rackWorld,
  run(checks) {
    const { masses, drum } = DRUM;
    const known = (-(masses[0] - masses[1]) * G) / (masses[0] + masses[1] + drum / 2);
    const run = checks.watch(rackWorld());
    run.until(1);
    const speed = run.world.body('rack-1').velocity[2];
    checks.share('acceleration of the heavier rack', run.figure(speed / run.world.time), known, 1e-6, {
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

export const screwJack = defineClassic({
  id: 'screw-jack',
  settings: DEFAULT,
  world: screwWorld,
  run(checks) {
    const { mass, moment, lead } = SCREW;
    const known = -G / (1 + (moment * ((2 * Math.PI) / lead) ** 2) / mass);
    const run = checks.watch(screwWorld());
    run.until(1);
    const speed = run.world.body('nut').velocity[2];
    checks.share('acceleration', run.figure(speed / run.world.time), known, 1e-6, { unit: 'm/s^2' });
  },
});
