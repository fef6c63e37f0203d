import { findSolver, solvers } from '@signorini/engine/solvers';
import { expect, test } from 'vitest';
import type { ReplayRow } from '../replay/replay-row.ts';
import { iterationBins } from './iterations.ts';
import { logAxis } from './log-axis.ts';
import { placesOf } from './places.ts';
import { errorProfile, timeProfile } from './profiles.ts';
import { solverStyles } from './solver-style.ts';

function row(figures: Partial<ReplayRow>): ReplayRow {
  return {
    item: null,
    timed: 'alone',
    problem: 'p',
    size: 3,
    friction: null,
    solver: 'pgs',
    status: 'converged',
    reason: null,
    coupling: 1,
    unit: 'J',
    options: {},
    path: 'pgs',
    version: '1.2.3',
    source: { file: null, scene: null, step: null },
    iterations: { direct: 0, iterative: 4, coupling: 1, total: 4 },
    timeMs: 1,
    claimedMs: null,
    symbolicMs: 0,
    energy: 1e-9,
    relativeEnergy: 1e-3,
    naturalResidual: 1e-4,
    fischerBurmeister: 1e-4,
    frictionConsistency: 1e-9,
    ...figures,
  };
}
const iterations = (total: number) => ({ direct: 0, iterative: total, coupling: 1, total });

test('a logarithmic axis has whole decades, and room for zeros below and for what is not finite above', () => {
  const plain = logAxis([1e-3, 0.5, 20]);
  expect(plain.domain).toEqual([-3, 2]);
  expect(plain.axis.values).toEqual([-3, -2, -1, 0, 1, 2]);
  expect([plain.at(1e-3), plain.at(100)]).toEqual([-3, 2]);
  expect(plain.breaks).toEqual([]);

  const odd = logAxis([0, 1e-30, 1, null]);
  expect(odd.at(0)).toBeLessThan(-30);
  expect(odd.at(null)).toBeGreaterThan(0);
  expect(odd.at(Number.NaN)).toBe(odd.at(null));
  expect(odd.breaks[0]).toBeGreaterThan(odd.at(0)); // the gap lies between
  expect(odd.breaks[0]).toBeLessThan(-30);
  expect(odd.domain[0]).toBeLessThan(odd.at(0));
  expect(odd.axis.labelExpr).toContain("'0'");
  expect(odd.axis.labelExpr).toContain("'not finite'");
  expect(odd.axis.labelExpr).toContain('10⁻²⁰');
});

test('an axis without a single positive figure, and one with a single figure, still have two ends', () => {
  for (const values of [[], [0], [null], [7], [10]]) {
    const { domain } = logAxis(values);
    expect(domain[1]).toBeGreaterThan(domain[0]);
  }
});

test('a limit lies on the axis, also where no figure reaches it', () => {
  expect(logAxis([1e-3], [1e-9]).domain[0]).toBe(-9);
});

test('iterations are counted in bins of whole numbers, what did not converge apart', () => {
  const rows = [
    row({ iterations: iterations(3) }),
    row({ iterations: iterations(3) }),
    row({ iterations: iterations(5), status: 'iteration-limit' }),
    row({ iterations: null, status: 'refused' }),
  ];
  expect(iterationBins(rows, 'iterative')).toEqual([
    { from: 3, to: 3, converged: 2, unsolved: 0 },
    { from: 4, to: 4, converged: 0, unsolved: 0 },
    { from: 5, to: 5, converged: 0, unsolved: 1 },
  ]);
  const wide = iterationBins([row({ iterations: iterations(1) }), row({ iterations: iterations(101) })], 'iterative');
  expect(wide.length).toBeLessThanOrEqual(24);
  expect(wide.at(0)).toMatchObject({ from: 0, converged: 1 });
  expect(wide.at(-1)).toMatchObject({ converged: 1 });
  expect(iterationBins([], 'direct')).toEqual([]);
});

