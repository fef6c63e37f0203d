/** The public API of the engine: a plain list. */

export { ContractError } from './checks/errors.ts';
export { found, nearest, unknownName } from './checks/wording.ts';
export { type Colliders, CollisionError, type ContactPoints, Detector, PairSet } from './collision/detector.ts';
export { ClosestPoints } from './collision/queries/closest-points.ts';
export { Overlap } from './collision/queries/overlap.ts';
export { RayCast } from './collision/queries/ray-cast.ts';
export { ShapeCast } from './collision/queries/shape-cast.ts';
export { type Child, compound } from './collision/shapes/compound.ts';
export { hull } from './collision/shapes/hull.ts';
export { massProperties } from './collision/shapes/mass-properties.ts';
export { heightField, mesh } from './collision/shapes/mesh.ts';
export { box, capsule, cylinder, plane, type Shape, ShapeError, sphere } from './collision/shapes/shapes.ts';
export { DEFAULT_MATERIAL, type Material, type MaterialOptions } from './contact/material.ts';
export type { Motion } from './dynamics/bodies.ts';
export { Body } from './dynamics/body.ts';
export type { ContactView, TurnState } from './dynamics/contact-view.ts';
export { type ConstantForceOptions, constantForce } from './dynamics/forces/constant-force.ts';
export type { ForceElement } from './dynamics/forces/force-element.ts';
export { type SpringDamper, type SpringDamperOptions, springDamper } from './dynamics/forces/spring-damper.ts';
export {
  type ConverterReading,
  type Table,
  type TorqueConverter,
  type TorqueConverterOptions,
  torqueConverter,
} from './dynamics/forces/torque-converter.ts';
export {
  type TorsionalSpring,
  type TorsionalSpringOptions,
  torsionalSpring,
} from './dynamics/forces/torsional-spring.ts';
export type { Freedom, Reaction } from './dynamics/joints/joint.ts';
export { JOINT_KINDS, type JointKind, type JointOptions } from './dynamics/joints/kinds.ts';
export type { Oscillation, PathMotion, PrescribedMotion, UniformMotion } from './dynamics/prescribed-motion.ts';
export type { LedgerEntries, LedgerReport } from './dynamics/step/ledger.ts';
export type { SleepOptions } from './dynamics/step/sleeping.ts';
export { type BodyPair, STAGES, StepError, type StepMemory, type StepReport } from './dynamics/step/step-report.ts';
export type { IntegratorName, SolvedProblem, StepSolution, StepSolver } from './dynamics/step/step-state.ts';
export { World } from './dynamics/world.ts';
export type { BodyOptions, Driver, JointView, Snapshot, WorldSettings } from './dynamics/world-options.ts';
export { type CastOptions, type Hit, type RayOptions, WorldQueries } from './dynamics/world-queries.ts';
export { kernelStatus } from './kernels/load.ts';
export { Team, type TeamMember } from './kernels/team.ts';
export { hashNumbers, hashText } from './linalg/hash.ts';
export type { Quat } from './linalg/quat.ts';
export { Rng } from './linalg/rng.ts';
export type { Vec3 } from './linalg/vec3.ts';
export {
  type Answer,
  type MeasureKey,
  type MeasureName,
  type MeasureSpec,
  measureList,
  measures,
  type ReplayedMeasure,
} from './measures/catalogue.ts';
export {
  type EnergyParts,
  energyError,
  energyErrorOf,
  energyParts,
  energySum,
  rowEnergy,
} from './measures/energy.ts';
export { EXACT_ROW_LIMIT, energyErrorExact, exactInverseMasses } from './measures/energy-exact.ts';
export { fischerBurmeister, rowFischerBurmeister } from './measures/fischer-burmeister.ts';
export { frictionConsistency } from './measures/friction-consistency.ts';
export type { Measured, MeasureOptions, Norm } from './measures/measured.ts';
export {
  EnergyTolerance,
  History,
  type Iterate,
  LeastError,
  MEASURE_NAMES,
  type Service,
  type SolveHistory,
  TimeLimit,
  Watch,
} from './measures/monitor.ts';
export { naturalResidual, rowNaturalResidual } from './measures/natural-residual.ts';
export { referenceEnergy, relativeTo } from './measures/relative-energy.ts';
export { velocityError } from './measures/velocity-error.ts';
export { changeUnits, type UnitChange, type UnitFactors, unitFactors } from './problem/change-units.ts';
export { type PointMassCase, type PointMassParameters, pointMassCases } from './problem/examples/point-mass.ts';
export { ROD, rodProblem, rodSolution } from './problem/examples/rod.ts';
export { fromDense, fromTriplets, SparseOperator, type Triplets } from './problem/explicit.ts';
export { firstBounds, setFrictionBounds } from './problem/friction-bounds.ts';
export { islands, subproblem } from './problem/islands.ts';
export { type Operator, velocities } from './problem/operator.ts';
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
} from './problem/problem.ts';
export { ProblemFormatError, problemFromDocument, readProblem } from './problem/read-json.ts';
export { Box } from './problem/sets/box.ts';
export { isFollowing, setsOf } from './problem/sets/models.ts';
export { type AdmissibleSet, SET_KINDS, type SetKind } from './problem/sets/set.ts';
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
} from './problem/solver.ts';
export {
  type JacobianBlock,
  type Structure,
  StructuredOperator,
  structureFromBlocks,
} from './problem/structured.ts';
export { type ProblemDocument, problemDocument, writeProblem } from './problem/write-json.ts';
export { findScene, scenes } from './scenes/catalogue.ts';
export {
  defineScene,
  parameterRange,
  type Scene,
  type SceneParameter,
  type SceneValues,
  sceneValues,
} from './scenes/scene.ts';
export { readScene, sceneFromDocument } from './scenes/scene-file.ts';
export { createWorld, type WorldOptions } from './simulate.ts';
export { admm } from './solvers/admm.ts';
export { amg } from './solvers/amg.ts';
export { apgd } from './solvers/apgd.ts';
export { auto } from './solvers/auto.ts';
export { blockGs } from './solvers/block-gs.ts';
export { bpp } from './solvers/bpp.ts';
export { bppDense } from './solvers/bpp-dense.ts';
export { cpg } from './solvers/cpg.ts';
export { dantzig } from './solvers/dantzig.ts';
export { enumeration } from './solvers/enumeration.ts';
export { fixedPoint } from './solvers/fixed-point.ts';
export { ipm } from './solvers/ipm.ts';
export { lemke } from './solvers/lemke.ts';
export { newtonCone } from './solvers/newton-cone.ts';
export { newtonCoupled } from './solvers/newton-coupled.ts';
export { newtonFb } from './solvers/newton-fb.ts';
export { newtonMin } from './solvers/newton-min.ts';
export { nncg } from './solvers/nncg.ts';
export { nonlinearGs } from './solvers/nonlinear-gs.ts';
export { nscd } from './solvers/nscd.ts';
export { pgd } from './solvers/pgd.ts';
export { pgs } from './solvers/pgs.ts';
export { pgsNewton } from './solvers/pgs-newton.ts';
export { pgsSm } from './solvers/pgs-sm.ts';
export { psor } from './solvers/psor.ts';
export { type AnySolver, findSolver, solvers } from './solvers/registry.ts';
export { type Solution, type SolveRequest, solve } from './solvers/solve.ts';
export { spgBb } from './solvers/spg-bb.ts';
export { spook } from './solvers/spook.ts';
