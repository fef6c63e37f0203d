/**
 * The crane of a mid-size forwarder in the plane of its arm: pillar, main boom, knuckle boom with a telescope, and the two hydraulic
 * cylinders that move them. Reach 8.3 m, lifting moment 130 to 230 kN m, 1.4 t without the grapple: the class of forwarders that
 * carry 10 to 14 t.
 */
import type { Body } from '../../dynamics/bodies/body.ts';
import type { FunctionOfTime } from '../../dynamics/joints/drives/time-function.ts';
import type { World } from '../../dynamics/world/world.ts';
import { atan2, cos, sin } from '../../linalg/elementary.ts';
import { addHydraulicCylinder, pistonForce } from './hydraulic-cylinder.ts';
import { JOINT } from './papers.ts';
import {
  addPart,
  bar,
  block,
  distance,
  elevation,
  inSpace,
  PIN_AXIS,
  type PlanarPart,
  type PlaneFrame,
  type PlanePoint,
  placed,
  plate,
} from './planar-part.ts';

/** Slewing bearing on the frame of the vehicle, and the pin of the main boom above it, m. */
const SLEW: PlanePoint = [0, 1.5];
const BOOM_PIN: PlanePoint = [0, 2.7];
/** Length of the main boom between its pins, m. */
const MAIN = 3.6;
/** Pins of the cylinders, m: of the lifting one on the pillar and on the main boom, of the other on the main and the knuckle boom. */
const LIFT = { foot: [0.28, 0.35], head: [1.3, -0.18] } as const; // in the axes of pillar and main boom
const KNUCKLE = { foot: [1.3, 0.3], head: [-0.33, 0.27] } as const; // in the axes of main and knuckle boom
/** Height of the extension's own cylinder above the telescope, m. */
const BESIDE = 0.2;

/** Pa: the pump's. */
const PRESSURE = 22e6;
/** Largest torque of the four slewing cylinders, N m, as catalogues of cranes of this class have it. */
const SLEW_TORQUE = 25e3;

/** kg: welded boxes of these sections, with pins, lugs and hoses. */
const MASS = {
  pillar: 380, // 12 mm plate, 140 kg, and the housing of the slewing racks
  main: 370, // 10 mm plate, 83 kg/m
  knuckle: 260, // 8 mm plate, 53 kg/m, with crank plates and the barrel of the extension's cylinder
  extension: 130, // 8 mm plate, 33 kg/m, with the rod of its cylinder
} as const;

/** Where the crane's pins are. */
interface CranePose {
  readonly main: PlaneFrame;
  readonly knuckle: PlaneFrame;
  /** From the knuckle pin to the pin at the tip, m. */
  readonly outer: number;
}

/** Commands of the crane's drives, all zero at the start: rad; m. */
interface CraneCommands {
  readonly slew: FunctionOfTime;
  readonly lift: FunctionOfTime;
  readonly knuckle: FunctionOfTime;
  readonly extension: FunctionOfTime;
}

/** The pose with its tip at a point, knuckle up: a triangle of three known sides. @param outer as in the pose */
export function cranePose(tip: PlanePoint, outer: number): CranePose {
  const reach = distance(BOOM_PIN, tip);
  const cosine = (MAIN * MAIN + reach * reach - outer * outer) / (2 * MAIN * reach);
  const angle = elevation(BOOM_PIN, tip) + atan2(Math.sqrt(1 - cosine * cosine), cosine);
  const main = { origin: BOOM_PIN, angle };
  const knuckle = placed(main, [MAIN, 0]);
  return { main, knuckle: { origin: knuckle, angle: elevation(knuckle, tip) }, outer };
}

/** Lengths of the two hydraulic cylinders between their pins, m. */
export function cylinderLengths({ main, knuckle }: CranePose): { readonly lift: number; readonly knuckle: number } {
  return {
    lift: distance(placed(PILLAR, LIFT.foot), placed(main, LIFT.head)),
    knuckle: distance(placed(main, KNUCKLE.foot), placed(knuckle, KNUCKLE.head)),
  };
}

const PILLAR: PlaneFrame = { origin: SLEW, angle: 0 };

