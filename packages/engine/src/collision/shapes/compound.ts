/**
 * Shapes made of convex ones: children with poses of their own, rigidly joined.   docs/theory/collision.md (CO27)
 */
import { type FieldTable, list, optional, record, required } from '../../checks/fields.ts';
import { rotation as turn, vector } from '../../checks/values.ts';
import { rotationMatrix, turnTensor } from '../../linalg/mat3.ts';
import { NO_ROTATION, type Quat, unitQuat } from '../../linalg/quat.ts';
import { dot, length, type Vec3, vec3At } from '../../linalg/vec3.ts';
import { convexKind, convexShape } from './convex-kinds.ts';
import { type Compound, makeBy, type Shape } from './shape.ts';
import type { MassProperties, ShapeKind } from './shape-kind.ts';

const HERE: Vec3 = [0, 0, 0];

export interface Child {
  /** Convex. */
  readonly shape: Shape;
  /** m, in the compound's axes. Default its origin. */
  readonly position?: Vec3;
  /** x y z w, made a unit quaternion. Default no rotation. */
  readonly orientation?: Quat;
}

type CompoundFields = { readonly parts: readonly Child[] };

const CHILD: FieldTable<Child> = {
  shape: required(convexShape, 'a convex shape'),
  position: optional(vector('m'), "in the compound's axes", '`[0, 0, 0]`'),
  orientation: optional(turn, "turns the part's axes into the compound's", 'none'),
};
const FIELDS: FieldTable<CompoundFields> = {
  parts: required(list(record(CHILD), 'one part or more', { least: 1 }), 'convex shapes, each with its place'),
};

/** @throws ShapeError */
export const compound = (parts: readonly Child[]): Compound =>
  makeBy<CompoundFields, Compound>('compound', FIELDS, { parts }, compoundOf);

export const COMPOUND: ShapeKind<Compound> = {
  summary: 'convex shapes, rigidly joined',
  fields: FIELDS,
  make: ({ parts }) => compound(parts),
  rank: 3,
  radius: ({ radius }) => radius,
  /** A box around the balls that hold the children: not tight, and free of scratch. */
  bounds({ count, position, childRadius }, pose, R, out, index) {
    const at = 6 * index;
    for (let i = 0; i < 3; i++) {
      const row = 9 * index + 3 * i;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < count; k++) {
        const x = R[row] * position[3 * k] + R[row + 1] * position[3 * k + 1] + R[row + 2] * position[3 * k + 2];
        low = Math.min(low, x - childRadius[k]);
        high = Math.max(high, x + childRadius[k]);
      }
      out[at + i] = pose[7 * index + i] + low;
      out[at + 3 + i] = pose[7 * index + i] + high;
    }
  },
  mass: compoundMass,
  ray({ count, child, position, rotation }, ray, most) {
    const { n } = ray;
    const [ox, oy, oz] = ray.o;
    const [dx, dy, dz] = ray.d;
    let best = Number.POSITIVE_INFINITY;
    let [nx, ny, nz] = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const r = 9 * k;
      const x = ox - position[3 * k];
      const y = oy - position[3 * k + 1];
      const z = oz - position[3 * k + 2];
      for (let i = 0; i < 3; i++) {
        ray.o[i] = rotation[r + i] * x + rotation[r + 3 + i] * y + rotation[r + 6 + i] * z;
        ray.d[i] = rotation[r + i] * dx + rotation[r + 3 + i] * dy + rotation[r + 6 + i] * dz;
      }
      const way = convexKind(child[k]).ray(child[k], ray, most);
      if (!(way < best)) continue;
      best = way;
      nx = rotation[r] * n[0] + rotation[r + 1] * n[1] + rotation[r + 2] * n[2];
      ny = rotation[r + 3] * n[0] + rotation[r + 4] * n[1] + rotation[r + 5] * n[2];
      nz = rotation[r + 6] * n[0] + rotation[r + 7] * n[1] + rotation[r + 8] * n[2];
    }
    ray.set(nx, ny, nz);
    return best;
  },
};

function compoundOf({ parts }: CompoundFields): Compound {
  const count = parts.length;
  const position = new Float64Array(3 * count);
  const rotation = new Float64Array(9 * count);
  const childRadius = Float64Array.from(parts, ({ shape }) => convexKind(shape).radius(shape));
  let radius = 0;
  for (const [k, { position: at = HERE, orientation = NO_ROTATION }] of parts.entries()) {
    position.set(at, 3 * k);
    rotationMatrix(unitQuat(orientation), 0, rotation, 9 * k);
    radius = Math.max(radius, length(at) + childRadius[k]);
  }
  return { kind: 'compound', count, child: parts.map(({ shape }) => shape), position, rotation, childRadius, radius };
}

/** Children add up, each about the common centre; where they overlap, the overlap counts twice. */
function compoundMass({ child, position, rotation }: Compound, density: number): MassProperties {
  const parts = child.map((one, k) => {
    const { mass, centre, inertia } = convexKind(one).mass!(one, density);
    const turned = new Float64Array(9);
    turnTensor(rotation, 9 * k, inertia, 0, turned, 0);
    const at = [0, 1, 2].map((i) => position[3 * k + i] + dot(vec3At(rotation, 9 * k + 3 * i), centre));
    return { mass, at, turned };
  });
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const centre = [0, 1, 2].map((i) => parts.reduce((sum, part) => sum + part.mass * part.at[i], 0) / mass);
  const inertia = new Float64Array(9);
  for (const part of parts) {
    const d = part.at.map((x, i) => x - centre[i]);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        inertia[3 * i + j] += part.turned[3 * i + j] + part.mass * ((i === j ? square : 0) - d[i] * d[j]);
  }
  return { mass, centre: [centre[0], centre[1], centre[2]], inertia };
}
