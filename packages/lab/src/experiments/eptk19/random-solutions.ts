/** EPTK19 Sec. 6 on random MLCPs with known solutions: an error is zero at the solution, and positive everywhere else. */
import { Rng } from '@signorini/engine';
import { fromDense, makeProblem, type Problem, velocities } from '@signorini/engine/problem';
import { enumeration, solve } from '@signorini/engine/solvers';
import { errorOf, THREE_MEASURES, type ThreeMeasure } from './iterates.ts';

interface RandomFigures {
  readonly problems: number;
  /** Points beside the solutions. */
  readonly points: number;
  /** Largest error at a solution over that at x = 0, by measure: rounding. */
  readonly atSolutions: Readonly<Record<ThreeMeasure, number>>;
  /** Points with an error of zero, or none that is a number, by measure. */
  readonly zeros: Readonly<Record<ThreeMeasure, number>>;
  /** Least energy error over the energy of the distance to the solution, d A d / 2. */
  readonly leastRatio: number;
}

const SEED = 20190215; // the day the paper appeared

/** Positive definite, so that there is one solution, which enumeration finds by trying every index set. */
export function randomFigures(problems: number): RandomFigures {
  const rng = new Rng(SEED);
  const atSolutions = { fischer: 0, natural: 0, energy: 0 };
  const zeros = { fischer: 0, natural: 0, energy: 0 };
  let [leastRatio, points] = [Infinity, 0];
  for (let k = 0; k < problems; k++) {
    const p = randomProblem(rng, 1 + rng.below(6));
    const { x } = solve(p, { solver: enumeration, coupling: 0 });
    const zero = new Float64Array(p.n);
    const w = velocities(p, x, new Float64Array(p.n));
    for (const { name } of THREE_MEASURES) {
      const scale = errorOf(name, p, zero, p.b) || 1; // x = 0 may be the solution itself
      atSolutions[name] = Math.max(atSolutions[name], errorOf(name, p, x, w) / scale);
    }
    for (let j = 0; j < 20; j++, points++) {
      const d = x.map(() => (rng.below(2) === 0 ? 0 : 10 ** rng.uniform(-3, 1) * rng.uniform(-1, 1)));
      const size = dot(d, p.A.dense());
      if (size === 0) continue;
      const y = x.map((v, i) => v + d[i]!);
      const v = velocities(p, y, new Float64Array(p.n));
      for (const { name } of THREE_MEASURES) if (!(errorOf(name, p, y, v) > 0)) zeros[name]++;
      leastRatio = Math.min(leastRatio, errorOf('energy', p, y, v) / (size / 2));
    }
  }
  return { problems, points, atSolutions, zeros, leastRatio };
}

/** d A d */
function dot(d: Float64Array, a: Float64Array): number {
  const n = d.length;
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sum += d[i]! * a[i * n + j]! * d[j]!;
  return sum;
}

/** A = F F^T + 0.1 (1/kg) with contacts, boxes and rows without bounds. */
function randomProblem(rng: Rng, n: number): Problem {
  const f = Float64Array.from({ length: n * n }, () => rng.uniform(-1, 1));
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 0.1 : 0;
      for (let k = 0; k < n; k++) sum += f[i * n + k]! * f[j * n + k]!;
      a[i * n + j] = sum;
    }
  const lo = new Float64Array(n);
  const hi = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const size = rng.uniform(0.05, 1);
    [lo[i], hi[i]] = [
      [0, Infinity],
      [-size, size],
      [-Infinity, Infinity],
    ][rng.below(3)] as [number, number];
  }
  const b = Float64Array.from({ length: n }, () => rng.uniform(-1, 1));
  return makeProblem({ A: fromDense(n, a), b, lo, hi });
}
