/** The laboratory on Node: files, pictures, reproductions. */

export { foreignFile } from '../foreign-files.ts';
export type { Hdf5Array, Hdf5File } from '../hdf5/hdf5-file.ts';
export { Hdf5Writer } from '../hdf5/hdf5-writer.ts';
export type { CaptureWriting } from './capture-dataset.ts';
export { expectCapturePlace, readCaptureDocument, writeCapture } from './capture-files.ts';
export {
  type CollectionEntry,
  type CollectionIndex,
  collectionFile,
  collectionProblem,
  findInCollection,
  readCollection,
} from './collection/collection.ts';
export { type Conversion, convertProblems, PROBLEM_FORMATS, type ProblemFormat } from './convert.ts';
export {
  type Dataset,
  type DatasetEntry,
  type DatasetSummary,
  openDataset,
  openDatasetFile,
} from './dataset/dataset.ts';
export { createDataset, type DatasetJournal, type ResumedDataset, resumeDataset } from './dataset/dataset-journal.ts';
export { problemHash } from './dataset/parts.ts';
export {
  type DatasetHead,
  type PlacedProblem,
  writeDatasetNow,
  writeDatasetWhole,
} from './dataset/write-dataset.ts';
export { type DiffDocument, type DiffPlace, diffFiles } from './diff-files.ts';
export { readFclibFile, writeFclibFile } from './fclib-files.ts';
export { expectRegular, FileError, isFolder, readText } from './files/files.ts';
export {
  expectFreeFolder,
  expectOther,
  expectWritable,
  writeFileWhole,
  writeFolderWhole,
  writeLinesWhole,
} from './files/whole-files.ts';
export { takeLock, type WriterLock } from './files/writer-lock.ts';
export { openHdf5 } from './hdf5/hdf5-file.ts';
export { fileTarget } from './hdf5/hdf5-target.ts';
export { inTurns } from './in-turns.ts';
export { type InspectDocument, inspect, type Span } from './inspect.ts';
export { createJournal, type JournalWriter, journalPath, resumeJournal } from './journal/journal.ts';
export { isJournal, type JournalHead, type JournalReader, openJournal } from './journal/read-journal.ts';
export type { JournalRecord, RecordArray } from './journal/record.ts';
export { thisMachine } from './machine.ts';
export { MissingPackageError } from './optional-packages.ts';
export { type OpenSolvers, openSolver, openSolvers, PROGRAM_LIMIT } from './outside/open-solvers.ts';
export { solverTexts } from './outside/solver-list.ts';
export {
  type Note,
  type ProblemSet,
  problemFiles,
  readProblemFile,
  readProblems,
  writeProblemFile,
} from './problem-files.ts';
export { expectRecommendFolder, type RecommendationDocument, writeRecommendation } from './recommendation-folder.ts';
export { type DiffRunsDocument, diffRuns } from './recording/diff-runs.ts';
export { exportRun, RUN_FORMATS, type RunExport, type RunFormat } from './recording/export-run.ts';
export { type InspectRunDocument, inspectRun, type RunFigure } from './recording/inspect-run.ts';
export { isRunFile, openRun } from './recording/read-run.ts';
export { recordRun } from './recording/record-run.ts';
export { type Rerun, type RerunRequest, rerunRecorded } from './recording/rerun.ts';
export type { RecordRequest } from './recording/run-journal.ts';
export { renderPng, renderSvg } from './render.ts';
export { renderReport } from './render-report.ts';
export { type InspectResultsDocument, inspectResults } from './replay/inspect-results.ts';
export { isResultsFile, readResultsFile } from './replay/read-results.ts';
export {
  expectResultsPlace,
  RESULTS_ENDINGS,
  resultsText,
  writeResults,
} from './replay/results-files.ts';
export { type FinishedReplay, type ParallelReplay, runReplay } from './replay/run-replay.ts';
export type { ClaimEntry, ExperimentEntry } from './reproduce/entry.ts';
export { readEntries } from './reproduce/folder.ts';
export { cell, order } from './reproduce/page.ts';
export { type ReproduceOptions, type Reproduction, reproduce } from './reproduce/reproduce.ts';
export { readSceneFile, readSceneOrProblem, sceneName } from './scene-files.ts';
export { runScoreboard, type ScoreboardRequest } from './scoreboard/run-scoreboard.ts';
export { expectScoreboardFolder, readScoreboard, writeScoreboard } from './scoreboard/score-folder.ts';
export { type Shard, type SweepDocument, SweepFolder } from './sweep/folder.ts';
export { mergeSweeps, type ReadSweep, readSweep } from './sweep/merge.ts';
export { type SweptSolvers, sweptSolvers } from './sweep/outside.ts';
export { createPool, type Executor } from './sweep/pool.ts';
export { checkAddress, expectQueue, shownAddress } from './sweep/queue-connection.ts';
export { createQueueExecutor } from './sweep/queue-executor.ts';
export { runWorker } from './sweep/queue-worker.ts';
export { runSweep, type SweepOutcome, type SweepRequest, type SweepRow } from './sweep/run-sweep.ts';
export { type OpenedSource, openSource } from './sweep/source.ts';
export { parquetOf } from './tables/parquet.ts';
