/**
 * How `fixed-point` approaches a solution, beside what the eigenvalues of B N foretell.   docs/theory/fixed-point.md (FP1), (FP2)
 * Distances are in the norm weighted by 1/B, which is the norm of the theorem.
 */
import { Rng } from '@signorini/engine';
import { type Problem, velocities } from '@signorini/engine/problem';
import { type FixedPointOptions, findSolver, fixedPoint, psor, solve } from '@signorini/engine/solvers';
import { extremeEigenvalues } from './eigenvalues.ts';

type Scaling = FixedPointOptions['scaling'];

interface Spectrum {
  readonly least: number;
  readonly largest: number;
  readonly zeros: number;
}

/** Contraction factor of x <- f+(x - omega B (A x + b)); eigenvalues of zero move nothing and are left out. */
export function factorOf({ least, largest }: Spectrum, omega: number): number {
  return Math.max(Math.abs(1 - omega * least), Math.abs(1 - omega * largest));
}

/** B of the solver at omega = 1: one iteration of a problem without bounds, from 0 and b = -1, is B. */
export function scalingOf(p: Problem, scaling: Scaling): Float64Array {
  const unbounded = {
    ...p,
    b: new Float64Array(p.n).fill(-1),
    lo: new Float64Array(p.n).fill(-Infinity),
    hi: new Float64Array(p.n).fill(Infinity),
    contacts: [],
    ungiven: [],
  };
  const x = new Float64Array(p.n);
  fixedPoint.create().solve(unbounded, x, { maxIterations: 1, tolerance: 0, omega: 1, scaling });
  return x;
}

/** Extreme eigenvalues of B A; with x, on the rows that are strictly between their bounds there. */
export function spectrumOf(p: Problem, B: Float64Array, x?: Float64Array): Spectrum {
  if (!x) return extremeEigenvalues(p.A.dense(), B);
  const size = sizeOf(x);
  const rows = Array.from(x.keys()).filter((i) => x[i]! > p.lo[i]! + 1e-9 * size && x[i]! < p.hi[i]! - 1e-9 * size);
  const a = new Float64Array(rows.length ** 2);
  p.A.submatrix(rows, rows, a);
  return extremeEigenvalues(
    a,
    Float64Array.from(rows, (i) => B[i]!),
  );
}

export const OUTCOMES = ['converges', 'still falling', 'does not settle', 'runs away'] as const;

interface Approach {
  readonly outcome: (typeof OUTCOMES)[number];
  /** Distances from the solution over that of the start, from iteration 0 on. */
  readonly distances: readonly number[];
  /** Per iteration, over the later half of the decrease, or of the growth; null if it ended at once. */
  readonly measured: number | null;
  /** The largest distance over the one before it. */
  readonly worstStep: number;
}

interface Iteration {
  readonly p: Problem;
  /** At omega = 1. */
  readonly B: Float64Array;
  readonly omega: number;
  /** Undefined: `psor`. */
  readonly scaling?: Scaling | undefined;
  readonly iterations: number;
  readonly start: Float64Array;
  readonly solution: Float64Array;
  /** A has many solutions: the distance is that from the one that the iterates come to, if they come to one. */
  readonly singular: boolean;
}

/** Distances below this part of the first are rounding. */
const FLOOR = 1e-8;
/** Iterations that may be needed to come to one of many solutions. */
const SETTLED = 20000;

/** Iterates and watches the distance from the solution. */
export function approach(iteration: Iteration): Approach {
  const { p, B, iterations, start } = iteration;
  const target = iteration.singular ? ownLimit(iteration) : iteration.solution;
  const distance = (x: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < p.n; i++) sum += (x[i]! - target[i]!) ** 2 / B[i]!;
    return Math.sqrt(sum);
  };
  const first = distance(start);
  const distances = [1];
  iterate(iteration, start.slice(), iterations, (x) => {
    const now = distance(x) / first;
    distances.push(now);
    return now < 0.1 * FLOOR || !(now < 1e12);
  });
  return { ...judged(distances), distances };
}

function iterate(
  { p, omega, scaling }: Iteration,
  x: Float64Array,
  count: number,
  isEnough: (x: Float64Array) => boolean,
): void {
  const monitor = {
    ownsStopping: true,
    begin: () => {},
    observe: (_: number, iterate: Float64Array) => (isEnough(iterate) ? ('stopped' as const) : undefined),
  };
  const options = { maxIterations: count, tolerance: 0, omega };
  if (scaling) fixedPoint.create().solve(p, x, { ...options, scaling }, monitor);
  else psor.create().solve(p, x, { ...psor.defaults, ...options }, monitor);
}

