/**
 * A replay together with what it was made of: what `signorini replay -o` and `recommend` write and `report` reads. A
 * document of rows and summary alone is read too; no date, so that equal runs give equal documents but for the times.
 */
import type { CaptureDocument } from './capture.ts';
import { type ReplayDocument, type ReplayRequest, type ReplayRow, type ReplaySummary, summarize } from './replay.ts';

/** Where it was timed. */
export interface Machine {
  /** v20.20.2 */
  readonly node: string;
  /** linux x64 */
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
}

export interface ReplaySettings {
  readonly repeat: number;
  readonly coupling: NonNullable<ReplayRequest['coupling']>;
  readonly warmUp: number;
  /** Solves longer than `ms` on so many problems stop a solver; null: nobody is stopped. */
  readonly patience: ReplayRequest['patience'] | null;
  /** Problems longer than `ms` in the median are solved `repeat` times; null: all alike. */
  readonly doubt: ReplayRequest['doubt'] | null;
}

export interface ResultsDocument extends ReplayDocument {
  readonly settings?: ReplaySettings;
  /** Of signorini. */
  readonly version?: string;
  readonly machine?: Machine;
  /** Of the folder that was replayed, where it has one. */
  readonly capture?: CaptureDocument;
}

/** A document that is no replay, told in one sentence. */
export class ResultsFormatError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ResultsFormatError';
  }
}

/** @throws ResultsFormatError */
export function readResults(text: string): ResultsDocument {
  const document = parsed(text);
  if (!Array.isArray(document.rows) || !Array.isArray(document.summary))
    throw new ResultsFormatError('expected the document of `signorini replay`, with rows and summary, found neither');
  if (document.rows.length === 0) throw new ResultsFormatError('rows: expected at least one, found none');
  document.rows.forEach(checkRow);
  const rows = document.rows as ReplayRow[];
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

function parsed(text: string): Record<string, unknown> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new ResultsFormatError(`expected JSON, found ${(error as Error).message}`);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new ResultsFormatError('expected the document of `signorini replay`, an object with rows and summary');
  return document as Record<string, unknown>;
}

const FIGURES = ['timeMs', 'energy', 'relativeEnergy', 'naturalResidual', 'frictionConsistency'] as const;

function checkRow(row: Partial<Record<string, unknown>> | null, k: number): void {
  const wrong = (field: string, expected: string) => {
    throw new ResultsFormatError(`rows[${k}].${field}: expected ${expected}, found ${JSON.stringify(row?.[field])}`);
  };
  for (const field of ['problem', 'solver', 'status', 'unit'])
    if (typeof row?.[field] !== 'string') wrong(field, 'text');
  for (const field of FIGURES)
    if (row?.[field] !== null && !Number.isFinite(row?.[field])) wrong(field, 'a finite number or null');
  const { iterations } = row as { iterations?: { total?: unknown } | null };
  if (iterations !== null && !Number.isFinite(iterations?.total)) wrong('iterations', 'null or an object with total');
}
