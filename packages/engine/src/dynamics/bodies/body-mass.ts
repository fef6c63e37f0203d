/** Mass, inertia and centre of mass of a body: given, or those of its shape. */
import { Misfit } from '../../checks/value.ts';
import { massProperties } from '../../collision/shapes/shape-kinds.ts';
import type { Shape } from '../../collision/shapes/shapes.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { BodyOptions } from './body-options.ts';
import { tensorOf } from './inertia.ts';

export interface BodyMass {
  /** kg */
  readonly mass: number;
  /** Nine numbers about the centre of mass in body axes, kg m^2. */
  readonly inertia: Float64Array;
  /** Centre of mass in the shape's axes, m. */
  readonly centre: Vec3;
}

/** Mass, inertia and centre from checked options. @throws Misfit for values that contradict each other */
export function massOf(options: BodyOptions): BodyMass {
  const { motion = 'dynamic', shape, density = 1000, mass, inertia, centreOfMass } = options;
  const wrong = (key: string, expected: string, was: string): never => {
    throw new Misfit(`expected ${expected}, found ${was}`).inside(key);
  };
  if (options.density !== undefined && mass !== undefined) wrong('density', 'none beside mass', 'both');
  if (inertia && mass === undefined) wrong('mass', 'the mass in kg beside inertia', 'nothing');
  if (centreOfMass && !shape) wrong('centreOfMass', 'a shape beside it, whose axes it is in', 'none');
  if (motion !== 'dynamic') return { mass: 0, inertia: new Float64Array(9), centre: centreOfMass ?? [0, 0, 0] };
  if (shape && !isSolid(shape))
    wrong('shape', 'a shape of finite volume, or a motion that is not dynamic', `a ${shape.kind}`);
  if (inertia && mass !== undefined) {
    const centre = centreOfMass ?? (shape ? massProperties(shape, 1).centre : [0, 0, 0]);
    return { mass, inertia: tensorOf(inertia) as Float64Array, centre };
  }
  if (!shape) return wrong('shape', 'a shape, or mass and inertia, of a body that moves', 'neither');
  if (centreOfMass) wrong('inertia', 'mass and inertia beside centreOfMass', 'none');
  const own = massProperties(shape, density);
  const factor = mass === undefined ? 1 : mass / own.mass;
  return { mass: own.mass * factor, inertia: own.inertia.map((moment) => moment * factor), centre: own.centre };
}

const isSolid = ({ kind }: Shape): boolean => kind !== 'plane' && kind !== 'mesh' && kind !== 'heightfield';
