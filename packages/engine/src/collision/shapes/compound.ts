/**
 * Shapes made of convex ones: children with poses of their own, rigidly joined.   docs/theory/collision.md (CO27)
 */
import { type FieldTable, list, optional, record, required } from '../../checks/fields.ts';
import { rotation as turn, vector } from '../../checks/values.ts';
import { rotationMatrix } from '../../linalg/mat3.ts';
import { NO_ROTATION, type Quat, unitQuat } from '../../linalg/quat.ts';
import { length, type Vec3 } from '../../linalg/vec3.ts';
import { boundingRadius } from './bounds.ts';
import { convexShape } from './convex-kinds.ts';
import { type Compound, makeBy, type Shape } from './shapes.ts';

const HERE: Vec3 = [0, 0, 0];

export interface Child {
  /** Convex: sphere, box, capsule, cylinder, hull. */
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
export const COMPOUND: FieldTable<CompoundFields> = {
  parts: required(list(record(CHILD), 'one part or more', { least: 1 }), 'convex shapes, each with its place'),
};

/** @throws ShapeError */
export const compound = (parts: readonly Child[]): Compound =>
  makeBy<CompoundFields, Compound>('compound', COMPOUND, { parts }, compoundOf);

function compoundOf({ parts }: CompoundFields): Compound {
  const count = parts.length;
  const position = new Float64Array(3 * count);
  const rotation = new Float64Array(9 * count);
  let radius = 0;
  for (const [k, { shape, position: at = HERE, orientation = NO_ROTATION }] of parts.entries()) {
    position.set(at, 3 * k);
    rotationMatrix(unitQuat(orientation), 0, rotation, 9 * k);
    radius = Math.max(radius, length(at) + boundingRadius(shape));
  }
  return { kind: 'compound', count, child: parts.map(({ shape }) => shape), position, rotation, radius };
}