test('a profile compares only answers within the tolerance, and counts every problem', () => {
  const rows = [
    row({ problem: 'a', solver: 'quick', timeMs: 1, energy: 1 }), // quick and wrong
    row({ problem: 'a', solver: 'slow', timeMs: 8 }),
    row({ problem: 'b', solver: 'quick', timeMs: 2 }),
    row({ problem: 'b', solver: 'slow', timeMs: 4 }),
    row({ problem: 'c', solver: 'quick', timeMs: 1, frictionConsistency: null }),
    row({ problem: 'c', solver: 'slow', timeMs: 1, energy: 5 }),
  ];
  expect(timeProfile(rows, 1e-6)).toEqual([
    { solver: 'quick', at: 1, share: 1 / 3 },
    { solver: 'slow', at: 1, share: 1 / 3 },
    { solver: 'slow', at: 2, share: 2 / 3 },
  ]);
  expect(errorProfile(rows)).toEqual([
    { solver: 'quick', at: 1e-9, share: 1 / 3 },
    { solver: 'quick', at: 1, share: 2 / 3 },
    { solver: 'slow', at: 1e-9, share: 2 / 3 },
    { solver: 'slow', at: 5, share: 1 },
  ]);
});

test('kinds of iterations are counted apart', () => {
  const both = row({ iterations: { direct: 2, iterative: 30, coupling: 1, total: 32 } });
  expect(iterationBins([both], 'direct')).toMatchObject([{ from: 2, to: 2, converged: 1 }]);
  expect(iterationBins([both], 'iterative')).toMatchObject([{ from: 30, to: 30, converged: 1 }]);
});

test('a solver that was stopped has the share of the problems that it was given', () => {
  const rows = [
    ...['a', 'b', 'c', 'd'].map((problem) => row({ problem, solver: 'all' })),
    row({ problem: 'a', solver: 'stopped' }),
    row({ problem: 'c', solver: 'stopped', energy: 5 }),
  ];
  expect(timeProfile(rows, 1e-6).filter(({ solver }) => solver === 'stopped')).toEqual([
    { solver: 'stopped', at: 1, share: 1 / 2 },
  ]);
});

test('times that a coarse clock calls zero make no ratio that is not finite', () => {
  const rows = [row({ solver: 'p', timeMs: 0 }), row({ solver: 'q', timeMs: 0 })];
  expect(timeProfile(rows, 1).map(({ at }) => at)).toEqual([1, 1]);
});

test('a problem stands at its step where the names tell one, else at its number', () => {
  const named = placesOf([row({ problem: 'wall, step 10' }), row({ problem: 'wall, step 250' })]);
  expect([named.title, [...named.at.values()]]).toEqual(['step', [10, 250]]);
  const other = placesOf([row({ problem: 'wall-24' }), row({ problem: 'loop-24' })]);
  expect([...other.at.values()]).toEqual([1, 2]);
});

test('every solver has a pair of colour and shape of its own, whatever the others are', () => {
  const styles = solverStyles(solvers.map(({ name }) => name));
  expect(new Set([...styles.values()].map(({ color, shape }) => color + shape)).size).toBe(solvers.length);
  expect(solverStyles(['pgs']).get('pgs')).toEqual(styles.get('pgs'));
  expect(solverStyles(['of-tomorrow']).get('of-tomorrow')).toBeDefined();
  expect(findSolver('pgs').name).toBe('pgs');
});

test('every colour can be told from a light and from a dark page', () => {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((k) => Number.parseInt(hex.slice(k, k + 2), 16) / 255);
    const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!);
  };
  const contrast = (p: string, q: string) => {
    const [dark, light] = [luminance(p), luminance(q)].sort((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
  };
  for (const [name, { color }] of solverStyles(solvers.map((solver) => solver.name)))
    for (const page of ['#ffffff', '#14181f']) expect(contrast(color, page), `${name} on ${page}`).toBeGreaterThan(3);
});
