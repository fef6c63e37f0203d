/** The only list of shapes, and what is asked of a shape whatever its kind. */
import type { Value } from '../../checks/value.ts';
import { COMPOUND } from './compound.ts';
import { CONVEX_KINDS, shapeOf } from './convex-kinds.ts';
import { HEIGHT_FIELD, MESH } from './mesh.ts';
import { PLANE } from './plane.ts';
import { type Drawn, type Shape, ShapeError } from './shape.ts';
import type { MassProperties, ShapeKind } from './shape-kind.ts';

export const SHAPE_KINDS = {
  plane: PLANE,
  ...CONVEX_KINDS,
  mesh: MESH,
  heightfield: HEIGHT_FIELD,
  compound: COMPOUND,
} as const satisfies Readonly<Record<Shape['kind'], ShapeKind>>;

/** Made by a constructor, or a plain record with a `kind`. */
export const anyShape: Value<Shape> = shapeOf(SHAPE_KINDS, 'a shape');

export const kindOf = ({ kind }: Shape): ShapeKind => SHAPE_KINDS[kind];

/** The kinds by their ranks. */
export const KINDS: readonly ShapeKind[] = Object.values(SHAPE_KINDS).sort((a, b) => a.rank - b.rank);

/** Radius of a ball about the shape's origin that holds it, m; infinite for a plane. */
export const boundingRadius = (shape: Shape): number => kindOf(shape).radius(shape);

/** Writes the box of a shape in the world's axes as number k of lists.   shape-kind.ts */
export function worldBounds(shape: Shape, pose: Float64Array, R: Float64Array, out: Float64Array, k: number): void {
  kindOf(shape).bounds(shape, pose, R, out, k);
}

/** @param density kg/m^3, positive @throws ShapeError */
export function massProperties(shape: Shape, density: number): MassProperties {
  if (!(density > 0 && density < Number.POSITIVE_INFINITY))
    throw new ShapeError(`expected a positive finite density in kg/m^3, found ${density}`);
  const { mass } = kindOf(shape);
  if (!mass) throw new ShapeError(`expected a solid shape, found a ${shape.kind}: it has no mass`);
  return mass(shape, density);
}

/** The shape that pictures draw for this one: itself, or a stand-in that they know. */
export const drawnAs = (shape: Shape): Drawn => kindOf(shape).drawn?.(shape) ?? (shape as Drawn);
