/** Code that `library.ts` loads when it is first needed. */
import { findScene, readScene } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { provideOthers } from './run/scene-library.ts';

export { readMoment } from '../moment/read-moment.ts';
export { StepAnswers } from './answers/answers.ts';
export { stopAt } from './answers/stops.ts';
export { RunFiles } from './files/run-files.ts';
export { PerturbedRun } from './run/perturbed-run.ts';
export { Reopening } from './run/reopening.ts';
export { marksOf } from './shown/marks.ts';

provideOthers({ findScene, readScene, findSolver });
