/** Solvers from outside: modules and programs take part as built-in ones do, and a bad one costs its own row only. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createWorld } from '@signorini/engine';
import { fromDense, makeProblem, type Problem, readProblem, writeProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { type NamedProblem, replay } from '@signorini/lab';
import { openSolver, openSolvers } from '@signorini/lab/node';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseSolverList } from '../src/node/outside/solver-list.ts';

const PROGRAM = fileURLToPath(new URL('support/programs/pgs.mjs', import.meta.url));
const guest = (misdeed = '', note = '') => `exec:"'${process.execPath}' '${PROGRAM}' ${misdeed} ${note}"`;
const clock = () => performance.now();

/** Normals in a row, each coupled to the next. */
function chain(rows: number): NamedProblem {
  const A = fromDense(
    rows,
    Float64Array.from({ length: rows * rows }, (_, k) => {
      const distance = Math.abs(Math.floor(k / rows) - (k % rows));
      return distance === 0 ? 2 : distance === 1 ? -0.5 : 0;
    }),
  );
  const b = Float64Array.from({ length: rows }, (_, i) => (i % 3 === 1 ? 0.5 : -1 - i));
  const [lo, hi] = [new Float64Array(rows), new Float64Array(rows).fill(Infinity)];
  return { name: `chain of ${rows}`, problem: makeProblem({ A, b, lo, hi }) };
}
const copyOf = (p: Problem): Problem => readProblem(writeProblem(p)); // a world's own changes with its steps
/** Programs misbehave on the one of two rows. */
const problems = [chain(3), chain(2), chain(4)];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signorini-own-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function rowsOf(list: string, limitMs = 10_000, repeat = 1) {
  const { solvers, close } = await openSolvers(list, limitMs);
  try {
    return replay({ problems, solvers, clock, repeat });
  } finally {
    await close();
  }
}

