/** Siconos' own test data, where it is there: every file is read, and known answers are answers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { findSolver, solve } from '@signorini/engine/solvers';
import { readProblemFile } from '@signorini/lab/node';
import { expect, test } from 'vitest';

const SHARED = process.env.SIGNORINI_SHARED ?? fileURLToPath(new URL('../../../../shared/', import.meta.url));
const FOLDER = join(SHARED, 'external', 'siconos');
const have = existsSync(FOLDER);
if (!have) process.stderr.write('Siconos files: skipped, external/siconos is not there\n');
const files = (folder: string) => readdirSync(join(FOLDER, folder)).map((name) => join(FOLDER, folder, name));
const answers = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

/** Not for us: M has three rows and two columns; a friction problem without contacts. */
const REFUSED = /Rectangular_mlcp|gfc2d_granularflowonwall_00000/;

test.skipIf(!have)('every file is read, or refused with a sentence', async () => {
  const all = ['LCP', 'MLCP', 'Relay', 'FrictionContact'].flatMap(files);
  expect(all.length).toBeGreaterThan(50);
  for (const file of all) {
    if (REFUSED.test(file)) await expect(readProblemFile(file)).rejects.toThrow(/expected .*, found/);
    else expect((await readProblemFile(file)).n, file).toBeGreaterThan(0);
  }
});

test.skipIf(!have)('the enumerated solutions of the LCPs have no error', async () => {
  let solutions = 0;
  for (const [name, { isolated_solutions = [] }] of Object.entries<{ isolated_solutions?: number[][] }>(
    answers('lcp_enumerated.json'),
  )) {
    const p = await readProblemFile(join(FOLDER, 'LCP', `${name}.dat`));
    for (const x of isolated_solutions) {
      solutions++;
      expect(energyError(p, Float64Array.from(x)).value, name).toBeLessThanOrEqual(1e-18 * referenceEnergy(p));
    }
  }
  expect(solutions).toBeGreaterThan(15);
});

test.skipIf(!have)('block and dense files are the same problem', async () => {
  for (const name of ['deudeu', 'ortiz', 'trivial']) {
    const [dense, block] = await Promise.all(
      ['', '_block'].map((form) => readProblemFile(join(FOLDER, 'LCP', `lcp_${name}${form}.dat`))),
    );
    expect(block!.A.dense(), name).toEqual(dense!.A.dense());
    expect(block!.b, name).toEqual(dense!.b);
  }
});

test.skipIf(!have)('stored answers of the MLCPs that were checked are answers; newton-fb solves them', async () => {
  let checked = 0;
  for (const [name, answer] of Object.entries<Record<string, unknown>>(answers('mlcp_answers.json'))) {
    const { eq_residual, w_mismatch, stored_u, stored_v } = answer as Record<string, number> & {
      stored_u?: number[];
      stored_v?: number[];
    };
    if (!stored_u || !stored_v || !(Math.max(eq_residual!, w_mismatch!) < 1e-12)) continue;
    checked++;
    const p = await readProblemFile(join(FOLDER, 'MLCP', `${name}.dat`));
    expect(energyError(p, Float64Array.from([...stored_u, ...stored_v])).value, name).toBeLessThan(1e-20);
    if (p.n < 10) expect(solve(p, { solver: findSolver('newton-fb') }).status, name).toBe('converged');
  }
  expect(checked).toBeGreaterThanOrEqual(4);
});

test.skipIf(!have)('friction problems are solved', async () => {
  for (const name of [
    'Rover1040',
    'NESpheres_10_1',
    'GFC3D_OneContact',
    'GFC3D_TwoRods1',
    'FrictionContactProblem00374',
  ]) {
    const p = await readProblemFile(join(FOLDER, 'FrictionContact', `${name}.dat`));
    expect(solve(p, { solver: findSolver('auto') }).status, name).toBe('converged');
  }
});
