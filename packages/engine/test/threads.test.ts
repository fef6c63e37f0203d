/** Threads change the time of an answer, never its bits: sweeps and islands with and without a team of workers. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { box, plane } from '../src/collision/shapes/shapes.ts';
import { Rng } from '../src/linalg/rng.ts';
import { colouring, shares } from '../src/problem/colouring.ts';
import { makeProblem, type Problem } from '../src/problem/problem.ts';
import { StructuredOperator } from '../src/problem/structured.ts';
import { createWorld } from '../src/simulate.ts';
import { findSolver } from '../src/solvers/registry.ts';
import { solve } from '../src/solvers/solve.ts';
import { beat, CONTROL_SIZE, meet } from '../src/threads/control.ts';
import { Team } from '../src/threads/team.ts';
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
});

afterAll(async () => {
  for (const worker of workers) await worker.terminate();
  rmSync(folder, { recursive: true });
});

/** Problems side by side, without a body in common: islands. */
function apart(problems: readonly Problem[]): Problem {
  const joined = problems.map((p, k) => {
    const rows = problems.slice(0, k).reduce((sum, { n }) => sum + n, 0);
    const bodies = problems.slice(0, k).reduce((sum, { structure }) => sum + structure!.bodies, 0);
    return { ...p, structure: p.structure!, rows, bodies };
  });
  const all = (numbers: (p: (typeof joined)[number]) => ArrayLike<number>) =>
    joined.flatMap((p) => Array.from(numbers(p)));
  const entries = (p: (typeof joined)[number]) => p.structure.body.length;
  let before = 0;
  const rowStart = [0];
  for (const p of joined) {
    for (let i = 1; i <= p.n; i++) rowStart.push(before + p.structure.rowStart[i]);
    before += entries(p);
  }
  const structure = {
    bodies: joined.reduce((sum, p) => sum + p.structure.bodies, 0),
    rowStart: Int32Array.from(rowStart),
    body: Int32Array.from(all((p) => p.structure.body.map((body) => body + p.bodies))),
    J: Float64Array.from(all((p) => p.structure.J)),
    Minv: Float64Array.from(all((p) => p.structure.Minv)),
    C: Float64Array.from(all((p) => p.structure.C)),
  };
  return makeProblem({
    A: new StructuredOperator(structure),
    structure,
    b: Float64Array.from(all((p) => p.b)),
    lo: Float64Array.from(all((p) => p.lo)),
    hi: Float64Array.from(all((p) => p.hi)),
    contacts: joined.flatMap((p) =>
      p.contacts.map((contact) => ({
        ...contact,
        normal: contact.normal + p.rows,
        tangents: contact.tangents.map((row) => row + p.rows),
      })),
    ),
  });
}

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

describe('a team that cannot come together fails with one sentence', () => {
  const ready = async (scripts: readonly string[], timeout = 5) => {
    const members = scripts.map((script) => new Worker(script, { eval: true, stderr: true }));
    try {
      await Team.ready(members, { megabytes: 1, timeout });
      return 'joined';
    } catch (error) {
      return (error as Error).message;
    } finally {
      for (const member of members) await member.terminate();
    }
  };
  const start = "require('node:worker_threads').parentPort.postMessage('started');";

  test('a worker whose script throws', async () => {
    expect(await ready(["throw new Error('boom')"])).toBe(
      'threads: expected worker 1 of 1 to start, found the error "boom"',
    );
  });

  test('several that throw: the first is reported, the others do not end the process', async () => {
    const text = await ready(["throw new Error('boom')", "throw new Error('boom')", "throw new Error('boom')"]);
    expect(text).toMatch(/^threads: expected worker [123] of 3 to start, found the error "boom"$/);
  });

  test('a worker that exits', async () => {
    expect(await ready(['process.exit(3)'])).toBe(
      'threads: expected worker 1 of 1 to start, found that it has exited with code 3',
    );
  });

  test('a worker that never answers', async () => {
    expect(await ready([`${start} setInterval(() => {}, 1000)`, 'setInterval(() => {}, 1000)'], 0.5)).toBe(
      'threads: expected worker 2 of 2 to start within 0.5 s, found no answer (does it run the entry @signorini/engine/worker?)',
    );
  });

  test('a worker that starts and does not join, or throws at the invitation', async () => {
    expect(await ready([`${start} setInterval(() => {}, 1000)`], 0.5)).toMatch(
      /^threads: expected worker 1 of 1 to join within 0.5 s, found no answer/,
    );
    const throwing = "require('node:worker_threads').parentPort.on('message', () => { throw new Error('no room') });";
    expect(await ready([`${throwing} ${start}`])).toBe(
      'threads: expected worker 1 of 1 to join, found the error "no room"',
    );
  });

  test('a file that is not there', async () => {
    const member = new Worker(join(folder, 'nowhere.mjs'));
    await expect(Team.ready([member], { megabytes: 1 })).rejects.toThrow(
      /^threads: expected worker 1 of 1 to start, found the error ".*nowhere\.mjs/,
    );
  });

  test('options that are no positive numbers', async () => {
    await expect(Team.ready([], { megabytes: -1 })).rejects.toThrow(
      'threads: megabytes: expected a positive number, found -1',
    );
    await expect(Team.ready([], { patience: 0 })).rejects.toThrow(
      'threads: patience: expected a positive number, found 0',
    );
    await expect(Team.ready([], { timeout: Number.NaN })).rejects.toThrow(
      'threads: timeout: expected a positive number, found NaN',
    );
  });
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

  test('islands: workers solve with the options that the caller gives', () => {
    const rng = new Rng(8);
    const p = apart(Array.from({ length: 4 }, () => contactPile(rng, 60, 12)));
    const answers = [{}, { bounds: 'stored' }].map((options) => {
      const alone = solve(p, { solver: findSolver('auto'), options });
      for (const team of teams) {
        const { x, iterations, status } = solve(p, { solver: findSolver('auto'), options, team });
        expect(Array.from(x)).toEqual(Array.from(alone.x));
        expect({ iterations, status }).toEqual({ iterations: alone.iterations, status: alone.status });
      }
      return Array.from(alone.x);
    });
    expect(answers[0]).not.toEqual(answers[1]);
  });

  test('work that throws in a worker is an error of the caller, and the team works on', () => {
    const nowhere = 2 ** 30; // bytes
    expect(() => teams[1].together([1, nowhere], () => {})).toThrow(
      /^threads: expected worker [12] to finish its work, found that it threw$/,
    );
    const p = contactPile(new Rng(9), 100, 30);
    expect(Array.from(sweeps(p, teams[1]).x)).toEqual(Array.from(sweeps(p).x));
  });
});

