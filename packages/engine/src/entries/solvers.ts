/**
 * `@signorini/engine/solvers`: every solver by name or as an object, `solve`, and the contract of a solver of your own.
 * @module solvers
 */
export {
  completeOptions,
  type Family,
  type Iterations,
  type Monitor,
  type OptionSpec,
  type OptionValues,
  type Outcome,
  rangeOf,
  type SharedSweep,
  type Solver,
  type SolverInstance,
  STATUSES,
  type Status,
} from '../problem/solver.ts';
export * from '../solvers/registry/all.ts';
export type * from '../solvers/registry/option-types.ts';
export { type AnySolver, findSolver, solvers } from '../solvers/registry.ts';
export { type Solution, type SolveRequest, solve } from '../solvers/solve.ts';
