/** Shapes of a scene file, by kind.   docs/guide/scene-format.md */

import { check, fail, ProblemFormatError } from '../checks/checks.ts';
import { found, nearest } from '../checks/wording.ts';
import { compound } from '../collision/shapes/compound.ts';
import { hull } from '../collision/shapes/hull.ts';
import { heightField, mesh } from '../collision/shapes/mesh.ts';
import { box, capsule, cylinder, plane, type Shape, ShapeError, sphere } from '../collision/shapes/shapes.ts';
import { type Quat, unitQuat } from '../linalg/quat.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { type FieldTable, fieldsOf, readFields, rotation, vector } from './file-values.ts';

/** Fields of all kinds; the table of a kind says which of them it has. */
interface ShapeFields {
  readonly radius: number;
  readonly halfLength: number;
  readonly half: Vec3;
  readonly points: readonly Vec3[];
  readonly vertices: readonly Vec3[];
  readonly triangles: readonly Vec3[];
  readonly rows: readonly (readonly number[])[];
  readonly dx: number;
  readonly dy: number;
  readonly parts: readonly { readonly shape: Shape; readonly position?: Vec3; readonly orientation?: Quat }[];
}

interface ShapeKind {
  readonly fields: FieldTable;
  readonly make: (read: ShapeFields) => Shape;
}

const round: FieldTable = { 'radius!': check.positive, 'halfLength!': check.positive };
const list = check.list;

const KINDS: Readonly<Record<string, ShapeKind>> = {
  plane: { fields: {}, make: plane },
  sphere: { fields: { 'radius!': check.positive }, make: ({ radius }) => sphere(radius) },
  box: { fields: { 'half!': list(3, check.positive) }, make: ({ half: [x, y, z] }) => box(x, y, z) },
  capsule: { fields: round, make: ({ radius, halfLength }) => capsule(radius, halfLength) },
  cylinder: { fields: round, make: ({ radius, halfLength }) => cylinder(radius, halfLength) },
  hull: { fields: { 'points!': list(undefined, vector) }, make: ({ points }) => hull(points) },
  mesh: {
    fields: { 'vertices!': list(undefined, vector), 'triangles!': list(undefined, list(3, check.index(undefined))) },
    make: ({ vertices, triangles }) => mesh(vertices, triangles),
  },
  heightfield: {
    fields: { 'rows!': list(undefined, list(undefined, check.finite)), 'dx!': check.positive, 'dy!': check.positive },
    make: ({ rows, dx, dy }) => heightField(rows, dx, dy),
  },
  compound: {
    fields: {
      'parts!': list(undefined, fieldsOf({ 'shape!': readShape, position: vector, orientation: rotation })),
    },
    make: ({ parts }) =>
      compound(
        parts.map(({ shape, position, orientation }) => ({
          shape,
          ...(position && { position }),
          ...(orientation && { orientation: unitQuat(orientation) }),
        })),
      ),
  },
};

export const SHAPE_KINDS: readonly string[] = Object.keys(KINDS);

/** @throws ProblemFormatError */
export function readShape(value: unknown, path: string): Shape {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object', found(value));
  const { kind } = value as { kind?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(KINDS, kind)) {
    const close = typeof kind === 'string' ? nearest(kind, SHAPE_KINDS) : [];
    const hint = close.length > 0 ? `; perhaps ${close.join(' or ')} is meant` : '';
    throw new ProblemFormatError(`${path}.kind`, `expected ${SHAPE_KINDS.join(', ')}, found ${found(kind)}${hint}`);
  }
  const { fields, make } = KINDS[kind];
  const read = readFields(value, path, { 'kind!': check.string, ...fields });
  try {
    return make(read as unknown as ShapeFields);
  } catch (error) {
    if (error instanceof ShapeError) throw new ProblemFormatError(path, error.message);
    throw error;
  }
}
