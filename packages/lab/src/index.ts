/** The laboratory, anywhere: no file, no process, no DOM. */

export { type Column, type ColumnTable, csvLines, csvOf, titleOf } from './column-table.ts';
export { type Difference, firstDifference, ulpsBetween } from './diff-problems.ts';
export type { DoctorCheck, DoctorDocument, Finding } from './doctor/finding.ts';
export { conditionOf, examineProblem, type ProblemFindings } from './doctor/problem.ts';
export { type DoctorRequest, examineScene, examineStored } from './doctor/scene.ts';
export {
  defaultStory,
  drawScene,
  markOfFirstSteps,
  type Story,
  type StoryPanel,
  type StoryRow,
} from './drawing/story.ts';
export type { ViewName } from './drawing/view.ts';
export { type Errors, evaluate } from './evaluate/evaluate.ts';
export { largerError } from './evaluate/larger-error.ts';
export {
  type FigureDocument,
  figure,
  type SolveDocument,
  type SolveRecord,
  solveDocument,
  type ToleranceDocument,
} from './evaluate/solve-document.ts';
export { experiments } from './experiments/catalogue.ts';
export { CLAIMS, type Claim, type ClaimId } from './experiments/claims.ts';
export { type Captured, type CapturedRequest, type ExperimentContext, plainContext } from './experiments/context.ts';
export {
  type ClaimResult,
  type ClaimVerdict,
  type ComparisonRow,
  type Experiment,
  type ExperimentResult,
  type PageTable,
  type Picture,
  type Table,
  type Verdict,
  verdictOf,
} from './experiments/experiment.ts';
export { latticePile } from './experiments/t-fp/lattice-pile.ts';
export { type Imported, problemFromFclib } from './fclib/from-fclib.ts';
export { type Exported, fclibFromProblem } from './fclib/to-fclib.ts';
export type { Leaf, Tree } from './hdf5/tree.ts';
export { counted, plain, short, stepText } from './number-text.ts';
export type { ChartSpec } from './plots/chart-spec.ts';
export { type Grid, isolines, type Polyline } from './plots/isolines.ts';
export { type SolverStyle, solverStyles } from './plots/solver-style.ts';
export {
  type WorkErrorPlot,
  type WorkErrorRow,
  type WorkErrorScene,
  type WorkSeries,
  workErrorPlot,
} from './plots/work-error.ts';
export { type ComparedSolvers, type CompareRequest, compareSolvers, compareSteps } from './recommend/compare.ts';
export {
  type FasterSolver,
  type Recommendation,
  type RecommendRequest,
  recommend,
  type SolverVerdict,
} from './recommend/recommend.ts';
export { type StepDifference, stepDifference } from './recording/diff-steps.ts';
export { gltfOf } from './recording/gltf.ts';
export type { RecordedBody, RecordedRun, RunProvenance, RunSource } from './recording/recorded-run.ts';
export { type RecordedStep, STEP_COLUMNS, STEP_TEXTS, type StepColumn } from './recording/recorded-step.ts';
export { recordedScene, worldOptions } from './recording/recorded-world.ts';
export { RUN_TABLES, type RunTableName, runTable } from './recording/run-tables.ts';
export { shapeMesh, type TriangleMesh } from './recording/shape-mesh.ts';
export { type ProblemSource, sourceOf } from './replay/problem-source.ts';
export { replay, replaySteps } from './replay/replay.ts';
export type { ReplayRow } from './replay/replay-row.ts';
export { type ReplaySummary, type SummaryFigure, summaryFigure } from './replay/replay-summary.ts';
export {
  DEFAULT_SETTINGS,
  type NamedProblem,
  type ReplayDocument,
  type ReplayRequest,
  type ReplaySettings,
} from './replay/request.ts';
export { type Machine, type ResultsDocument, ResultsFormatError, readResults } from './replay/results.ts';
export { resultsTable } from './replay/results-table.ts';
export { reportPage } from './report/page.ts';
export type { ReportRequest } from './report/ranking.ts';
export { type SweepReport, sweepPage } from './report/sweep-page.ts';
export {
  type Capture,
  type CaptureCount,
  type CaptureDocument,
  type CapturedProblem,
  type CapturedStep,
  type CapturedWorld,
  type CaptureRequest,
  type CaptureSource,
  type CaptureState,
  type CaptureTally,
  captureProblems,
  captureScene,
  type Selection,
  selectionText,
  type WorstStep,
} from './run/capture.ts';
export { type Friction, type FrictionRequest, frictionNotice, frictionOf, frictionText } from './run/friction.ts';
export { type RunDocument, type RunRequest, runSteps, runWorld } from './run/run.ts';
export { scorePage } from './scoreboard/page.ts';
export {
  isSolved,
  LEVELS,
  MAIN_LEVEL,
  type ProblemLine,
  problemLines,
  type ScoreDocument,
  type ScoreLine,
  type ScoreRow,
  type ScoreSettings,
  scoreLines,
} from './scoreboard/scoreboard.ts';
export { shellText } from './shell-text.ts';
export { claimOf, SolverFailure } from './solver-failure.ts';
export { largest, median, quantile } from './statistics.ts';
export { type AxisContext, axisOf, checkAxis, type NamedAxis } from './sweep/axis-kind.ts';
export { commandOf, valueText } from './sweep/command.ts';
export { type LoadedSource, runItem, type SweepResult, type SweepTiming, worstError } from './sweep/run-item.ts';
export {
  type Axis,
  type AxisKind,
  type SweepItem,
  type SweepPlan,
  type SweepSettings,
  type SweepSource,
  type SweepValue,
  within,
} from './sweep/sweep.ts';
export { verificationGroups, verifications } from './verify/catalogue.ts';
export type { Check, Verification } from './verify/check.ts';
