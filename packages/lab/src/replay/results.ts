/**
 * A replay together with what it was made of: what `signorini replay -o` and `recommend` write and `report` reads. A
 * document of rows and summary alone is read too; no date, so that equal runs give equal documents but for the times.
 */
import { parseJson } from '@signorini/engine/checks';
import { REPLAYED } from '../evaluate/evaluate.ts';
import type { CaptureDocument } from '../run/capture.ts';
import { sourceOf } from './problem-source.ts';
import type { ReplayRow } from './replay-row.ts';
import { type ReplaySummary, summarize } from './replay-summary.ts';
import type { ReplayDocument, ReplaySettings } from './request.ts';
import { checkResults, ResultsFormatError } from './results-check.ts';

/** The machine that it was timed on. */
export interface Machine {
  /** v20.20.2 */
  readonly node: string;
  /** linux x64 */
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
}

export interface ResultsDocument extends ReplayDocument {
  readonly settings?: ReplaySettings;
  /** Version of signorini. */
  readonly version?: string;
  readonly machine?: Machine;
  /** capture.json of the folder that was replayed, if it has one. */
  readonly capture?: CaptureDocument;
}

export { ResultsFormatError } from './results-check.ts';

/** Reads results. Fields that a file of an earlier version lacks are null: nothing is guessed. @throws ResultsFormatError */
export function readResults(text: string): ResultsDocument {
  return resultsOf(parsed(text));
}

/** The same of a document that is no text any more. @throws ResultsFormatError */
export function resultsOf(document: Record<string, unknown>): ResultsDocument {
  checkResults(document);
  const rows = (document.rows as ReplayRow[]).map(withGaps);
  if (new Set(rows.map(({ unit }) => unit)).size > 1)
    throw new ResultsFormatError(
      'expected energies of one unit, found J and J/s^2; replay impulse and force problems apart',
    );
  const given = new Map((document.summary as ReplaySummary[]).map((line) => [line.solver, line]));
  // summed up again: a file of an earlier version has fewer figures
  const summary = [...new Set(rows.map(({ solver }) => solver))].map((solver) => {
    const { stoppedAfter: after = null, stoppedFor: why } = given.get(solver) ?? {};
    const stopped = after === null ? null : { after, why: why ?? 'time' }; // earlier versions stopped for nothing else
    return summarize(
      solver,
      rows.filter((row) => row.solver === solver),
      stopped,
    );
  });
  return { ...(document as unknown as ResultsDocument), rows, summary };
}

function withGaps(row: ReplayRow): ReplayRow {
  return { ...NOT_RECORDED, ...row, source: row.source ?? sourceOf(row.problem) };
}

const NOT_RECORDED = {
  reason: null,
  coupling: null,
  options: null,
  path: null,
  version: null,
  claimedMs: null,
  symbolicMs: null,
  item: null,
  timed: null,
  ...Object.fromEntries(REPLAYED.map((measure) => [measure, null])),
};

function parsed(text: string): Record<string, unknown> {
  const document = parseJson(text, (was) => {
    throw new ResultsFormatError(`expected JSON, found ${was}`);
  });
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ResultsFormatError('expected the document of `signorini replay`, an object with rows and summary');
  return document as Record<string, unknown>;
}
