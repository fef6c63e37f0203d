/** The laboratory on Node: files, pictures, reproductions. */
export { FileError, readProblemFile, writeFileWhole } from './files.ts';
export { type ProblemFile, problemFiles } from './problem-files.ts';
export { renderPng, renderSvg } from './render.ts';
export { type ExperimentEntry, reproduce } from './reproduce.ts';
