/** examples/solvers: each solves what ours solves; those in the manner of pgs with its errors, to rounding. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { captureScene, type NamedProblem, replay } from '@signorini/lab';
import { openSolvers, readProblemFile } from '@signorini/lab/node';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLES = join(ROOT, 'examples/solvers');
const folder = mkdtempSync(join(tmpdir(), 'signorini-examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** True if a command runs; otherwise reports the skipped example. */
function have(what: string, command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(`example solvers: ${what} skipped, it is not installed\n`);
    return false;
  }
}
const numpy = have('numpy', 'python3', '-c', 'import numpy');
const siconos = have('Siconos (Debian: python3-siconos)', '/usr/bin/python3', '-c', 'import siconos.numerics');
const compiler = have('g++', 'g++', '--version');

/** Two blocks, and the first steps of a wall: contacts with friction, J given. */
function problems(): NamedProblem[] {
  const text = readFileSync(join(ROOT, 'examples/heavy-on-light.json'), 'utf8');
  const { problems: steps } = captureScene({ scene: findScene('brick-wall'), selection: { from: 3, to: 4, every: 1 } });
  const captured = [...steps].flatMap((step) => (step ? [{ name: step.problem.title, problem: step.problem }] : []));
  expect(captured.length).toBe(2);
  return [{ name: 'heavy-on-light', problem: readProblem(text) }, ...captured];
}

async function compare(list: string, coupling: number) {
  const { solvers, close } = await openSolvers(list, 60_000);
  try {
    return replay({ problems: problems(), solvers, coupling, clock: () => performance.now() }).rows;
  } finally {
    await close();
  }
}

async function expectAsPgs(list: string): Promise<void> {
  for (const coupling of [0, 3]) {
    const rows = await compare(`pgs,${list}`, coupling);
    expect(rows.length).toBe(6);
    for (let k = 0; k < rows.length; k += 2) {
      const [ours, theirs] = [rows[k]!, rows[k + 1]!];
      expect(theirs.reason).toBeNull();
      for (const measure of ['energy', 'relativeEnergy', 'naturalResidual', 'frictionConsistency'] as const) {
        const [p, q] = [ours[measure] ?? 0, theirs[measure] ?? 0];
        expect(Math.abs(p - q), `${measure} of ${theirs.problem}: ${p} and ${q}`).toBeLessThanOrEqual(1e-6 * p);
      }
      expect(theirs.claimedMs).toBeGreaterThan(0);
    }
  }
}

test.skipIf(!numpy)('pgs.py has the errors of pgs, to rounding', async () => {
  await expectAsPgs(`exec:python3 ${join(EXAMPLES, 'pgs.py')}`);
});

test.skipIf(!compiler)('pgs.cpp compiles without a warning and has the errors of pgs', async () => {
  const program = join(folder, 'pgs');
  const flags = ['-O2', '-std=c++17', '-Wall', '-Wextra', '-Werror'];
  execFileSync('g++', [...flags, '-o', program, join(EXAMPLES, 'pgs.cpp')], { stdio: 'pipe' });
  await expectAsPgs(`exec:${program}`);
});

const METHODS = ['nsgs', 'nsn', 'lemke', 'newton-fb', 'newton-min', 'enum'];
const siconosSolvers = (methods: readonly string[]) =>
  methods.map((method) => `exec:/usr/bin/python3 ${join(EXAMPLES, 'siconos_solvers.py')} ${method}`).join(',');

test.skipIf(!siconos)('solvers of Siconos solve blocks, boxes and cones as ours do', async () => {
  const stored = ['heavy-on-light.json', 'pressed-block.json', 'sliding-block.dat'];
  const problems = await Promise.all(
    stored.map(async (name) => ({ name, problem: await readProblemFile(join(ROOT, 'examples', name)) })),
  );
  const { solvers, close } = await openSolvers(siconosSolvers(METHODS), 60_000);
  const rows = replay({ problems, solvers, clock: () => performance.now() }).rows;
  await close();
  const statusOf = (problem: string, method: string) =>
    rows.find((row) => row.problem === problem && row.solver === `siconos-${method}`)?.status;
  for (const method of METHODS) {
    const cones = method.startsWith('ns');
    // cones go to those that take them; what has no contact of three rows is reported, not guessed
    expect(statusOf('sliding-block.dat', method), method).toBe(cones ? 'converged' : 'refused');
    expect(statusOf('heavy-on-light.json', method), method).toBe(cones ? 'failed' : 'converged'); // no contacts listed
    expect(statusOf('pressed-block.json', method), method).toBe(cones ? 'refused' : 'converged'); // box friction
  }
});

test('sor.mjs takes part with its own options', async () => {
  const rows = await compare(`pgs,${join(EXAMPLES, 'sor.mjs')}`, 3);
  for (const row of rows.filter(({ solver }) => solver === 'sor')) {
    expect(row).toMatchObject({ reason: null, options: { maxIterations: 100, omega: 1.2 } });
    expect(row.energy).toBeLessThan(1);
  }
});
