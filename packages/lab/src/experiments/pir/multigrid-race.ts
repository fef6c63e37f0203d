/** Error and time of cycles and sweeps, iteration by iteration, and the null space of a problem. */
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';
import { completeOptions, findSolver, type Monitor, type OptionValues, solve } from '@signorini/engine/solvers';
import { median } from '../../statistics.ts';
import { firstBelow, sidesOf } from './trace.ts';

export interface Method {
  readonly name: string;
  readonly solver: string;
  readonly options?: OptionValues;
}

/** Relative energy errors. */
export const LEVELS = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10];

export interface Race {
  readonly method: string;
  /** Relative energy error before the first iteration and after each. */
  readonly error: readonly number[];
  /** Iterations to each of LEVELS. */
  readonly levels: readonly (number | null)[];
}

/** One solve from zero that only the last of LEVELS or the limit ends. */
export function race(p: Problem, { name, solver: known, options }: Method, limit: number): Race {
  const solver = findSolver(known);
  const e0 = referenceEnergy(p);
  const x = new Float64Array(p.n);
  const error = [energyError(p, x).value / e0];
  const least = LEVELS[LEVELS.length - 1] ?? 0;
  const monitor: Monitor = {
    ownsStopping: true,
    begin() {},
    observe(_, iterate) {
      const value = energyError(p, iterate).value / e0;
      error.push(value);
      return value <= least || !Number.isFinite(value) ? 'stopped' : undefined;
    },
  };
  const instance = solver.create();
  instance.solve(p, x, completeOptions(solver, { ...options, maxIterations: limit }), monitor);
  instance.release();
  return { method: name, error, levels: LEVELS.map((level) => firstBelow(error, level)) };
}

/** Cost of a method in sweeps of `pgs`: before its first cycle, and a cycle with the grids that it makes anew. */
export interface Cost {
  readonly method: string;
  readonly setup: number;
  readonly cycle: number;
}

/** Iterations of the short and of the long solve whose difference is the cost of a cycle; sweeps are shorter. */
const SHORT = { amg: 1, pgs: 20 } as const;
const LONG = { amg: 6, pgs: 220 } as const;

/** Rows below which a solve takes less than a millisecond. */
const SMALL = 500;

/** Sweeps that every cycle has on the finest grid: a smaller difference of times is noise. */
const LEAST_CYCLE = 2;

function each(short: number, long: number, kind: 'amg' | 'pgs'): number {
  return (long - short) / (LONG[kind] - SHORT[kind]);
}

/** Medians over rounds in which the methods take turns; the first quarter of them compiles the code and does not count. */
export function costs(p: Problem, methods: readonly Method[], rounds: number, clock: () => number): Cost[] {
  const timed = methods.map((method) => ({
    method,
    instance: findSolver(method.solver).create(),
    short: [0],
    long: [0],
  }));
  const count = p.n < SMALL ? 10 * rounds : rounds; // short times scatter
  for (let round = 0; round <= count; round++)
    for (const { method, instance, short, long } of timed) {
      const solver = findSolver(method.solver);
      const kind = method.solver === 'pgs' ? 'pgs' : 'amg';
      const time = (maxIterations: number) => {
        const x = new Float64Array(p.n);
        const options = completeOptions(solver, { ...method.options, tolerance: 0, maxIterations });
        const from = clock();
        instance.solve(p, x, options);
        return clock() - from;
      };
      short[round] = time(SHORT[kind]);
      long[round] = time(LONG[kind]);
    }
  const middle = (times: readonly number[]) => median(times.slice(1 + (times.length >> 2))) ?? Number.NaN;
  const raw = timed.map(({ method, instance, short, long }) => {
    instance.release();
    const kind = method.solver === 'pgs' ? 'pgs' : 'amg';
    return {
      method,
      first: middle(short) - SHORT[kind] * each(middle(short), middle(long), kind),
      cycle: each(middle(short), middle(long), kind),
    };
  });
  const sweep = raw.find(({ method }) => method.solver === 'pgs')?.cycle ?? Number.NaN;
  return raw.map(({ method, cycle, first }) => ({
    method: method.name,
    cycle: method.solver === 'pgs' ? 1 : Math.max(LEAST_CYCLE, cycle / sweep),
    setup: Math.max(0, first / sweep),
  }));
}

/** Rows less the rank of J, of rows that may carry an impulse, and of those that are free at the solution. */
export function nullSpace(p: Problem): { readonly redundant: number; readonly freeRedundant: number } {
  const { x } = solve(p, { solver: findSolver('bpp'), coupling: 0 });
  const sides = sidesOf(p, x);
  const rows = Array.from({ length: p.n }, (_, i) => i);
  const able = rows.filter((i) => (p.lo[i] ?? 0) < (p.hi[i] ?? 0));
  const free = able.filter((i) => sides[i] === 0);
  return { redundant: able.length - rankOf(p, able), freeRedundant: free.length - rankOf(p, free) };
}

/** Rank of rows of J L by elimination with the largest pivot of a column; what static bodies add has no mass and no column. */
export function rankOf({ structure }: Problem, rows: readonly number[]): number {
  if (!structure) throw new Error('rank: a problem without structure');
  const { bodies, rowStart, body, J, Minv } = structure;
  const width = 6 * bodies;
  const table = rows.map((i) => {
    const row = new Float64Array(width);
    for (let k = rowStart[i] ?? 0; k < (rowStart[i + 1] ?? 0); k++) {
      const b = body[k] ?? 0;
      for (let c = 0; c < 6; c++)
        if ((Minv[36 * b + 7 * c] ?? 0) > 0) row[6 * b + c] = (row[6 * b + c] ?? 0) + (J[6 * k + c] ?? 0);
    }
    return row;
  });
  return eliminate(table, width);
}

const TINY = 1e-9;

function eliminate(table: Float64Array[], width: number): number {
  let rank = 0;
  for (let c = 0; c < width && rank < table.length; c++) {
    let best = rank;
    for (let r = rank + 1; r < table.length; r++)
      if (Math.abs(table[r]?.[c] ?? 0) > Math.abs(table[best]?.[c] ?? 0)) best = r;
    const pivot = table[best];
    if (!pivot || Math.abs(pivot[c] ?? 0) < TINY) continue;
    table[best] = table[rank] ?? pivot;
    table[rank] = pivot;
    rank++;
    for (let r = rank; r < table.length; r++) {
      const row = table[r];
      const factor = (row?.[c] ?? 0) / (pivot[c] ?? 1);
      if (row && factor !== 0) for (let k = c; k < width; k++) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return rank;
}
