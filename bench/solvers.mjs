// bpp against bpp-dense, and against another program where there is one, on the same problems: one cold solve with stored
// bounds, symbolic analysis done before. Three interleaved runs, the best of each side counts.
//   npm run bench -- solvers --problems FOLDER [--baseline PROGRAM PACKED]
// PROGRAM PACKED REPEAT must print, a line a problem of FOLDER in the order of names: index rows pivots ok error milliseconds.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { readProblem } from '@signorini/engine/problem';
import { bpp, bppDense } from '@signorini/engine/solvers';
import { Engines } from '../packages/engine/dist/solvers/linear-systems/choose-free-rows.js';
import { statesFrom } from '../packages/engine/dist/solvers/pivoting/block-pivoting.js';
import { timeOf } from './timing.mjs';

const RUNS = 3;

export async function run(argv) {
  const folder = optionOf(argv, '--problems');
  const baselineAt = argv.indexOf('--baseline');
  const baseline = baselineAt < 0 ? undefined : argv.slice(baselineAt + 1, baselineAt + 3);
  const problems = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name: name.slice(0, -5), p: readProblem(readFileSync(join(folder, name), 'utf8')) }));
  const rows = problems.map(({ name, p }) => ({ name, n: p.n, bpp: Infinity, dense: Infinity, baseline: Infinity }));
  for (let run = 0; run < RUNS; run++) {
    const other = baseline ? baselineTimes(baseline) : [];
    problems.forEach(({ p }, k) => {
      const row = rows[k];
      row.bpp = Math.min(row.bpp, measure(bpp, p, row, 'bpp'));
      if (!(row.dense > 500 && run > 0)) row.dense = Math.min(row.dense, measure(bppDense, p, row, 'dense'));
      if (other[k] !== undefined) row.baseline = Math.min(row.baseline, other[k]);
    });
    process.stderr.write(`run ${run + 1} of ${RUNS}\n`);
  }
  for (const [k, row] of rows.entries()) {
    row.measureOverIteration = measuring(problems[k].p) / (row.bpp / row.bppFactorisations);
    row.denseOverBpp = row.dense / row.bpp;
    if (Number.isFinite(row.baseline)) row.baselineOverBpp = row.baseline / row.bpp;
    else delete row.baseline;
  }
  print(rows);
  return { unit: 'ms', runs: RUNS, rows };
}

function measure(solver, p, row, key) {
  const instance = solver.create();
  const x = new Float64Array(p.n);
  const solve = () => {
    x.fill(0);
    return instance.solve(p, x, solver.defaults);
  };
  const { status, iterations } = solve();
  row[`${key}Status`] = status;
  row[`${key}Factorisations`] = iterations.direct;
  row[`${key}RelativeEnergy`] = energyError(p, x).value / referenceEnergy(p);
  const first = performance.now();
  solve();
  const once = performance.now() - first;
  const time = once > 100 ? once : timeOf(solve, once > 5 ? 7 : 41);
  instance.release();
  return time;
}

/** The energy error of an iterate whose w is at hand, as the engine of bpp computes it for a monitor, ms. */
function measuring(p) {
  const engine = new Engines().choose(p);
  engine.prepare(p);
  statesFrom(new Float64Array(p.n), p, engine.state);
  engine.solveSet();
  const time = timeOf(() => engine.energy(), 41);
  engine.release();
  return time;
}

function baselineTimes([program, packed]) {
  const lines = execFileSync(program, [packed, '9'], { encoding: 'utf8' }).trim().split('\n');
  return lines.filter((line) => /^\d/.test(line)).map((line) => Number(line.split(' ').at(-1)));
}

function optionOf(argv, option) {
  const at = argv.indexOf(option);
  return at < 0 ? undefined : argv[at + 1];
}

function print(rows) {
  const cell = (v) => (v === undefined ? '-' : typeof v === 'number' ? v.toPrecision(3) : v);
  const table = [
    ['problem', 'rows', 'bpp ms', 'bpp-dense ms', 'dense/bpp', 'baseline ms', 'baseline/bpp', 'measure/iteration'],
  ];
  for (const r of rows)
    table.push(
      [r.name, String(r.n), r.bpp, r.dense, r.denseOverBpp, r.baseline, r.baselineOverBpp, r.measureOverIteration].map(
        cell,
      ),
    );
  const width = table[0].map((_, c) => Math.max(...table.map((line) => line[c].length)));
  for (const line of table) process.stdout.write(`${line.map((text, c) => text.padEnd(width[c])).join('  ')}\n`);
}
