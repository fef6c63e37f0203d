/**
 * A support feature to be clipped: its corners with their names, and their projection.   docs/theory/collision.md (CO8)
 */
import { grownFloat64, grownInt32 } from '../contact-points.ts';

/** A convex polygon, a segment (two corners) or a point, in the axes of the pair's first shape. */
export class Polygon {
  count = 0;
  /** Corners, 3 each, m; edge k goes from corner k to the next. */
  corner = new Float64Array(24);
  vertex = new Int32Array(8); // names
  edge = new Int32Array(8);
  face = 0;
  /** Outward unit normal; polygons only. */
  nx = 0;
  ny = 0;
  nz = 0;
  /** Length scale for merging, m: the shortest side. */
  side = 0;
  /** Projection: across n and along it. */
  u = new Float64Array(8);
  v = new Float64Array(8);
  w = new Float64Array(8);

  reserve(count: number): void {
    if (count <= this.vertex.length) return;
    const capacity = 2 * count;
    this.corner = grownFloat64(this.corner, 3 * capacity);
    this.vertex = grownInt32(this.vertex, capacity);
    this.edge = grownInt32(this.edge, capacity);
    this.u = grownFloat64(this.u, capacity);
    this.v = grownFloat64(this.v, capacity);
    this.w = grownFloat64(this.w, capacity);
  }
}
