/** The convex shapes by kind: what compounds are made of, and part of every list of shapes. */
import { byKind, type Kind, made } from '../../checks/fields.ts';
import type { Value } from '../../checks/value.ts';
import { HULL, hull } from './hull.ts';
import { BOX, box, CAPSULE, CYLINDER, capsule, cylinder, descriptionOf, type Shape, SPHERE, sphere } from './shapes.ts';

/** One kind of shape: its fields, and how it is made of them. */
export interface ShapeKind extends Kind {
  // biome-ignore lint/suspicious/noExplicitAny: the fields of its own kind, checked by its table
  readonly make: (read: any) => Shape;
}

export const CONVEX_KINDS = {
  sphere: { summary: 'a ball', fields: SPHERE, make: ({ radius }) => sphere(radius) },
  box: { summary: 'a cuboid', fields: BOX, make: ({ half: [x, y, z] }) => box(x, y, z) },
  capsule: { summary: 'a tube along z with round caps', fields: CAPSULE, make: (f) => capsule(f.radius, f.halfLength) },
  cylinder: { summary: 'along z', fields: CYLINDER, make: (f) => cylinder(f.radius, f.halfLength) },
  hull: { summary: 'the convex hull of points', fields: HULL, make: ({ points }) => hull(points) },
} as const satisfies Readonly<Record<string, ShapeKind>>;

/** A shape by its kind, as a constructor or a plain record. */
export function shapeOf(kinds: Readonly<Record<string, ShapeKind>>, words: string): Value<Shape> {
  const isMade = (given: unknown): given is Shape =>
    typeof given === 'object' && given !== null && Object.hasOwn(kinds, descriptionOf(given)?.kind ?? '');
  const fields = byKind<{ kind: string }>(kinds, words);
  return made(fields, ({ kind, ...read }) => kinds[kind].make(read), isMade);
}

export const convexShape: Value<Shape> = shapeOf(CONVEX_KINDS, 'a convex shape');
