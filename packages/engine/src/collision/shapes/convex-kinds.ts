/** The convex shapes by kind: what compounds are made of, and part of every list of shapes. */
import { byKind, made } from '../../checks/fields.ts';
import type { Value } from '../../checks/value.ts';
import { BOX } from './box.ts';
import { CAPSULE } from './capsule.ts';
import { CYLINDER } from './cylinder.ts';
import { HULL } from './hull.ts';
import { descriptionOf, type Shape } from './shape.ts';
import type { ShapeKind } from './shape-kind.ts';
import { SPHERE } from './sphere.ts';

export const CONVEX_KINDS = {
  sphere: SPHERE,
  box: BOX,
  capsule: CAPSULE,
  cylinder: CYLINDER,
  hull: HULL,
} as const satisfies Readonly<Record<string, ShapeKind>>;

/** The kind of a shape that is known to be convex. */
export const convexKind = ({ kind }: Shape): ShapeKind => CONVEX_KINDS[kind as keyof typeof CONVEX_KINDS];

/** A shape by its kind, as a constructor or a plain record. */
export function shapeOf(kinds: Readonly<Record<string, ShapeKind>>, words: string): Value<Shape> {
  const isMade = (given: unknown): given is Shape =>
    typeof given === 'object' && given !== null && Object.hasOwn(kinds, descriptionOf(given)?.kind ?? '');
  const fields = byKind<{ kind: string }>(kinds, words);
  return made(fields, ({ kind, ...read }) => kinds[kind].make(read), isMade);
}

export const convexShape: Value<Shape> = shapeOf(CONVEX_KINDS, 'a convex shape');
