/**
 * What an admissible set can do; solvers and measures ask the set, they do not know friction by name.
 * One file a set in this folder.   docs/theory/complementarity.md (C6)
 */
export type SetKind = 'box';
export const SET_KINDS: readonly SetKind[] = ['box'];

export interface AdmissibleSet {
  readonly kind: SetKind;
  /** out = the point of the set nearest to x. `out` may be `x`. */
  project(x: Float64Array, out: Float64Array): void;
  /** out = the direction of the tangent cone at x nearest to d; x must lie in the set. `out` may be `d`. */
  projectToTangentCone(x: Float64Array, d: Float64Array, out: Float64Array): void;
  /** max of y'w over the set's y; Infinity where the set is unbounded along w. */
  support(w: Float64Array): number;
}
