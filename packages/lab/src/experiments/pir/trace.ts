/** A solver seen from outside, iteration by iteration: residual, velocity error, changes of the active set. */

import { naturalResidual, velocityError } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';
import { completeOptions, findSolver, type Monitor, type OptionValues } from '@signorini/engine/solvers';
import { rounded } from '../words.ts';

/** A solver with options, under the name that figures show. */
export interface Run {
  readonly name: string;
  readonly solver: string;
  readonly options?: OptionValues;
}

interface TraceOptions {
  /** Iterations at most. */
  readonly limit: number;
  /** Largest entry of the residual at which to stop. */
  readonly target: number;
  /** A solution: the velocity error is then traced too. */
  readonly reference?: Float64Array;
  /** Trace how many rows change sides. */
  readonly changes?: boolean;
  /** Where to start; default zero. */
  readonly start?: Float64Array | undefined;
  /** Shown every iterate, valid during the call. */
  readonly look?: (x: Float64Array) => void;
}

interface Trace {
  readonly name: string;
  /** Largest entry of the natural residual before the first iteration and after each. */
  readonly residual: readonly number[];
  /** Largest velocity error, m/s, likewise; empty if not asked for. */
  readonly velocity: readonly number[];
  /** Rows that are on another side than one iteration before; from the second iterate on. */
  readonly changes: readonly number[];
  /** Iterations until the target; null: not within the limit. */
  readonly reached: number | null;
  /** Factorisations, and sweeps or products, that the solver counted. */
  readonly direct: number;
  readonly iterative: number;
}

/** One solve that only the target or the limit ends. */
export function trace(p: Problem, run: Run, options: TraceOptions): Trace {
  const solver = findSolver(run.solver);
  const x = options.start?.slice() ?? new Float64Array(p.n);
  const log = new Log(p, options);
  log.see(x);
  const monitor: Monitor = {
    ownsStopping: true,
    begin() {},
    observe: (_, at) => (log.see(at) ? 'stopped' : undefined),
  };
  const instance = solver.create();
  const given = completeOptions(solver, { maxIterations: options.limit, ...run.options });
  const { iterations } = instance.solve(p, x, given, monitor);
  instance.release();
  const { residual, velocity, changes, reached } = log;
  const { direct, iterative } = iterations;
  return { name: run.name, residual, velocity, changes, reached, direct, iterative };
}

/** Collects the measures of iterates. */
class Log {
  readonly residual: number[] = [];
  readonly velocity: number[] = [];
  readonly changes: number[] = [];
  reached: number | null = null;
  private sides: Int8Array | undefined;
  private readonly p: Problem;
  private readonly options: TraceOptions;

  constructor(p: Problem, options: TraceOptions) {
    this.p = p;
    this.options = options;
  }

  /** True: the target is reached, or the iterate is not finite. */
  see(x: Float64Array): boolean {
    const { p, options } = this;
    const { value } = naturalResidual(p, x, { norm: 'max' });
    this.residual.push(value);
    options.look?.(x);
    if (options.reference) this.velocity.push(velocityError(p, x, options.reference, { norm: 'max' }).value);
    if (options.changes) this.countChanges(x);
    if (value <= options.target) this.reached ??= this.residual.length - 1;
    return this.reached !== null || !Number.isFinite(value);
  }

  private countChanges(x: Float64Array): void {
    const sides = sidesOf(this.p, x);
    const last = this.sides;
    if (last && this.residual.length > 2)
      this.changes.push(sides.reduce((sum, side, i) => sum + Number(side !== last[i]), 0));
    this.sides = sides;
  }
}

/**
 * -1 at the lower bound, 1 at the upper, 0 free: which branch of PIR Eq. (18) a row is on, with impulses compared with impulses.
 * Newton's iterates may lie outside the bounds, so x alone does not tell.
 */
export function sidesOf(p: Problem, x: Float64Array): Int8Array {
  const w = velocities(p, x, new Float64Array(p.n));
  const sides = new Int8Array(p.n);
  for (let i = 0; i < p.n; i++) {
    const z = at(x, i) - at(w, i) / at(p.A.diagonal, i);
    sides[i] = z <= at(p.lo, i) ? -1 : z >= at(p.hi, i) ? 1 : 0;
  }
  return sides;
}

/** The first iterations are never thinned: log axes show them. */
const DENSE = 30;

/** Points of a curve over the iterations, thinned to about `most`, the last kept. */
export function curve(
  series: string,
  values: readonly number[],
  most = 200,
  from = 0,
): { series: string; x: number; y: number }[] {
  const step = Math.max(1, Math.ceil(values.length / most));
  return values
    .map((y, k) => ({ series, x: k + from, y }))
    .filter(({ y }, k) => (k < DENSE || k % step === 0 || k === values.length - 1) && Number.isFinite(y) && y > 0)
    .map((point) => ({ ...point, y: rounded(point.y) }));
}

const at = (values: Float64Array, i: number): number => values[i] ?? Number.NaN;

/** The first iteration after which the residual is at most `level`; null if there is none. */
export function firstBelow(residual: readonly number[], level: number): number | null {
  const k = residual.findIndex((r) => r <= level);
  return k < 0 ? null : k;
}

/** Computed when it is first asked for: parts that are remembered need no problem. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Rows with y cut at the ends of the axis: what lies far outside of a frame moves the title of its panel. */
export function within<T extends { readonly y: number }>(rows: readonly T[], [lo, hi]: readonly [number, number]): T[] {
  return rows.map((row) => ({ ...row, y: Math.min(hi, Math.max(lo, row.y)) }));
}