/** Where the iterates come to rest; the solution at hand if they do not. */
function ownLimit(iteration: Iteration): Float64Array {
  const own = iteration.start.slice();
  const before = own.slice();
  let still = 0;
  const size = sizeOf(iteration.solution);
  iterate(iteration, own, SETTLED, (x) => {
    still = x.every((v, i) => Math.abs(v - before[i]!) <= 1e-13 * size) ? still + 1 : 0;
    before.set(x);
    return still > 5;
  });
  return still > 5 ? own : iteration.solution;
}

/** Judges an iteration by its distances. */
export function judged(distances: readonly number[]): Omit<Approach, 'distances'> {
  const last = distances[distances.length - 1]!;
  let worstStep = 0;
  for (let k = 1; k < distances.length && distances[k]! > FLOOR; k++)
    worstStep = Math.max(worstStep, distances[k]! / distances[k - 1]!);
  let end = distances.length - 1;
  while (end > 0 && distances[end]! < FLOOR) end--;
  const middle = end >> 1;
  const measured = end < 4 ? null : (distances[end]! / distances[middle]!) ** (1 / (end - middle));
  const outcome =
    last <= FLOOR ? 'converges' : last > 10 ? 'runs away' : worstStep <= 1 + 1e-9 ? 'still falling' : 'does not settle';
  return { outcome, measured, worstStep };
}

/** Bounds as they are stored: the MLCP. */
export function solutionOf(p: Problem): Float64Array {
  return solve(p, { solver: findSolver('bpp'), coupling: 0, warm: new Float64Array(p.n), pick: 'last' }).x;
}

const sizeOf = (x: Float64Array) => x.reduce((most, v) => Math.max(most, Math.abs(v)), 0);

/** Starts away from everything that is symmetric, of the size of the solution. */
export function randomStart(p: Problem, solution: Float64Array, seed: number): Float64Array {
  const rng = new Rng(seed);
  const size = sizeOf(solution);
  return Float64Array.from({ length: p.n }, (_, i) =>
    Math.min(Math.max(rng.uniform(-size, size) + (p.lo[i] === 0 ? size : 0), p.lo[i]!), p.hi[i]!),
  );
}

/** Largest rise of f(x) = x'Ax/2 + x'b in a sweep of psor, over its whole decrease; rounding is 1e-12 or so. */
export function largestRise(p: Problem, start: Float64Array, sweeps: number): number {
  const w = new Float64Array(p.n);
  const f = (x: Float64Array) => {
    velocities(p, x, w);
    let sum = 0;
    for (let i = 0; i < p.n; i++) sum += 0.5 * x[i]! * (w[i]! + p.b[i]!);
    return sum;
  };
  const values = [f(start)];
  const monitor = {
    ownsStopping: true,
    begin: () => {},
    observe(_: number, x: Float64Array) {
      values.push(f(x));
      return undefined;
    },
  };
  psor.create().solve(p, start.slice(), { ...psor.defaults, maxIterations: sweeps, tolerance: 0 }, monitor);
  const whole = values[0]! - Math.min(...values);
  return Math.max(...values.slice(1).map((value, k) => value - values[k]!)) / whole;
}

export interface FactorRow {
  readonly problem: string;
  readonly group: string;
  readonly rows: number;
  readonly scaling: Scaling;
  readonly omega: number;
  /** Eigenvalues of omega B N; zeros are left out. */
  readonly least: number;
  readonly largest: number;
  readonly zeros: number;
  /** max|1 - lambda| of all rows, and of those between their bounds at the solution. */
  readonly bound: number;
  readonly free: number;
  /** Factor of the iterates, from a start drawn at random; null if they ended at once. */
  readonly measured: number | null;
  /** The largest distance over the one before, of all starts. */
  readonly worstStep: number;
  readonly fromRandom: Approach['outcome'];
  readonly fromZero: Approach['outcome'];
}

export interface ProblemRecord {
  readonly factors: readonly FactorRow[];
  readonly curves: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
  readonly sweeps: { readonly outcome: Approach['outcome']; readonly worstStep: number; readonly rise: number };
}