/** @returns the extension, whose tip carries the grapple */
export function addCrane(world: World, pose: CranePose, commands: CraneCommands, like: Partial<PlanarPart>): Body {
  const { main, knuckle, outer } = pose;
  const part = (name: string, mass: number, frame: PlaneFrame, shapes: PlanarPart['shapes']) =>
    addPart(world, { ...like, name, mass, frame, shapes });
  const pillar = part('pillar', MASS.pillar, PILLAR, [
    block([-0.3, 0], [0.3, 0.16], 0.3),
    block([-0.15, 0.16], [0.15, 1.3], 0.14),
    block([0.15, 0.25], [0.34, 0.45], 0.1), // foot of the lifting cylinder
  ]);
  const mainBoom = part('main-boom', MASS.main, main, mainShapes);
  const knuckleBoom = part('knuckle-boom', MASS.knuckle, knuckle, knuckleShapes);
  const extension = part('extension', MASS.extension, knuckle, [
    block([outer - 2.6, -0.07], [outer + 0.08, 0.07], 0.06),
    bar(outer - 2.35, outer - 0.85, 0.02, BESIDE), // its cylinder's rod
    block([outer - 0.9, 0], [outer - 0.8, BESIDE + 0.04], 0.05),
  ]);
  addJoints(world, pose, { pillar, mainBoom, knuckleBoom, extension }, commands);
  addHydraulicCylinder(
    world,
    {
      name: 'lift',
      barrelOn: pillar,
      rodOn: mainBoom,
      foot: placed(PILLAR, LIFT.foot),
      head: placed(main, LIFT.head),
      barrel: { length: 1.1, radius: 0.075, mass: 70 }, // a steel tube of bore 0.125 m, with oil
      rod: { length: 1.2, radius: 0.04, mass: 50 }, // solid steel, with its eye
      stroke: commands.lift,
      maxForce: pistonForce(0.125, 0, PRESSURE), // 270 kN: it pushes
    },
    like,
  );
  addHydraulicCylinder(
    world,
    {
      name: 'knuckle',
      barrelOn: mainBoom,
      rodOn: knuckleBoom,
      foot: placed(main, KNUCKLE.foot),
      head: placed(knuckle, KNUCKLE.head),
      barrel: { length: 1.55, radius: 0.065, mass: 60 },
      rod: { length: 1.5, radius: 0.035, mass: 45 },
      stroke: commands.knuckle,
      maxForce: pistonForce(0.11, 0.07, PRESSURE), // 124 kN: it pulls
    },
    like,
  );
  return extension;
}

const mainShapes: PlanarPart['shapes'] = [
  plate(
    [
      [-0.15, -0.1],
      [-0.15, 0.1],
      [1.1, 0.19],
      [1.5, 0.19],
      [MAIN + 0.1, 0.1],
      [MAIN + 0.1, -0.1],
      [1.4, -0.17],
      [1.1, -0.17],
    ],
    0.1,
  ),
  block([1.22, 0.15], [1.38, 0.34], 0.06), // foot of the knuckle cylinder
  block([1.22, -0.22], [1.38, -0.1], 0.06), // head of the lifting cylinder
];

const knuckleShapes: PlanarPart['shapes'] = [
  plate(
    [
      [-0.12, -0.12],
      [-0.12, 0.12],
      [0.6, 0.13],
      [2.5, 0.1],
      [2.5, -0.1],
      [0.6, -0.13],
    ],
    0.09,
  ),
  plate(
    [
      [-0.38, 0.24],
      [-0.3, 0.33],
      [0.35, 0.12],
      [-0.1, -0.1],
    ],
    0.05,
  ), // head of the knuckle cylinder
  bar(0.45, 1.95, 0.04, BESIDE), // barrel of the extension's cylinder
  block([0.4, 0.1], [0.52, BESIDE + 0.05], 0.05),
];

interface Booms {
  readonly pillar: Body;
  readonly mainBoom: Body;
  readonly knuckleBoom: Body;
  readonly extension: Body;
}

function addJoints(world: World, { knuckle, outer }: CranePose, parts: Booms, commands: CraneCommands): void {
  const { pillar, mainBoom, knuckleBoom, extension } = parts;
  world.addJoint({
    kind: 'revolute',
    name: 'slew',
    b: pillar,
    point: inSpace(SLEW),
    axis: [0, 0, 1],
    servo: { target: commands.slew, maxTorque: SLEW_TORQUE },
    ...JOINT,
  });
  const pin = { kind: 'revolute', axis: PIN_AXIS, ...JOINT } as const;
  world.addJoint({ ...pin, name: 'boom-pin', a: pillar, b: mainBoom, point: inSpace(BOOM_PIN) });
  world.addJoint({ ...pin, name: 'knuckle-pin', a: mainBoom, b: knuckleBoom, point: inSpace(knuckle.origin) });
  // the telescope, and beside it its cylinder, rigidly mounted: five rows that say the same again
  const slide = {
    kind: 'prismatic',
    a: knuckleBoom,
    b: extension,
    axis: [cos(knuckle.angle), 0, sin(knuckle.angle)],
    ...JOINT,
  } as const;
  world.addJoint({ ...slide, name: 'telescope', point: inSpace(placed(knuckle, [outer - 2.6, 0])) });
  world.addJoint({
    ...slide,
    name: 'extension-cylinder',
    point: inSpace(placed(knuckle, [outer - 2.35, BESIDE])),
    servo: { target: commands.extension, maxForce: pistonForce(0.07, 0.04, PRESSURE) }, // 57 kN
  });
}
