/**
 * A grapple that hangs from the tip of a crane: link, rotator, frame and two curved claws. Link and rotator hang on crossed pins with
 * friction, as brake links do, so that the load is a damped pendulum. A claw is three tines; where a tine meets the log it is a row of
 * small boxes along an arc of the log's radius, so that the log is touched all along. About 260 kg, for logs up to 0.5 m.
 */
import type { Child } from '../../collision/shapes/compound.ts';
import { box, cylinder } from '../../collision/shapes/shapes.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import type { FunctionOfTime } from '../../dynamics/joints/drives/time-function.ts';
import type { World } from '../../dynamics/world/world.ts';
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { CONTACT, JOINT } from './papers.ts';
import { addPart, block, inSpace, PIN_AXIS, type PlanarPart, type PlanePoint, placed, plate } from './planar-part.ts';

/** Below the pin at the crane's tip, m: the crossed pin, the rotator's bearing, the claws' pins. */
const CROSS_PIN = 0.22;
const BEARING = 0.5;
const CLAW_PINS = 0.72;
/** Place of a claw's pin, from the middle of a log that it grasps, m. */
const PIN: PlanePoint = [0.13, 0.36];
/** From the pin at the tip down to the middle of the log, m. */
export const HANGING = CLAW_PINS + PIN[1];

/** How far the claws are open at the start, rad: 0.85 m between their tips. */
const OPEN = 0.7;

/** The arc of pads of each tine: elevations of its ends as seen from the log's middle, rad, pads, half width and half thickness, m. */
const PADS = { from: -0.35, to: 0.63, count: 8, width: 0.03, thickness: 0.012 } as const;
/** Places of the tines along the log, m. */
const TINES = [-0.2, 0, 0.2] as const;

/** kg: a forged link; a rotator of this torque; frame and claws as a grapple of 0.3 m^2 has them, about 200 kg together. */
const MASS = { link: 16, rotator: 48, frame: 72, claw: 62 } as const;
/** Friction of the two pins from which it hangs: a brake link with discs, N m. */
const BRAKE = 300;
/** Torque of the rotator's hydraulic motor, N m. */
const ROTATOR_TORQUE = 1500;
/** Stiffness of the oil behind the claws, N m/rad, and its damping, N m s/rad: 4 MN/m at an arm of 0.3 m. */
const OIL = { stiffness: 4e5, damping: 4e4 } as const;
/** A claw is closed to this share of the torque at which its relief valve opens. */
const CLOSED_TO = 0.85;

/** Arm of a normal force at an elevation about the pin of the claw, m: how far the pin is from the line to the log's middle. */
const armAt = (angle: number): number => PIN[1] * cos(angle) - PIN[0] * sin(angle);

/** Torque about a claw's pin of a force that presses the log at its middle height, N m. */
export const clawTorque = (force: number): number => force * armAt(0);

/** How far a claw turns from its start until it presses with its share of a torque (N m): oil and contacts give way, rad. */
export function closedAngle(torque: number): number {
  const contacts = pads().reduce(
    (sum, angle) => sum + 2 * TINES.length * CONTACT.stiffness * armAt(angle) * armAt(angle),
    0,
  );
  return OPEN + CLOSED_TO * torque * (1 / OIL.stiffness + 1 / contacts);
}

/** Elevations of the middles of the pads, rad. */
const pads = (): number[] =>
  Array.from({ length: PADS.count }, (_, k) => PADS.from + ((k + 0.5) * (PADS.to - PADS.from)) / PADS.count);

interface Grapple {
  /** The body that carries it, and its pin at rest, m. */
  readonly on: Body;
  readonly tip: PlanePoint;
  /** Radius of the log that the claws are curved for, m. */
  readonly logRadius: number;
  /** Angles of the frame against the rotator and of the claws from their start, rad. */
  readonly turn: FunctionOfTime;
  readonly close: FunctionOfTime;
  /** Limit of each claw, N m. */
  readonly maxTorque: number;
}

