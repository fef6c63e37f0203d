/** The only list of shapes: worlds and scene files make them by kind. */
import type { Value } from '../../checks/value.ts';
import { COMPOUND, compound } from './compound.ts';
import { CONVEX_KINDS, type ShapeKind, shapeOf } from './convex-kinds.ts';
import { HEIGHT_FIELD, heightField, MESH, mesh } from './mesh.ts';
import { PLANE, plane, type Shape } from './shapes.ts';

export const SHAPE_KINDS = {
  plane: { summary: 'the half-space below its z = 0; never dynamic', fields: PLANE, make: plane },
  ...CONVEX_KINDS,
  mesh: {
    summary: 'triangles; never dynamic',
    fields: MESH,
    make: ({ vertices, triangles }) => mesh(vertices, triangles),
  },
  heightfield: {
    summary: 'heights over a grid, solid below; never dynamic',
    fields: HEIGHT_FIELD,
    make: ({ rows, dx, dy }) => heightField(rows, dx, dy),
  },
  compound: { summary: 'convex shapes, rigidly joined', fields: COMPOUND, make: ({ parts }) => compound(parts) },
} as const satisfies Readonly<Record<Shape['kind'], ShapeKind>>;

/** Made by a constructor, or a plain record with a `kind`. */
export const anyShape: Value<Shape> = shapeOf(SHAPE_KINDS, 'a shape');
