/**
 * The loop around sweeps, the same for every method of this family: one sweep after the other, each shown as it ends.
 * docs/theory/block-gauss-seidel.md (BG5)
 */
import type { Problem } from '../../problem/problem.ts';
import { clamp } from '../../problem/sets/box.ts';
import type { Monitor, OptionSpec, Outcome, Status } from '../../problem/solver.ts';
import type { Anderson } from './anderson.ts';
import type { ContactRows } from './contact-groups.ts';

export type SweepOptions = {
  maxIterations: number;
  tolerance: number;
  omega: number;
};

export const maxIterations = {
  type: 'number',
  default: 100,
  unit: 'sweeps',
  min: 1,
  max: Infinity,
  integer: true,
  summary: 'sweeps of one solve',
} as const satisfies OptionSpec;

export const tolerance = {
  type: 'number',
  default: 1e-8,
  unit: '',
  min: 0,
  max: 1,
  summary: 'stop when no impulse changes in a sweep by more than this part of the largest impulse or change so far',
} as const satisfies OptionSpec;

export const omega = {
  type: 'number',
  default: 1,
  unit: '',
  min: 0,
  max: 2,
  exclusive: true,
  summary: 'relaxation: below 1 damps, above 1 overshoots',
} as const satisfies OptionSpec;

export const memory = {
  type: 'number',
  default: 20,
  unit: 'sweeps',
  min: 0,
  max: 50,
  integer: true,
  summary: 'past sweeps that Anderson acceleration combines; 0: plain sweeps',
} as const satisfies OptionSpec;

/** Options of the methods that go from contact to contact. */
export type ContactSweepOptions = SweepOptions & {
  memory: number;
};

/** Rows of no contact, then contact by contact what `solveContact` makes of each; accelerated where there is memory. */
export function contactSweeps(
  rows: ContactRows,
  p: Problem,
  x: Float64Array,
  options: ContactSweepOptions,
  monitor: Monitor | undefined,
  anderson: Anderson,
  solveContact: (c: number) => void,
): Outcome {
  const sweep = () => {
    let change = sweepOthers(rows, p, x, options.omega);
    for (let c = 0; c < rows.sets.count; c++) {
      rows.gather(c, x);
      solveContact(c);
      change = rows.scatter(c, change);
    }
    return change;
  };
  return acceleratedSweeps(p, x, options, monitor, { sweep, follow: () => rows.follow(x) }, anderson);
}

/** What goes from contact to contact, and how it is told that x is another. */
interface Sweeping {
  /** One sweep from x to x; the largest change of an impulse, N s, NaN where something is not a number. */
  sweep(): number;
  /** x has been changed by somebody else. */
  follow(): void;
}

/** Sweeps until the limit, the tolerance, or the monitor's word; with `memory`, each from where (NG7) leads. */
function acceleratedSweeps(
  p: Problem,
  x: Float64Array,
  options: Pick<SweepOptions, 'maxIterations' | 'tolerance'> & { memory: number },
  monitor: Monitor | undefined,
  { sweep, follow }: Sweeping,
  anderson: Anderson,
): Outcome {
  if (options.memory === 0) return sweepUntil(p, x, options, monitor, sweep);
  const from = x.slice(); // what the sweep began with
  const answer = x.slice(); // what it made: the iterate that is shown, admissible as every sweep's
  anderson.prepare(p.n, options.memory);
  let fresh = true;
  const outcome = sweepUntil(p, answer, options, monitor, () => {
    if (!fresh) {
      anderson.mix(from, x, p.A.diagonal);
      follow();
    }
    fresh = false;
    from.set(x);
    const change = sweep();
    answer.set(x);
    return change;
  });
  x.set(answer);
  return outcome;
}

/** Changes that have grown by so much since the first sweep do not come back. */
const RUNAWAY = 1e8;

/** @param sweep one sweep from x to x; the largest change of an impulse, N s, NaN where something is not a number */
export function sweepUntil(
  p: Problem,
  x: Float64Array,
  { maxIterations, tolerance }: Pick<SweepOptions, 'maxIterations' | 'tolerance'>,
  monitor: Monitor | undefined,
  sweep: () => number,
): Outcome {
  monitor?.begin(p, x);
  let largest = 0; // N s
  let first = 0;
  for (let i = 0; i < p.n; i++) largest = Math.max(largest, Math.abs(x[i]));
  for (let k = 1; k <= maxIterations; k++) {
    const change = sweep();
    if (k === 1) first = Math.max(largest, change);
    if (!(change <= RUNAWAY * first)) return ended(p, 'diverged', k); // NaN too
    largest = Math.max(largest, change);
    const word = monitor?.observe(k, x);
    if (word) return ended(p, word, k);
    if (change <= tolerance * largest && !monitor?.ownsStopping) return ended(p, 'converged', k);
  }
  return ended(p, 'iteration-limit', maxIterations);
}

export function ended({ lo, hi }: Problem, status: Status, k: number): Outcome {
  return { status, iterations: { direct: 0, iterative: k, coupling: 1, total: k }, lo, hi };
}

/** Rows of no contact, one by one: x_i <- clamp(x_i - omega/a_ii w_i); the largest change, N s. */
export function sweepOthers(rows: ContactRows, p: Problem, x: Float64Array, relax: number): number {
  const { others } = rows.sets;
  const { diagonal } = p.A;
  let change = 0;
  for (let k = 0; k < others.length; k++) {
    const i = others[k];
    const next = clamp(x[i] - (relax / diagonal[i]) * rows.velocity(i, x), p.lo[i], p.hi[i]);
    const dx = next - x[i];
    change = Math.max(change, Math.abs(dx));
    x[i] = next;
    rows.add(i, dx);
  }
  return change;
}
