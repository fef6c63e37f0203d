/** The laboratory, anywhere: no file, no process, no DOM. */
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
} from './capture.ts';
export { type Column, type ColumnTable, csvLines, csvOf, titleOf } from './column-table.ts';
export { type ComparedSolvers, type CompareRequest, compareSolvers, compareSteps } from './compare.ts';
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
export { type Errors, evaluate } from './evaluate.ts';
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
export type { Leaf, Tree } from './fclib/tree.ts';
export { largerError } from './larger-error.ts';
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
export { type ProblemSource, sourceOf } from './problem-source.ts';
export {
  type FasterSolver,
  type Recommendation,
  type RecommendRequest,
  recommend,
  type SolverVerdict,
} from './recommend.ts';
export { type StepDifference, stepDifference } from './recording/diff-steps.ts';
export { gltfOf } from './recording/gltf.ts';
export type { RecordedBody, RecordedRun, RunProvenance, RunSource } from './recording/recorded-run.ts';
export { type RecordedStep, STEP_COLUMNS, STEP_TEXTS, type StepColumn } from './recording/recorded-step.ts';
export { recordedScene, worldOptions } from './recording/recorded-world.ts';
export { RUN_TABLES, type RunTableName, runTable } from './recording/run-tables.ts';
export { shapeMesh, type TriangleMesh } from './recording/shape-mesh.ts';
export {
  DEFAULT_SETTINGS,
  type NamedProblem,
  type ReplayDocument,
  type ReplayRequest,
  type ReplayRow,
  type ReplaySettings,
  type ReplaySummary,
  replay,
  replaySteps,
  type SummaryFigure,
  summaryFigure,
} from './replay.ts';
export { type ReportRequest, reportPage } from './report/page.ts';
export { type SweepReport, sweepPage } from './report/sweep-page.ts';
export { type Machine, type ResultsDocument, ResultsFormatError, readResults } from './results.ts';
export { resultsTable } from './results-table.ts';
export { type RunDocument, type RunRequest, runSteps, runWorld } from './run.ts';
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
export {
  type FigureDocument,
  figure,
  type SolveDocument,
  type SolveRecord,
  solveDocument,
  type ToleranceDocument,
} from './solve-document.ts';
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
