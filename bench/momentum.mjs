// What sweeps leave of the energy error on 2000 settling spheres, and what they cost: orders, over-relaxation, momentum, Anderson's
// acceleration, contacts as blocks. Each problem is that of a step of `sphere-pile`, from the step's own warm start.
// npm run build && npm run bench -- momentum.   About two minutes.   docs/theory/fixed-point.md (FP9)
import { createWorld } from '@signorini/engine';
import { energyError } from '@signorini/engine/measures';
import { findScene } from '@signorini/engine/scenes';
import { auto, nonlinearGs, nscd, psor } from '@signorini/engine/solvers';
import { median } from './timing.mjs';

const STEPS = [30, 60, 90, 118];
const SWEEPS = [20, 60, 100, 300];
/** Sweeps of methods whose sweeps take a multiple of the others'. */
const FEW = [20, 60, 100];
const ROUNDS = 3;

const reversed = (contacts) => contacts.toReversed();
const random = (contacts) => {
  const order = contacts.slice();
  for (let k = order.length - 1, seed = 1; k > 0; k--) {
    seed = (1103515245 * seed + 12345) % 2147483648;
    const other = seed % (k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return order;
};

const METHODS = [
  { name: 'plain', solver: psor, options: {} },
  { name: 'plain, reversed order', solver: psor, options: {}, order: reversed },
  { name: 'plain, random order', solver: psor, options: {}, order: random },
  { name: 'omega 1.2', solver: psor, options: { omega: 1.2 } },
  { name: 'omega 1.5', solver: psor, options: { omega: 1.5 } },
  { name: 'momentum 0.5', solver: psor, options: { momentum: 0.5 } },
  { name: 'momentum 0.75', solver: psor, options: { momentum: 0.75 } },
  { name: 'momentum 0.9', solver: psor, options: { momentum: 0.9 } },
  { name: 'momentum 0.75, omega 1.2', solver: psor, options: { momentum: 0.75, omega: 1.2 } },
  { name: 'normal, then disc', solver: nonlinearGs, options: { memory: 0 }, few: true },
  { name: 'normal, then disc, Anderson 5', solver: nonlinearGs, options: { memory: 5 }, few: true },
  { name: 'contact as a block', solver: nscd, options: { memory: 0 }, few: true },
];

export async function run() {
  const problems = [];
  let step = 0;
  const watched = {
    ...auto,
    create(team) {
      const inner = auto.create(team);
      return {
        analyse: (p) => inner.analyse(p),
        release: () => inner.release(),
        solve(p, x, options, monitor) {
          if (STEPS.includes(++step)) problems.push({ step, contacts: p.contacts.length, rows: compare(p, x) });
          return inner.solve(p, x, options, monitor);
        },
      };
    },
  };
  const world = createWorld(findScene('sphere-pile'), { solver: watched });
  while (step < STEPS.at(-1)) world.step();
  return { sweeps: SWEEPS, problems, methods: METHODS.map(({ name }, k) => summary(name, k, problems)) };
}

/** Errors of every method after so many sweeps, and CPU ms per sweep; methods take turns. */
function compare(p, warm) {
  const nothing = energyError(p, new Float64Array(p.n)).value;
  const runs = METHODS.map(({ name, solver, options, order, few }) => {
    const problem = order ? { ...p, contacts: order(p.contacts) } : p;
    const instance = solver.create();
    const solve = (maxIterations) => {
      const x = warm.slice();
      instance.solve(problem, x, { ...solver.defaults, ...options, tolerance: 0, maxIterations });
      return x;
    };
    const relative = (few ? FEW : SWEEPS).map((sweeps) => energyError(p, solve(sweeps)).value / nothing);
    return { name, relative, solve, instance, ms: [] };
  });
  for (let round = 0; round < ROUNDS; round++)
    for (const { solve, ms } of runs) ms.push((cpuOf(() => solve(100)) - cpuOf(() => solve(20))) / 80);
  for (const { instance } of runs) instance.release();
  return runs.map(({ name, relative, ms }) => ({ name, relative, msPerSweep: median(ms) }));
}

function cpuOf(call) {
  const before = process.cpuUsage();
  call();
  return process.cpuUsage(before).user / 1000;
}

/** Geometric means over the problems, the time of a sweep as a part of a plain one's, and that of as little error as 300 plain leave. */
function summary(name, k, problems) {
  const over = problems.map(({ rows }) => rows[k].msPerSweep / rows[0].msPerSweep);
  const relative = problems[0].rows[k].relative.map((_, j) => {
    const logs = problems.map(({ rows }) => Math.log(rows[k].relative[j]));
    return Math.exp(logs.reduce((sum, v) => sum + v, 0) / logs.length);
  });
  const result = {
    name,
    relative,
    overPlain: median(over),
    msPerSweep: median(problems.map(({ rows }) => rows[k].msPerSweep)),
  };
  const errors = relative.map((v) => v.toExponential(1)).join('  ');
  process.stdout.write(`${name.padEnd(32)} ${result.overPlain.toFixed(2)} of a plain sweep   ${errors}\n`);
  return result;
}
