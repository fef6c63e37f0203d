/** A reader of datasets that shares no code with ours: examples/read_dataset.py with h5py. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { energyError } from '@signorini/engine/measures';
import { fromDense, makeProblem, type Problem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { afterAll, expect, test } from 'vitest';
import { captureScene } from '../src/index.ts';
import { writeDatasetNow } from '../src/node/index.ts';
import { pythonWithH5py } from './support/fclib-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-dataset-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const python = pythonWithH5py();

/** Two rows that are coupled, between bounds; explicit. */
const explicit = makeProblem({
  title: 'explicit',
  A: fromDense(2, [2, 0.5, 0.5, 1]),
  b: Float64Array.of(-2, 0.25),
  lo: Float64Array.of(0, -0.1),
  hi: Float64Array.of(Infinity, 0.1),
  x: Float64Array.of(1, 0.05),
  warm: Float64Array.of(0.5, -0.2),
});

test.skipIf(python === undefined)('h5py finds the same energy errors in our file as we do', async () => {
  const selection = { from: 3, to: 9, every: 3 };
  const wall = captureScene({ scene: findScene('brick-wall'), parameters: { rows: 3 }, selection });
  const problems: Problem[] = [...[...wall.problems].flatMap((captured) => captured?.problem ?? []), explicit];
  const path = join(folder, 'some.h5');
  await writeDatasetNow(
    path,
    problems.map((problem) => ({ problem })),
    { title: 'some', engine: '1', provenance: null },
  );
  problems.forEach((p, k) => {
    const printed = execFileSync(python!, ['examples/read_dataset.py', path, String(k + 1)], { encoding: 'utf8' });
    const errors = [...printed.matchAll(/: (\S+) J$/gm)].map(([, text]) => Number(text));
    expect(printed.split('\n')[0]).toBe(`${p.title}: ${p.n} rows`);
    const [nothing, warm, reference] = [new Float64Array(p.n), p.warm!, p.x!].map((x) => energyError(p, x).value);
    expect(errors[0]! / nothing!).toBeCloseTo(1, 9);
    expect(errors[1]! / warm!).toBeCloseTo(1, 9);
    expect(Math.abs(errors[2]! - reference!)).toBeLessThan(1e-12 * nothing!); // rounding of another order of sums
  });
});
