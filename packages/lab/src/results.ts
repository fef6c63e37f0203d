/**
 * A replay together with what it was made of: what `signorini replay -o` and `recommend` write and `report` reads. A
 * document of rows and summary alone is read too; no date, so that equal runs give equal documents but for the times.
 */
import { found, shortened } from '@signorini/engine/checks';
import type { CaptureDocument } from './capture.ts';
import { REPLAYED } from './evaluate.ts';
import { JUDGES } from './larger-error.ts';
import { sourceOf } from './problem-source.ts';
import { type ReplayDocument, type ReplayRow, type ReplaySettings, type ReplaySummary, summarize } from './replay.ts';

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
  /** Of signorini. */
  readonly version?: string;
  readonly machine?: Machine;
  /** Of the folder that was replayed, if it has one. */
  readonly capture?: CaptureDocument;
}

/** A document that is no replay, in one sentence. */
export class ResultsFormatError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ResultsFormatError';
  }
}

/** What a file of an earlier version does not have is null in its rows: nothing is guessed. @throws ResultsFormatError */
export function readResults(text: string): ResultsDocument {
  const document = parsed(text);
  if (!Array.isArray(document.rows) || !Array.isArray(document.summary))
    throw new ResultsFormatError('expected the document of `signorini replay`, with rows and summary, found neither');
  if (document.rows.length === 0) throw new ResultsFormatError('rows: expected at least one, found none');
  document.rows.forEach(checkRow);
  const rows = (document.rows as ReplayRow[]).map(withGaps);
  if (new Set(rows.map(({ unit }) => unit)).size > 1)
    throw new ResultsFormatError(
      'expected energies of one unit, found J and J/s^2; replay impulse and force problems apart',
    );
  const given = new Map((document.summary as ReplaySummary[]).map((line) => [line.solver, line]));
  // summed up again: a file of an earlier version has fewer figures
  const summary = [...new Set(rows.map(({ solver }) => solver))].map((solver) =>
    summarize(
      solver,
      rows.filter((row) => row.solver === solver),
      given.get(solver)?.stoppedAfter ?? null,
    ),
  );
  return { ...(document as unknown as ResultsDocument), rows, summary };
}

function withGaps(row: ReplayRow): ReplayRow {
  return { ...NOT_RECORDED, ...row, source: row.source ?? sourceOf(row.problem) };
}

const NOT_RECORDED = {
  ...{ reason: null, coupling: null, options: null, path: null, version: null, claimedMs: null, symbolicMs: null },
  ...Object.fromEntries(REPLAYED.map((measure) => [measure, null])),
};

function parsed(text: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new ResultsFormatError(`expected JSON, found ${shortened((error as Error).message, 120)}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ResultsFormatError('expected the document of `signorini replay`, an object with rows and summary');
  return document as Record<string, unknown>;
}

/** Without these a row is useless; other measures may be newer than the file. */
const NEEDED: readonly string[] = ['timeMs', ...JUDGES];

function checkRow(row: Partial<Record<string, unknown>> | null, k: number): void {
  const wrong = (field: string, expected: string) => {
    throw new ResultsFormatError(`rows[${k}].${field}: expected ${expected}, found ${found(row?.[field])}`);
  };
  for (const field of ['problem', 'solver', 'status', 'unit'])
    if (typeof row?.[field] !== 'string') wrong(field, 'text');
  if (row?.unit !== 'J' && row?.unit !== 'J/s^2') wrong('unit', 'J or J/s^2');
  for (const field of new Set([...NEEDED, ...REPLAYED])) {
    const value = row?.[field];
    if (value === undefined && !NEEDED.includes(field)) continue;
    if (value !== null && !Number.isFinite(value)) wrong(field, 'a finite number or null');
  }
  const { iterations, options } = row as { iterations?: { total?: unknown } | null; options?: unknown };
  if (iterations !== null && !Number.isFinite(iterations?.total)) wrong('iterations', 'null or an object with total');
  if (options !== undefined && options !== null && !isOptions(options)) wrong('options', 'null or options by name');
}

function isOptions(options: unknown): boolean {
  if (typeof options !== 'object' || Array.isArray(options)) return false;
  return Object.values(options as object).every((value) => typeof value === 'string' || Number.isFinite(value));
}
