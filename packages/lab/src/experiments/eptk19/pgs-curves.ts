/** Error of projected Gauss-Seidel against the sweep, problem by problem, and the figures that EPTK19 Sec. 5.2 talks about. */
import { frictionConsistency } from '@signorini/engine/measures';
import { pgs } from '@signorini/engine/solvers';
import type { Captured } from '../context.ts';
import { type Fit, momentsOf, type Spread, spreadOf, straightLine } from '../fit.ts';
import { rounded } from '../words.ts';
import { eachIterate, errorOf, THREE_MEASURES } from './iterates.ts';

export const SWEEPS = 100;
/** Sweeps over which the decay is fitted, both ends inside; the first thirty are left out: there the errors have their maximum. */
export const FITTED = [30, SWEEPS] as const;
/**
 * First step of a wall that has settled. In the first ten the bricks meet and the load comes down row by row, so that the
 * errors differ by orders of magnitude; from here on the wall is the paper's "motionless example".
 */
export const SETTLED = 20;
/** The paper's "first ten iterations". */
export const FIRST = 10;

export const CURVE_MEASURES = [
  ...THREE_MEASURES,
  { name: 'consistency', title: 'friction consistency', unit: 'J' },
] as const;

export type CurveMeasure = (typeof CURVE_MEASURES)[number]['name'];

/** One measure of all problems of one capture. */
export interface CurveFigures {
  readonly measure: CurveMeasure;
  /** By sweep, from 0 (x = 0). */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  readonly lower: readonly number[];
  readonly median: readonly number[];
  readonly upper: readonly number[];
  /** Slopes of ln error per sweep, one per problem: over FITTED, its first and its last third. */
  readonly slope: Spread;
  readonly earlySlope: Spread;
  readonly lateSlope: Spread;
  /** Slope over that of the natural residual, problem by problem. */
  readonly slopeRatio: Spread;
  /** Part of the variance of ln error that one exponential explains. */
  readonly explained: Spread;
  /** Fit to the mean curve. */
  readonly meanFit: Fit;
  /** Sweep of the largest error, 0 to SWEEPS. */
  readonly peak: Spread;
  /** Share of curves that are higher than at sweep 1 somewhere in the first ten, and at any sweep higher than at the one before. */
  readonly rising: number;
  readonly everRising: number;
  /** Share of curves whose error falls in every sweep of the first ten, from x = 0 on. */
  readonly fallingFirst: number;
}

export interface CurveSet {
  readonly problems: number;
  readonly rows: Spread;
  readonly empty: number;
  readonly figures: readonly CurveFigures[];
  /** Figures of the steps from SETTLED on. */
  readonly settled: readonly CurveFigures[];
  /** Every few problems: step, and errors by sweep. */
  readonly curves: readonly { readonly step: number; readonly errors: Readonly<Record<CurveMeasure, number[]>> }[];
}

/** @param kept about this many curves are returned as they are, with all of the first ten steps */
export function curveSet(captured: Captured, kept: number): CurveSet {
  const all = captured.problems.map(({ problem, step }) => {
    const errors: Record<CurveMeasure, number[]> = { fischer: [], natural: [], energy: [], consistency: [] };
    const request = { solver: pgs, options: { maxIterations: SWEEPS }, start: 'cold', toLimit: true } as const;
    eachIterate(problem, request, (_, x, w) => {
      for (const { name } of THREE_MEASURES) errors[name].push(errorOf(name, problem, x, w));
      errors.consistency.push(frictionConsistency(problem, x).value);
    });
    return { step, errors };
  });
  const every = Math.max(1, Math.floor(all.length / kept));
  return {
    problems: all.length,
    rows: spreadOf(captured.problems.map(({ problem }) => problem.n)),
    empty: captured.count.empty,
    figures: figuresOfAll(all),
    settled: figuresOfAll(all.filter(({ step }) => step >= SETTLED)),
    curves: all
      .filter(({ step }, k) => k % every === 0 || step <= FIRST)
      .map(({ step, errors }) => ({
        step,
        errors: {
          fischer: errors.fischer.map((v) => rounded(v)),
          natural: errors.natural.map((v) => rounded(v)),
          energy: errors.energy.map((v) => rounded(v)),
          consistency: errors.consistency.map((v) => rounded(v)),
        },
      })),
  };
}

function figuresOfAll(all: CurveSet['curves']): CurveFigures[] {
  const natural = all.map(({ errors }) => decay(errors.natural).slope);
  return CURVE_MEASURES.map(({ name }) => {
    const curves = all.map(({ errors }) => errors[name]);
    return figuresOf(name, curves, natural);
  });
}

/** ln error against the sweep, between two sweeps. */
export function decay(curve: readonly number[], [from, to]: readonly [number, number] = FITTED): Fit {
  const points: [number, number][] = [];
  for (let k = from; k <= to && k < curve.length; k++) {
    const error = curve[k] ?? 0;
    if (error > 0) points.push([k, Math.log(error)]);
  }
  return straightLine(points);
}

export function figuresOf(
  measure: CurveMeasure,
  curves: readonly (readonly number[])[],
  natural: readonly number[],
): CurveFigures {
  const sweeps = Array.from({ length: SWEEPS + 1 }, (_, k) => curves.map((curve) => curve[k] ?? Number.NaN));
  const moments = sweeps.map(momentsOf);
  const spreads = sweeps.map(spreadOf);
  const fits = curves.map((curve) => decay(curve));
  const third = Math.round((FITTED[1] - FITTED[0]) / 3);
  const share = (holds: (curve: readonly number[]) => boolean) => curves.filter(holds).length / curves.length;
  const mean = moments.map((one) => one.mean);
  return {
    measure,
    mean: mean.map((v) => rounded(v)),
    deviation: moments.map(({ deviation }) => rounded(deviation)),
    lower: spreads.map(({ lower }) => rounded(lower)),
    median: spreads.map(({ median }) => rounded(median)),
    upper: spreads.map(({ upper }) => rounded(upper)),
    slope: spreadOf(fits.map(({ slope }) => slope)),
    earlySlope: spreadOf(curves.map((curve) => decay(curve, [FITTED[0], FITTED[0] + third]).slope)),
    lateSlope: spreadOf(curves.map((curve) => decay(curve, [FITTED[1] - third, FITTED[1]]).slope)),
    slopeRatio: spreadOf(fits.map(({ slope }, k) => slope / (natural[k] ?? Number.NaN))),
    explained: spreadOf(fits.map(({ explained }) => explained)),
    meanFit: decay(mean),
    peak: spreadOf(curves.map(peakOf)),
    rising: share((curve) => curve.slice(2, FIRST + 1).some((error) => error > (curve[1] ?? 0))),
    everRising: share((curve) => curve.some((error, k) => error > (curve[k - 1] ?? Infinity))),
    fallingFirst: share((curve) => curve.slice(1, FIRST + 1).every((error, k) => error < (curve[k] ?? 0))),
  };
}

/** Where a curve is highest. */
function peakOf(curve: readonly number[]): number {
  return curve.reduce((best, error, k) => (error > (curve[best] ?? 0) ? k : best), 0);
}
