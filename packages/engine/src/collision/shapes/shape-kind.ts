/** Everything that the engine must know of one kind of shape. What two kinds need together is in dispatch.ts. */
import type { Kind } from '../../checks/fields.ts';
import type { Vec3 } from '../../linalg/vec3.ts';
import type { Polygon } from '../features/polygon.ts';
import type { Ray } from './ray.ts';
import type { Drawn, Shape } from './shape.ts';

export interface MassProperties {
  readonly mass: number; // kg
  readonly centre: Vec3; // m, in the shape's axes
  readonly inertia: Float64Array; // kg m^2, nine numbers, row-major, about the centre
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds the kinds of all shapes, each called with its own shape only
export interface ShapeKind<S = any> extends Kind {
  /** Makes the shape from its fields. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields of its own kind, checked by its table
  readonly make: (read: any) => S & Shape;
  /** In a pair the lower rank comes first, and the points are found in the axes of that shape. */
  readonly rank: number;
  /** Radius of a ball about the shape's origin that holds it, m; infinite for a plane. */
  readonly radius: (shape: S) => number;
  /**
   * Writes lower xyz and upper xyz, m, of a shape as number k of lists: its position is at pose[7 k], its rotation,
   * row-major, at R[9 k], its box at out[6 k].   docs/theory/collision.md (CO3)
   */
  readonly bounds: (shape: S, pose: Float64Array, R: Float64Array, out: Float64Array, k: number) => void;
  /** Mass properties for a density, kg/m^3, in closed form; solid shapes only.   docs/theory/collision.md (CO2) */
  readonly mass?: (shape: S, density: number) => MassProperties;
  /** Distance along the ray in the shape's axes, m, infinite if it misses; the normal goes to ray.n. @param most m */
  readonly ray: (shape: S, ray: Ray, most: number) => number;
  /** If pictures do not know the kind: what is drawn for it. */
  readonly drawn?: (shape: S) => Drawn;
  /** Convex shapes only: they collide with each other without a function for the pair. */
  readonly core?: CoreKind<S>;
}

/** A convex core: a shape, or what is left of it without its rounding.   docs/theory/collision.md (CO21) */
// biome-ignore lint/suspicious/noExplicitAny: as above
export interface CoreKind<S = any> {
  /** The shape is all that is within its `radius` of the core. */
  readonly rounded: boolean;
  /** Without a last face: iterations end at rounding, and features are polygons inside the surface. */
  readonly curved: boolean;
  /** Round about its z. */
  readonly axial: boolean;
  /** Length scale of tolerances, m. */
  readonly size: (shape: S) => number;
  /** The point farthest along d (any length but zero) goes to out[at ..]. */
  readonly support: (shape: S, d: Float64Array, out: Float64Array, at: number) => void;
  /** The feature that looks along the unit vector n, to be clipped; its normal is zero at the call. */
  readonly feature: (shape: S, n: Float64Array, polygon: Polygon) => void;
  /** How far a point is outside, m, up to a factor at corners; not above 0 inside. */
  readonly outside: (shape: S, x: number, y: number, z: number) => number;
  readonly faces: (shape: S) => number;
  /** Outward normal of face f to out[0 .. 2], which are zero at the call, and its distance from the origin to out[3]. */
  readonly face: (shape: S, f: number, out: Float64Array) => void;
}

/** Mass about the origin, with the axes as principal axes. */
export function principal(mass: number, x: number, y: number, z: number): MassProperties {
  return { mass, centre: [0, 0, 0], inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) };
}
