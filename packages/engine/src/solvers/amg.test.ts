import { describe, expect, test } from 'vitest';
import { randomStructured, randomVector } from '../../test/support/random-problems.ts';
import { cos, sin } from '../linalg/elementary.ts';
import { Rng } from '../linalg/rng.ts';
import { energyError } from '../measures/energy.ts';
import { referenceEnergy } from '../measures/relative-energy.ts';
import { makeProblem, type Problem } from '../problem/problem.ts';
import { type JacobianBlock, StructuredOperator, structureFromBlocks } from '../problem/structured.ts';
import { findScene } from '../scenes/catalogue.ts';
import { createWorld } from '../simulate.ts';
import { type AmgOptions, amg, Grids } from './amg.ts';
import { buildHierarchy } from './multigrid/hierarchy.ts';
import { findSolver } from './registry.ts';
import { solve } from './solve.ts';

const free = (n: number) => ({ lo: new Float64Array(n).fill(-Infinity), hi: new Float64Array(n).fill(Infinity) });

function bilateral(n: number, blocks: JacobianBlock[], Minv: Float64Array, b: Float64Array): Problem {
  const structure = structureFromBlocks(blocks, Minv, new Float64Array(n).fill(1e-12));
  return makeProblem({ A: new StructuredOperator(structure), structure, b, ...free(n) });
}

/** Masses of 1 kg on a line, the first tied to the ground: A is the second difference. */
function line(n: number): Problem {
  const blocks: JacobianBlock[] = [];
  for (let row = 0; row < n; row++) {
    blocks.push({ row, body: row, values: [1, 0, 0, 0, 0, 0] });
    if (row > 0) blocks.push({ row, body: row - 1, values: [-1, 0, 0, 0, 0, 0] });
  }
  const Minv = new Float64Array(36 * n);
  for (let k = 0; k < 6 * n; k++) Minv[36 * Math.floor(k / 6) + 7 * (k % 6)] = 1;
  return bilateral(n, blocks, Minv, randomVector(new Rng(11), n));
}

/** Rods of 1 kg and 1 m on ball joints from the ground on, along three quarters of a circle: three rows a joint. */
function chain(links: number): Problem {
  const blocks: JacobianBlock[] = [];
  const Minv = new Float64Array(36 * links);
  for (let k = 0; k < links; k++) {
    const angle = (4.7 * k) / links;
    const t = [cos(angle), sin(angle), 0];
    for (let r = 0; r < 3; r++) {
      Minv[36 * k + 7 * r] = 1;
      for (let c = 0; c < 3; c++) Minv[36 * k + 6 * (3 + r) + 3 + c] = (r === c ? 12 : 0) + 588 * t[r] * t[c]; // 1/50 across
    }
    // half a rod ahead of and behind its centre
    for (const [joint, sign, half] of [
      [k, 1, -0.5],
      [k + 1, -1, 0.5],
    ])
      for (let c = 0; joint < links && c < 3; c++) {
        const e = [0, 1, 2].map((d) => (d === c ? sign : 0));
        const arm = t.map((v) => half * v);
        const turn = [0, 1, 2].map((d) => arm[(d + 1) % 3] * e[(d + 2) % 3] - arm[(d + 2) % 3] * e[(d + 1) % 3]);
        blocks.push({ row: 3 * joint + c, body: k, values: [...e, ...turn] });
      }
  }
  return bilateral(3 * links, blocks, Minv, randomVector(new Rng(12), 3 * links));
}

/** sqrt(e^T A e) of e = x - reference: the speed, over all bodies, that is wrong. */
function energyNorm(p: Problem, x: Float64Array, reference: Float64Array): number {
  const e = x.map((v, i) => v - reference[i]);
  const Ae = new Float64Array(p.n);
  p.A.apply(e, Ae);
  return Math.sqrt(e.reduce((sum, v, i) => sum + v * Ae[i], 0));
}

/** The largest ratio of the errors of two cycles, of those before rounding shows. */
function worstFactor(p: Problem, options: Partial<AmgOptions>): number {
  const reference = solve(p, { solver: findSolver('bpp'), coupling: 0 }).x;
  const x = randomVector(new Rng(13), p.n);
  const grids = new Grids(p, x, { ...amg.defaults, warmup: 0, ...options });
  const before = x.slice();
  const start = energyNorm(p, x, reference);
  let [last, worst] = [start, 0];
  for (let k = 0; k < 15 && last > 1e-8 * start; k++) {
    grids.advance(before);
    const now = energyNorm(p, x, reference);
    worst = Math.max(worst, now / last);
    last = now;
  }
  return worst;
}

describe.each([10, 20, 40, 80, 160])('a chain of %i links, bilateral rows only', (links) => {
  test('has an error per cycle below 0.2, whichever errors are transferred', () => {
    for (const p of [line(links), chain(links)])
      for (const transfer of ['impulse', 'velocity'] as const) expect(worstFactor(p, { transfer })).toBeLessThan(1e-3); // a cycle is a cyclic reduction
    expect(worstFactor(line(links), { transfer: 'impulse', coarsening: 'rows' })).toBeLessThan(1e-3);
  });
});

