/**
 * The shapes that collide, as plain values in SI units, each in its own axes.   docs/theory/collision.md (CO1)
 * The axis of a capsule is its local z and its half length excludes the caps; a plane is the half-space below z = 0.
 */
import { ContractError } from '../../checks/errors.ts';
import { type FieldTable, record } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { number } from '../../checks/values.ts';
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
  readonly vertex: Float64Array; // 3 per vertex, m
  readonly normal: Float64Array; // 3 per face, unit, outward
  readonly offset: Float64Array; // per face: normal . p <= offset, m
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
  readonly vertex: Float64Array; // 3 per vertex, m
  readonly corner: Int32Array; // 3 per triangle, counter-clockwise from the front
  readonly neighbour: Int32Array; // 3 per triangle: across the edge from that corner to the next, -1 if open
  readonly node: Int32Array; // 2 per node of the tree: children, or first and -count in order
  readonly nodeBox: Float64Array; // 6 per node
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
  readonly position: Float64Array; // 3 per child, m
  readonly rotation: Float64Array; // 9 per child, row-major
  readonly childRadius: Float64Array; // of the ball about the child's origin, m
  readonly radius: number;
}

export type Shape = Plane | Sphere | Box | Capsule | Cylinder | Hull | Mesh | HeightField | Compound;

/** A triangle of a mesh or a height field, seen from its front; nine coordinates. Not a shape, but the core of collisions. */
export interface Triangle {
  readonly kind: 'triangle';
  readonly corner: Float64Array;
  readonly normal: Float64Array;
}

/** A convex profile turned about z: points (radius, z) from below, m, the first and the last on the axis. */
export interface Turned {
  readonly kind: 'turned';
  readonly profile: readonly (readonly [radius: number, z: number])[];
}
/** Shapes that pictures can draw; one that is none of these is drawn as one of them. */
export type Drawn = Plane | Sphere | Box | Capsule | Hull | Mesh | HeightField | Compound | Turned;

/** Lengths beyond it overflow when volumes are taken. */
export const LARGEST_LENGTH = 1e60;
/** A length of a shape, m. */
export const sizeOf = (noun: string): Value<number> =>
  number(noun, { above: 0, atMost: LARGEST_LENGTH, words: `${noun} > 0 in m` });

/** An impossible shape: the message states the place, what was expected and what was found. */
export class ShapeError extends ContractError {
  override readonly name = 'ShapeError';
}

export const tooLarge = (kind: Shape['kind']): ShapeError =>
  new ShapeError(`${kind}: expected a shape that is smaller than ${LARGEST_LENGTH} m, found a larger one`);

/** The kind and the fields of a shape, as a scene file writes them. */
type ShapeDescription = Readonly<Record<string, unknown>> & { readonly kind: Shape['kind'] };

/** Shapes that a constructor has made, so that their numbers are right, and what of. */
const descriptions = new WeakMap<object, ShapeDescription>();

/** Undefined for a value that no constructor has made. */
export const descriptionOf = (shape: object): ShapeDescription | undefined => descriptions.get(shape);

/** Checks the fields of a shape by its table, which scene files use too, makes it and keeps its description. @throws ShapeError */
export function makeBy<O extends object, S extends Shape>(
  kind: S['kind'],
  table: FieldTable<O>,
  given: O,
  make: (read: O) => Omit<S, 'kind'>,
): S {
  try {
    const read = checked(record(table), given, kind);
    const shape = { kind, ...make(read) } as unknown as S;
    if ('radius' in shape && !(shape.radius <= LARGEST_LENGTH)) throw tooLarge(kind);
    for (const value of Object.values(shape)) if (Array.isArray(value)) Object.freeze(value); // half sides, children
    descriptions.set(shape, { kind, ...read });
    return Object.freeze(shape); // a body of another size than its mass and bounds would be thrown about
  } catch (error) {
    throw error instanceof ContractError && !(error instanceof ShapeError) ? new ShapeError(error.message) : error;
  }
}

/**
 * A copy for the loops of collision, which must not be given out: frozen arrays hold numbers as objects, and reading half sides
 * from them takes 4 % of a wall's step.
 */
export function workingCopy(shape: Shape): Shape {
  if (shape.kind === 'box') return { ...shape, half: [...shape.half] };
  return shape.kind === 'compound' ? { ...shape, child: shape.child.map(workingCopy) } : shape;
}
