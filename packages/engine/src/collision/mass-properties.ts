/**
 * Mass, centre of mass and inertia of solid shapes of one density, in closed form.   docs/theory/collision.md (CO2)
 * The inertia is taken about the centre of mass, in the shape's own axes.
 */
import type { Vec3 } from '../linalg/vec3.ts';
import { type Shape, ShapeError } from './shapes.ts';

export interface MassProperties {
  readonly mass: number; // kg
  readonly centre: Vec3; // m, in the shape's axes
  readonly inertia: Float64Array; // kg m^2, nine numbers, row-major, about the centre
}

/** @param density kg/m^3, positive */
export function massProperties(shape: Shape, density: number): MassProperties {
  if (!(density > 0 && density < Number.POSITIVE_INFINITY))
    throw new ShapeError(`expected a positive finite density in kg/m^3, found ${density}`);
  switch (shape.kind) {
    case 'plane':
      throw new ShapeError('expected a shape of finite volume, found a plane: a plane has no mass');
    case 'sphere': {
      const r = shape.radius;
      const mass = density * (4 / 3) * Math.PI * r * r * r;
      const i = 0.4 * mass * r * r;
      return principal(mass, i, i, i);
    }
    case 'box': {
      const [x, y, z] = shape.half;
      const mass = density * 8 * x * y * z;
      return principal(mass, (mass / 3) * (y * y + z * z), (mass / 3) * (x * x + z * z), (mass / 3) * (x * x + y * y));
    }
    case 'capsule': {
      const r = shape.radius;
      const h = shape.halfLength;
      const tube = density * Math.PI * r * r * 2 * h;
      const caps = density * (4 / 3) * Math.PI * r * r * r; // both hemispheres
      const across = tube * (r * r * 0.25 + (h * h) / 3) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
      return principal(tube + caps, across, across, tube * 0.5 * r * r + caps * 0.4 * r * r);
    }
  }
}

function principal(mass: number, x: number, y: number, z: number): MassProperties {
  return { mass, centre: [0, 0, 0], inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) };
}