test('without coarse grids the same chain loses less than 2 % a sweep: that is what the grids are for', () => {
  const p = chain(40);
  const reference = solve(p, { solver: findSolver('bpp'), coupling: 0 }).x;
  const x = randomVector(new Rng(13), p.n);
  const at = (sweeps: number) => {
    findSolver('pgs')
      .create()
      .solve(p, x, { ...findSolver('pgs').defaults, tolerance: 0, maxIterations: sweeps });
    return energyNorm(p, x, reference);
  };
  const early = at(100);
  expect((at(100) / early) ** (1 / 100)).toBeGreaterThan(0.98);
});

test('components of a bent chain coarsened apart lose the tension that goes round the bend', () => {
  expect(worstFactor(chain(80), { transfer: 'impulse', coarsening: 'rows' })).toBeGreaterThan(0.5);
});

test('pairs of masses on a line become masses of 2 kg: the coarse operator is that of the welded bodies', () => {
  const options = { transfer: 'velocity', coarsening: 'blocks', theta: 0.25, coarsest: 4 } as const;
  const p = line(8); // bodies 0 1 | 2 3 | 4 5 | 6 7, rows 2, 4, 6 between them
  const [, { A }] = buildHierarchy(p, new Float64Array(8), new Uint8Array(8).fill(1), options);
  expect(Array.from(A.start)).toEqual([0, 2, 5, 7]);
  // the first pair hangs on the ground by row 0, which is inside: it does not move
  [0.5, -0.5, -0.5, 1, -0.5, -0.5, 1].forEach((v, k) => {
    expect(A.value[k]).toBeCloseTo(v, 8);
  });
});

/** Spheres that settle: box friction with the bounds of the step. */
function settling(count: number, steps: number): Problem {
  const solver = findSolver('pgs');
  const world = createWorld(findScene('granular'), { parameters: { count }, solver, options: { maxIterations: 40 } });
  for (let k = 0; k < steps; k++) world.step();
  return world.problem()!;
}

/** Cycles until the relative energy error is `target`, and the corrections of the finest grid. */
function cycles(p: Problem, target: number, most: number, options: Partial<AmgOptions>) {
  const x = new Float64Array(p.n);
  const grids = new Grids(p, x, { ...amg.defaults, ...options });
  const before = x.slice();
  const e0 = referenceEnergy(p);
  let count = 0;
  let objective = Infinity;
  let rises = 0;
  while (count < most && energyError(p, x).value > target * e0) {
    grids.advance(before);
    count++;
    const now = objectiveOf(p, x);
    if (now > objective + 1e-12 * Math.abs(objective)) rises++;
    objective = now;
    expect(x.every((v, i) => v >= p.lo[i] && v <= p.hi[i])).toBe(true);
  }
  return { count, rises, ...grids.count };
}

function objectiveOf({ A, b }: Problem, x: Float64Array): number {
  const Ax = new Float64Array(x.length);
  A.apply(x, Ax);
  return x.reduce((sum, v, i) => sum + v * (Ax[i] / 2 + b[i]), 0);
}

describe('on contacts', () => {
  const p = settling(120, 20);
  const sweeps = () => {
    const solver = findSolver('pgs');
    const options = { maxIterations: 5000 };
    return solve(p, { solver, coupling: 0, options, tolerance: 1e-10 * referenceEnergy(p) }).iterations.total;
  };

  test("PIR's transfer of impulses gains nothing: its corrections are refused, and cycles cost more than the sweeps in them", () => {
    const pir = cycles(p, 1e-10, 400, { transfer: 'impulse', coarsening: 'rows', warmup: 0, rebuild: 0 });
    expect(pir.refused / pir.corrections).toBeGreaterThan(0.8);
    expect(4 * pir.count).toBeGreaterThan(sweeps()); // two sweeps and two products a cycle
    expect(pir.rises).toBe(0);
  });

  test('the transfer of velocities needs some ten cycles where sweeps go into the hundreds', () => {
    const velocity = cycles(p, 1e-10, 100, {});
    expect(velocity.count).toBeLessThan(20);
    expect(velocity.rises).toBe(0);
    expect(sweeps()).toBeGreaterThan(300);
  });
});

test('every choice of options solves boxes of every sort, and says so truthfully', () => {
  const p = randomStructured(new Rng(14), 60, 15);
  const reference = solve(p, { solver: findSolver('bpp'), coupling: 0 }).x;
  const e0 = referenceEnergy(p);
  for (const transfer of ['impulse', 'velocity'])
    for (const coarsening of ['rows', 'blocks'])
      for (const correction of ['project', 'reject'])
        for (const mu of [1, 2]) {
          const options = { transfer, coarsening, correction, mu, nu1: mu, maxIterations: 20000 };
          const { x, status } = solve(p, { solver: findSolver('amg'), coupling: 0, options, tolerance: 1e-20 * e0 });
          expect(status).toBe('converged');
          for (let i = 0; i < p.n; i++) expect(Math.abs(x[i] - reference[i])).toBeLessThan(1e-7);
        }
});

test('an iteration limit is called one', () => {
  const p = settling(30, 10);
  const { status, iterations } = solve(p, {
    solver: findSolver('amg'),
    coupling: 0,
    options: { maxIterations: 3, tolerance: 0, transfer: 'impulse' },
  });
  expect([status, iterations.total]).toEqual(['iteration-limit', 3]);
});
