/** What `library.ts` loads when it is first needed. */
export { readProblem } from '@signorini/engine/problem';
export { findScene, readScene } from '@signorini/engine/scenes';
export { findSolver } from '@signorini/engine/solvers';
export { ghostPoses } from './ghost.ts';
export { asMet, inspectProblem, problemInfo, rowNumbers, rowsOf } from './inspect.ts';
export { readMoment } from './read-moment.ts';
export { RunFiles } from './run-files.ts';
