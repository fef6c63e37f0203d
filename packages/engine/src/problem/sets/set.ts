/**
 * What an admissible set can do; solvers and measures ask the set, they do not know friction by name.
 * One file a set in this folder.   docs/theory/complementarity.md (C6), docs/theory/friction-models.md
 */
export type SetKind =
  /** No friction: tangents take no impulse. */
  | 'none'
  /** Fixed bounds, row by row. */
  | 'box'
  /** Bounds -/+ mu x_n of the answer's own x_n, row by row. */
  | 'pyramid'
  /** Regular polygon of fixed size. */
  | 'prism'
  /** Regular polygon of size mu x_n. */
  | 'polyhedral'
  /** Disc of fixed radius. */
  | 'cylinder'
  /** Disc of radius mu x_n: Coulomb's law. */
  | 'cone'
  /** The circular cone with the flow rule of a convex problem: what slides also lifts off. */
  | 'relaxed-cone';

export const SET_KINDS: readonly SetKind[] = [
  'none',
  'box',
  'pyramid',
  'prism',
  'polyhedral',
  'cylinder',
  'cone',
  'relaxed-cone',
];

export interface AdmissibleSet {
  readonly kind: SetKind;
  /** out = the point of the set nearest to x. `out` may be `x`. */
  project(x: Float64Array, out: Float64Array): void;
  /** out = the direction of the tangent cone at x nearest to d; x must lie in the set. `out` may be `d`. */
  projectToTangentCone(x: Float64Array, d: Float64Array, out: Float64Array): void;
  /** max of y'w over the set's y; Infinity where the set is unbounded along w. */
  support(w: Float64Array): number;
}
