/** T-FP Sec. 1: with bilateral constraints alone the method is successive over-relaxation. */
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import type { Problem } from '@signorini/engine/problem';
import { psor } from '@signorini/engine/solvers';
import type { ExperimentContext } from '../context.ts';

export interface SorRow {
  readonly problem: string;
  readonly rows: number;
  readonly omega: number;
  readonly sweeps: number;
  /** Largest difference of an iterate from the textbook's, over its largest impulse. */
  readonly difference: number;
}

/** Mechanisms that touch nothing: joints alone. */
const MECHANISMS = [
  { scene: 'five-pendulum', step: 20 },
  { scene: 'heavy-chain', step: 2 },
  { scene: 'closed-loop', step: 5 },
] as const;

export function sorRows({ captured, quick }: ExperimentContext): SorRow[] {
  const sweeps = quick ? 50 : 300;
  return MECHANISMS.flatMap(({ scene, step }) => {
    const { problem } = captured({ scene, settings: 'papers', steps: step, every: step }).problems[0]!;
    if (!isBilateral(problem)) throw new Error(`${scene}: a row has a bound`);
    return [0.5, 1, 1.5, 1.9].map((omega) => ({
      problem: `${scene}, step ${step}`,
      rows: problem.n,
      omega,
      sweeps,
      difference: largestDifference(problem, omega, sweeps),
    }));
  });
}

const isBilateral = ({ lo, hi }: Problem) => lo.every((v) => v === -Infinity) && hi.every((v) => v === Infinity);

/** psor's iterates beside those of the textbook, from 0. */
function largestDifference(p: Problem, omega: number, sweeps: number): number {
  const y = new Float64Array(p.n);
  const a = p.A.dense();
  let largest = 0;
  const monitor = {
    ownsStopping: true,
    begin: () => {},
    observe(_: number, x: Float64Array) {
      overRelax(a, p.b, y, omega);
      const size = y.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
      for (let i = 0; i < p.n; i++) largest = Math.max(largest, Math.abs(x[i]! - y[i]!) / size);
      return undefined;
    },
  };
  psor
    .create()
    .solve(p, new Float64Array(p.n), { ...psor.defaults, maxIterations: sweeps, tolerance: 0, omega }, monitor);
  return largest;
}

/** One sweep over A y = -b as every textbook has it. */
function overRelax(a: Float64Array, b: Float64Array, y: Float64Array, omega: number): void {
  const n = y.length;
  for (let i = 0; i < n; i++) {
    let sum = b[i]!;
    for (let j = 0; j < n; j++) sum += a[i * n + j]! * y[j]!;
    y[i]! -= (omega / a[i * n + i]!) * sum;
  }
}

/**
 * Algorithm 4.1 without the term e, from 0: the velocities change by s_i times the new impulse, as it is printed, or times its
 * change. What is left of the energy error of doing nothing.   docs/papers.md, item 15
 */
export function algorithmLeaves(p: Problem, sweeps: number, update: 'as printed' | 'corrected'): number {
  const { n } = p;
  const a = p.A.dense();
  const x = new Float64Array(n);
  const w = p.b.slice();
  for (let k = 0; k < sweeps; k++)
    for (let i = 0; i < n; i++) {
      const before = x[i]!;
      x[i] = Math.min(Math.max(before - w[i]! / a[i * n + i]!, p.lo[i]!), p.hi[i]!);
      const step = update === 'as printed' ? x[i]! : x[i]! - before;
      for (let j = 0; j < n; j++) w[j]! += a[j * n + i]! * step;
    }
  return energyError(p, x).value / referenceEnergy(p);
}
