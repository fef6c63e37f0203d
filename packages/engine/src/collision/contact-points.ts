/**
 * Contact points as arrays that grow and are reused; the first `count` points are valid.   docs/theory/collision.md (CO4)
 * Sorted by (a, b), then by feature, so that the order does not depend on how pairs were found.
 */
export class ContactPoints {
  count = 0;
  /** Colliders; a < b always. */
  a = new Int32Array(0);
  b = new Int32Array(0);
  /** World, 3 per point, m: on the surface of a and of b; pointB = pointA + gap normal. */
  pointA = new Float64Array(0);
  pointB = new Float64Array(0);
  /** World, 3 per point, unit, from a to b. */
  normal = new Float64Array(0);
  /** m, negative = penetration. */
  gap = new Float64Array(0);
  /** Unique within a pair, stable while the same features touch. */
  feature = new Int32Array(0);
  /** Index of the matching point in the detector's previous points, or -1. */
  previous = new Int32Array(0);
  /** pointA in the axes of collider a and pointB in those of collider b, 3 per point, m (spheres: world axes). */
  anchorA = new Float64Array(0);
  anchorB = new Float64Array(0);
  /** The name from the geometry alone; `feature` keeps the name of the last step if the point is found again. */
  origin = new Int32Array(0);

  /** Room for `wanted` points; present points are kept. */
  reserve(wanted: number): void {
    if (wanted <= this.a.length) return;
    const capacity = Math.max(wanted, 2 * this.a.length, 64);
    this.a = grownInt32(this.a, capacity);
    this.b = grownInt32(this.b, capacity);
    this.feature = grownInt32(this.feature, capacity);
    this.origin = grownInt32(this.origin, capacity);
    this.previous = grownInt32(this.previous, capacity);
    this.gap = grownFloat64(this.gap, capacity);
    this.pointA = grownFloat64(this.pointA, 3 * capacity);
    this.pointB = grownFloat64(this.pointB, 3 * capacity);
    this.normal = grownFloat64(this.normal, 3 * capacity);
    this.anchorA = grownFloat64(this.anchorA, 3 * capacity);
    this.anchorB = grownFloat64(this.anchorB, 3 * capacity);
  }

  /** Point `from` becomes point `to`, but for its colliders. */
  move(from: number, to: number): void {
    this.feature[to] = this.feature[from];
    this.origin[to] = this.origin[from];
    this.previous[to] = this.previous[from];
    this.gap[to] = this.gap[from];
    for (const values of [this.pointA, this.pointB, this.normal, this.anchorA, this.anchorB])
      for (let c = 0; c < 3; c++) values[3 * to + c] = values[3 * from + c];
  }

  /** Point `from` of other points becomes the next one, and remembers where it was. */
  take(other: ContactPoints, from: number): void {
    const to = this.count++;
    this.reserve(this.count);
    this.a[to] = other.a[from];
    this.b[to] = other.b[from];
    this.feature[to] = other.feature[from];
    this.origin[to] = other.origin[from];
    this.gap[to] = other.gap[from];
    this.previous[to] = from;
    for (let c = 0; c < 3; c++) {
      this.pointA[3 * to + c] = other.pointA[3 * from + c];
      this.pointB[3 * to + c] = other.pointB[3 * from + c];
      this.normal[3 * to + c] = other.normal[3 * from + c];
      this.anchorA[3 * to + c] = other.anchorA[3 * from + c];
      this.anchorB[3 * to + c] = other.anchorB[3 * from + c];
    }
  }

  /** The same points, bit for bit. */
  copyFrom(other: ContactArrays): void {
    const n = other.count;
    this.reserve(n);
    this.count = n;
    this.a.set(other.a.subarray(0, n));
    this.b.set(other.b.subarray(0, n));
    this.feature.set(other.feature.subarray(0, n));
    this.origin.set(other.origin.subarray(0, n));
    this.previous.set(other.previous.subarray(0, n));
    this.gap.set(other.gap.subarray(0, n));
    this.pointA.set(other.pointA.subarray(0, 3 * n));
    this.pointB.set(other.pointB.subarray(0, 3 * n));
    this.normal.set(other.normal.subarray(0, 3 * n));
    this.anchorA.set(other.anchorA.subarray(0, 3 * n));
    this.anchorB.set(other.anchorB.subarray(0, 3 * n));
  }
}

/** The arrays alone: what a stored state holds. */
export type ContactArrays = Omit<ContactPoints, 'reserve' | 'copyFrom' | 'move' | 'take'>;

export function grownInt32(values: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(capacity);
  grown.set(values);
  return grown;
}

export function grownFloat64(values: Float64Array<ArrayBuffer>, capacity: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(capacity);
  grown.set(values);
  return grown;
}
