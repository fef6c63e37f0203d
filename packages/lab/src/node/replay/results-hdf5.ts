/** Results of a replay as an HDF5 file: one array per column in /results, and what they were made of beside it.   docs/guide/replay.md */

import type { Hdf5File } from '../../hdf5/hdf5-file.ts';
import { Hdf5Writer } from '../../hdf5/hdf5-writer.ts';
import type { ResultsDocument } from '../../replay/results.ts';
import { RESULTS_COLUMNS, resultsRow, resultsTable } from '../../replay/results-table.ts';
import { FileError } from '../files/file-error.ts';
import { openHdf5 } from '../hdf5/hdf5-file.ts';
import { fileTarget } from '../hdf5/hdf5-target.ts';

export const RESULTS_FORMAT = 'signorini-results';
const VERSION = 1;

/** Numbers that are not there are NaN, counts -1, texts empty. */
export async function writeResultsHdf5(path: string, { rows, summary: _, ...made }: ResultsDocument): Promise<void> {
  const writer = new Hdf5Writer(fileTarget(path));
  try {
    writer.group('/', { format: RESULTS_FORMAT, version: VERSION, engine: made.version ?? '' });
    writer.text('/provenance', JSON.stringify(made));
    writer.group('/results');
    for (const { name, kind, unit, values } of resultsTable(rows)) {
      const place = `/results/${name}`;
      const given = Array.from(values);
      const attributes = unit === '' ? {} : { unit };
      if (kind === 'text')
        await writer.list(
          place,
          given.map((v) => String(v ?? '').replaceAll('\0', ' ')),
        );
      else if (kind === 'number')
        await writer.append(
          writer.array(place, 'f64', 1, attributes),
          Float64Array.from(given, (v) => (v === null ? Number.NaN : Number(v))),
        );
      else
        await writer.append(
          writer.array(place, 'i32'),
          Int32Array.from(given, (v) => (v === null ? -1 : Number(v))),
        );
    }
    await writer.close();
  } finally {
    writer.abandon();
  }
}

/** The document, still to be checked. @throws FileError if it is no HDF5 file of results */
export async function readResultsHdf5(path: string): Promise<Record<string, unknown>> {
  const file = await openHdf5(path);
  try {
    const { format, version } = file.attributes('/');
    if (format !== RESULTS_FORMAT || version !== VERSION)
      throw new FileError(path, `expected ${RESULTS_FORMAT} version ${VERSION}, found ${whatIs(format, version)}`);
    const made = JSON.parse(file.text('/provenance')) as Record<string, unknown>;
    return { rows: rowsOf(file), summary: [], ...made };
  } catch (error) {
    if (error instanceof SyntaxError) throw new FileError(path, `expected JSON in its texts, found ${error.message}`);
    throw error;
  } finally {
    file.close();
  }
}

function whatIs(format: unknown, version: unknown): string {
  return typeof format === 'string' ? `${format} ${String(version)}` : 'another HDF5 file';
}

function rowsOf(file: Hdf5File): unknown[] {
  const columns = RESULTS_COLUMNS.filter(({ name }) => file.has(`/results/${name}`)).map(({ name, kind }) => {
    const array = file.array(`/results/${name}`);
    const count = array.dims[0] ?? 0;
    if (kind === 'text') return [name, array.texts(0, count).map((v) => (v === '' ? null : v))] as const;
    if (kind === 'number')
      return [name, Array.from(array.floats(0, count), (v) => (Number.isFinite(v) ? v : null))] as const;
    return [name, Array.from(array.integers(0, count), (v) => (v < 0 ? null : v))] as const;
  });
  const count = columns[0]?.[1].length ?? 0;
  return Array.from({ length: count }, (_, k) =>
    resultsRow(Object.fromEntries(columns.map(([name, values]) => [name, values[k] ?? null]))),
  );
}
