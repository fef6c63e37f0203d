/** The only list of experiments. */
import type { Experiment } from './experiment.ts';
import { isolinesExperiment } from './isolines.ts';
import { rodExperiment } from './rod.ts';

export const experiments: readonly Experiment[] = [isolinesExperiment, rodExperiment];
