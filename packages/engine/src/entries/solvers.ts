/** `@signorini/engine/solvers`: every solver by name or as an object, `solve`, and the contract of a solver of your own. */
export {
  completeOptions,
  type Family,
  type Iterations,
  type Monitor,
  type OptionSpec,
  type OptionValues,
  type Outcome,
  rangeOf,
  type Solver,
  type SolverInstance,
  type Status,
} from '../problem/solver.ts';
export * from '../solvers/registry/all.ts';
export { type AnySolver, findSolver, solvers } from '../solvers/registry.ts';
export { type Solution, type SolveRequest, solve } from '../solvers/solve.ts';
