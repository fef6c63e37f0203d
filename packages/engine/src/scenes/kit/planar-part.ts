/** Parts of a machine whose pins are all parallel: frames and shapes in the plane of an arm, x ahead, z up, y across. */
import { type Child, compound } from '../../collision/shapes/compound.ts';
import { hull } from '../../collision/shapes/hull.ts';
import { massProperties } from '../../collision/shapes/shape-kinds.ts';
import { box, cylinder } from '../../collision/shapes/shapes.ts';
import type { Body } from '../../dynamics/bodies/body.ts';
import type { BodyOptions } from '../../dynamics/bodies/body-options.ts';
import type { World } from '../../dynamics/world/world.ts';
import { atan2, cos, PI, sin } from '../../linalg/elementary.ts';
import { axisAngle } from '../../linalg/quat.ts';
import type { Vec3 } from '../../linalg/vec3.ts';

/** m */
export type PlanePoint = readonly [x: number, z: number];

/** Where the axes of a part are: its origin, and the elevation of its x axis, rad, from x towards z. */
export interface PlaneFrame {
  readonly origin: PlanePoint;
  readonly angle: number;
}

/** Turns are positive from x towards z. */
export const PIN_AXIS: Vec3 = [0, -1, 0];

export const inSpace = ([x, z]: PlanePoint): Vec3 => [x, 0, z];
export const distance = (a: PlanePoint, b: PlanePoint): number => {
  const [x, z] = [b[0] - a[0], b[1] - a[1]];
  return Math.sqrt(x * x + z * z);
};
export const elevation = (from: PlanePoint, to: PlanePoint): number => atan2(to[1] - from[1], to[0] - from[0]);

/** A point of a part, in the plane. */
export function placed({ origin, angle }: PlaneFrame, [along, up]: PlanePoint): PlanePoint {
  const [c, s] = [cos(angle), sin(angle)];
  return [origin[0] + c * along - s * up, origin[1] + s * along + c * up];
}

/** A plate of convex outline, `half` to both sides of the plane shifted by `across`. */
export function plate(outline: readonly PlanePoint[], half: number, across = 0): Child {
  return { shape: hull(outline.flatMap(([x, z]) => [across - half, across + half].map((y): Vec3 => [x, y, z]))) };
}

/** A box given by two corners of its outline. */
export function block([x0, z0]: PlanePoint, [x1, z1]: PlanePoint, half: number): Child {
  return { shape: box((x1 - x0) / 2, half, (z1 - z0) / 2), position: [(x0 + x1) / 2, 0, (z0 + z1) / 2] };
}

/** A round bar along x. */
export function bar(from: number, to: number, radius: number, up = 0): Child {
  return {
    shape: cylinder(radius, (to - from) / 2),
    position: [(from + to) / 2, 0, up],
    orientation: axisAngle([0, 1, 0], PI / 2),
  };
}

export interface PlanarPart extends Pick<BodyOptions, 'name' | 'mass' | 'material' | 'groups' | 'meets'> {
  readonly frame: PlaneFrame;
  /** In the axes of the frame; the mass is spread evenly over them. */
  readonly shapes: readonly Child[];
}

export function addPart(world: World, { frame, shapes, ...options }: PlanarPart): Body {
  const shape = compound(shapes);
  const [along, across, up] = massProperties(shape, 1).centre;
  const [x, z] = placed(frame, [along, up]);
  return world.addBody({
    ...options,
    shape,
    position: [x, across, z],
    orientation: axisAngle(PIN_AXIS, frame.angle),
  });
}