describe('a worker that ends', () => {
  const made = async (patience: number) => {
    const members = [1, 2].map(() => new Worker(join(folder, 'worker.mjs')));
    workers.push(...members);
    return { members, team: await Team.ready(members, { megabytes: 16, patience }) };
  };
  const p = contactPile(new Rng(10), 200, 60);
  const islands = apart([1, 2, 3, 4].map((seed) => contactPile(new Rng(seed), 60, 12)));
  const auto = findSolver('auto');

  test('between two solves: the calling thread goes on alone, with the same bits and one warning', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { members, team } = await made(30);
    await members[1].terminate();
    for (let k = 0; k < 2; k++) {
      expect(Array.from(sweeps(p, team).x)).toEqual(Array.from(sweeps(p).x));
      const together = solve(islands, { solver: auto, team });
      expect(Array.from(together.x)).toEqual(Array.from(solve(islands, { solver: auto }).x));
    }
    expect(warned.mock.calls).toEqual([
      ['signorini: threads: worker 2 of 2 has ended; the calling thread goes on alone (make a new team for more)'],
    ]);
    warned.mockRestore();
  });

  const sentence =
    /^threads: expected the workers to go on, found no progress for 0.5 s: one has ended or hangs; what was begun is not done, and is done without threads if it is tried again$/;

  test('before anybody can hear of it: a solve throws a sentence instead of waiting forever, and the next goes on alone', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    for (const act of [(team: Team) => sweeps(p, team).x, (team: Team) => solve(islands, { solver: auto, team }).x]) {
      const { members, team } = await made(0.5);
      const [ended] = [members[0].terminate()]; // its event cannot arrive before the end of this turn
      expect(() => {
        for (;;) act(team); // until the thread is gone
      }).toThrow(sentence);
      expect(Array.from(act(team))).toEqual(Array.from(act(teams[0])));
      await ended;
    }
    warned.mockRestore();
  });

  test('during a step: the world is as it was, and the step can be made', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { members, team } = await made(0.5);
    const run = (team?: Team) => {
      const world = createWorld({ solver: 'pgs', options: { order: 'colour' }, ...(team && { team }) });
      world.addBody({ motion: 'static', shape: plane() });
      for (let k = 0; k < 8; k++) world.addBody({ shape: box(0.5, 0.5, 0.5), position: [0, 0, 0.501 * (k + 0.5)] });
      return world;
    };
    const [alone, world] = [run(), run(team)];
    for (const each of [alone, world]) each.step();
    const ended = members[0].terminate();
    for (let tries = 0, made = 1; tries < 1e6; tries++) {
      const before = world.hash();
      try {
        world.step();
        made++;
      } catch (error) {
        expect((error as Error).message).toMatch(/found no progress for 0.5 s/);
        expect(world.hash()).toBe(before);
        world.step();
        for (let k = 1; k < made + 1; k++) alone.step();
        break;
      }
    }
    expect(world.hash()).toBe(alone.hash());
    await ended;
    warned.mockRestore();
  });
});

test('threads that go on are waited for however long they take; without any sign of them patience ends', () => {
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_SIZE));
  let pauses = 0;
  const slow = () => {
    if (++pauses < 1000) beat(control);
    else meet(control, 2, Infinity); // the other thread arrives
    return 9; // ms
  };
  expect(meet(control, 2, 10, slow)).toBe(true);
  expect(pauses).toBe(1000);
  expect(meet(control, 2, 10, () => 9)).toBe(false);
});
