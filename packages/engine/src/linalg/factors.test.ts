import { expect, test } from 'vitest';
import { blockSymbolic } from './block-symbolic.ts';
import { minimumDegree } from './minimum-degree.ts';
import { Rng } from './rng.ts';

test('minimum degree eliminates a star from its rays to its centre, and a chain without fill', () => {
  const star = minimumDegree(5, [0, 1, 0, 2, 0, 3, 0, 4]);
  expect(star.position[0]).toBeGreaterThanOrEqual(3);
  expect(star.columns.every((column) => column.length <= 1)).toBe(true);
  const chain = blockSymbolic(
    10,
    Array.from({ length: 18 }, (_, k) => (k % 2 === 0 ? k / 2 : (k + 1) / 2)),
  );
  expect(chain.blocks).toBe(10 + 9);
});

test('the symbolic factor has a place for every product', () => {
  const rng = new Rng(401);
  for (let k = 0; k < 20; k++) {
    const bodies = 2 + rng.below(15);
    const edges = Array.from({ length: 4 * bodies }, () => rng.below(bodies));
    const { colStart, blockRow, blocks, products, blockAt, position } = blockSymbolic(bodies, edges);
    let found = 0;
    for (let column = 0; column < bodies; column++)
      for (let right = colStart[column] + 1; right < colStart[column + 1]; right++)
        for (let left = right; left < colStart[column + 1]; left++) {
          const target = blockAt(blockRow[left], blockRow[right]);
          expect(blockRow[target]).toBe(blockRow[left]);
          found++;
        }
    expect(found).toBe(products);
    expect(colStart[bodies]).toBe(blocks);
    expect(new Set(position).size).toBe(bodies);
  }
});
