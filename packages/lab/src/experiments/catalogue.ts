/** The only list of experiments, in the order of the papers. */
import { leastErrorExperiment } from './eatk18/least-error.ts';
import { forkliftExperiment } from './eptk19/forklift.ts';
import { isolinesExperiment } from './eptk19/isolines.ts';
import { measureCostExperiment } from './eptk19/measure-cost.ts';
import { pgsConvergenceExperiment } from './eptk19/pgs-convergence.ts';
import { rodExperiment } from './eptk19/rod.ts';
import { toleranceExperiment } from './eptk19/tolerance.ts';
import { unitsExperiment } from './eptk19/units.ts';
import type { Experiment } from './experiment.ts';
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
  leastErrorExperiment,

  // T-FP
  fixedPointExperiment,
  scalingExperiment,
  shakerExperiment,

  // PIR
];
