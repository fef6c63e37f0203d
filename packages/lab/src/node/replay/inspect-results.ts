/** Contents of a file of results: how many rows, of which solvers and problems, and their origin.   docs/guide/replay.md */
import { statSync } from 'node:fs';
import type { ReplaySummary } from '../../replay/replay-summary.ts';
import type { ResultsDocument } from '../../replay/results.ts';
import { isJournal } from '../journal/read-journal.ts';
import { readResultsFile } from './read-results.ts';

export interface InspectResultsDocument extends Pick<ResultsDocument, 'version' | 'settings' | 'machine' | 'capture'> {
  readonly file: string;
  readonly bytes: number;
  readonly format: 'results of a replay' | 'journal of a replay';
  readonly rows: number;
  readonly problems: number;
  /** Rows that have a time, taken with nothing of ours beside it. */
  readonly timed: number;
  readonly solvers: readonly Pick<
    ReplaySummary,
    'solver' | 'problems' | 'solved' | 'refused' | 'failed' | 'worstEnergy' | 'worstFrictionConsistency' | 'unit'
  >[];
}

/** @throws FileError */
export async function inspectResults(path: string): Promise<InspectResultsDocument> {
  const { rows, summary, version, settings, machine, capture } = await readResultsFile(path);
  return {
    file: path,
    bytes: statSync(path).size,
    format: isJournal(path) ? 'journal of a replay' : 'results of a replay',
    rows: rows.length,
    problems: new Set(rows.map(({ problem }) => problem)).size,
    timed: rows.filter(({ timed }) => timed === 'alone').length,
    solvers: summary.map(
      ({ solver, problems, solved, refused, failed, worstEnergy, worstFrictionConsistency, unit }) => ({
        solver,
        problems,
        solved,
        refused,
        failed,
        worstEnergy,
        worstFrictionConsistency,
        unit,
      }),
    ),
    ...(version && { version }),
    ...(settings && { settings }),
    ...(machine && { machine }),
    ...(capture && { capture }),
  };
}
