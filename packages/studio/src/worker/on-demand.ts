/** What `library.ts` loads when it is first needed. */
export { readProblem } from '@signorini/engine/problem';
export { findScene, readScene } from '@signorini/engine/scenes';
export { findSolver, solve } from '@signorini/engine/solvers';
export { momentOfRun } from '../moment-of-run.ts';
export { Answers } from './answers.ts';
export { contactBlock } from './contact-block.ts';
export { ghostPoses } from './ghost.ts';
export { Insides } from './insides.ts';
export { asMet, inspectProblem, problemInfo, rowNumbers, rowsOf } from './inspect.ts';
export { marksOf } from './marks.ts';
export { readMoment } from './read-moment.ts';
export { Reopening } from './reopening.ts';
export { RunFiles } from './run-files.ts';
export { findStop, stopAt } from './stops.ts';
export { Twin } from './twin.ts';
