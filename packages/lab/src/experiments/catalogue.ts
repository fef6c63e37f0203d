/** The only list of experiments, in the order of the papers. */

import { cableRodExperiment } from './eatk18/cable-rod.ts';
import { criticalExperiment } from './eatk18/critical.ts';
import { errorDevelopmentExperiment } from './eatk18/error-development.ts';
import { iterationsExperiment } from './eatk18/iterations.ts';
import { leastErrorExperiment } from './eatk18/least-error/least-error.ts';
import { orderingExperiment } from './eatk18/ordering.ts';
import { outcomesExperiment } from './eatk18/outcomes.ts';
import { recommendationsExperiment } from './eatk18/recommendations.ts';
import { stationaryPointExperiment } from './eatk18/stationary-point.ts';
import { table4Experiment } from './eatk18/table4.ts';
import { timeErrorExperiment } from './eatk18/time-error.ts';
import { forkliftExperiment } from './eptk19/forklift.ts';
import { isolinesExperiment } from './eptk19/isolines.ts';
import { measureCostExperiment } from './eptk19/measure-cost.ts';
import { pgsConvergenceExperiment } from './eptk19/pgs-convergence.ts';
import { rodExperiment } from './eptk19/rod.ts';
import { toleranceExperiment } from './eptk19/tolerance.ts';
import { unitsExperiment } from './eptk19/units.ts';
import type { Experiment } from './experiment.ts';
import { activeSetExperiment } from './pir/active-set.ts';
import { anisotropyExperiment } from './pir/anisotropy.ts';
import { multigridExperiment } from './pir/multigrid.ts';
import { relaxationExperiment } from './pir/relaxation.ts';
import { residualsExperiment } from './pir/residuals.ts';
import { velocityErrorExperiment } from './pir/velocity-error.ts';
import { fixedPointExperiment } from './t-fp/fixed-point.ts';
import { scalingExperiment } from './t-fp/scaling.ts';
import { shakerExperiment } from './t-fp/shaker.ts';

export const experiments: readonly Experiment[] = [
  // EPTK19
  isolinesExperiment,
  rodExperiment,
  unitsExperiment,
  pgsConvergenceExperiment,
  measureCostExperiment,
  forkliftExperiment,
  toleranceExperiment,
  // EATK18
  iterationsExperiment,
  errorDevelopmentExperiment,
  timeErrorExperiment,
  table4Experiment,
  recommendationsExperiment,
  outcomesExperiment,
  stationaryPointExperiment,
  orderingExperiment,
  cableRodExperiment,
  criticalExperiment,
  leastErrorExperiment,

  // T-FP
  fixedPointExperiment,
  scalingExperiment,
  shakerExperiment,

  // PIR
  residualsExperiment,
  velocityErrorExperiment,
  activeSetExperiment,
  relaxationExperiment,
  anisotropyExperiment,
  multigridExperiment,
];
