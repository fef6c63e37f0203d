/**
 * A lattice of spheres in contact with their neighbours below, in front and beside: `contacts` contacts of three rows with box
 * friction, bodies numbered layer by layer, so that neighbours are near in memory as they are in a sorted simulation. Seeded.
 */
import { Rng } from '@signorini/engine';
import { makeProblem, type Problem, StructuredOperator } from '@signorini/engine/problem';

export function latticePile(contacts: number): Problem {
  const pairs = neighbours(contacts);
  const bodies = pairs.reduce((most, body) => Math.max(most, body), 0) + 1;
  const rng = new Rng(1);
  const n = 3 * contacts;
  const rowStart = Int32Array.from({ length: n + 1 }, (_, i) => 2 * i);
  const body = new Int32Array(2 * n);
  const J = new Float64Array(12 * n);
  for (let c = 0; c < contacts; c++)
    for (let r = 0; r < 3; r++) {
      const row = 3 * c + r;
      body[2 * row] = pairs[2 * c]!;
      body[2 * row + 1] = pairs[2 * c + 1]!;
      for (let q = 0; q < 6; q++) {
        const v = q < 3 ? (q === r ? 1 : 0) : rng.uniform(-0.5, 0.5);
        J[12 * row + q] = -v;
        J[12 * row + 6 + q] = q < 3 ? v : -v;
      }
    }
  const Minv = new Float64Array(36 * bodies);
  for (let k = 0; k < bodies; k++) for (let q = 0; q < 6; q++) Minv[36 * k + 7 * q] = q < 3 ? 1 : 2.5;
  const structure = { bodies, rowStart, body, J, Minv, C: new Float64Array(n).fill(0.01) };
  const lo = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 0 : -0.05));
  const hi = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? Infinity : 0.05));
  const b = Float64Array.from({ length: n }, () => rng.uniform(-0.1, 0.02));
  return makeProblem({ A: new StructuredOperator(structure), structure, b, lo, hi });
}

/** Two bodies per contact. */
function neighbours(contacts: number): number[] {
  const side = Math.max(2, Math.round(Math.cbrt(contacts / 3)));
  const pairs: number[] = [];
  const at = (i: number, j: number, k: number) => i + side * (j + side * k);
  for (let k = 0; pairs.length < 2 * contacts; k++)
    for (let j = 0; j < side; j++)
      for (let i = 0; i < side; i++) {
        if (k > 0) pairs.push(at(i, j, k - 1), at(i, j, k));
        if (j > 0) pairs.push(at(i, j - 1, k), at(i, j, k));
        if (i > 0) pairs.push(at(i - 1, j, k), at(i, j, k));
      }
  pairs.length = 2 * contacts;
  return pairs;
}
