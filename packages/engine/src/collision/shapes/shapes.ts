/**
 * The shapes that collide, as plain values in SI units, each in its own axes.   docs/theory/collision.md (CO1)
 * The axis of a capsule is its local z and its half length excludes the caps; a plane is the half-space below z = 0.
 * Every constructor checks its numbers: what was expected, where, what was found.
 */
import type { Vec3 } from '../../linalg/vec3.ts';

export interface Plane {
  readonly kind: 'plane';
}
export interface Sphere {
  readonly kind: 'sphere';
  readonly radius: number; // m
}
export interface Box {
  readonly kind: 'box';
  readonly half: Vec3; // m
}
export interface Capsule {
  readonly kind: 'capsule';
  readonly radius: number; // m
  readonly halfLength: number; // m, from the middle to the centre of a cap
}

export interface Cylinder {
  readonly kind: 'cylinder';
  readonly radius: number; // m
  readonly halfLength: number; // m
}
/** Made by hull() of hull.ts; faces are polygons in outward order. */
export interface Hull {
  readonly kind: 'hull';
  readonly vertexCount: number;
  readonly faceCount: number;
  readonly edgeCount: number;
  readonly vertex: Float64Array; // 3 a vertex, m
  readonly normal: Float64Array; // 3 a face, unit, outward
  readonly offset: Float64Array; // a face: normal . p <= offset, m
  readonly cornersOf: Int32Array; // corners of face f are cornerOf[cornersOf[f] .. cornersOf[f + 1]]
  readonly cornerOf: Int32Array;
  readonly edgeOf: Int32Array; // the edge from that corner to the next
  readonly facesAt: Int32Array; // faces at vertex v are faceAt[facesAt[v] .. facesAt[v + 1]]
  readonly faceAt: Int32Array;
  readonly shortest: Float64Array; // shortest side of each face, m
  readonly radius: number; // of the ball about the origin, m
}

/** Made by mesh() of mesh.ts; stands still. */
export interface Mesh {
  readonly kind: 'mesh';
  readonly triangleCount: number;
  readonly vertex: Float64Array; // 3 a vertex, m
  readonly corner: Int32Array; // 3 a triangle, counter-clockwise from the front
  readonly neighbour: Int32Array; // 3 a triangle: across the edge from that corner to the next, -1 where open
  readonly node: Int32Array; // 2 a node of the tree: children, or first and -count in order
  readonly nodeBox: Float64Array; // 6 a node
  readonly order: Int32Array;
  readonly radius: number; // of the ball about the origin, m
}
/** Made by heightField() of mesh.ts; stands still, and everything under it is solid. */
export interface HeightField {
  readonly kind: 'heightfield';
  readonly nx: number; // samples along x
  readonly ny: number;
  readonly dx: number; // m
  readonly dy: number;
  readonly height: Float64Array; // row by row, m
  readonly low: number;
  readonly high: number;
  readonly radius: number;
}
/** Made by compound() of compound.ts. */
export interface Compound {
  readonly kind: 'compound';
  readonly count: number;
  readonly child: readonly Shape[];
  readonly position: Float64Array; // 3 a child, m
  readonly rotation: Float64Array; // 9 a child, row-major
  readonly radius: number;
}

export type Shape = Plane | Sphere | Box | Capsule | Cylinder | Hull | Mesh | HeightField | Compound;

/** A shape that cannot be: the message says what was expected, where, and what was found. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/** The number itself where it is a length; throws otherwise. */
export function positiveLength(value: number, what: string): number {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new ShapeError(`expected a positive finite number of metres as ${what}, found ${value}`);
  return value;
}

export const plane = (): Plane => ({ kind: 'plane' });

/** @param radius m */
export const sphere = (radius: number): Sphere => ({
  kind: 'sphere',
  radius: positiveLength(radius, 'the radius of a sphere'),
});

/** Half the sides, m. */
export const box = (halfX: number, halfY: number, halfZ: number): Box => ({
  kind: 'box',
  half: [
    positiveLength(halfX, 'half the x side of a box'),
    positiveLength(halfY, 'half the y side of a box'),
    positiveLength(halfZ, 'half the z side of a box'),
  ],
});

/** @param radius m; @param halfLength m, without the caps; a capsule without length is a sphere and should be one */
export const capsule = (radius: number, halfLength: number): Capsule => ({
  kind: 'capsule',
  radius: positiveLength(radius, 'the radius of a capsule'),
  halfLength: positiveLength(halfLength, 'the half length of a capsule'),
});

/** @param radius m; @param halfLength m; the axis is z */
export const cylinder = (radius: number, halfLength: number): Cylinder => ({
  kind: 'cylinder',
  radius: positiveLength(radius, 'the radius of a cylinder'),
  halfLength: positiveLength(halfLength, 'the half length of a cylinder'),
});
