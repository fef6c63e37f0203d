/** Shapes of a scene file, by kind.   docs/guide/scene-format.md */
import { compound } from '../collision/compound.ts';
import { hull } from '../collision/hull.ts';
import { heightField, mesh } from '../collision/mesh.ts';
import { box, capsule, cylinder, plane, type Shape, ShapeError, sphere } from '../collision/shapes.ts';
import { type Quat, unitQuat } from '../linalg/quat.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { check, fail, ProblemFormatError } from '../problem/json-checks.ts';
import { found, nearest } from '../problem/wording.ts';
import { type FieldTable, fieldsOf, readFields, rotation, vector } from './file-values.ts';

interface ShapeKind {
  readonly fields: FieldTable;
  // biome-ignore lint/suspicious/noExplicitAny: the table has checked what is read
  readonly make: (read: any) => Shape;
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
    make: ({ vertices, triangles }) => mesh(vertices, triangles as Vec3[]),
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
        (parts as { shape: Shape; position?: Vec3; orientation?: Quat }[]).map(({ shape, position, orientation }) => ({
          shape,
          ...(position && { at: position }),
          ...(orientation && { turned: unitQuat(orientation) }),
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
    return make(read);
  } catch (error) {
    if (error instanceof ShapeError) throw new ProblemFormatError(path, error.message);
    throw error;
  }
}
