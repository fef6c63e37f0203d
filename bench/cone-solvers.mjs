// What `auto` takes on cones from a cold start, next to the methods that it chooses from, each alone to 1e-16 of doing nothing (1e-8 in velocities).
// npm run build && npm run bench -- cone-solvers [--fclib FOLDER]   Some minutes.
// docs/theory/auto.md. CPU ms of a solve with a used instance; methods take turns, the least of up to five; errors from outside.
import { energyError, referenceEnergy } from '@signorini/engine/measures';
import { findSolver, solve } from '@signorini/engine/solvers';
import { coneProblems, fclibProblems } from './cone-problems.mjs';

const TOLERANCE = 1e-16;
const LIMIT = 1500; // CPU ms
const METHODS = [
  ['auto', {}],
  ['admm', { tolerance: TOLERANCE, maxIterations: 20000 }],
  ['newton-cone', { tolerance: TOLERANCE }],
];
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export async function run(argv) {
  const folder = argv.includes('--fclib') ? argv[argv.indexOf('--fclib') + 1] : undefined;
  const problems = [...(folder ? await fclibProblems(folder) : []), ...coneProblems()];
  return { unit: 'CPU ms', tolerance: TOLERANCE, limit: LIMIT, rows: problems.map(compare) };
}

function compare({ name, p }) {
  const e0 = referenceEnergy(p);
  const runs = METHODS.map(([method, options]) => {
    const solver = findSolver(method);
    return { method, solver, options, instance: solver.create(), ms: Infinity };
  });
  for (let round = 0; round < 5; round++)
    for (const one of runs) {
      if (round > 0 && one.ms > 300) continue;
      const start = cpu();
      const { solver, options, instance } = one;
      const solution = solve(p, { solver, options, instance, timeLimit: LIMIT, clock: cpu, pick: 'last' });
      one.ms = Math.min(one.ms, cpu() - start);
      one.error = energyError(p, solution.x).value / e0;
      one.path = solution.path;
    }
  for (const { instance } of runs) instance.release();
  const arrived = runs.slice(1).filter(({ error }) => error <= TOLERANCE);
  const best = Math.min(...arrived.map(({ ms }) => ms));
  const of = ({ method, ms, error, path }) => ({ method, ms, error, path });
  const ratio = Number.isFinite(best) ? runs[0].ms / best : null;
  const row = { name, rows: p.n, contacts: p.contacts.length, ratio, methods: runs.map(of) };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  return row;
}
