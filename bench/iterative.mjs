// Iterative solvers on the granular problem of PIR Sec. 4 (scene granular, step 20: 1702 contacts, mu 0.8): iterations to a relative
// energy error and to a maximum norm of the residual (PIR Fig 2), and the time to 1e-8 of doing nothing.   npm run bench -- iterative
import { createWorld } from '@signorini/engine';
import { energyErrorOf, naturalResidual, referenceEnergy } from '@signorini/engine/measures';
import { withBounds } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { median } from './timing.mjs';

const ROUNDS = 15;
/** ms of warming up, each: compilers take some tenths of a second to settle. */
const WARM = 500;
const TARGETS = [1e-4, 1e-6, 1e-8];
const MOST = 20000;

/** Solvers compared. */
const RUNS = [
  { solver: 'pgs' },
  { solver: 'pgd' },
  { solver: 'cpg', options: { preconditioner: 'none' } },
  { solver: 'cpg' },
  { solver: 'cpg', options: { products: 2 } },
  { solver: 'apgd' },
  { solver: 'spg-bb' },
  { solver: 'nncg', options: { step: 'fletcher-reeves' } },
  { solver: 'nncg' },
];

export async function run(argv) {
  const rounds = argv.includes('--rounds') ? Number(argv[argv.indexOf('--rounds') + 1]) : ROUNDS;
  const problems = granularProblems();
  const table = {};
  for (const [name, p] of Object.entries(problems)) {
    process.stdout.write(`${name}: ${p.contacts.length} contacts, ${p.n} rows\n`);
    const rows = RUNS.filter(({ solver }) => accepts(solver, p)).map((each) => iterationsOf(p, each));
    time(p, rows, rounds);
    const pgs = rows.find(({ solver }) => solver === 'pgs');
    for (const row of rows) {
      if (pgs?.ms && row.ms) row.timesFasterThanPgs = Number((pgs.ms / row.ms).toPrecision(3));
      process.stdout.write(`  ${describe(row)}\n`);
    }
    table[name] = { contacts: p.contacts.length, rows: p.n, runs: rows };
  }
  return { unit: 'ms of processor time, median of interleaved rounds', rounds, problems: table };
}

function accepts(name, p) {
  const { accepts } = findSolver(name);
  return p.contacts.every(({ set }) => accepts.includes(set));
}

/** Frictionless; box with the bounds of the frictionless normals; pyramid; disc of those bounds. */
function granularProblems() {
  const world = createWorld(findScene('granular'), { solver: findSolver('newton-coupled') }); // two minutes, and exact
  for (let k = 0; k < 20; k++) world.step();
  const p = { ...world.problem(), warm: undefined, ungiven: [] };
  const lo = new Float64Array(p.n);
  const hi = new Float64Array(p.n);
  for (const { normal } of p.contacts) hi[normal] = Infinity;
  const frictionless = withBounds(p, lo, hi);
  const { x } = solve(frictionless, { solver: findSolver('bpp'), coupling: 0 });
  const [boxLo, boxHi] = [lo.slice(), hi.slice()];
  for (const { normal, tangents, mu } of p.contacts)
    for (const t of tangents) {
      boxHi[t] = mu * Math.max(x[normal], 0);
      boxLo[t] = -boxHi[t];
    }
  const withSet = (q, set) => ({ ...q, contacts: q.contacts.map((contact) => ({ ...contact, set })) });
  const box = withSet(withBounds(p, boxLo, boxHi), 'box');
  return {
    frictionless: withSet(frictionless, 'box'),
    box,
    pyramid: withSet(frictionless, 'pyramid'),
    cylinder: withSet(box, 'cylinder'),
  };
}

/** Iterations to each target of the energy error over that of doing nothing, and of the residual in the maximum norm. */
function iterationsOf(p, { solver: name, options = {} }) {
  const solver = findSolver(name);
  const e0 = referenceEnergy(p);
  const steps = { energy: {}, residual: {} };
  let products;
  const w = new Float64Array(p.n);
  let first;
  const monitor = {
    ownsStopping: true,
    begin() {},
    observe(k, x, given, energy) {
      if (!given) {
        p.A.apply(x, w);
        for (let i = 0; i < p.n; i++) w[i] += p.b[i];
      }
      const e = (energy ?? energyErrorOf(p, x, given ?? w).value) / e0;
      const residual = naturalResidual(p, x, { norm: 'max' }).value;
      first ??= residual;
      for (const target of TARGETS) {
        if (e <= target) steps.energy[target] ??= k;
        if (residual <= target * first) steps.residual[target] ??= k;
      }
      return steps.energy[1e-8] && steps.residual[1e-8] ? 'stopped' : undefined;
    },
  };
  const limit = p.contacts[0].set === 'box' ? MOST : 3000;
  const instance = solver.create();
  instance.solve(p, new Float64Array(p.n), { ...solver.defaults, ...options, maxIterations: limit }, monitor);
  const to = steps.energy[1e-8];
  if (to) products = instance.solve(p, new Float64Array(p.n), fixed(solver, options, to)).iterations.iterative;
  instance.release();
  return { solver: name, options, ...steps, ...(to && { products }) };
}

const fixed = (solver, options, maxIterations) => ({ ...solver.defaults, ...options, tolerance: 0, maxIterations });

/** Time of exactly the iterations to 1e-8, without a monitor; solvers take turns. */
function time(p, rows, rounds) {
  const timed = rows.filter(({ energy }) => energy[1e-8]);
  const runs = timed.map((row) => {
    const solver = findSolver(row.solver);
    return { row, instance: solver.create(), options: fixed(solver, row.options, row.energy[1e-8]), times: [] };
  });
  const x = new Float64Array(p.n);
  for (const { instance, options } of runs)
    for (const end = performance.now() + WARM; performance.now() < end; ) instance.solve(p, x.fill(0), options);
  for (let round = 0; round < rounds; round++)
    for (const { instance, options, times } of runs) {
      x.fill(0);
      const { user, system } = process.cpuUsage();
      instance.solve(p, x, options);
      const spent = process.cpuUsage({ user, system });
      times.push((spent.user + spent.system) / 1000);
    }
  for (const { row, instance, times } of runs) {
    row.ms = Number(median(times).toPrecision(4));
    instance.release();
  }
}

function describe({ solver, options, energy, residual, products, ms, timesFasterThanPgs }) {
  const name = `${solver} ${Object.entries(options).map(([key, v]) => `${key}=${v}`)}`.padEnd(28);
  const steps = TARGETS.map((target) => energy[target] ?? '-').join(' ');
  const others = TARGETS.map((target) => residual[target] ?? '-').join(' ');
  const cost = ms ? `${products} products, ${ms} ms, ${timesFasterThanPgs ?? '-'} times pgs` : 'not reached';
  return `${name} energy 1e-4 1e-6 1e-8: ${steps}; residual: ${others}; ${cost}`;
}
