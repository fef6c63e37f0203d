/** The only list of experiments, in the order of the papers. */
import { isolinesExperiment } from './eptk19/isolines.ts';
import { measureCostExperiment } from './eptk19/measure-cost.ts';
import { pgsConvergenceExperiment } from './eptk19/pgs-convergence.ts';
import { rodExperiment } from './eptk19/rod.ts';
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
  // EATK18

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
