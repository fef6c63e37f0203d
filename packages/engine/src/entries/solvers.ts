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
export type { AdmmOptions } from '../solvers/admm/alternating-directions.ts';
export { admm } from '../solvers/admm.ts';
export { type AmgOptions, amg } from '../solvers/amg.ts';
export { type ApgdOptions, apgd } from '../solvers/apgd.ts';
export { type AutoOptions, auto } from '../solvers/auto.ts';
export { blockGs } from '../solvers/block-gs.ts';
export { type BppOptions, bpp } from '../solvers/bpp.ts';
export { type BppDenseOptions, bppDense } from '../solvers/bpp-dense.ts';
export { cpg } from '../solvers/cpg.ts';
export { type DantzigOptions, dantzig } from '../solvers/dantzig.ts';
export { type EnumerationOptions, enumeration } from '../solvers/enumeration.ts';
export { type FixedPointOptions, fixedPoint } from '../solvers/fixed-point.ts';
export type { DescentOptions } from '../solvers/gradient/projected-descent.ts';
export { type IpmOptions, ipm } from '../solvers/ipm.ts';
export { type LemkeOptions, lemke } from '../solvers/lemke.ts';
export type { NewtonCoupledOptions } from '../solvers/newton/coupled-newton.ts';
export { type NewtonConeOptions, newtonCone } from '../solvers/newton-cone.ts';
export { newtonCoupled } from '../solvers/newton-coupled.ts';
export { type NewtonFbOptions, newtonFb } from '../solvers/newton-fb.ts';
export { type NewtonMinOptions, newtonMin } from '../solvers/newton-min.ts';
export { type NncgOptions, nncg } from '../solvers/nncg.ts';
export { nonlinearGs } from '../solvers/nonlinear-gs.ts';
export { nscd } from '../solvers/nscd.ts';
export { pgd } from '../solvers/pgd.ts';
export { type PgsOptions, pgs } from '../solvers/pgs.ts';
export { type PgsNewtonOptions, pgsNewton } from '../solvers/pgs-newton.ts';
export { type PgsSmOptions, pgsSm } from '../solvers/pgs-sm.ts';
export { psor } from '../solvers/psor.ts';
export { type AnySolver, findSolver, solvers } from '../solvers/registry.ts';
export { type Solution, type SolveRequest, solve } from '../solvers/solve.ts';
export { type SpgBbOptions, spgBb } from '../solvers/spg-bb.ts';
export { type SpookOptions, spook } from '../solvers/spook.ts';
export type { ContactSweepOptions, SweepOptions } from '../solvers/sweeps/sweep-loop.ts';
