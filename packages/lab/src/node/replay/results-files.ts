/** Files of results by their ending, written whole.   docs/guide/replay.md */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { csvOf } from '../../column-table.ts';
import type { ResultsDocument } from '../../replay/results.ts';
import { resultsTable } from '../../replay/results-table.ts';
import { FileError, isHdf5 } from '../files/files.ts';
import { openHdf5 } from '../hdf5/hdf5-file.ts';
import { parquetOf } from '../tables/parquet.ts';
import { RESULTS_FORMAT, writeResultsHdf5 } from './results-hdf5.ts';

/** Endings of files that results can be written to. */
export const RESULTS_ENDINGS: readonly string[] = ['.json', '.csv', '.parquet', '.h5'];

/** The text of the .json file, and of `--json`. */
export const resultsText = (document: ResultsDocument): string => `${JSON.stringify(document)}\n`;

/** @param named the path whose ending decides, if it is another */
export async function writeResults(path: string, document: ResultsDocument, named = path): Promise<void> {
  const ending = extname(named).toLowerCase();
  if (isHdf5(named)) await writeResultsHdf5(path, document);
  else if (ending === '.csv') await writeFile(path, csvOf(resultsTable(document.rows)));
  else if (ending === '.parquet') await writeFile(path, await parquetBytes(document));
  else await writeFile(path, resultsText(document));
}

function parquetBytes({ rows, summary: _, ...made }: ResultsDocument): Promise<Uint8Array> {
  return parquetOf(resultsTable(rows), { signorini: JSON.stringify(made) });
}

/** Results are not written over an HDF5 file of another kind: it may hold the only copy of a capture. @throws FileError */
export async function expectResultsPlace(path: string): Promise<void> {
  if (!isHdf5(path) || !existsSync(path)) return;
  const file = await openHdf5(path);
  const { format } = file.attributes('/');
  file.close();
  if (format !== RESULTS_FORMAT)
    throw new FileError(
      path,
      'expected a new file, or results to replace, found another HDF5 file, which stays as it is',
    );
}