/** True if a process of that number runs; zombies do not. */
function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('a list is split at commas outside quotes, a command at spaces outside quotes', () => {
  const commands = (list: string) =>
    parseSolverList(list).map((spec) => ('command' in spec ? spec.command : spec.text));
  expect(commands('bpp, pgs,./mine.mjs')).toEqual(['bpp', 'pgs', './mine.mjs']);
  expect(commands('exec:python3 mine.py,pgs')).toEqual([['python3', 'mine.py'], 'pgs']);
  expect(commands('exec:"python3 mine.py --sweeps 5",pgs')).toEqual([['python3', 'mine.py', '--sweeps', '5'], 'pgs']);
  expect(commands(`exec:"'/my programs/solver' a,b"`)).toEqual([['/my programs/solver', 'a,b']]);
  expect(commands(`exec:solver --name="a b" $HOME *`)).toEqual([['solver', '--name=a b', '$HOME', '*']]);
  expect(parseSolverList('mine.js')[0]!.kind).toBe('module');
  expect(() => parseSolverList('exec:"python3')).toThrow(/closing "/);
  expect(() => parseSolverList('exec:')).toThrow(/expected a program/);
});

test('a program that sweeps as pgs does gets the figures of pgs to rounding, and its own name and claim', async () => {
  const { rows, summary } = await rowsOf(`pgs,${guest()}`, 10_000, 2);
  for (const { name } of problems) {
    const [ours, theirs] = rows.filter(({ problem }) => problem === name);
    expect(theirs).toMatchObject({ solver: 'guest', claimedMs: 0.25, options: { maxIterations: 25 }, reason: null });
    expect(theirs!.energy).toBeCloseTo(ours!.energy!, 14);
    expect(theirs!.timeMs).toBeGreaterThan(0);
    expect(ours!.claimedMs).toBeNull();
  }
  expect(summary[1]).toMatchObject({ solver: 'guest', problems: 3, failed: 0, medianClaimedMs: 0.25 });
});

test('a program does not see the reference answer, and sees the bounds that are solved for', async () => {
  const file = join(folder, 'echo.mjs');
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
    import { appendFileSync } from 'node:fs';
    for await (const line of createInterface({ input: process.stdin })) {
      const { hello, problem } = JSON.parse(line);
      if (!hello) appendFileSync(${JSON.stringify(join(folder, 'seen'))}, JSON.stringify(problem) + '\\n');
      console.log(JSON.stringify(hello ? { name: 'echo' } : { x: problem.b.map(() => 1) }));
    }`,
  );
  const contacts = [{ normal: 0, tangents: [1], mu: 0.5, set: 'box' }] as const;
  const full = { rolling: [], muRolling: 0, spinning: [], muSpinning: 0, facets: 8 };
  const { problem } = chain(2);
  problem.hi[1] = 0; // stands in for what is not given
  const p = { ...problem, x: Float64Array.of(9, 9), ungiven: [1], contacts: contacts.map((c) => ({ ...c, ...full })) };
  const { solver, close } = await openSolver(`exec:${process.execPath} ${file}`);
  try {
    expect(solve(p, { solver, coupling: 2, clock }).iterations.coupling).toBe(2);
  } finally {
    await close();
  }
  const [first, second] = readFileSync(join(folder, 'seen'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).not.toHaveProperty('x');
  expect(first).toMatchObject({ format: 'signorini-problem', lo: [0, 0], hi: [null, 0], A: { size: 2 } });
  expect(second).toMatchObject({ lo: [0, -0.5], hi: [null, 0.5] }); // mu x_n of the first answer
});

describe('a hostile program costs one row, with a sentence, and the next problem finds it at work again', () => {
  const sentences: Record<string, RegExp> = {
    silent: /gave no answer within 3 s and was ended/,
    garbage: /expected one JSON object per line on stdout, found "sweep 1: residual 0\.3"/,
    nan: /expected one JSON object per line on stdout, found a bare NaN/,
    null: /x\[0\]: expected a finite number, found null/,
    long: /x: expected 2 numbers, found 3/,
    none: /x: expected 2 numbers, found nothing/,
    status: /status: expected converged, .*, found "fine"/,
    reports: /reports "too hard for me"/,
    huge: /wrote more than 1000200 bytes without the end of a line/,
    crash: /ended with exit code 7 before it answered; on stderr: "RangeError: out of luck"/,
    killed: /was ended by SIGSEGV before it answered/,
    twice: /wrote more than one line for one question/,
    stale: /id: expected 2, that of the question, found 12345/,
    stdout: /closed its stdout without an answer/,
  };
  for (const [misdeed, sentence] of Object.entries(sentences))
    test(misdeed, async () => {
      const { rows, summary } = await rowsOf(guest(misdeed), 3000);
      expect(rows.map(({ status }) => status)).toEqual(['iteration-limit', 'failed', 'iteration-limit'].map(solved));
      expect(rows[1]).toMatchObject({ energy: null, timeMs: null, options: null });
      expect(rows[1]!.reason).toMatch(sentence);
      expect(rows[1]!.reason).toMatch(/^exec:/);
      expect(summary[0]).toMatchObject({ problems: 3, failed: 1, refused: 0, worstEnergy: null });
    });

  /** The measure decides how good the end of 25 sweeps of a chain is. */
  function solved(status: string): unknown {
    return status === 'failed' ? 'failed' : expect.stringMatching(/^(converged|iteration-limit)$/);
  }

  test('writing to stderr without end disturbs nothing', async () => {
    const { rows } = await rowsOf(guest('stderr'));
    expect(rows.map(({ reason }) => reason)).toEqual([null, null, null]);
  });

  test.skipIf(process.platform === 'win32')(
    'one that closes its stdin after hello takes no question, and the sentence says so',
    async () => {
      const file = join(folder, 'deaf.sh'); // before it answers: a question that is on its way already waits for the limit
      writeFileSync(file, `read hello; exec 0<&-; echo '{"name": "deaf"}'; sleep 100`);
      const { rows } = await rowsOf(`exec:sh ${file}`);
      for (const { reason } of rows) expect(reason).toMatch(/closed its stdin and does not take the question/);
    },
  );

  test('an answer that comes again later is never taken for that of the next problem', async () => {
    const { rows } = await rowsOf(guest('later'));
    const reasons = rows.flatMap(({ reason }) => reason ?? []);
    expect(reasons.length).toBe(1); // of the row in which it is noticed: when depends on the machine
    expect(reasons[0]).toMatch(/not asked for|x: expected 4 numbers, found 2|more than one line for one question/);
  });

  test('what is not asked for is noticed, and never taken for an answer', async () => {
    const { rows } = await rowsOf(`pgs,${guest('early')}`);
    const theirs = rows.filter(({ solver }) => solver !== 'pgs');
    for (const { reason } of theirs) expect(reason).toMatch(/name: expected a name|more than one line/);
    expect(theirs.length).toBe(3);
  });
});

test('a program that does not start, or does not introduce itself, fails in its rows; the others go on', async () => {
  const { rows } = await rowsOf(`pgs,${guest('nameless')},${guest('sets')}`);
  const reasons = (k: number) => rows.filter((_, row) => row % 3 === k).map(({ reason }) => reason);
  expect(reasons(0)).toEqual([null, null, null]);
  for (const reason of reasons(1))
    expect(reason).toMatch(/name: expected a name of at most 60 characters, found nothing/);
  for (const reason of reasons(2)) expect(reason).toMatch(/accepts: expected sets, of none, box.*, found "ball"/);
  await expect(openSolver('exec:no-such-program-here x')).rejects.toThrow(
    /expected a program, found none of that name/,
  );
});

test.skipIf(process.platform !== 'linux')(
  'nothing is left of a program and its children, in its group or not',
  async () => {
    const note = join(folder, 'pid');
    const { rows } = await rowsOf(guest('children', note), 2000);
    expect(rows[1]!.reason).toMatch(/gave no answer within 2 s/);
    for (const detached of [false, true]) {
      const pid = Number(readFileSync(`${note}-${detached}`, 'utf8'));
      expect(pid).toBeGreaterThan(1);
      expect(runs(pid), `the child, detached: ${detached}`).toBe(false);
    }
  },
);

test.skipIf(process.platform !== 'linux')('a laboratory that is killed takes its programs along', async () => {
  const note = join(folder, 'orphan');
  // the thread and the guard are plain programs: no build is needed to run them alone
  const talk = new URL('../programs/talk.mjs', import.meta.url).href;
  const lab = join(folder, 'lab.mjs');
  writeFileSync(
    lab,
    `import { MessageChannel, Worker } from 'node:worker_threads';
    const { port1, port2 } = new MessageChannel();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const command = ${JSON.stringify([process.execPath, PROGRAM, 'children', note])};
    new Worker(new URL(${JSON.stringify(talk)}), { workerData: { command, flag, port: port2 }, transferList: [port2] });
    const problem = { b: [0, 0], lo: [0, 0], hi: [1, 1], A: { dense: [[1, 0], [0, 1]] } };
    port1.on('message', () => port1.postMessage({
      kind: 'ask', limitMs: 60000, mostBytes: 1000,
      line: JSON.stringify({ problem, warm: [0, 0], options: { maxIterations: 1 } }),
    }));
    port1.postMessage({ kind: 'start', line: '{"hello":1}', limitMs: 20000, mostBytes: 1000 });`,
  );
  const process_ = spawn(process.execPath, [lab], { stdio: 'ignore' });
  const written = () => existsSync(`${note}-true`) && readFileSync(`${note}-true`, 'utf8') !== '';
  while (!written()) await sleep(50);
  process_.kill('SIGKILL');
  const pids = [false, true].map((detached) => Number(readFileSync(`${note}-${detached}`, 'utf8')));
  while (pids.some(runs)) await sleep(50); // the time limit of the test is the check
});

describe('modules', () => {
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const HEAD = "export default { name: 'guest', options: { omega: 1, order: ['up', 'down'] }, create: () => (";

  test('a module that exports a solver of the engine under another name has its figures', async () => {
    const file = write(
      'sweeps.mjs',
      `${HEAD}{ solve(p, x) {
        const row = new Float64Array(p.n);
        for (let k = 0; k < 25; k++)
          for (let i = 0; i < p.n; i++) {
            p.A.row(i, row);
            const w = row.reduce((sum, a, j) => sum + a * x[j], p.b[i]);
            x[i] = Math.min(p.hi[i], Math.max(p.lo[i], x[i] - w / row[i]));
          }
        p.b.fill(1e9); // of no consequence to others
        return { status: 'iteration-limit', iterations: 25 };
      } }) };`,
    );
    const { rows } = await rowsOf(`pgs,${file},bpp`);
    for (let k = 0; k < 9; k += 3) {
      expect(rows[k + 1]).toMatchObject({ solver: 'guest', options: { omega: 1, order: 'up' } });
      expect(rows[k + 1]!.energy).toBeCloseTo(rows[k]!.energy!, 14);
      expect(rows[k + 2]!.status).toBe('converged');
    }
  });

  /** Ruins what it can reach, at once and a solve later, and answers with zeros. */
  const VANDAL = `
    const kept = [];
    const ruin = (value, seen = new Set()) => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      if (ArrayBuffer.isView(value)) return void value.fill(7);
      for (const key of Object.keys(value)) {
        if (typeof value[key] === 'object') ruin(value[key], seen);
        else try { value[key] = typeof value[key] === 'number' ? 7 : 'ruined'; } catch {}
      }
      if (Array.isArray(value)) value.length = 0;
    };
    ${HEAD}{
      analyse: (p) => void kept.push(p),
      solve(p, x, options, monitor) {
        monitor?.begin(p, x);
        for (const old of kept) ruin(old);
        kept.push(x, options, p.A, p.structure, p.contacts, p.b);
        ruin(p);
        x.fill(0);
        return { status: 'stagnated', iterations: 1 };
      },
    }) };`;

  test('one that writes into everything that it is given changes nothing for the solvers after it', async () => {
    const file = write('vandal.mjs', VANDAL);
    const world = createWorld(findScene('brick-wall'), { frictionModel: 'box' });
    world.step();
    const both = [{ name: 'wall', problem: copyOf(world.problem()!) }, ...problems];
    const rowsWith = async (list: string) => {
      const { solvers, close } = await openSolvers(list);
      const { rows } = replay({ problems: both, solvers, clock: () => 0, repeat: 2, coupling: 2 });
      await close();
      return rows.filter(({ solver }) => solver !== 'guest');
    };
    const before = both.map(({ problem }) => writeProblem(problem));
    expect(await rowsWith(`${file},pgs,bpp`)).toEqual(await rowsWith('pgs,bpp'));
    expect(both.map(({ problem }) => writeProblem(problem))).toEqual(before);
    world.release();
  });

  test('one that writes into everything leaves the world that it solves for as it is', async () => {
    const opened = [
      write('tame.mjs', `${HEAD}{ solve(p, x) { x.fill(0); return { status: 'stagnated' }; } }) };`),
      write('vandal2.mjs', VANDAL),
    ];
    const hashes = [];
    for (const file of opened) {
      const { solver, close } = await openSolver(file);
      const world = createWorld(findScene('bouncing-ball'), { solver, frictionModel: 'box', warmStart: false });
      for (let step = 0; step < 60; step++) world.step();
      hashes.push(world.hash());
      world.release();
      await close();
    }
    expect(hashes[1]).toBe(hashes[0]);
  });

  test('one that calls process.exit ends with a sentence, and the process goes on', async () => {
    const solving = write('exits.mjs', `${HEAD}{ solve() { process.exit(0); } }) };`);
    const importing = write('exits-early.mjs', 'process.exit(3);');
    const { rows } = await rowsOf(`${solving},${importing},pgs`);
    expect(rows[0]!.reason).toMatch(/solve\(\) threw Error: it called process\.exit\(0\)/);
    expect(rows[1]!.reason).toMatch(/can be imported, found Error: it called process\.exit\(3\)/);
    expect(rows[2]!.reason).toBeNull();
  });

  test('what one prints goes to stderr: stdout carries the data of the command', async () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const file = write(
      'talks.mjs',
      `process.stdout.write('load'); ${HEAD}{ solve() { process.stdout.write('solve'); } }) };`,
    );
    await rowsOf(file);
    expect(out).not.toHaveBeenCalled();
    const words = err.mock.calls.map(([text]) => text);
    vi.restoreAllMocks();
    expect(new Set(words)).toEqual(new Set(['load', 'solve']));
  });

  test('a folder is no module, and a program is told how it is run', async () => {
    await expect(openSolver(`${folder}/`)).rejects.toThrow(/expected a module that exports a solver, found a folder/);
    for (const text of ['solver.py', './solver.py'])
      await expect(openSolver(text)).rejects.toThrow(`exec:"python3 ${text}" runs it as a program`);
  });

  const broken: Record<string, readonly [text: string, sentence: RegExp]> = {
    'no default': ['export const solver = 1;', /default export is a solver .*, found no default export/],
    'another export': ['export default { solve() {} };', /default export is a solver .*, found an object with solve/],
    'import throws': ['throw new Error("not today");', /can be imported, found Error: not today/],
    'a syntax error': ['export default {', /can be imported, found \w*Error/],
    'create throws': [
      "export default { name: 'x', create() { throw new TypeError('no'); } };",
      /create\(\) threw TypeError: no/,
    ],
    'no instance': [
      "export default { name: 'x', create: () => ({}) };",
      /expected an instance with solve\(\), found an object with nothing/,
    ],
    throws: [`${HEAD}{ solve() { null.x; } }) };`, /solve\(\) threw TypeError: Cannot read/],
    nan: [
      `${HEAD}{ solve(p, x) { x[1] = NaN; return { status: 'converged' }; } }) };`,
      /x\[1\]: expected a finite number, found NaN/,
    ],
    nothing: [`${HEAD}{ solve() {} }) };`, /expected an outcome with a status, found nothing/],
    promise: [`${HEAD}{ async solve() {} }) };`, /found a promise; solvers are synchronous/],
    bounds: [`${HEAD}{ solve: () => ({ lo: new Float64Array(1) }) }) };`, /lo: expected a Float64Array of \d/],
  };
  for (const [name, [text, sentence]] of Object.entries(broken))
    test(`${name}: its rows have the sentence, those of others their figures`, async () => {
      const file = write(`${name.replace(/ /g, '-')}.mjs`, text);
      const { rows } = await rowsOf(`pgs,${file}`);
      for (const [k, row] of rows.entries()) {
        if (k % 2 === 0) expect(row.energy).not.toBeNull();
        else expect(row).toMatchObject({ status: 'failed', energy: null, reason: expect.stringMatching(sentence) });
      }
    });

  test('one that calls itself as a built-in solver does is told apart; one that is not there is an error at once', async () => {
    const file = write('pgs.mjs', "export default { name: 'pgs', create: () => ({ solve: () => ({}) }) };");
    const { solvers } = await openSolvers(`pgs,${file}`);
    expect(solvers.map(({ name }) => name)).toEqual(['pgs', `pgs (${file})`]);
    expect(solvers[0]).toBe(findSolver('pgs'));
    await expect(openSolvers('./nowhere.mjs')).rejects.toThrow(
      /expected a module that exports a solver, found no such file/,
    );
    await expect(openSolvers('pgz')).rejects.toThrow(/unknown solver "pgz"; nearest: .*pgs/);
  });
});
