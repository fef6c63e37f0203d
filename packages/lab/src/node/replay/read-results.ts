/** Results of a replay from any file that holds them: .json, .h5, .csv, and the journal of a replay that was interrupted. */
import { extname } from 'node:path';
import { readCsv } from '../../column-table.ts';
import { NOT_TIMED } from '../../replay/replay-row.ts';
import { DEFAULT_SETTINGS } from '../../replay/request.ts';
import { type ResultsDocument, ResultsFormatError, readResults, resultsOf } from '../../replay/results.ts';
import { RESULTS_COLUMNS, resultsRow } from '../../replay/results-table.ts';
import { FileError, isFile, isHdf5, readText } from '../files/files.ts';
import { openHdf5 } from '../hdf5/hdf5-file.ts';
import { isJournal, openJournal } from '../journal/read-journal.ts';
import { RESULTS_FORMAT, readResultsHdf5 } from './results-hdf5.ts';
import { type AnswerRecord, RESULTS_JOURNAL, type TimesRecord } from './results-journal.ts';

/** Reads results; a journal holds those so far, a .csv rows without machine and settings. @throws FileError */
export async function readResultsFile(path: string): Promise<ResultsDocument> {
  try {
    return await documentOf(path);
  } catch (error) {
    if (error instanceof ResultsFormatError) throw new FileError(path, error.message);
    throw error;
  }
}

async function documentOf(path: string): Promise<ResultsDocument> {
  if (isJournal(path)) return resultsOf(readResultsJournal(path));
  if (isHdf5(path)) return resultsOf(await readResultsHdf5(path));
  const ending = extname(path).toLowerCase();
  if (ending === '.parquet')
    throw new FileError(path, 'expected results as .json, .h5, .csv or a journal .part, found a Parquet file');
  const text = await readText(path, 'the document of `signorini replay`');
  return ending === '.csv' ? resultsOf(ofCsv(path, text)) : readResults(text);
}

/** True if a file holds results; false also for a file that is damaged or not there. */
export async function isResultsFile(path: string): Promise<boolean> {
  if (!isFile(path)) return false;
  if (isJournal(path)) {
    const { head, close } = openJournal(path);
    close();
    return head.kind === RESULTS_JOURNAL.kind;
  }
  if (isHdf5(path)) {
    const file = await openHdf5(path);
    const { format } = file.attributes('/');
    file.close();
    return format === RESULTS_FORMAT;
  }
  const ending = extname(path).toLowerCase();
  if (ending === '.csv' || ending === '.parquet') return true;
  return ending === '.json' && /"rows"\s*:\s*\[/.test((await readText(path, 'a JSON file')).slice(0, 200));
}

function ofCsv(path: string, text: string): Record<string, unknown> {
  const lines = readCsv(text);
  const needed = ['problem', 'solver', 'status', 'unit', 'energy'];
  if (!lines?.[0] || !needed.every((name) => Object.hasOwn(lines[0]!, name)))
    throw new FileError(
      path,
      `expected the columns of \`signorini replay -o results.csv\`, ${needed.join(', ')} among them, found others`,
    );
  try {
    const rows = lines.map((line) =>
      resultsRow(Object.fromEntries(RESULTS_COLUMNS.map(({ name, kind }) => [name, cellOf(line[name], kind)]))),
    );
    return { rows, summary: [] };
  } catch (error) {
    throw new FileError(path, `expected JSON in the column options, found ${(error as Error).message}`);
  }
}

function cellOf(text: string | undefined, kind: string): string | number | null {
  if (text === undefined || text === '') return null;
  return kind === 'text' ? text : Number(text);
}

/** Results of a replay so far. @throws FileError if the journal is of something else */
function readResultsJournal(path: string): Record<string, unknown> {
  const journal = openJournal(path);
  try {
    const { kind, version, of } = journal.head;
    if (kind !== RESULTS_JOURNAL.kind || version !== RESULTS_JOURNAL.version)
      throw new FileError(path, `expected the journal of a replay, found that of a ${kind}`);
    const answers = new Map<string, AnswerRecord>();
    const times = new Map<string, TimesRecord>();
    for (const { document } of journal.records()) {
      const record = document as AnswerRecord | TimesRecord;
      if (record.kind === 'answer') answers.set(record.item, record);
      else if (record.kind === 'times') times.set(record.item, record);
    }
    if (answers.size === 0) throw new FileError(path, 'expected answers of a replay, found none yet');
    const rows = [...answers.values()].map(({ item, problem, source, answer }) => {
      const known = times.get(item);
      const untimed = known?.failure == null ? null : `not timed: ${known.failure}`;
      const figures = known?.times ?? NOT_TIMED;
      return { problem, source, item, ...answer, reason: answer.reason ?? untimed, ...figures };
    });
    const { engine, repeat, coupling, machine } = of as Record<string, unknown>;
    const settings = { ...DEFAULT_SETTINGS, repeat, coupling };
    return { rows, summary: [], settings, version: engine, ...(machine !== undefined && { machine }) };
  } finally {
    journal.close();
  }
}
