/**
 * `@signorini/engine`: what a user of worlds needs. Beside it: `/scenes` (catalogue and scene files), `/solvers`, `/problem`,
 * `/measures`, `/collision` and `/checks`.   docs/decisions/021-entries.md
 * @module engine
 */

export { ContractError } from './checks/errors.ts';
export * from './collision/shapes/shapes.ts';
export { DEFAULT_MATERIAL, type FrictionPair, type Material, type MaterialOptions } from './contact/material.ts';
export type { StepChecked } from './dynamics/accuracy/step-check.ts';
export type { Motion } from './dynamics/bodies/bodies.ts';
export { Body } from './dynamics/bodies/body.ts';
export type { BodyOptions } from './dynamics/bodies/body-options.ts';
export type { ContactView, TurnState } from './dynamics/bodies/contact-view.ts';
export type { Inertia } from './dynamics/bodies/inertia.ts';
export type { Oscillation, PathMotion, PrescribedMotion, UniformMotion } from './dynamics/bodies/prescribed-motion.ts';
export * as quaternion from './dynamics/bodies/quaternion.ts';
export type { BudgetEntry, StepBudget, Verdict } from './dynamics/errors/budget.ts';
export type { RunBudget } from './dynamics/errors/budget-sums.ts';
export {
  type BodyPair,
  STAGES,
  type Stage,
  StepError,
  type StepMeasured,
  type StepMethod,
  type StepReport,
} from './dynamics/errors/step-report.ts';
export { type ConstantForceOptions, constantForce } from './dynamics/forces/constant-force.ts';
export type { DrivenWorld, Driver } from './dynamics/forces/driver.ts';
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
export type { Limits, OverTime, SlideDrive, TurnDrive } from './dynamics/joints/drives/drive.ts';
export type { ForceLawOptions, Law } from './dynamics/joints/drives/force-law.ts';
export type {
  DataOfTime,
  FunctionOfTime,
  HarmonicOfTime,
  PolynomialOfTime,
  ScheduleOfTime,
  SchedulePoint,
} from './dynamics/joints/drives/time-function.ts';
export type { Breaking, Freedom, JointCommon, Reaction, Stiffness } from './dynamics/joints/joint.ts';
export type { JointView } from './dynamics/joints/joint-view.ts';
export type { CylindricalOptions } from './dynamics/joints/kinds/cylindrical.ts';
export type { DifferentialOptions, DifferentialTerm } from './dynamics/joints/kinds/differential.ts';
export type { DistanceOptions } from './dynamics/joints/kinds/distance.ts';
export type { FixedOptions } from './dynamics/joints/kinds/fixed.ts';
export type { GearOptions } from './dynamics/joints/kinds/gear.ts';
export type { PlanarOptions } from './dynamics/joints/kinds/planar.ts';
export type { PointOnLineOptions } from './dynamics/joints/kinds/point-on-line.ts';
export type { PointOnPlaneOptions } from './dynamics/joints/kinds/point-on-plane.ts';
export type { PrismaticOptions } from './dynamics/joints/kinds/prismatic.ts';
export type { RevoluteOptions } from './dynamics/joints/kinds/revolute.ts';
export type { RevoluteSphericalOptions } from './dynamics/joints/kinds/revolute-spherical.ts';
export type { ScrewOptions } from './dynamics/joints/kinds/screw.ts';
export type { SphericalOptions } from './dynamics/joints/kinds/spherical.ts';
export type { UniversalOptions } from './dynamics/joints/kinds/universal.ts';
export { JOINT_KINDS, type JointKind, type JointOptions } from './dynamics/joints/kinds.ts';
export type { LedgerEntries, LedgerReport } from './dynamics/state/ledger.ts';
export type { IntegratorName, ProjectionName, StepSolution, StepSolver } from './dynamics/state/step-parts.ts';
export type { StepFallbacks } from './dynamics/state/step-state.ts';
export type { SleepOptions } from './dynamics/step/sleeping.ts';
export { type ContactTable, contactRows, contactTable } from './dynamics/world/contact-table.ts';
export type { DebugLines, DebugOptions } from './dynamics/world/debug-lines.ts';
export { frictionModels } from './dynamics/world/friction-models.ts';
export type { WorldSettings } from './dynamics/world/settings.ts';
export type { Snapshot } from './dynamics/world/snapshot.ts';
export { type SolvedRows, solvedRows } from './dynamics/world/solved-rows.ts';
export { World } from './dynamics/world/world.ts';
export type { CastOptions, Hit, RayOptions, WorldQueries } from './dynamics/world/world-queries.ts';
export { kernelStatus } from './kernels/load.ts';
export type { AxisAngle, Quat, Rotation } from './linalg/quat.ts';
export { Rng } from './linalg/rng.ts';
export type { Vec3 } from './linalg/vec3.ts';
export type { FailedMethod, ThreadTeam } from './problem/solver.ts';
export { createWorld, type SolvingOptions, type WorldOptions } from './simulate.ts';
export type { BuiltInSolver } from './solvers/registry/built-in.ts';
export type { TeamMember } from './threads/arrivals.ts';
export { Team, type TeamOptions } from './threads/team.ts';
export { VERSION } from './version.ts';
