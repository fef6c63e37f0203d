/** `@signorini/lab/run`: what running one world needs, without the rest of the laboratory: it is read in a third of the time. */

export { counted, plain, short, stepText } from './number-text.ts';
export type { RunSource } from './recording/recorded-run.ts';
export { worldOptions } from './recording/recorded-world.ts';
export { type Friction, frictionNotice, frictionOf, frictionText } from './run/friction.ts';
export { type RunDocument, type RunRequest, runSteps, runWorld } from './run/run.ts';
export { shellText } from './shell-text.ts';
export { SolverFailure } from './solver-failure.ts';
