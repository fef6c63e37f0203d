/**
 * A hydraulic cylinder between two parts of an arm: barrel and rod, a pin at each end, a cylindrical joint between them that is
 * driven along its slide. In the plane of the arm the loop that it closes has two rows more than it needs.
 */
import type { Body } from '../../dynamics/bodies/body.ts';
import type { FunctionOfTime } from '../../dynamics/joints/drives/time-function.ts';
import type { World } from '../../dynamics/world/world.ts';
import { cos, PI, sin } from '../../linalg/elementary.ts';
import { JOINT } from './papers.ts';
import {
  addPart,
  bar,
  distance,
  elevation,
  inSpace,
  PIN_AXIS,
  type PlanarPart,
  type PlanePoint,
  placed,
} from './planar-part.ts';

interface HydraulicCylinder {
  readonly name: string;
  /** The parts that carry the pins of barrel and rod, and where the pins are, m. */
  readonly barrelOn: Body;
  readonly rodOn: Body;
  readonly foot: PlanePoint;
  readonly head: PlanePoint;
  /** Lengths from their pins and radii, m; masses, kg. */
  readonly barrel: { readonly length: number; readonly radius: number; readonly mass: number };
  readonly rod: { readonly length: number; readonly radius: number; readonly mass: number };
  /** By how much it is longer than at the start, m. */
  readonly stroke: number | FunctionOfTime;
  /** N */
  readonly maxForce: number;
}

/** Largest force of a piston at a pressure, N: bore and, on the side of the rod, its diameter, m; Pa. */
export const pistonForce = (bore: number, rod: number, pressure: number): number =>
  (PI / 4) * (bore * bore - rod * rod) * pressure;

/** @param like what barrel and rod have in common with the other parts */
export function addHydraulicCylinder(world: World, given: HydraulicCylinder, like: Partial<PlanarPart>): void {
  const { name, barrelOn, rodOn, foot, head, barrel, rod, stroke, maxForce } = given;
  const frame = { origin: foot, angle: elevation(foot, head) };
  const span = distance(foot, head);
  const tube = addPart(world, {
    ...like,
    name: `${name}-barrel`,
    mass: barrel.mass,
    frame,
    shapes: [bar(0, barrel.length, barrel.radius)],
  });
  const piston = addPart(world, {
    ...like,
    name: `${name}-rod`,
    mass: rod.mass,
    frame,
    shapes: [bar(span - rod.length, span, rod.radius)],
  });
  const pin = { kind: 'revolute', axis: PIN_AXIS, ...JOINT } as const;
  world.addJoint({ ...pin, name: `${name}-foot`, a: barrelOn, b: tube, point: inSpace(foot) });
  world.addJoint({
    kind: 'cylindrical',
    name: `${name}-slide`,
    a: tube,
    b: piston,
    point: inSpace(placed(frame, [span - rod.length, 0])),
    axis: [cos(frame.angle), 0, sin(frame.angle)],
    slide: { servo: { target: stroke, maxForce } },
    ...JOINT,
  });
  world.addJoint({ ...pin, name: `${name}-head`, a: rodOn, b: piston, point: inSpace(head) });
}
