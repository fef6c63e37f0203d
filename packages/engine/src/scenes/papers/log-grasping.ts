/**
 * EATK18 5.1: the arm of a forwarder closes its claw around a log at the log's centre of mass, lifts it and turns it about the
 * vertical. Thirteen moving bodies, 12 revolute, 2 prismatic and 2 cylindrical joints, nine rows more than they need; nothing but
 * friction holds the log. The paper gives no masses, sizes or forces: these are of a forwarder that carries 10 to 14 t.
 */
import { cylinder, plane } from '../../collision/shapes/shapes.ts';
import type { FunctionOfTime } from '../../dynamics/joints/drives/time-function.ts';
import { PI } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import { addCrane, cranePose, cylinderLengths } from '../kit/forwarder-crane.ts';
import { addGrapple, clawTorque, closedAngle, HANGING } from '../kit/grapple.ts';
import { CONTACT, commonParameters, commonSettings, material } from '../kit/papers.ts';
import { defineScene } from '../scene.ts';

/** A spruce log of 4 m, 0.35 m thick: green wood of 800 kg/m^3 makes it 308 kg. */
const LOG = { radius: 0.175, halfLength: 2 } as const;
/** The tip of the crane above the log and after the lift: distance from the pillar, and length of the outer boom, m. */
const GRASP = { x: 5.5, outer: 3.9 } as const;
const LIFTED = { x: 5.2, outer: 3.6 } as const;
/** Begin and end of the movements, s. */
const CLOSE = [0.1, 1.1] as const;
const LIFT = [1.3, 3.8] as const;
const TURN = [3, 7.8] as const;
/** The pillar does this share of the turn, the rotator the rest. */
const BY_PILLAR = 2 / 3;
/** Machine parts do not collide with each other. */
const MACHINE = { groups: 2, meets: ~2 } as const;

export const logGrasping = defineScene({
  name: 'log-grasping',
  summary: "A forwarder's arm grasps a log, lifts it and turns it.",
  reference: 'EATK18 5.1',
  known:
    'The log is held by friction alone. Once lifted its centre moves less than 20 mm in the claw; it ends lifted and turned; with friction 0.1 it is dropped. The arm has nine redundant joint rows.',
  parameters: {
    logMass: { default: 308, unit: 'kg', min: 50, max: 500, summary: 'of the log' },
    gripForce: {
      default: 3000,
      unit: 'N',
      min: 0,
      max: 20000,
      summary: 'of each claw, at which its relief valve opens',
    },
    liftHeight: { default: 1, unit: 'm', min: 0, max: 2.5, summary: 'by which the log is lifted' },
    turn: { default: 90, unit: 'deg', min: -180, max: 180, summary: 'of the log about the vertical' },
    ...commonParameters,
  },
  steps: 500,
  timeStep: 1 / 60,
  settings: (values) => commonSettings('log-grasping', values),

  build(world, { logMass, gripForce, liftHeight, turn, friction }) {
    const surface = material(friction);
    world.addBody({ name: 'ground', motion: 'static', shape: plane(), material: surface });
    // its ends' two contacts with the ground carry it: it starts where it comes to rest
    const z = LOG.radius - (logMass * 9.81) / (2 * CONTACT.stiffness);
    world.addBody({
      name: 'log',
      shape: cylinder(LOG.radius, LOG.halfLength),
      material: surface,
      mass: logMass,
      position: [GRASP.x, 0, z],
      orientation: axisAngle([1, 0, 0], PI / 2), // across the arm
    });
    const start = cranePose([GRASP.x, z + HANGING], GRASP.outer);
    const end = cranePose([LIFTED.x, z + HANGING + liftHeight], LIFTED.outer);
    const [from, to] = [cylinderLengths(start), cylinderLengths(end)];
    const whole = (turn * PI) / 180;
    const like = { material: surface, ...MACHINE };
    const extension = addCrane(
      world,
      start,
      {
        slew: moved(TURN, BY_PILLAR * whole),
        lift: moved(LIFT, to.lift - from.lift),
        knuckle: moved(LIFT, to.knuckle - from.knuckle),
        extension: moved(LIFT, LIFTED.outer - GRASP.outer),
      },
      like,
    );
    const torque = clawTorque(gripForce);
    addGrapple(
      world,
      {
        on: extension,
        tip: [GRASP.x, z + HANGING],
        logRadius: LOG.radius,
        turn: moved(TURN, (1 - BY_PILLAR) * whole),
        close: moved(CLOSE, closedAngle(torque)),
        maxTorque: torque,
      },
      like,
    );
  },
});

/** From rest to rest, from 0 to a value during a time. */
const moved = ([begin, end]: readonly [number, number], value: number): FunctionOfTime => ({
  kind: 'schedule',
  points: [
    { at: begin, target: 0 },
    { at: end, target: value },
  ],
  between: 'smooth',
});
