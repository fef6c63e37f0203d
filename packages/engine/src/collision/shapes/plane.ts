/** A plane: the half-space below z = 0. It has no box; it is given all of space. */
import type { FieldTable } from '../../checks/fields.ts';
import { makeBy, type Plane } from './shape.ts';
import type { ShapeKind } from './shape-kind.ts';

const FIELDS: FieldTable<Record<string, never>> = {};

export const plane = (): Plane => makeBy<Record<string, never>, Plane>('plane', FIELDS, {}, () => ({}));

export const PLANE: ShapeKind<Plane> = {
  summary: 'the half-space below its z = 0; never dynamic',
  fields: FIELDS,
  make: plane,
  rank: 0,
  radius: () => Number.POSITIVE_INFINITY,
  bounds(_, _pose, _R, out, k) {
    for (let i = 0; i < 3; i++) {
      out[6 * k + i] = Number.NEGATIVE_INFINITY;
      out[6 * k + 3 + i] = Number.POSITIVE_INFINITY;
    }
  },
  ray(_, ray) {
    const { o, d } = ray;
    if (o[2] <= 0) return ray.inside();
    ray.set(0, 0, 1);
    return d[2] < 0 ? -o[2] / d[2] : Number.POSITIVE_INFINITY;
  },
};
