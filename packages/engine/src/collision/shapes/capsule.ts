/** A tube along z with round caps: all points within the radius of a segment, which is its core. */
import { type FieldTable, required } from '../../checks/fields.ts';
import { edgeName, vertexName } from '../features/feature-names.ts';
import { type Capsule, makeBy, sizeOf } from './shape.ts';
import { principal, type ShapeKind } from './shape-kind.ts';

type Fields = Pick<Capsule, 'radius' | 'halfLength'>;

const FIELDS: FieldTable<Fields> = {
  radius: required(sizeOf('a radius'), 'of the tube and the caps'),
  halfLength: required(sizeOf('a half length'), 'along z, from the middle to the centre of a cap'),
};

/** @param radius m; @param halfLength m, without the caps; a capsule without length is a sphere and should be one */
export const capsule = (radius: number, halfLength: number): Capsule =>
  makeBy<Fields, Capsule>('capsule', FIELDS, { radius, halfLength }, (read) => read);

export const CAPSULE: ShapeKind<Capsule> = {
  summary: 'a tube along z with round caps',
  fields: FIELDS,
  make: ({ radius, halfLength }) => capsule(radius, halfLength),
  rank: 7,
  radius: ({ radius, halfLength }) => radius + halfLength,
  bounds(shape, pose, R, out, k) {
    for (let i = 0; i < 3; i++) {
      const reach = shape.radius + Math.abs(R[9 * k + 3 * i + 2]) * shape.halfLength;
      out[6 * k + i] = pose[7 * k + i] - reach;
      out[6 * k + 3 + i] = pose[7 * k + i] + reach;
    }
  },
  mass({ radius: r, halfLength: h }, density) {
    const tube = density * Math.PI * r * r * 2 * h;
    const caps = density * (4 / 3) * Math.PI * r * r * r; // both hemispheres
    const across = tube * (r * r * 0.25 + (h * h) / 3) + caps * (0.4 * r * r + h * h + 0.75 * h * r);
    return principal(tube + caps, across, across, tube * 0.5 * r * r + caps * 0.4 * r * r);
  },
  ray({ radius, halfLength }, ray) {
    const { o, n } = ray;
    const z = Math.min(Math.max(o[2], -halfLength), halfLength);
    if (o[0] * o[0] + o[1] * o[1] + (o[2] - z) * (o[2] - z) <= radius * radius) return ray.inside();
    let best = ray.tube(radius, halfLength);
    if (best < Number.POSITIVE_INFINITY) return best; // if the ray meets the tube at all, it meets it first
    best = ray.sphere(radius, halfLength);
    const x = n[0];
    const y = n[1];
    const w = n[2];
    const other = ray.sphere(radius, -halfLength);
    if (other < best) return other;
    ray.set(x, y, w);
    return best;
  },
  core: {
    rounded: true,
    curved: false,
    axial: true,
    size: ({ radius, halfLength }) => radius + halfLength,
    support({ halfLength }, d, out, at) {
      out[at] = 0;
      out[at + 1] = 0;
      out[at + 2] = d[2] < 0 ? -halfLength : halfLength;
    },
    feature({ halfLength }, _, polygon) {
      polygon.count = 2;
      polygon.side = 2 * halfLength;
      polygon.face = edgeName(0);
      for (let end = 0; end < 2; end++) {
        polygon.corner[3 * end] = 0;
        polygon.corner[3 * end + 1] = 0;
        polygon.corner[3 * end + 2] = end === 0 ? halfLength : -halfLength;
        polygon.vertex[end] = vertexName(end);
        polygon.edge[end] = edgeName(0);
      }
    },
    outside({ halfLength }, x, y, z) {
      const over = Math.max(Math.abs(z) - halfLength, 0);
      return Math.sqrt(x * x + y * y + over * over);
    },
    faces: () => 0,
    face: () => {},
  },
};
