/** A replay summed up: one line per solver, over the problems that it took. */
import { measures, type ReplayedMeasure } from '@signorini/engine/measures';
import { REPLAYED } from '../evaluate/evaluate.ts';
import { largest, median } from '../statistics.ts';
import type { EnergyUnit, ReplayRow } from './replay-row.ts';

/** Why a solver was not given every problem: too slow, an error beyond the tolerance, a problem that it does not take. */
export type StopReason = 'time' | 'error' | 'refused';

/** The median and the worst of a measure in a summary. */
export type SummaryFigure = `${'median' | 'worst'}${Capitalize<ReplayedMeasure>}`;

/** One solver over the problems that it took. */
export interface ReplaySummary extends Readonly<Record<SummaryFigure, number | null>> {
  readonly solver: string;
  /** Without the refused ones. */
  readonly problems: number;
  /** Rows with status `converged`. */
  readonly solved: number;
  readonly refused: number;
  /** Rows with status `failed`, which count as problems and are not solved. */
  readonly failed: number;
  /** The solver was stopped after so many problems; null if it was given all of them. */
  readonly stoppedAfter: number | null;
  /** Why; null if it was given all of them. */
  readonly stoppedFor: StopReason | null;
  readonly medianTimeMs: number | null;
  /** Median of what a program reports of itself. */
  readonly medianClaimedMs: number | null;
  readonly maxTimeMs: number | null;
  readonly medianIterations: number | null;
  readonly maxIterations: number | null;
  /**
   * Unit of the energies; `mixed`: impulse and force problems, whose figures share no median: those that have a unit are null;
   * null without problems.
   */
  readonly unit: EnergyUnit | 'mixed' | null;
}

/** @param rows those of `solver`; @param stopped after how many and why, if it was not given all problems */
export function summarize(
  solver: string,
  rows: readonly ReplayRow[],
  stopped: { readonly after: number; readonly why: StopReason } | null = null,
): ReplaySummary {
  const taken = rows.filter(({ status }) => status !== 'refused');
  const units = [...new Set(taken.map(({ unit }) => unit))];
  const alike = units.length > 1 ? [] : taken; // figures of one quantity, or none
  const times = taken.map(({ timeMs }) => timeMs);
  const iterations = taken.map((row) => row.iterations?.total ?? null);
  const figures = REPLAYED.flatMap((measure) => {
    const values = (measures[measure].unit === 'ratio' ? taken : alike).map((row) => row[measure] ?? null);
    return [
      [summaryFigure('median', measure), median(values)],
      [summaryFigure('worst', measure), largest(values)],
    ];
  });
  return {
    solver,
    problems: taken.length,
    solved: taken.filter(({ status }) => status === 'converged').length,
    refused: rows.length - taken.length,
    failed: taken.filter(({ status }) => status === 'failed').length,
    stoppedAfter: stopped?.after ?? null,
    stoppedFor: stopped?.why ?? null,
    medianTimeMs: median(times),
    medianClaimedMs: median(taken.map(({ claimedMs }) => claimedMs)),
    maxTimeMs: largest(times),
    medianIterations: median(iterations),
    maxIterations: largest(iterations),
    unit: units.length > 1 ? 'mixed' : (units[0] ?? null),
    ...(Object.fromEntries(figures) as Record<SummaryFigure, number | null>),
  };
}

/** "medianEnergy", "worstFrictionConsistency". */
export function summaryFigure(which: 'median' | 'worst', measure: ReplayedMeasure): SummaryFigure {
  return `${which}${measure[0]!.toUpperCase()}${measure.slice(1)}` as SummaryFigure;
}
