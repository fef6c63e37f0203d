/**
 * The operations of a shape of section, at any size: a new shape is added here only.
 * docs/theory/friction-models.md (FM3), (FM4)
 */
import { square } from './box.ts';
import { disc } from './disc.ts';
import { sidesOf } from './polygon.ts';
import { forEverySet, type SectionShape } from './set.ts';

/** A section of two rows, i and j. */
export interface Section {
  /** out = the point nearest to y of the section of size r; what is not a number stays so. `out` may be `y`. */
  project(y: Float64Array, i: number, j: number, r: number, out: Float64Array): void;
  /** out = the direction nearest to d that does not leave the section of size r at x. `out` may be `d`. */
  projectDirection(x: Float64Array, d: Float64Array, i: number, j: number, r: number, out: Float64Array): void;
  /** (u, v) lies on the rim of the section of size r, or beyond. */
  reaches(u: number, v: number, r: number): boolean;
}

/** Shapes by number, as arrays of sections hold them. */
export const ROWS = 0;
export const POLYGON = 1;
export const DISC = 2;
const SHAPES: Readonly<Record<SectionShape, number>> = { rows: ROWS, polygon: POLYGON, disc: DISC };
/** The shape of every set. */
export const SHAPE_OF = forEverySet(({ shape }) => SHAPES[shape]);

/** @param facets sides of a polygon */
export function sectionOf(shape: number, facets: number): Section {
  return shape === DISC ? disc : shape === ROWS ? square : sidesOf(facets);
}
