/** The only list of experiments, in the order of the papers. */
import { cableRodExperiment } from './eatk18/cable-rod.ts';
import { criticalExperiment } from './eatk18/critical.ts';
import { orderingExperiment } from './eatk18/ordering.ts';
import { outcomesExperiment } from './eatk18/outcomes.ts';
import { stationaryPointExperiment } from './eatk18/stationary-point.ts';
import { isolinesExperiment } from './eptk19/isolines.ts';
import { rodExperiment } from './eptk19/rod.ts';
import type { Experiment } from './experiment.ts';
import { fixedPointExperiment } from './t-fp/fixed-point.ts';
import { scalingExperiment } from './t-fp/scaling.ts';
import { shakerExperiment } from './t-fp/shaker.ts';

export const experiments: readonly Experiment[] = [
  // EPTK19
  isolinesExperiment,
  rodExperiment,
  // EATK18
  outcomesExperiment,
  stationaryPointExperiment,
  orderingExperiment,
  cableRodExperiment,
  criticalExperiment,

  // T-FP
  fixedPointExperiment,
  scalingExperiment,
  shakerExperiment,

  // PIR
];
