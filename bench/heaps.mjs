// Heaps with strong friction that follows its normals, to 1e-8 of doing nothing: `auto` with that target next to 300 plain sweeps and to the
// methods that it is made of.   npm run build && npm run bench -- heaps   About four minutes. docs/theory/auto.md (AU10)
// CPU ms of a solve with a used instance, the least of up to three; methods take turns. Errors from outside, as parts of doing nothing.
import { createWorld } from '@signorini/engine';
import { energyError, frictionConsistency, referenceEnergy } from '@signorini/engine/measures';
import { findScene } from '@signorini/engine/scenes';
import { findSolver, solve } from '@signorini/engine/solvers';
import { median } from './timing.mjs';

const TARGET = 1e-8;
const SWEEPS = 300;
/** ms beyond which a solve is not repeated. */
const LONG = 1000;

const sweeps = (maxIterations) => ['psor', { maxIterations, tolerance: 0 }];
const AUTO = ['auto', { target: TARGET }];
const BASE = sweeps(SWEEPS);
const METHODS = {
  pyramid: [
    BASE,
    sweeps(600),
    sweeps(3000),
    ['nncg', { maxIterations: 3000 }],
    ['newton-coupled', {}],
    ['pgs-newton', {}],
    AUTO,
  ],
  cone: [
    BASE,
    sweeps(600),
    sweeps(3000),
    ['nonlinear-gs', { maxIterations: 1000 }],
    ['admm', {}],
    ['newton-cone', {}],
    AUTO,
  ],
};

/** Seeds and steps of `granular` for the second table. */
const SEEDS = [1, 2, 3, 4];
const STEPS = [12, 16, 20, 24, 28, 34];

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export async function run() {
  return { unit: 'CPU ms', target: TARGET, sweeps: SWEEPS, problems: problems().map(compare), steps: steps() };
}

/** The rows of these steps of a scene. */
function caught(name, parameters, frictionModel, at, solver) {
  const scene = findScene(name);
  const settings = (values) => ({ ...scene.settings(values), frictionModel });
  const world = createWorld({ ...scene, settings }, { parameters, ...(solver && { solver: findSolver(solver) }) });
  const found = [];
  for (let k = 1; k <= Math.max(...at); k++) {
    world.step();
    if (at.includes(k)) found.push(world.problem());
  }
  world.release();
  return found;
}

const withSet = (p, set) => ({ ...p, contacts: p.contacts.map((contact) => ({ ...contact, set })) });

function problems() {
  const [granular] = caught('granular', {}, 'box', [20], 'newton-coupled'); // a minute, and exact
  const [cones] = caught('granular', {}, 'cone', [20]);
  const stiff = { count: 800, width: 1, friction: 0.9 };
  return [
    { name: 'granular, step 20', p: withSet(granular, 'pyramid') },
    { name: 'granular, step 20', p: cones },
    { name: 'sphere-pile of 800, step 60', p: withSet(caught('sphere-pile', stiff, 'box', [60])[0], 'pyramid') },
    { name: 'sphere-pile of 800, step 60', p: caught('sphere-pile', stiff, 'cone', [60])[0] },
  ].flatMap(({ name, p }) => [
    { name, start: 'warm', p },
    { name, start: 'cold', p: { ...p, warm: undefined } },
  ]);
}

const setOf = (p) => p.contacts[0].set;

function errorOf(p, x) {
  const measured = setOf(p) === 'cone' ? energyError(p, x) : frictionConsistency(p, x);
  return measured.value / referenceEnergy(p);
}

/** Every method on p: the least time of three rounds, in turns. */
function timed(p, methods) {
  const runs = methods.map(([method, options]) => {
    const solver = findSolver(method);
    return { method, options, solver, instance: solver.create(), ms: Infinity };
  });
  for (let round = 0; round < 3; round++)
    for (const one of runs) {
      if (round > 0 && one.ms > LONG) continue;
      const { solver, options, instance } = one;
      const start = cpu();
      const { x, iterations } = solve(p, { solver, options, instance, pick: 'last' });
      one.ms = Math.min(one.ms, cpu() - start);
      one.error = errorOf(p, x);
      one.sweeps = iterations.iterative;
      one.factorisations = iterations.direct;
    }
  for (const { instance } of runs) instance.release();
  const base = runs[0].ms;
  return runs.map(({ method, options, ms, error, sweeps, factorisations }) => ({
    method,
    options,
    ms: round(ms),
    ratio: round(ms / base),
    error: round(error),
    sweeps,
    factorisations,
  }));
}

function compare({ name, start, p }) {
  const row = {
    name,
    start,
    set: setOf(p),
    contacts: p.contacts.length,
    rows: p.n,
    methods: timed(p, METHODS[setOf(p)]),
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  return row;
}

/** How often `auto` reaches the target in steps of `granular`, and in how many times the time of the sweeps. */
function steps() {
  return ['pyramid', 'cone'].map((set) => {
    const ratios = [];
    for (const seed of SEEDS)
      for (const p of caught('granular', { seed, friction: seed > 2 ? 1 : 0.8 }, set === 'cone' ? set : 'box', STEPS))
        for (const warm of [p.warm, undefined]) {
          const [, auto] = timed({ ...withSet(p, set), warm }, [BASE, AUTO]);
          ratios.push(auto.error <= TARGET ? auto.ratio : Infinity);
        }
    const solved = ratios.filter(Number.isFinite);
    const result = {
      set,
      seeds: SEEDS,
      at: STEPS,
      problems: ratios.length,
      solved: solved.length,
      within10: solved.filter((ratio) => ratio <= 10).length,
      median: round(median(ratios)),
      most: round(Math.max(...solved)),
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return result;
  });
}

const round = (v) => Number(v.toPrecision(3));
