/** The laboratory, anywhere: no file, no process, no DOM. */
export { type Errors, evaluate } from './evaluate.ts';
export { experiments } from './experiments/catalogue.ts';
export type { Experiment, ExperimentResult, Picture, Table, Verdict } from './experiments/experiment.ts';
export { type Grid, isolines, type Polyline } from './plots/isolines.ts';
export {
  type NamedProblem,
  type ReplayDocument,
  type ReplayRequest,
  type ReplayRow,
  type ReplaySummary,
  replay,
} from './replay.ts';
export { type FigureDocument, figure, type SolveDocument, solveDocument } from './solve-document.ts';
export { largest, median } from './statistics.ts';
