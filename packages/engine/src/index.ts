/**
 * `@signorini/engine`: what a user of worlds needs. Beside it: `/scenes` (catalogue and scene files), `/solvers`, `/problem`,
 * `/measures`, `/collision` and `/checks`.   docs/decisions/021-entries.md
 * @module engine
 */

export { ContractError } from './checks/errors.ts';
export { type Child, compound } from './collision/shapes/compound.ts';
export { hull } from './collision/shapes/hull.ts';
export { heightField, mesh } from './collision/shapes/mesh.ts';
export {
  type Box,
  box,
  type Capsule,
  type Compound,
  type Cylinder,
  capsule,
  cylinder,
  type HeightField,
  type Hull,
  type Mesh,
  type Plane,
  plane,
  type Shape,
  ShapeError,
  type Sphere,
  sphere,
} from './collision/shapes/shapes.ts';
export { DEFAULT_MATERIAL, type FrictionPair, type Material, type MaterialOptions } from './contact/material.ts';
export type { Motion } from './dynamics/bodies.ts';
export { Body } from './dynamics/body.ts';
export type { BodyOptions } from './dynamics/body-options.ts';
export { type ContactTable, contactRows, contactTable } from './dynamics/contact-table.ts';
export type { ContactView, TurnState } from './dynamics/contact-view.ts';
export type { DebugLines, DebugOptions } from './dynamics/debug-lines.ts';
export { type ConstantForceOptions, constantForce } from './dynamics/forces/constant-force.ts';
export type { ForceElement } from './dynamics/forces/force-element.ts';
export { type SpringDamper, type SpringDamperOptions, springDamper } from './dynamics/forces/spring-damper.ts';
export type { LawSpring, StepMotion } from './dynamics/forces/step-motion.ts';
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
export type { Inertia } from './dynamics/inertia.ts';
export type { JointView } from './dynamics/joint-view.ts';
export type { CylindricalOptions } from './dynamics/joints/cylindrical.ts';
export type { DifferentialOptions, DifferentialTerm } from './dynamics/joints/differential.ts';
export type { DistanceOptions } from './dynamics/joints/distance.ts';
export type { Limits, OverTime, SlideDrive, TurnDrive } from './dynamics/joints/drive.ts';
export type { FixedOptions } from './dynamics/joints/fixed.ts';
export type { ForceLawOptions, Law } from './dynamics/joints/force-law.ts';
export type { GearOptions } from './dynamics/joints/gear.ts';
export type { Breaking, Freedom, JointCommon, Reaction, Stiffness } from './dynamics/joints/joint.ts';
export { JOINT_KINDS, type JointKind, type JointOptions } from './dynamics/joints/kinds.ts';
export type { PlanarOptions } from './dynamics/joints/planar.ts';
export type { PointOnLineOptions } from './dynamics/joints/point-on-line.ts';
export type { PointOnPlaneOptions } from './dynamics/joints/point-on-plane.ts';
export type { PrismaticOptions } from './dynamics/joints/prismatic.ts';
export type { RevoluteOptions } from './dynamics/joints/revolute.ts';
export type { RevoluteSphericalOptions } from './dynamics/joints/revolute-spherical.ts';
export type { ScrewOptions } from './dynamics/joints/screw.ts';
export type { SphericalOptions } from './dynamics/joints/spherical.ts';
export type {
  DataOfTime,
  FunctionOfTime,
  HarmonicOfTime,
  PolynomialOfTime,
  ScheduleOfTime,
  SchedulePoint,
} from './dynamics/joints/time-function.ts';
export type { UniversalOptions } from './dynamics/joints/universal.ts';
export type { Oscillation, PathMotion, PrescribedMotion, UniformMotion } from './dynamics/prescribed-motion.ts';
export * as quaternion from './dynamics/quaternion.ts';
export type { WorldSettings } from './dynamics/settings.ts';
export type { Snapshot } from './dynamics/snapshot.ts';
export { type SolvedRows, solvedRows } from './dynamics/solved-rows.ts';
export type { BudgetEntry, StepBudget, Verdict } from './dynamics/step/budget.ts';
export type { RunBudget } from './dynamics/step/budget-sums.ts';
export type { LedgerEntries, LedgerReport } from './dynamics/step/ledger.ts';
export type { SleepOptions } from './dynamics/step/sleeping.ts';
export type { StepChecked } from './dynamics/step/step-check.ts';
export {
  type BodyPair,
  STAGES,
  type Stage,
  StepError,
  type StepFallbacks,
  type StepMeasured,
  type StepMethod,
  type StepReport,
} from './dynamics/step/step-report.ts';
export type { IntegratorName, ProjectionName, StepSolution, StepSolver } from './dynamics/step/step-state.ts';
export { World } from './dynamics/world.ts';
export type { Driver } from './dynamics/world-options.ts';
export type { CastOptions, Hit, RayOptions, WorldQueries } from './dynamics/world-queries.ts';
export { kernelStatus } from './kernels/load.ts';
export type { AxisAngle, Quat, Rotation } from './linalg/quat.ts';
export { Rng } from './linalg/rng.ts';
export type { Vec3 } from './linalg/vec3.ts';
export type { ThreadTeam } from './problem/solver.ts';
export { createWorld, type SolvingOptions, type WorldOptions } from './simulate.ts';
export type { BuiltInSolver } from './solvers/registry/built-in.ts';
export type { TeamMember } from './threads/arrivals.ts';
export { Team, type TeamOptions } from './threads/team.ts';
export { VERSION } from './version.ts';
