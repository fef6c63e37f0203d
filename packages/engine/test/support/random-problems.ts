/** Seeded random problems with known properties, for property tests. */

import type { Rng } from '../../src/linalg/rng.ts';
import { fromDense } from '../../src/problem/explicit.ts';
import { makeProblem, type Problem } from '../../src/problem/problem.ts';
import { StructuredOperator, structureFromBlocks } from '../../src/problem/structured.ts';

/** A = F F^T + shift 1 with bounds of every sort: none, one-sided, box, equal. */
export function randomExplicit(rng: Rng, n: number, shift = 0.1): Problem {
  const f = Float64Array.from({ length: n * n }, () => rng.uniform(-1, 1));
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? shift : 0;
      for (let k = 0; k < n; k++) sum += f[i * n + k] * f[j * n + k];
      a[i * n + j] = sum;
      a[j * n + i] = sum;
    }
  const lo = new Float64Array(n);
  const hi = new Float64Array(n);
  for (let i = 0; i < n; i++) [lo[i], hi[i]] = randomBounds(rng);
  const b = Float64Array.from({ length: n }, () => rng.uniform(-1, 1));
  return makeProblem({ A: fromDense(n, a), b, lo, hi, unit: randomUnits(rng, n) });
}

/** Rows over one to three bodies, full 6 x 6 inverse masses, compliance above zero. */
export function randomStructured(rng: Rng, n: number, bodies: number): Problem {
  const blocks = [];
  for (let row = 0; row < n; row++) {
    const touched = new Set(Array.from({ length: 1 + rng.below(3) }, () => rng.below(bodies)));
    for (const body of touched) blocks.push({ row, body, values: Array.from({ length: 6 }, () => rng.uniform(-1, 1)) });
  }
  const Minv = new Float64Array(36 * bodies);
  for (let body = 0; body < bodies; body++) {
    const f = Array.from({ length: 36 }, () => rng.uniform(-1, 1));
    for (let r = 0; r < 6; r++)
      for (let c = 0; c < 6; c++)
        for (let k = 0; k < 6; k++)
          Minv[36 * body + 6 * r + c] += f[6 * Math.min(r, c) + k] * f[6 * Math.max(r, c) + k];
  }
  const C = Float64Array.from({ length: n }, () => rng.uniform(0.01, 0.1));
  const structure = structureFromBlocks(blocks, Minv, C);
  const lo = new Float64Array(n);
  const hi = new Float64Array(n);
  for (let i = 0; i < n; i++) [lo[i], hi[i]] = randomBounds(rng);
  const b = Float64Array.from({ length: n }, () => rng.uniform(-1, 1));
  return makeProblem({ A: new StructuredOperator(structure), structure, b, lo, hi, unit: randomUnits(rng, n) });
}

export function randomVector(rng: Rng, n: number, size = 1): Float64Array {
  return Float64Array.from({ length: n }, () => rng.uniform(-size, size));
}

function randomBounds(rng: Rng): [number, number] {
  const size = rng.uniform(0.05, 1);
  switch (rng.below(5)) {
    case 0:
      return [-Infinity, Infinity];
    case 1:
      return [0, Infinity];
    case 2:
      return [-Infinity, size];
    case 3:
      return [-size, size];
    default:
      return [size, size];
  }
}

function randomUnits(rng: Rng, n: number): ('linear' | 'angular')[] {
  return Array.from({ length: n }, () => (rng.below(2) === 0 ? 'linear' : 'angular'));
}
