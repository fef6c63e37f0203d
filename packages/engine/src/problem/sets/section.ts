/**
 * Shapes and sizes of sections by number, as arrays of sections hold them, and the operations of each shape.
 * docs/theory/friction-models.md (FM3), (FM4)
 */
import { square } from './box.ts';
import { disc } from './disc.ts';
import { sidesOf } from './polygon.ts';
import { forEverySet, type Section, type SectionShape, type SectionSize } from './set.ts';

export const ROWS = 0;
export const POLYGON = 1;
export const DISC = 2;
const SHAPES: Readonly<Record<SectionShape, number>> = { rows: ROWS, polygon: POLYGON, disc: DISC };
/** The shape of every set. */
export const SHAPE_OF = forEverySet(({ shape }) => SHAPES[shape]);

/** Sizes by number; no friction is a fixed size of zero. */
export const FIXED = 0;
export const FOLLOWING = 1;
export const RELAXED = 2;
const SIZES: Readonly<Record<SectionSize, number>> = {
  zero: FIXED,
  fixed: FIXED,
  following: FOLLOWING,
  relaxed: RELAXED,
};
/** The size of every set. */
export const SIZING_OF = forEverySet(({ size }) => SIZES[size]);

/** @param facets sides of a polygon */
export function sectionOf(shape: number, facets: number): Section {
  return shape === DISC ? disc : shape === ROWS ? square : sidesOf(facets);
}
