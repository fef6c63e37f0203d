/** A cuboid along its axes. */
import { type FieldTable, required } from '../../checks/fields.ts';
import { positiveVector } from '../../checks/values.ts';
import { facing, ownFace } from '../features/box-features.ts';
import { type Box, makeBy } from './shape.ts';
import { principal, type ShapeKind } from './shape-kind.ts';

const FIELDS: FieldTable<Pick<Box, 'half'>> = {
  half: required(positiveVector('lengths', 'm'), 'half of its sides, along its axes'),
};

/** Half the sides, m. */
export const box = (halfX: number, halfY: number, halfZ: number): Box =>
  makeBy<Pick<Box, 'half'>, Box>('box', FIELDS, { half: [halfX, halfY, halfZ] }, (read) => read);

export const BOX: ShapeKind<Box> = {
  summary: 'a cuboid',
  fields: FIELDS,
  make: ({ half: [x, y, z] }) => box(x, y, z),
  rank: 4,
  radius: ({ half: [x, y, z] }) => Math.sqrt(x * x + y * y + z * z),
  bounds({ half }, pose, R, out, k) {
    const at = 6 * k;
    for (let i = 0; i < 3; i++) {
      const row = 9 * k + 3 * i;
      const reach = Math.abs(R[row]) * half[0] + Math.abs(R[row + 1]) * half[1] + Math.abs(R[row + 2]) * half[2];
      out[at + i] = pose[7 * k + i] - reach;
      out[at + 3 + i] = pose[7 * k + i] + reach;
    }
  },
  mass({ half: [x, y, z] }, density) {
    const mass = density * 8 * x * y * z;
    return principal(mass, (mass / 3) * (y * y + z * z), (mass / 3) * (x * x + z * z), (mass / 3) * (x * x + y * y));
  },
  ray({ half }, ray) {
    const { o, d } = ray;
    let enter = Number.NEGATIVE_INFINITY;
    let leave = Number.POSITIVE_INFINITY;
    let axis = -1;
    for (let i = 0; i < 3; i++) {
      if (d[i] === 0) {
        if (Math.abs(o[i]) > half[i]) return Number.POSITIVE_INFINITY;
        continue;
      }
      const sign = d[i] > 0 ? 1 : -1;
      const near = (-sign * half[i] - o[i]) / d[i];
      const far = (sign * half[i] - o[i]) / d[i];
      if (near > enter) {
        enter = near;
        axis = i;
      }
      leave = Math.min(leave, far);
    }
    if (enter > leave || leave < 0) return Number.POSITIVE_INFINITY;
    if (enter <= 0) return ray.inside();
    const sign = d[axis] > 0 ? -1 : 1;
    ray.set(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0);
    return enter;
  },
  core: {
    rounded: false,
    curved: false,
    axial: false,
    size: ({ half }) => Math.max(half[0], half[1], half[2]),
    support({ half }, d, out, at) {
      out[at] = d[0] < 0 ? -half[0] : half[0];
      out[at + 1] = d[1] < 0 ? -half[1] : half[1];
      out[at + 2] = d[2] < 0 ? -half[2] : half[2];
    },
    feature: ({ half }, n, polygon) => ownFace(half, facing(n[0], n[1], n[2]), polygon),
    outside: ({ half }, x, y, z) => Math.max(Math.abs(x) - half[0], Math.abs(y) - half[1], Math.abs(z) - half[2]),
    faces: () => 6,
    face({ half }, f, out) {
      out[f >> 1] = f & 1 ? 1 : -1;
      out[3] = half[f >> 1];
    },
  },
};
