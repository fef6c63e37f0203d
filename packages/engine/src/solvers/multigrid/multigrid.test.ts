import { expect, test } from 'vitest';
import { randomExplicit } from '../../../test/support/random-problems.ts';
import { Rng } from '../../linalg/rng.ts';
import { energyError } from '../../measures/energy.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import { clamp } from '../../problem/sets/box.ts';
import { BoxDescent } from './box-descent.ts';
import { couplings, makeNodes, split, strongOnes } from './coarsening.ts';
import { type Csr, CsrBuilder, product, transpose } from './csr.ts';

function random(rng: Rng, rows: number, columns: number): { sparse: Csr; dense: number[][] } {
  const out = new CsrBuilder(columns);
  const dense = Array.from({ length: rows }, () => new Array<number>(columns).fill(0));
  for (const row of dense) {
    for (let j = 0; j < columns; j++)
      if (rng.below(3) === 0) {
        row[j] = rng.uniform(-1, 1);
        out.add(j, row[j]);
      }
    out.endRow();
  }
  return { sparse: out.build(), dense };
}

const filled = ({ rows, columns, start, column, value }: Csr) =>
  Array.from({ length: rows }, (_, i) => {
    const row = new Array<number>(columns).fill(0);
    for (let k = start[i]; k < start[i + 1]; k++) row[column[k]] += value[k];
    return row;
  });

test('products and transposes are those of the full matrices', () => {
  const rng = new Rng(5);
  const [a, b] = [random(rng, 7, 5), random(rng, 5, 6)];
  const full = a.dense.map((row) => b.dense[0].map((_, j) => row.reduce((sum, v, k) => sum + v * b.dense[k][j], 0)));
  filled(product(a.sparse, b.sparse)).forEach((row, i) => {
    row.forEach((v, j) => {
      expect(v).toBeCloseTo(full[i][j], 14);
    });
  });
  expect(filled(transpose(a.sparse))).toEqual(a.dense[0].map((_, j) => a.dense.map((row) => row[j])));
});

test('the coarsest grid is solved, whatever its bounds', () => {
  const rng = new Rng(6);
  for (let k = 0; k < 50; k++) {
    const p = randomExplicit(rng, 1 + rng.below(15));
    const x = new Float64Array(p.n);
    for (let i = 0; i < p.n; i++) x[i] = clamp(0, p.lo[i], p.hi[i]);
    new BoxDescent(p.n, p.A.dense()).solve(x, p.b, p.lo, p.hi);
    expect(energyError(p, x).value).toBeLessThan(1e-16 * referenceEnergy(p));
  }
});

test('a line of rows is split every other one; rows of no node take no part', () => {
  const out = new CsrBuilder(9);
  for (let i = 0; i < 9; i++) {
    if (i > 0) out.add(i - 1, -1);
    out.add(i, 2);
    if (i < 8) out.add(i + 1, -1);
    out.endRow();
  }
  const nodes = makeNodes(
    9,
    [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i]),
  );
  const strong = strongOnes(couplings(out.build(), nodes), 0.25);
  expect(strong.rows).toBe(8);
  const state = split(strong, transpose(strong));
  for (let i = 0; i < 8; i++) {
    const around = [state[i - 1], state[i + 1]].filter((s) => s !== undefined);
    if (state[i] === 0)
      expect(around).toContain(1); // somebody to be interpolated from
    else expect(around).not.toContain(1);
  }
});
