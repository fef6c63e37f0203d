/**
 * Files from bytes, anywhere: no file of a machine, no process, no DOM. HDF5 is read by h5wasm, which is loaded at the first use.
 */
export type { Dataset, DatasetSummary } from './dataset/dataset.ts';
export { datasetIn } from './dataset/file-dataset.ts';
export { FCLIB_PARTS, type Imported, problemFromFclib } from './fclib/from-fclib.ts';
export { FileError } from './file-error.ts';
export { foreignFile } from './foreign-files.ts';
export { Hdf5Error, type Hdf5Limits, load as loadHdf5, readHdf5 } from './hdf5/hdf5.ts';
export { type FileBytes, type Hdf5File, openHdf5Bytes } from './hdf5/hdf5-file.ts';
export { type MemoryTarget, memoryTarget } from './hdf5/memory-target.ts';
export { stepDifference } from './recording/diff-steps.ts';
export { runIn } from './recording/file-run.ts';
export {
  type RecordedRun,
  RUN_FORMAT,
  type RunEvent,
  type RunProvenance,
  type RunSource,
  recordedBodies,
} from './recording/recorded-run.ts';
export { recordedStep, velocitiesOf } from './recording/recorded-step.ts';
export { RunWriter } from './recording/write-run.ts';
