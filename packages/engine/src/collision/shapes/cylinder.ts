/** A cylinder about z. */
import { type FieldTable, required } from '../../checks/fields.ts';
import { edgeName, faceName, vertexName } from '../features/feature-names.ts';
import type { Polygon } from '../features/polygon.ts';
import { type Cylinder, makeBy, sizeOf } from './shape.ts';
import { principal, type ShapeKind } from './shape-kind.ts';

type Fields = Pick<Cylinder, 'radius' | 'halfLength'>;

const FIELDS: FieldTable<Fields> = {
  radius: required(sizeOf('a radius'), 'across z'),
  halfLength: required(sizeOf('a half length'), 'along z'),
};

/** @param radius m; @param halfLength m; the axis is z */
export const cylinder = (radius: number, halfLength: number): Cylinder =>
  makeBy<Fields, Cylinder>('cylinder', FIELDS, { radius, halfLength }, (read) => read);

export const CYLINDER: ShapeKind<Cylinder> = {
  summary: 'along z',
  fields: FIELDS,
  make: ({ radius, halfLength }) => cylinder(radius, halfLength),
  rank: 6,
  radius: ({ radius, halfLength }) => Math.sqrt(radius * radius + halfLength * halfLength),
  bounds(shape, pose, R, out, k) {
    for (let i = 0; i < 3; i++) {
      const row = 9 * k + 3 * i;
      const across = Math.sqrt(R[row] * R[row] + R[row + 1] * R[row + 1]);
      const reach = shape.radius * across + Math.abs(R[row + 2]) * shape.halfLength;
      out[6 * k + i] = pose[7 * k + i] - reach;
      out[6 * k + 3 + i] = pose[7 * k + i] + reach;
    }
  },
  mass({ radius: r, halfLength: h }, density) {
    const mass = density * Math.PI * r * r * 2 * h;
    const across = mass * (0.25 * r * r + (h * h) / 3);
    return principal(mass, across, across, 0.5 * mass * r * r);
  },
  ray({ radius, halfLength }, ray) {
    const { o, d } = ray;
    const near = o[0] * o[0] + o[1] * o[1] <= radius * radius;
    if (near && Math.abs(o[2]) <= halfLength) return ray.inside();
    const way = d[2] === 0 ? Number.NaN : ((d[2] > 0 ? -halfLength : halfLength) - o[2]) / d[2];
    const x = o[0] + way * d[0];
    const y = o[1] + way * d[1];
    if (way >= 0 && x * x + y * y <= radius * radius) {
      ray.set(0, 0, d[2] > 0 ? -1 : 1);
      return way;
    }
    return ray.tube(radius, halfLength);
  },
  drawn: ({ radius, halfLength: h }) => ({
    kind: 'turned',
    profile: [
      [0, -h],
      [radius, -h],
      [radius, h],
      [0, h],
    ],
  }),
  core: {
    rounded: false,
    curved: true,
    axial: true,
    size: ({ radius, halfLength }) => radius + halfLength,
    support({ radius, halfLength }, d, out, at) {
      const across = Math.sqrt(d[0] * d[0] + d[1] * d[1]);
      const r = across > 0 ? radius / across : 0;
      out[at] = d[0] * r;
      out[at + 1] = d[1] * r;
      out[at + 2] = d[2] < 0 ? -halfLength : halfLength;
    },
    feature,
    outside: ({ radius, halfLength }, x, y, z) => Math.max(Math.sqrt(x * x + y * y) - radius, Math.abs(z) - halfLength),
    faces: () => 2,
    face({ halfLength }, f, out) {
      out[2] = f === 1 ? 1 : -1;
      out[3] = halfLength;
    },
  },
};

/** Sine of the angle up to which a cap or a line of the side counts as looking along the direction. */
const TILT = 0.1;
const HALF = Math.SQRT1_2;
const OCTAGON_X = [1, HALF, 0, -HALF, -1, -HALF, 0, HALF] as const;
const OCTAGON_Y = [0, HALF, 1, HALF, 0, -HALF, -1, -HALF] as const;

/** Names: octagon corners 0-7 (lower cap) and 8-15, ends of the side line 16 and 17, points of the rims 18 and 19. */
export const rimName = (cap: number): number => vertexName(18 + cap);

/**
 * The feature that looks along n: a cap as an octagon, a line of the side as a segment, or a point of a rim.
 * The octagon turns with the cylinder, so its corners keep their names; the caller adds the nearest point of the rim if
 * the octagon misses it.   docs/theory/collision.md (CO22)
 */
function feature({ radius, halfLength }: Cylinder, n: Float64Array, polygon: Polygon): void {
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  const across = Math.sqrt(nx * nx + ny * ny);
  const cap = nz < 0 ? 0 : 1;
  const height = cap === 0 ? -halfLength : halfLength;
  const { corner, vertex, edge } = polygon;
  if (across <= TILT) {
    polygon.count = 8;
    polygon.nz = cap === 0 ? -1 : 1;
    polygon.face = faceName(cap);
    polygon.side = 0.7653668647301796 * radius; // of the octagon
    for (let k = 0; k < 8; k++) {
      const m = cap === 0 ? 7 - k : k; // outward order
      corner[3 * k] = radius * OCTAGON_X[m];
      corner[3 * k + 1] = radius * OCTAGON_Y[m];
      corner[3 * k + 2] = height;
      vertex[k] = vertexName(8 * cap + m);
      edge[k] = edgeName(8 * cap + (cap === 0 ? (m + 7) % 8 : m));
    }
    return;
  }
  const x = (radius * nx) / across;
  const y = (radius * ny) / across;
  if (Math.abs(nz) <= TILT) {
    polygon.count = 2;
    polygon.face = edgeName(16);
    polygon.side = 2 * halfLength;
    for (let end = 0; end < 2; end++) {
      corner[3 * end] = x;
      corner[3 * end + 1] = y;
      corner[3 * end + 2] = end === 0 ? -halfLength : halfLength;
      vertex[end] = vertexName(16 + end);
      edge[end] = edgeName(16);
    }
    return;
  }
  polygon.count = 1;
  polygon.face = rimName(cap);
  corner[0] = x;
  corner[1] = y;
  corner[2] = height;
  vertex[0] = rimName(cap);
}
