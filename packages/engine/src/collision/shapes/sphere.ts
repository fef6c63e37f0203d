/** A ball about the origin; its core is a point. */
import { type FieldTable, required } from '../../checks/fields.ts';
import { vertexName } from '../features/feature-names.ts';
import { makeBy, type Sphere, sizeOf } from './shape.ts';
import { principal, type ShapeKind } from './shape-kind.ts';

const FIELDS: FieldTable<Pick<Sphere, 'radius'>> = { radius: required(sizeOf('a radius'), 'from its centre') };

/** @param radius m */
export const sphere = (radius: number): Sphere =>
  makeBy<Pick<Sphere, 'radius'>, Sphere>('sphere', FIELDS, { radius }, (read) => read);

export const SPHERE: ShapeKind<Sphere> = {
  summary: 'a ball',
  fields: FIELDS,
  make: ({ radius }) => sphere(radius),
  rank: 8,
  radius: ({ radius }) => radius,
  bounds(shape, pose, _R, out, k) {
    for (let i = 0; i < 3; i++) {
      out[6 * k + i] = pose[7 * k + i] - shape.radius;
      out[6 * k + 3 + i] = pose[7 * k + i] + shape.radius;
    }
  },
  mass({ radius: r }, density) {
    const mass = density * (4 / 3) * Math.PI * r * r * r;
    const i = 0.4 * mass * r * r;
    return principal(mass, i, i, i);
  },
  ray: ({ radius }, ray) => ray.sphere(radius, 0),
  core: {
    rounded: true,
    curved: false,
    axial: false,
    size: ({ radius }) => radius,
    support(_, _d, out, at) {
      out[at] = 0;
      out[at + 1] = 0;
      out[at + 2] = 0;
    },
    feature(_, _n, polygon) {
      polygon.count = 1;
      for (let i = 0; i < 3; i++) polygon.corner[i] = 0;
      polygon.vertex[0] = vertexName(0);
      polygon.face = vertexName(0);
    },
    outside: (_, x, y, z) => Math.sqrt(x * x + y * y + z * z),
    faces: () => 0,
    face: () => {},
  },
};

/** The bounds of a sphere whose radius is at radius[k]: V8 would put the radius that it reads from a shape on the heap. */
export function sphereBounds(pose: Float64Array, radius: Float64Array, out: Float64Array, k: number): void {
  const at = 6 * k;
  const r = radius[k];
  const x = pose[7 * k];
  const y = pose[7 * k + 1];
  const z = pose[7 * k + 2];
  out[at] = x - r;
  out[at + 1] = y - r;
  out[at + 2] = z - r;
  out[at + 3] = x + r;
  out[at + 4] = y + r;
  out[at + 5] = z + r;
}
