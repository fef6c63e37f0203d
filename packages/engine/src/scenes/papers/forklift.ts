/**
 * EPTK19 5.3: a forklift drives a circle. The front wheels are driven, the rear wheels steer.
 *
 *   engine - pump | converter | turbine - transmission - carrier - differential - front wheels;   chassis - knuckle - rear wheel
 *
 * Axes: x ahead, y to the left, z up; the origin is on the ground below the middle of the front axle. The paper gives no sizes and
 * masses: these are of a counterbalance truck for 2 t, without a load.
 */
import { compound } from '../../collision/shapes/compound.ts';
import { box, cylinder, plane } from '../../collision/shapes/shapes.ts';
import type { MaterialOptions } from '../../contact/material.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import { type Table, torqueConverter } from '../../dynamics/forces/torque-converter.ts';
import type { TurnDrive } from '../../dynamics/joints/drives/drive.ts';
import type { World } from '../../dynamics/world/world.ts';
import { atan2, PI, tan } from '../../linalg/elementary.ts';
import { axisAngle, multiply, rotate } from '../../linalg/quat.ts';
import { dot, subtract, type Vec3 } from '../../linalg/vec3.ts';
import { GRAVITY } from '../kit/common.ts';
import { commonParameters, commonSettings, JOINT } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

/** m: between the axles, and between the middles of the wheels of an axle. */
const WHEELBASE = 1.6;
const TRACK = 0.96;
/** m, kg. A cylinder touches the ground at the two edges of its tread: width apart, on a line along its axle. */
const WHEEL = { radius: 0.3, width: 0.16, mass: 50 } as const;
/**
 * Per point, N/m and kg/s: a solid tyre, which gives way by 5 mm, and critical damping. The papers' 1e5 N/m would let the truck sink by
 * 56 mm. Without an anchor a wheel creeps by what the damper of a friction row lets through: at 0.67 m/s these values give a side force
 * of 9 wheel loads per radian of slip, as tyres have.
 */
const TYRE = { stiffness: 1e6, damping: 4e4 } as const;
/** kg, kg m^2. */
const KNUCKLE = { mass: 20, inertia: 0.2 } as const;

/** A rotor of the drive train: kg, m, its axis, and kg m^2 about it. All are mounted in the chassis. */
interface Rotor {
  readonly mass: number;
  readonly x: number;
  readonly axis: Vec3;
  readonly inertia: number;
}
/**
 * The explicit torque of the converter is stable with these inertias: h dT/d(omega)/I is 0.013 for engine and pump at 24 N m, 0.12 at
 * their highest speed as the turbine comes to it, and then 0.95 for the turbine if the wheels leave the ground; 2 would be too much.
 */
const ENGINE: Rotor = { mass: 80, x: -1, axis: X, inertia: 0.8 };
const TURBINE: Rotor = { mass: 40, x: -0.5, axis: X, inertia: 0.1 };
const CARRIER: Rotor = { mass: 40, x: 0, axis: Y, inertia: 0.3 };
/** Speed at which the governor holds the engine, rad/s: 2400 rpm, far above what a slow circle needs. */
const GOVERNED = 250;
/** Turns of the turbine per turn of the carrier: first gear and final drive. */
const TRANSMISSION = 18;
/** Capacity of a converter with a stall ratio of 2.2; K in rad/s per root of N m. */
const CAPACITY: Table = [
  [0, 15],
  [0.6, 15.5],
  [0.8, 17],
  [0.9, 21],
  [1, Infinity],
];
const TORQUE_RATIO: Table = [
  [0, 2.2],
  [0.85, 1],
];
/** Hydraulic steering: N m/rad, N m s/rad, N m; how far a knuckle turns, rad. */
const STEERING = { stiffness: 1e6, damping: 1e4, maxTorque: 2000 } as const;
const LOCK = (80 * PI) / 180;

/** A box of the chassis: kg, half sides and middle, m. Together 3 t, of which the counterweight holds up what the forks lift. */
interface Part {
  readonly mass: number;
  readonly half: Vec3;
  readonly at: Vec3;
}
const left = ({ at: [x, y, z], ...part }: Part): Part => ({ ...part, at: [x, -y, z] });
const MAST: Part = { mass: 140, half: [0.06, 0.06, 1], at: [0.42, -0.3, 1.12] };
const FORK: Part = { mass: 60, half: [0.55, 0.06, 0.025], at: [1.11, -0.25, 0.175] };
const FRONT_POST: Part = { mass: 30, half: [0.03, 0.03, 0.68], at: [-0.25, -0.42, 1.33] };
const REAR_POST: Part = { mass: 30, half: [0.03, 0.03, 0.53], at: [-1.65, -0.42, 1.48] };
const PARTS: readonly Part[] = [
  { mass: 700, half: [1, 0.36, 0.2], at: [-0.65, 0, 0.45] }, // frame
  { mass: 230, half: [0.4, 0.45, 0.15], at: [-1.2, 0, 0.8] }, // hood
  { mass: 20, half: [0.05, 0.25, 0.25], at: [-1.45, 0, 1.2] }, // back of the seat
  { mass: 1300, half: [0.25, 0.5, 0.32], at: [-1.9, 0, 0.67] }, // counterweight
  { mass: 110, half: [0.04, 0.5, 0.25], at: [0.52, 0, 0.4] }, // carriage of the forks
  { mass: 40, half: [0.06, 0.24, 0.05], at: [0.42, 0, 2.07] }, // top of the mast
  { mass: 80, half: [0.75, 0.5, 0.03], at: [-0.95, 0, 2.04] }, // roof
  ...[MAST, FORK, FRONT_POST, REAR_POST].flatMap((part) => [part, left(part)]),
];

