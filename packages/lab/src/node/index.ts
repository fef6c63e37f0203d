/** The laboratory on Node: files, pictures, reproductions. */
export { expectCapturePlace, readCaptureDocument, writeCapture } from './capture-files.ts';
export { readFclibFile, writeFclibFile } from './fclib-files.ts';
export { expectFreeFolder, FileError, readText, writeFileWhole, writeFolderWhole, writeLinesWhole } from './files.ts';
export { thisMachine } from './machine.ts';
export { MissingPackageError } from './optional-packages.ts';
export { type Note, type ProblemSet, readProblemFile, readProblems, writeProblemFile } from './problem-files.ts';
export { expectRecommendFolder, type RecommendationDocument, writeRecommendation } from './recommendation-folder.ts';
export { renderInline, renderPng, renderSvg } from './render.ts';
export { renderReport } from './render-report.ts';
export { type ExperimentEntry, reproduce } from './reproduce.ts';
export { readSceneFile, readSceneOrProblem } from './scene-files.ts';
