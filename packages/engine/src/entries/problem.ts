/**
 * `@signorini/engine/problem`: contact problems (MLCPs) as data: build, read, write, split, change units.
 * @module problem
 */

export { joinSets, rootOf } from '../linalg/disjoint-sets.ts';
export { hashNumbers, hashText } from '../linalg/hash.ts';
export { changeUnits, type UnitChange, type UnitFactors, unitFactors } from '../problem/change-units.ts';
export { type Colouring, colouring } from '../problem/colouring.ts';
export { type PointMassCase, type PointMassParameters, pointMassCases } from '../problem/examples/point-mass.ts';
export { ROD, rodProblem, rodSolution } from '../problem/examples/rod.ts';
export { fromDense, fromTriplets, SparseOperator, type Triplets } from '../problem/explicit.ts';
export { firstBounds, setFrictionBounds } from '../problem/friction-bounds.ts';
export { islands, subproblem } from '../problem/islands.ts';
export { type Operator, type SparseRows, velocities } from '../problem/operator.ts';
export {
  type Contact,
  energyUnit,
  makeContact,
  makeProblem,
  type Problem,
  type ProblemFields,
  type Quantity,
  type RowKind,
  type RowUnit,
  rowLabel,
  withBounds,
} from '../problem/problem.ts';
export { ProblemFormatError, problemFromDocument, readProblem } from '../problem/read-json.ts';
export { frozenSet, isFollowing, setsOf } from '../problem/sets/models.ts';
export { SET_KINDS, type SetKind } from '../problem/sets/set.ts';
export {
  type JacobianBlock,
  type Structure,
  StructuredOperator,
  structureFromBlocks,
} from '../problem/structured.ts';
export { type ProblemDocument, problemDocument, writeProblem } from '../problem/write-json.ts';