export const forklift = defineScene({
  name: 'forklift',
  summary: 'A forklift with engine, torque converter and differential drives a circle.',
  reference: 'EPTK19 5.3',
  known:
    'Reaches a constant speed, drives a circle and comes back to its start. Each wheel touches the ground at the two edges of its tread. Its turning centre lies on the front axle, wheelbase/tan(steering) from its middle, farther out by the slip of the rear wheels; wheel speeds are as distances from that centre. The differential halves the torque; locked, it straightens the path. At constant speed the engine supplies what converter, rolling resistance and creep take.',
  parameters: {
    torque: { default: 24, unit: 'N m', min: 0, max: 200, summary: 'of the engine, once it has risen' },
    ramp: { default: 2, unit: 's', min: 0, summary: 'over which the torque rises from zero' },
    steering: {
      default: 30,
      unit: 'deg',
      min: -60,
      max: 60,
      summary:
        'of a wheel in the middle of the rear axle; positive: to the left. Each rear wheel has the angle of its place',
    },
    rollingFriction: {
      default: 0.015,
      unit: 'm',
      min: 0,
      summary: 'torque against rolling over normal force; 0.05 of the radius, as on a rough yard',
    },
    differential: {
      default: 'open',
      unit: '',
      choices: ['open', 'locked'],
      summary: 'whether the front wheels may turn at different speeds',
    },
    integrator: {
      default: 'semi-implicit',
      unit: '',
      choices: ['semi-implicit', 'euler'],
      summary:
        'as in the papers, where shafts turn by less than their speed says and the transmission slips by 4 %; or not so',
    },
    ...commonParameters,
    // a tyre that rolls always touches with new points, which no anchor holds
    stick: { ...commonParameters.stick, default: 'none' },
  },
  steps: 2100,
  timeStep: 1 / 60,
  settings: (values) => ({
    ...commonSettings('forklift', values),
    integrator: values.integrator === 'euler' ? 'euler' : 'semi-implicit',
  }),

  build(world, { torque, ramp, steering, rollingFriction, differential, friction }) {
    const surface = { friction, ...TYRE };
    const tyre = { ...surface, rollingFriction };
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: surface });
    const { mass, centre, inertia } = massOf(PARTS);
    const chassis = world.addBody({
      name: 'chassis',
      shape: compound(PARTS.map(({ half, at }) => ({ shape: box(...half), position: at }))),
      material: surface,
      mass,
      centreOfMass: centre,
      inertia,
      position: centre,
      ...ONLY_GROUND,
    });
    const [front, rear] = axleHeights(mass, centre[0]);
    const wheels = [1, -1].map((side) => {
      const wheel = addWheel(world, `front-${SIDE[side]}`, [0, (side * TRACK) / 2, front], tyre);
      addHub(world, chassis, wheel);
      addSteeredWheel(world, chassis, side, rear, tyre, steering);
      return wheel;
    });
    addDriveTrain(world, chassis, wheels, { torque, ramp, front, locked: differential === 'locked' });
  },
});

/** The parts of the truck overlap each other. */
const ONLY_GROUND = { groups: 2, meets: 1 } as const;
const SIDE: Readonly<Record<number, string>> = { 1: 'left', [-1]: 'right' };

/** Mass (kg), centre (m) and inertia (kg m^2 about the centre: xx yy zz xy xz yz) of boxes together. */
function massOf(parts: readonly Part[]) {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const mean = (c: number) => parts.reduce((sum, part) => sum + part.mass * part.at[c], 0) / mass;
  const centre: Vec3 = [mean(0), mean(1), mean(2)];
  const entry = (i: number, j: number) =>
    parts.reduce((sum, { mass: m, half, at }) => {
      const d = subtract(at, centre);
      const spread = i === j ? (dot(half, half) - half[i] * half[i]) / 3 + dot(d, d) : 0;
      return sum + m * (spread - d[i] * d[j]);
    }, 0);
  const inertia = [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)] as const;
  return { mass, centre, inertia };
}

