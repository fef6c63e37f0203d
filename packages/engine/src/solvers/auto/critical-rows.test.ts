/** A chain with a heavy end in a heap of spheres: what a direct solve of the chain inside the island is worth. */
import { expect, test } from 'vitest';
import { contactPile } from '../../../test/support/contact-pile.ts';
import { Rng } from '../../linalg/rng.ts';
import { energyError } from '../../measures/energy.ts';
import { frictionConsistency } from '../../measures/friction-consistency.ts';
import { referenceEnergy } from '../../measures/relative-energy.ts';
import { makeProblem, type Problem } from '../../problem/problem.ts';
import type { OptionValues } from '../../problem/solver.ts';
import { StructuredOperator, structureFromBlocks } from '../../problem/structured.ts';
import { findSolver } from '../registry.ts';
import { solve } from '../solve.ts';
import { CriticalRows, isAllCritical } from './critical-rows.ts';

/** A heap of contacts, and a chain of 30 links with 1000 times their mass at its end, whose last link lies in the heap. */
function chainInHeap(contacts: number, bodies: number): Problem {
  const heap = contactPile(new Rng(8), contacts, bodies);
  const links = 30;
  const blocks = [];
  const { rowStart, body, J } = (heap.A as StructuredOperator).structure;
  for (let row = 0; row < heap.n; row++)
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++)
      blocks.push({ row, body: body[k], values: Array.from(J.subarray(6 * k, 6 * k + 6)) });
  const axis = [0, 0, 1, 0, 0, 0];
  for (let link = 0; link < links; link++) {
    const row = heap.n + link;
    blocks.push({ row, body: bodies + link, values: axis.map((v) => -v) });
    if (link > 0) blocks.push({ row, body: bodies + link - 1, values: axis });
    else blocks.push({ row, body: 0, values: axis }); // held by a sphere of the heap
  }
  const Minv = new Float64Array(36 * (bodies + links));
  Minv.set((heap.A as StructuredOperator).structure.Minv);
  for (let link = 0; link < links; link++)
    for (let r = 0; r < 6; r++) Minv[36 * (bodies + link) + 7 * r] = link === links - 1 ? 1e-3 : 1;
  const n = heap.n + links;
  const C = new Float64Array(n).fill(0.05);
  C.fill(1e-9, heap.n);
  const structure = structureFromBlocks(blocks, Minv, C);
  const extended = (values: Float64Array, of: number) => Float64Array.from({ length: n }, (_, i) => values[i] ?? of);
  return makeProblem({
    ...heap,
    A: new StructuredOperator(structure),
    structure,
    b: extended(heap.b, 0.1),
    lo: extended(heap.lo, -Infinity),
    hi: extended(heap.hi, Infinity),
  });
}

test('the critical rows are those of no contact, or also the contacts of the bodies that they hold', () => {
  const p = chainInHeap(60, 20);
  expect(CriticalRows.of(p, 'none')).toBeUndefined();
  expect(CriticalRows.of(p, 'joints')?.count).toBe(30);
  const { rowStart, body } = (p.A as StructuredOperator).structure;
  const touches = (row: number) => body.subarray(rowStart[row], rowStart[row + 1]).includes(0);
  const contacts = p.contacts.filter(({ normal }) => touches(normal));
  expect(CriticalRows.of(p, 'mechanisms')?.count).toBe(30 + 3 * contacts.length);
});

test('a direct solve of the critical rows leaves them without error while the others are held', () => {
  const p = chainInHeap(60, 20);
  const x = new Float64Array(p.n);
  CriticalRows.of(p, 'joints')?.improve(p, x, (part, local) => {
    local.set(solve(part, { solver: findSolver('bpp'), coupling: 0 }).x);
  });
  const rows = energyError(p, x, { perRow: true }).rows ?? new Float64Array(0);
  expect(rows.subarray(p.n - 30).reduce((sum, v) => sum + v, 0)).toBeLessThan(1e-20);
});

test('in an island beyond direct methods it brings auto far nearer to the solution in the same sweeps', () => {
  const p = chainInHeap(900, 600); // 2730 rows, a heap
  const e0 = referenceEnergy(p);
  const error = (critical: string) => {
    const { x, iterations } = solve(p, { solver: findSolver('auto'), options: { critical, sweeps: 60 } });
    expect(iterations.iterative).toBeLessThanOrEqual(60);
    return frictionConsistency(p, x).value / e0;
  };
  const [plain, joints] = [error('none'), error('joints')];
  expect(joints).toBeLessThan(0.1 * plain);
});

test('direct: never leaves to sweeps what a direct method could afford, except islands of critical rows alone', () => {
  const p = chainInHeap(60, 20);
  const pathOf = (options: OptionValues) => solve(p, { solver: findSolver('auto'), options }).path;
  expect(pathOf({})).not.toMatch(/pgs|psor/);
  expect(pathOf({ direct: 'never' })).toMatch(/pgs|psor/);
  expect(pathOf({ direct: 'never', critical: 'joints' })).toMatch(/with critical rows by/);
  const heap = contactPile(new Rng(8), 60, 20);
  expect(isAllCritical(heap, 'mechanisms')).toBe(false);
  expect(isAllCritical(makeProblem({ ...heap, contacts: [] }), 'joints')).toBe(true);
  expect(isAllCritical(makeProblem({ ...heap, contacts: [] }), 'none')).toBe(false);
});
