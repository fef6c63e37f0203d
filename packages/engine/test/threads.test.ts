/** Threads change the time of an answer, never its bits: sweeps and islands with and without a team of workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, plane } from '../src/collision/shapes/shapes.ts';
import { Team } from '../src/kernels/team.ts';
import { Rng } from '../src/linalg/rng.ts';
import { makeProblem, type Problem } from '../src/problem/problem.ts';
import type { StructuredOperator } from '../src/problem/structured.ts';
import { createWorld } from '../src/simulate.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { colouring, shares } from '../src/solvers/sweeps/colouring.ts';
import { contactPile } from './support/contact-pile.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-threads-'));
const workers: Worker[] = [];
const teams: Team[] = [];

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../src/worker.ts', import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: entry, // Node's modules stay Node's
      target: 'esnext',
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  });
  for (const count of [1, 2]) {
    const members = Array.from({ length: count }, () => new Worker(join(folder, 'worker.mjs')));
    workers.push(...members);
    teams.push(await Team.ready(members, { megabytes: 16 }));
  }
}, 60000);

afterAll(async () => {
  for (const worker of workers) await worker.terminate();
  rmSync(folder, { recursive: true });
});

const pgs = findSolver('pgs');
const sweeps = (p: Problem, team?: Team) =>
  solve(p, {
    solver: pgs,
    options: { order: 'colour', maxIterations: 12, tolerance: 0 },
    coupling: 2,
    ...(team && { team }),
  });

test('colours: rows of one colour share no body, every row comes once, shares are cut between contacts', () => {
  const p = contactPile(new Rng(3), 400, 90);
  const A = p.A as StructuredOperator;
  const { order, groups, colours } = colouring(A);
  expect(Array.from(order).sort((a, b) => a - b)).toEqual(Array.from({ length: p.n }, (_, i) => i));
  const { rowStart, body } = A.structure;
  for (let c = 0; c + 2 < colours.length; c++) {
    const seen = new Set<number>();
    for (let g = colours[c]; g < colours[c + 1]; g++) {
      const row = order[groups[g]];
      for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
        expect(seen.has(body[k])).toBe(false);
        seen.add(body[k]);
      }
    }
  }
  const cuts = shares({ order, groups, colours }, 3);
  const starts = new Set(groups);
  expect(Array.from(cuts).every((cut) => starts.has(cut))).toBe(true);
});

test('a body that all others touch: what finds no colour is swept by one thread, and nothing is lost', () => {
  const p = contactPile(new Rng(4), 300, 4);
  const { order, colours } = colouring(p.A as StructuredOperator);
  expect(new Set(order).size).toBe(p.n);
  expect(colours.length - 1).toBe(32); // 31 colours and the rest
});

describe('with threads', () => {
  test('sweeps in colour order give the bits of one thread, in twos and threes, again and again', () => {
    const rng = new Rng(5);
    for (const [contacts, bodies] of [
      [600, 150],
      [40, 60],
      [300, 5],
    ] as const) {
      const p = contactPile(rng, contacts, bodies);
      const alone = sweeps(p);
      for (const team of teams) {
        const { x, iterations } = sweeps(p, team);
        expect(Array.from(x)).toEqual(Array.from(alone.x));
        expect(iterations).toEqual(alone.iterations);
      }
    }
  });

  test('an answer that is not finite is told as by one thread', () => {
    const p = contactPile(new Rng(6), 50, 20);
    const broken = makeProblem({ ...p, b: p.b.map((v, i) => (i === 60 ? Number.NaN : v)) });
    expect(sweeps(broken, teams[1]).status).toBe('diverged');
  });

  test('a problem too large for the memory that is shared: one sentence', () => {
    const p = contactPile(new Rng(7), 40000, 9000);
    expect(() => sweeps(p, teams[0])).toThrow(
      /threads: expected a team with at least \d+ megabytes of memory, found 16/,
    );
  });

  test('islands: a world of eight stacks has the same hash with workers and without', () => {
    const run = (team?: Team) => {
      const world = createWorld({}, team ? { team } : {});
      world.addBody({ name: 'ground', motion: 'static', shape: plane() });
      for (let stack = 0; stack < 8; stack++)
        for (let k = 0; k < 7; k++)
          world.addBody({
            name: `box-${stack}-${k}`,
            shape: box(0.5, 0.5, 0.5),
            position: [3 * stack, 0, 0.501 * (k + 0.5)],
            density: 1000,
          });
      for (let k = 0; k < 20; k++) world.step();
      return world.hash();
    };
    expect(run(teams[0])).toBe(run());
    expect(run(teams[1])).toBe(run());
  });
});
