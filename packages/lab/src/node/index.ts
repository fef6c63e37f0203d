/** The laboratory on Node: files, pictures, reproductions. */
export { expectCapturePlace, readCaptureDocument, writeCapture } from './capture-files.ts';
export { readFclibFile, writeFclibFile } from './fclib-files.ts';
export {
  expectFreeFolder,
  expectOther,
  FileError,
  readText,
  writeFileWhole,
  writeFolderWhole,
  writeLinesWhole,
} from './files.ts';
export { inTurns } from './in-turns.ts';
export { thisMachine } from './machine.ts';
export { MissingPackageError } from './optional-packages.ts';
export {
  type Note,
  type ProblemSet,
  problemFiles,
  readProblemFile,
  readProblems,
  writeProblemFile,
} from './problem-files.ts';
export { expectRecommendFolder, type RecommendationDocument, writeRecommendation } from './recommendation-folder.ts';
export { renderInline, renderPng, renderSvg } from './render.ts';
export { renderReport } from './render-report.ts';
export { type ExperimentEntry, reproduce } from './reproduce.ts';
export { readSceneFile, readSceneOrProblem } from './scene-files.ts';
export { takeLock, type WriterLock } from './writer-lock.ts';
