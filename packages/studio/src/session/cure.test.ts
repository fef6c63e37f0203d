import { expect, test } from 'vitest';
import type { BranchInfo, Setup, SolverDot } from '../protocol.ts';
import { SCALARS } from '../protocol.ts';
import { chooseCure, compareCure } from './cure.ts';
import { RunFigures } from './run-figures.ts';
import { nextTolerance } from './tolerance-value.ts';

const PGS: Setup = { solver: 'pgs', options: {}, warmStart: true };
const dot = (
  solver: string,
  timeMs: number | null,
  energyError: number | null,
  frictionConsistency = 0,
): SolverDot => ({
  solver,
  timeMs,
  energyError,
  frictionConsistency,
  status: 'converged',
  iterations: 1,
  reason: null,
});

test('the cure is the quickest solver within the tolerance, by the larger of both errors', () => {
  const dots = [
    dot('pgs', 0.1, 1e-20),
    dot('boxed', 0.2, 1e-20, 1e-3),
    dot('slow', 9, 1e-30),
    dot('quick', 0.5, 1e-9),
    dot('refused', null, null),
  ];
  expect(chooseCure(dots, PGS, 1e-2, 1e-6)).toMatchObject({ kind: 'within', dot: { solver: 'quick' } });
  expect(chooseCure(dots, { ...PGS, options: { omega: 1.5 } }, 1e-2, 1e-6)).toMatchObject({ dot: { solver: 'pgs' } });
  expect(chooseCure(dots, PGS, 1e-7, 1e-6)).toEqual({ kind: 'well' });
});

test('if none is within the tolerance it is the most accurate, and nothing if that is no better', () => {
  const dots = [dot('rough', 0.1, 1), dot('best', 3, 1e-3), dot('wild', 1, null)];
  expect(chooseCure(dots, PGS, 1e-2, 1e-6)).toMatchObject({ kind: 'better', dot: { solver: 'best' } });
  expect(chooseCure(dots, PGS, 1e-4, 1e-6)).toEqual({ kind: 'none' });
  expect(chooseCure([], PGS, 1, 1e-6)).toEqual({ kind: 'none' });
});

function branch(id: number, parent: number | null, start: number, head: number): BranchInfo {
  const name = `branch ${id}`;
  return { id, parent, start, head, name, named: false, setup: PGS, events: [], ended: null };
}

test('a cure is judged over the steps that both branches have taken', () => {
  const figures = new RunFigures();
  const add = (id: number, from: number, errors: readonly number[]) => {
    const columns = SCALARS.map((name) => [
      name,
      Float64Array.from(errors, (error) => (name === 'energyError' ? error : name === 'solveMs' ? 2 : 0)),
    ]);
    figures.add(id, from, Object.fromEntries(columns));
  };
  add(0, 1, [1, 1, 5, 3, 1]);
  add(1, 3, [0.25, 0.75]);
  const branches = [branch(0, null, 0, 5), branch(1, 0, 2, 4)];
  const cure = { branch: 0, step: 3, known: 0 };
  expect(compareCure(cure, branches, figures, 30)).toMatchObject({
    from: 3,
    steps: 2,
    before: { worst: 5, median: 4, solveMs: 2 },
    after: { worst: 0.75, median: 0.5 },
  });
  expect(compareCure(cure, branches, figures, 1)).toMatchObject({ steps: 1, after: { worst: 0.25 } });
  expect(compareCure(cure, branches.slice(0, 1), figures, 30)).toBeNull();
});

test('keys move the tolerance through 1, 2 and 5', () => {
  const up = [1e-6];
  for (let k = 0; k < 4; k++) up.push(nextTolerance(up.at(-1)!, true));
  expect(up).toEqual([1e-6, 2e-6, 5e-6, 1e-5, 2e-5]);
  expect(nextTolerance(1e-6, false)).toBe(5e-7);
  expect(nextTolerance(3.4e-6, false)).toBe(2e-6);
});
