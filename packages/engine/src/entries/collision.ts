/**
 * `@signorini/engine/collision`: shapes, detection and queries without a world.
 * @module collision
 */

export type { ContactArrays } from '../collision/contact-points.ts';
export {
  type Colliders,
  CollisionError,
  type ContactPoints,
  Detector,
  type DetectorState,
  PairSet,
} from '../collision/detector.ts';
export type { PairArrays, PairTable } from '../collision/manifold/pair-table.ts';
export { ClosestPoints } from '../collision/queries/closest-points.ts';
export { Overlap } from '../collision/queries/overlap.ts';
export { RayCast } from '../collision/queries/ray-cast.ts';
export { ShapeCast } from '../collision/queries/shape-cast.ts';
export type { Drawn, Turned } from '../collision/shapes/shape.ts';
export { readShape, shapeDocument } from '../collision/shapes/shape-document.ts';
export type { MassProperties } from '../collision/shapes/shape-kind.ts';
export { drawnAs, massProperties } from '../collision/shapes/shape-kinds.ts';
export * from '../collision/shapes/shapes.ts';
