/** A dataset that is open for reading: an HDF5 file, or the journal of one that is not finished.   docs/guide/datasets.md */
import type { Dataset } from '../../dataset/dataset.ts';
import { datasetIn } from '../../dataset/file-dataset.ts';
import { FileError } from '../files/file-error.ts';
import { openHdf5 } from '../hdf5/hdf5-file.ts';
import { isJournal } from '../journal/read-journal.ts';
import { openDatasetJournal } from './read-dataset-journal.ts';

export type { Dataset, DatasetEntry, DatasetSummary } from '../../dataset/dataset.ts';

/** @param path of a dataset, or of the journal of one. @throws FileError if it is neither */
export async function openDataset(path: string): Promise<Dataset> {
  const dataset = isJournal(path) ? openDatasetJournal(path) : await openDatasetFile(path);
  if (dataset) return dataset;
  throw new FileError(path, 'expected a dataset, found another HDF5 file');
}

/** Undefined if it is an HDF5 file without the mark of a dataset. @throws FileError */
export async function openDatasetFile(path: string): Promise<Dataset | undefined> {
  return datasetIn(path, await openHdf5(path));
}
