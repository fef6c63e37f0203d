/**
 * Shapes made of convex ones: children with poses of their own, rigidly joined.   docs/theory/collision.md (CO27)
 */
import { rotationMatrix } from '../../linalg/mat3.ts';
import { NO_ROTATION, type Quat } from '../../linalg/quat.ts';
import { length, type Vec3 } from '../../linalg/vec3.ts';
import { isConvex } from '../convex/convex.ts';
import { boundingRadius } from './bounds.ts';
import { type Compound, type Shape, ShapeError } from './shapes.ts';

const HERE: Vec3 = [0, 0, 0];

export interface Child {
  readonly shape: Shape;
  readonly at?: Vec3; // m, in the compound's axes
  readonly turned?: Quat; // x y z w
}

export function compound(children: readonly Child[]): Compound {
  if (children.length === 0) throw new ShapeError('expected at least one child in a compound, found none');
  const count = children.length;
  const position = new Float64Array(3 * count);
  const rotation = new Float64Array(9 * count);
  let radius = 0;
  for (const [k, { shape, at = HERE, turned = NO_ROTATION }] of children.entries()) {
    if (!isConvex(shape))
      throw new ShapeError(`expected a convex shape as child ${k} of a compound, found a ${shape.kind}`);
    const square = turned[0] * turned[0] + turned[1] * turned[1] + turned[2] * turned[2] + turned[3] * turned[3];
    if (!at.every(Number.isFinite) || !(Math.abs(square - 1) < 1e-6))
      throw new ShapeError(
        `expected a finite place and a unit quaternion for child ${k} of a compound, found (${at.join(', ')}) and (${turned.join(', ')})`,
      );
    position.set(at, 3 * k);
    rotationMatrix(turned, 0, rotation, 9 * k);
    radius = Math.max(radius, length(at) + boundingRadius(shape));
  }
  return { kind: 'compound', count, child: children.map(({ shape }) => shape), position, rotation, radius };
}
