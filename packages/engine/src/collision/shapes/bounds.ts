/**
 * World boxes of shapes, axes parallel to the world's, exact for every shape here.   docs/theory/collision.md (CO3)
 * A plane has no box but a half-space; it is given all of space.
 */
import type { Capsule, Compound, Cylinder, HeightField, Hull, Mesh, Plane, Shape } from './shapes.ts';

/**
 * Writes lower xyz and upper xyz, m, of a shape as number k of lists: its position is at pose[7 k], its rotation, row-major, at
 * R[9 k], its box at out[6 k].
 */
export function worldBounds(shape: Shape, pose: Float64Array, R: Float64Array, out: Float64Array, k: number): void {
  const at = 6 * k;
  // the two most frequent kinds without a call: V8 puts numbers that a call returns on the heap
  if (shape.kind === 'sphere') {
    for (let i = 0; i < 3; i++) {
      out[at + i] = pose[7 * k + i] - shape.radius;
      out[at + 3 + i] = pose[7 * k + i] + shape.radius;
    }
    return;
  }
  if (shape.kind === 'box') {
    const { half } = shape;
    for (let i = 0; i < 3; i++) {
      const row = 9 * k + 3 * i;
      const reach = Math.abs(R[row]) * half[0] + Math.abs(R[row + 1]) * half[1] + Math.abs(R[row + 2]) * half[2];
      out[at + i] = pose[7 * k + i] - reach;
      out[at + 3 + i] = pose[7 * k + i] + reach;
    }
    return;
  }
  if (shape.kind === 'hull') {
    hullBounds(shape, pose, R, out, k);
    return;
  }
  if (shape.kind === 'compound') {
    compoundBounds(shape, pose, R, out, k);
    return;
  }
  if (shape.kind === 'mesh' || shape.kind === 'heightfield') {
    surfaceBounds(shape, pose, R, out, k);
    return;
  }
  for (let i = 0; i < 3; i++) {
    const reach = reachAlong(shape, R, 9 * k + 3 * i);
    out[at + i] = pose[7 * k + i] - reach;
    out[at + 3 + i] = pose[7 * k + i] + reach;
  }
}

/** The same for a sphere whose radius is at radius[k]: V8 would put the radius that it reads from a shape on the heap. */
export function sphereBounds(pose: Float64Array, radius: Float64Array, out: Float64Array, k: number): void {
  const at = 6 * k;
  const r = radius[k];
  const x = pose[7 * k];
  const y = pose[7 * k + 1];
  const z = pose[7 * k + 2];
  out[at] = x - r;
  out[at + 1] = y - r;
  out[at + 2] = z - r;
  out[at + 3] = x + r;
  out[at + 4] = y + r;
  out[at + 5] = z + r;
}

/** How far a shape reaches from its origin along the world axis whose row of R is at `row`, m. */
function reachAlong(shape: Plane | Capsule | Cylinder, R: Float64Array, row: number): number {
  switch (shape.kind) {
    case 'plane':
      return Number.POSITIVE_INFINITY;
    case 'capsule':
      return shape.radius + Math.abs(R[row + 2]) * shape.halfLength;
    case 'cylinder': {
      const across = Math.sqrt(R[row] * R[row] + R[row + 1] * R[row + 1]);
      return shape.radius * across + Math.abs(R[row + 2]) * shape.halfLength;
    }
  }
}

function hullBounds({ vertex }: Hull, pose: Float64Array, R: Float64Array, out: Float64Array, index: number): void {
  const at = 6 * index;
  for (let i = 0; i < 3; i++) {
    const row = 9 * index + 3 * i;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < vertex.length; k += 3) {
      const x = R[row] * vertex[k] + R[row + 1] * vertex[k + 1] + R[row + 2] * vertex[k + 2];
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    out[at + i] = pose[7 * index + i] + low;
    out[at + 3 + i] = pose[7 * index + i] + high;
  }
}

/** A box around the balls that hold the children: not tight, and free of scratch. */
function compoundBounds(
  { count, child, position }: Compound,
  pose: Float64Array,
  R: Float64Array,
  out: Float64Array,
  index: number,
): void {
  const at = 6 * index;
  for (let i = 0; i < 3; i++) {
    const row = 9 * index + 3 * i;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const x = R[row] * position[3 * k] + R[row + 1] * position[3 * k + 1] + R[row + 2] * position[3 * k + 2];
      const radius = boundingRadius(child[k]);
      low = Math.min(low, x - radius);
      high = Math.max(high, x + radius);
    }
    out[at + i] = pose[7 * index + i] + low;
    out[at + 3 + i] = pose[7 * index + i] + high;
  }
}

/** The world box of the surface's own box. */
function surfaceBounds(
  shape: Mesh | HeightField,
  pose: Float64Array,
  R: Float64Array,
  out: Float64Array,
  index: number,
): void {
  const at = 6 * index;
  const isMesh = shape.kind === 'mesh';
  for (let i = 0; i < 3; i++) {
    let low = pose[7 * index + i];
    let high = pose[7 * index + i];
    for (let k = 0; k < 3; k++) {
      const r = R[9 * index + 3 * i + k];
      const from = isMesh ? shape.nodeBox[k] : k < 2 ? 0 : shape.low;
      const to = isMesh
        ? shape.nodeBox[3 + k]
        : k === 0
          ? (shape.nx - 1) * shape.dx
          : k === 1
            ? (shape.ny - 1) * shape.dy
            : shape.high;
      low += Math.min(r * from, r * to);
      high += Math.max(r * from, r * to);
    }
    out[at + i] = low;
    out[at + 3 + i] = high;
  }
}

/** Radius of a ball about the shape's origin that holds it, m; infinite for a plane. */
export function boundingRadius(shape: Shape): number {
  switch (shape.kind) {
    case 'plane':
      return Number.POSITIVE_INFINITY;
    case 'box': {
      const [x, y, z] = shape.half;
      return Math.sqrt(x * x + y * y + z * z);
    }
    case 'capsule':
      return shape.radius + shape.halfLength;
    case 'cylinder':
      return Math.sqrt(shape.radius * shape.radius + shape.halfLength * shape.halfLength);
    default:
      return shape.radius;
  }
}