/** Heights of the front and the rear axle, m, at which the springs of the tyres' four points each carry the truck as it stands. */
function axleHeights(mass: number, x: number): readonly [front: number, rear: number] {
  const rotors = [ENGINE, TURBINE, CARRIER];
  const behind = mass * -x + rotors.reduce((sum, rotor) => sum - rotor.mass * rotor.x, 0);
  const rear = behind / WHEELBASE + 2 * (KNUCKLE.mass + WHEEL.mass);
  const front = mass + rotors.reduce((sum, rotor) => sum + rotor.mass, 0) - behind / WHEELBASE + 2 * WHEEL.mass;
  const height = (load: number) => WHEEL.radius - (load * GRAVITY) / (4 * TYRE.stiffness);
  return [height(front), height(rear)];
}

/** @param heading rad to the left */
function addWheel(world: World, name: string, position: Vec3, tyre: MaterialOptions, heading = 0): Body {
  return world.addBody({
    name,
    shape: cylinder(WHEEL.radius, WHEEL.width / 2),
    material: tyre,
    mass: WHEEL.mass,
    position,
    orientation: multiply(axisAngle(Z, heading), axisAngle(X, -PI / 2)), // its axis to the left
    ...ONLY_GROUND,
  });
}

/** Lets the wheel turn about its axle in what carries it. */
function addHub(world: World, a: Body, wheel: Body, axis: Vec3 = Y): void {
  world.addJoint({ kind: 'revolute', name: `hub ${wheel.name}`, a, b: wheel, point: wheel.position, axis, ...JOINT });
}

/**
 * A rear wheel on its knuckle, whose pin goes through the middle of the wheel. Both are made at their angle, from which the joint
 * counts. Angles of the two sides differ, as a real axle's do (Ackermann): both axles point to one turning centre.
 * @param side 1: left, -1: right @param height of the axle, m @param steering degrees
 */
function addSteeredWheel(
  world: World,
  chassis: Body,
  side: number,
  height: number,
  tyre: MaterialOptions,
  steering: number,
): void {
  const at: Vec3 = [-WHEELBASE, (side * TRACK) / 2, height];
  const { mass, inertia: I } = KNUCKLE;
  const slope = tan((steering * PI) / 180); // wheelbase over the distance of the turning centre
  const angle = -atan2(slope, 1 - ((side * TRACK) / (2 * WHEELBASE)) * slope);
  const orientation = axisAngle(Z, angle);
  const knuckle = world.addBody({ name: `knuckle-${SIDE[side]}`, mass, inertia: [I, I, I], position: at, orientation });
  world.addJoint({
    kind: 'revolute',
    name: `steering ${SIDE[side]}`,
    a: chassis,
    b: knuckle,
    point: at,
    axis: Z,
    servo: { target: 0, ...STEERING },
    limits: { lower: -LOCK - angle, upper: LOCK - angle },
    ...JOINT,
  });
  addHub(world, knuckle, addWheel(world, `rear-${SIDE[side]}`, at, tyre, angle), rotate(orientation, Y));
}

interface Drive {
  /** N m, s, m. */
  readonly torque: number;
  readonly ramp: number;
  readonly front: number;
  readonly locked: boolean;
}

/** From the engine to the front wheels. */
function addDriveTrain(world: World, chassis: Body, wheels: readonly Body[], drive: Drive): void {
  const { torque, ramp, front, locked } = drive;
  const mount = (name: string, { mass, x, axis, inertia: I }: Rotor, motor?: TurnDrive['motor']): Body => {
    const inertia: Vec3 = axis === X ? [I, 0.6 * I, 0.6 * I] : [0.6 * I, I, 0.6 * I]; // a disc of some length
    const rotor = world.addBody({ name, mass, inertia, position: [x, 0, front] });
    const place = { a: chassis, b: rotor, point: rotor.position, axis };
    world.addJoint({ kind: 'revolute', name: `bearing ${name}`, ...place, ...(motor && { motor }), ...JOINT });
    return rotor;
  };
  const rises = {
    kind: 'schedule',
    points: [
      { at: 0, target: 0 },
      { at: ramp, target: torque },
    ],
  } as const;
  const engine = mount('engine', ENGINE, { speed: GOVERNED, maxTorque: ramp > 0 ? rises : torque });
  const turbine = mount('turbine', TURBINE);
  const carrier = mount('carrier', CARRIER);
  const shafts = { input: engine, output: turbine, housing: chassis, axis: X };
  world.addDriver(torqueConverter({ name: 'converter', ...shafts, capacity: CAPACITY, torqueRatio: TORQUE_RATIO }));
  const fixed = { housing: chassis, ...JOINT };
  const gears = { a: turbine, b: carrier, axisA: X, axisB: Y, ratio: TRANSMISSION };
  world.addJoint({ kind: 'gear', name: 'transmission', ...gears, ...fixed });
  const term = (body: Body, factor: number) => ({ body, axis: Y, factor });
  const turns = wheels.map((wheel) => term(wheel, 1));
  world.addJoint({ kind: 'differential', name: 'differential', terms: [...turns, term(carrier, -2)], ...fixed });
  const [one, other] = wheels;
  const lock = { a: one, b: other, axisA: Y, axisB: Y, ratio: 1 };
  if (locked) world.addJoint({ kind: 'gear', name: 'differential lock', ...lock, ...fixed });
}
