/** Exact against approximate effective masses on captured problems: their ratio, and what it does to the energy error. */
import { exactInverseMasses, rowEnergy } from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';
import { bppDense, pgs } from '@signorini/engine/solvers';
import { quantile } from '../../statistics.ts';
import { type Spread, spreadOf } from '../fit.ts';
import { eachIterate, type IterateRequest } from './iterates.ts';

/** Rounding of a Cholesky factorisation: ratios that are this far below one are no counterexample. */
const ROUNDING = 1e-9;
/** Sweeps of projected Gauss-Seidel whose iterates are measured. */
const SWEEPS = [1, 3, 10, 30, 100];

export interface RatioFigures {
  readonly problems: number;
  /** Problems without exact masses: A is singular to rounding, or has too many rows. */
  readonly absent: number;
  readonly rows: number;
  /** (A^-1)_ii a_ii over all rows of all problems. */
  readonly least: number;
  readonly ratio: Spread;
  readonly tails: readonly [number, number];
  readonly largest: number;
  /** Rows whose ratio is below one. */
  readonly below: number;
  /** For a picture: values at even parts of the rows. */
  readonly quantiles: readonly number[];
  /** Energy error with exact masses over that with a_ii, iterate by iterate. */
  readonly pgs: Spread;
  readonly bppDense: Spread;
  /** Rows of iterates with an error that is the velocity's with both masses, and how many of them are overestimated. */
  readonly velocityRows: number;
  readonly velocityOver: number;
  /** The same for the impulse: and how many are underestimated. */
  readonly impulseRows: number;
  readonly impulseUnder: number;
  /** Rows whose error is the velocity's with one mass, the impulse's with the other. */
  readonly otherKind: number;
}

/** Parts of the rows at which a picture draws the distribution. */
export const PARTS = Array.from({ length: 41 }, (_, k) => k / 40);

export function ratioFigures(problems: readonly Problem[]): RatioFigures {
  const ratios: number[] = [];
  const totals: Record<'pgs' | 'bppDense', number[]> = { pgs: [], bppDense: [] };
  const counts = { velocityRows: 0, velocityOver: 0, impulseRows: 0, impulseUnder: 0, otherKind: 0 };
  let absent = 0;
  for (const p of problems) {
    const exact = exactInverseMasses(p);
    if (!exact) {
      absent++;
      continue;
    }
    for (let i = 0; i < p.n; i++) ratios.push(p.A.diagonal[i]! / exact[i]!);
    const kept = (k: number) => SWEEPS.includes(k);
    const sweeps = { solver: pgs, options: { maxIterations: SWEEPS.at(-1)! }, start: 'cold', toLimit: true } as const;
    compare(p, exact, { request: sweeps, kept, counts, totals: totals.pgs });
    compare(p, exact, {
      request: { solver: bppDense, start: 'cold' },
      kept: () => true,
      counts,
      totals: totals.bppDense,
    });
  }
  const at = (part: number) => quantile(ratios, part) ?? Number.NaN;
  return {
    problems: problems.length,
    absent,
    rows: ratios.length,
    ...counts,
    least: at(0),
    ratio: spreadOf(ratios),
    tails: [at(0.05), at(0.95)],
    largest: at(1),
    below: ratios.filter((ratio) => ratio < 1 - ROUNDING).length,
    quantiles: PARTS.map(at),
    pgs: spreadOf(totals.pgs),
    bppDense: spreadOf(totals.bppDense),
  };
}

type Counts = Record<'velocityRows' | 'velocityOver' | 'impulseRows' | 'impulseUnder' | 'otherKind', number>;

interface Comparison {
  readonly request: IterateRequest;
  readonly kept: (k: number) => boolean;
  readonly counts: Counts;
  readonly totals: number[];
}

/** Iterates whose error is this part of that at x = 0 are answers: their error is rounding. */
const SOLVED = 1e-20;

/** Row by row, with both masses. */
function compare(p: Problem, exact: Float64Array, { request, kept, counts, totals }: Comparison): void {
  let first = 0;
  eachIterate(p, request, (k, x, w) => {
    let [approximate, truly] = [0, 0];
    const rows: [number, number, boolean | undefined][] = [];
    for (let i = 0; i < p.n; i++) {
      const [a, e, xi, wi, lo, hi] = [p.A.diagonal[i]!, exact[i]!, x[i]!, w[i]!, p.lo[i]!, p.hi[i]!];
      const row = rowEnergy(a, xi, wi, lo, hi);
      const exactRow = rowEnergy(e, xi, wi, lo, hi);
      approximate += row;
      truly += exactRow;
      const kind = isVelocity(a, xi, wi, lo, hi);
      rows.push([row, exactRow, kind === isVelocity(e, xi, wi, lo, hi) ? kind : undefined]);
    }
    if (k === 0) first = approximate;
    if (!kept(k) || !(approximate > SOLVED * first)) return;
    totals.push(truly / approximate);
    for (const [row, exactRow, velocity] of rows) {
      if (!(row > SOLVED * first)) continue;
      if (velocity === undefined) counts.otherKind++;
      else if (velocity) {
        counts.velocityRows++;
        if (row > exactRow * (1 + ROUNDING)) counts.velocityOver++;
      } else {
        counts.impulseRows++;
        if (row < exactRow * (1 - ROUNDING)) counts.impulseUnder++;
      }
    }
  });
}

/** True if w decides about the error of a row, not its distance to a bound. */
export function isVelocity(a: number, x: number, w: number, lo: number, hi: number): boolean {
  return w < a * (x - lo) && w > a * (x - hi);
}