export function addGrapple(world: World, grapple: Grapple, like: Partial<PlanarPart>): void {
  const { on, tip, logRadius, turn, close, maxTorque } = grapple;
  const frame = { origin: tip, angle: 0 };
  const at = (below: number) => inSpace(placed(frame, [0, -below]));
  const part = (name: string, mass: number, shapes: PlanarPart['shapes']) =>
    addPart(world, { ...like, name, mass, frame, shapes });
  const link = part('link', MASS.link, [block([-0.035, -CROSS_PIN - 0.04], [0.035, 0.05], 0.05)]);
  const rotator = part('rotator', MASS.rotator, [
    block([-0.06, -CROSS_PIN - 0.07], [0.06, -CROSS_PIN + 0.04], 0.035),
    { shape: cylinder(0.13, 0.105), position: [0, 0, -CROSS_PIN - 0.175] },
  ]);
  const clawFrame = part('claw-frame', MASS.frame, [
    block([-0.16, -BEARING - 0.1], [0.16, -BEARING], 0.12),
    block([-PIN[0] - 0.06, -CLAW_PINS - 0.05], [PIN[0] + 0.06, -BEARING - 0.1], 0.27),
  ]);
  const swings = { kind: 'revolute', frictionTorque: BRAKE, ...JOINT } as const;
  world.addJoint({ ...swings, name: 'link-pin', a: on, b: link, point: at(0), axis: PIN_AXIS });
  world.addJoint({ ...swings, name: 'cross-pin', a: link, b: rotator, point: at(CROSS_PIN), axis: [1, 0, 0] });
  world.addJoint({
    kind: 'revolute',
    name: 'rotator-bearing',
    a: rotator,
    b: clawFrame,
    point: at(BEARING),
    axis: [0, 0, 1],
    servo: { target: turn, maxTorque: ROTATOR_TORQUE },
    ...JOINT,
  });
  for (const [name, side] of [
    ['left', -1],
    ['right', 1],
  ] as const) {
    const pin = placed(frame, [side * PIN[0], -CLAW_PINS]);
    const angle = side * OPEN;
    const claw = addPart(world, {
      ...like,
      name: `claw-${name}`,
      mass: MASS.claw,
      frame: { origin: placed({ origin: pin, angle }, [-side * PIN[0], -PIN[1]]), angle },
      shapes: clawShapes(side, logRadius),
    });
    world.addJoint({
      kind: 'revolute',
      name: `claw-${name}-pin`,
      a: clawFrame,
      b: claw,
      point: inSpace(pin),
      axis: [0, side, 0], // closing is positive
      servo: { target: close, maxTorque, ...OIL },
      ...JOINT,
    });
  }
}

/** In axes whose origin is the middle of the log when the claw is closed. */
function clawShapes(side: number, radius: number): Child[] {
  const on = (angle: number, r: number): PlanePoint => [side * r * cos(angle), r * sin(angle)];
  const half = (radius * (PADS.to - PADS.from)) / PADS.count / 2;
  const back = radius + 2 * PADS.thickness;
  const tines = TINES.flatMap((across): Child[] => [
    ...pads().map((angle): Child => {
      const [x, z] = on(angle, radius + PADS.thickness);
      return {
        shape: box(PADS.thickness, PADS.width, half),
        position: [x, across, z],
        orientation: axisAngle(PIN_AXIS, side * angle),
      };
    }),
    plate([on(PADS.from, back), on(PADS.from, back + 0.008), on(0.2, back + 0.05), on(0.2, back)], 0.025, across),
    plate(
      [
        on(0.2, back),
        on(0.2, back + 0.05),
        on(PADS.to, back + 0.06),
        on(PADS.to, back),
        [side * (PIN[0] + 0.04), PIN[1] + 0.03],
        [side * (PIN[0] - 0.03), PIN[1] + 0.03],
        [side * (PIN[0] - 0.03), PIN[1] - 0.03],
      ],
      0.025,
      across,
    ),
  ]);
  const [x, z] = on(0.4, back + 0.045);
  const lying = axisAngle([1, 0, 0], PI / 2);
  return [
    ...tines,
    { shape: cylinder(0.035, 0.25), position: [side * PIN[0], 0, PIN[1]], orientation: lying }, // the pin's tube
    { shape: cylinder(0.03, 0.22), position: [x, 0, z], orientation: lying }, // a tube that joins the tines
  ];
}
