/**
 * Services that watch a solve, and the monitor that runs several of them on the same iterates.   docs/theory/error-measures.md (E12)
 *
 * Each service sees every iterate once; w = A x + b is taken from the solver if it has it, else computed once for
 * all services, or the energy if a kernel has it in passing. A monitor may sample.
 */
import { velocities } from '../problem/operator.ts';
import type { Problem } from '../problem/problem.ts';
import type { Monitor, Status } from '../problem/solver.ts';
import { type MeasureName, measureList } from './catalogue.ts';

type ErrorOf = (p: Problem, x: Float64Array, w: Float64Array) => number;

const ERROR_OF = Object.fromEntries(
  measureList.flatMap(({ iterate }) => (iterate ? [[iterate.name, iterate.value]] : [])),
) as Readonly<Record<MeasureName, ErrorOf>>;

/** The measures an iterate can be chosen by. */
export const MEASURE_NAMES = Object.keys(ERROR_OF) as readonly MeasureName[];

/** One entry per such measure. */
function perMeasure<T>(value: () => T): Record<MeasureName, T> {
  return Object.fromEntries(MEASURE_NAMES.map((name) => [name, value()])) as Record<MeasureName, T>;
}

/** The l1 error of x against p's bounds by one of the measures. */
export function errorBy(measure: MeasureName, p: Problem, x: Float64Array): number {
  return ERROR_OF[measure](p, x, velocities(p, x, new Float64Array(p.n)));
}

/** One iterate of one solve, as services see it. Valid only during the call. */
export class Iterate {
  /** 0 is the start of the solve. */
  k = 0;
  p: Problem;
  x: Float64Array;
  private w: Float64Array | undefined;
  private readonly scratch: Float64Array;
  /** Errors that were asked for, or handed in. */
  private readonly known = perMeasure<number | undefined>(() => undefined);

  constructor(p: Problem) {
    this.p = p;
    this.x = new Float64Array(0);
    this.scratch = new Float64Array(p.n);
  }

  show(k: number, x: Float64Array, w: Float64Array | undefined, energy: number | undefined): void {
    this.k = k;
    this.x = x;
    this.w = w;
    for (const name of MEASURE_NAMES) this.known[name] = undefined;
    this.known.energy = energy;
  }

  /** The l1 error of this iterate; computed once, however many services ask. */
  error(measure: MeasureName): number {
    let error = this.known[measure];
    if (error !== undefined) return error;
    this.w ??= this.velocities();
    error = ERROR_OF[measure](this.p, this.x, this.w);
    this.known[measure] = error;
    return error;
  }

  /** The same from x alone, whatever the solver has carried along or handed in. */
  errorOfX(measure: MeasureName): number {
    this.w = this.velocities();
    this.known[measure] = ERROR_OF[measure](this.p, this.x, this.w);
    return this.known[measure];
  }

  /** A cold start needs no product: w = b. */
  private velocities(): Float64Array {
    const { p, x, scratch } = this;
    for (let i = 0; i < x.length; i++) if (x[i] !== 0) return velocities(p, x, scratch);
    return p.b;
  }
}

export interface Service {
  /** Set by services that replace the solver's own stopping test. */
  readonly ownsStopping?: boolean;
  /** A solve begins; what earlier solves with other bounds left behind does not count any more. */
  begin?(): void;
  /** A status ends the solve with it. */
  see(iterate: Iterate): Status | undefined;
  /** ms until this service ends the solve; undefined if time does not matter to it. */
  timeLeft?(): number;
}

/** A monitor that shows every `every`-th iterate (and the start) to each service in turn. */
export class Watch implements Monitor {
  readonly ownsStopping: boolean;
  private readonly services: readonly Service[];
  private readonly every: number;
  private iterate: Iterate | undefined;

  constructor(services: readonly Service[], every = 1) {
    this.services = services;
    this.every = every;
    this.ownsStopping = services.some((service) => service.ownsStopping);
  }

  begin(p: Problem, x: Float64Array): void {
    if (this.iterate?.p.n === p.n) this.iterate.p = p;
    else this.iterate = new Iterate(p);
    for (const service of this.services) service.begin?.();
    this.iterate.show(0, x, undefined, undefined);
    for (const service of this.services) service.see(this.iterate);
  }

  observe(k: number, x: Float64Array, w?: Float64Array, energy?: number): Status | undefined {
    if (k % this.every !== 0 || !this.iterate) return undefined;
    this.iterate.show(k, x, w, energy);
    let status: Status | undefined;
    for (const service of this.services) {
      const word = service.see(this.iterate); // every service sees the iterate, also after one has asked to stop
      status ??= word;
    }
    return status;
  }

  timeLeft(): number {
    let left = Infinity;
    for (const service of this.services) left = Math.min(left, service.timeLeft?.() ?? Infinity);
    return left;
  }
}

/** Keeps the iterate with the lowest error of one measure; the start of the solve competes too. */
export class LeastError implements Service {
  readonly measure: MeasureName;
  /** Error of the kept iterate. */
  error = Infinity;
  /** Its number; -1 before any was seen. */
  k = -1;
  private kept = new Float64Array(0);

  constructor(measure: MeasureName) {
    this.measure = measure;
  }

  begin(): void {
    this.error = Infinity;
    this.k = -1;
  }

  see(iterate: Iterate): undefined {
    const error = iterate.error(this.measure);
    if (!(error < this.error)) return; // NaN never competes
    this.error = error;
    this.k = iterate.k;
    if (this.kept.length !== iterate.x.length) this.kept = new Float64Array(iterate.x.length);
    this.kept.set(iterate.x);
  }

  /** Writes the kept iterate into x; false if none was kept. */
  take(x: Float64Array): boolean {
    if (this.k < 0) return false;
    x.set(this.kept);
    return true;
  }
}

/** Ends the solve as converged once the energy error is at most `tolerance` (J; J/s^2 for force problems). */
export class EnergyTolerance implements Service {
  readonly ownsStopping = true;
  readonly tolerance: number;

  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  see(iterate: Iterate): Status | undefined {
    const { tolerance } = this;
    return iterate.error('energy') <= tolerance && iterate.errorOfX('energy') <= tolerance ? 'converged' : undefined;
  }
}

/** Ends the solve when `limit` ms have passed on the injected clock since the service was made. */
export class TimeLimit implements Service {
  private readonly clock: () => number;
  private readonly end: number;

  constructor(limit: number, clock: () => number) {
    this.clock = clock;
    this.end = clock() + limit;
  }

  see(): Status | undefined {
    return this.clock() >= this.end ? 'time-limit' : undefined;
  }

  timeLeft(): number {
    return this.end - this.clock();
  }
}

/** Errors of one solve, iterate by iterate, from its start on. */
export interface SolveHistory {
  readonly k: number[];
  readonly errors: Readonly<Record<MeasureName, number[]>>;
}

/** Records every such measure of every iterate shown; one entry per solve. */
export class History implements Service {
  readonly solves: SolveHistory[] = [];

  begin(): void {
    this.solves.push({ k: [], errors: perMeasure<number[]>(() => []) });
  }

  see(iterate: Iterate): undefined {
    const current = this.solves[this.solves.length - 1];
    current.k.push(iterate.k);
    for (const measure of MEASURE_NAMES) current.errors[measure].push(iterate.error(measure));
  }
}
