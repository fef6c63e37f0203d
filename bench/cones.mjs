// What Coulomb's cone costs next to box friction with `auto`: the same scenes with both, which take turns of ten steps.
// npm run build && npm run bench -- cones [--share S]   About two minutes; S scales the numbers of steps.
// docs/theory/friction-models.md. CPU ms per step: medians; iterations and factorisations: means per step.
import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { median } from './timing.mjs';

/** Scene, parameters, steps. */
const RUNS = [
  ['mass-ratio-stack', {}, 200],
  ['a-frame', {}, 200],
  ['brick-wall', {}, 200],
  ['dominoes', {}, 150],
  ['shaker', { count: 300 }, 40],
  ['granular', { count: 300 }, 40],
  ['sphere-pile', { count: 500 }, 30],
];
const MODELS = ['box', 'cone'];
const TURN = 10;

export async function run(argv) {
  const share = argv.includes('--share') ? Number(argv[argv.indexOf('--share') + 1]) : 1;
  const rows = RUNS.map(([name, parameters, steps]) => compare(name, parameters, Math.ceil((share * steps) / TURN)));
  return { unit: 'CPU ms per step, median', rows };
}

function compare(name, parameters, turns) {
  const scene = findScene(name);
  const runs = MODELS.map((frictionModel) => {
    const settings = (values) => ({ ...scene.settings(values), frictionModel });
    const world = createWorld({ ...scene, settings }, { parameters });
    return { world, ms: [], rows: 0, direct: 0, iterative: 0, unsolved: 0, wrong: 0, paths: new Map() };
  });
  for (let turn = 0; turn < turns; turn++)
    for (const one of runs) {
      const before = process.cpuUsage();
      const reports = Array.from({ length: TURN }, () => one.world.step());
      const { user, system } = process.cpuUsage(before);
      one.ms.push((user + system) / 1000 / TURN);
      for (const report of reports) count(one, report);
    }
  const steps = TURN * turns;
  const of = (key) => runs.map((one) => round(key(one)));
  const result = {
    scene: name,
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    steps,
    rows: of((one) => one.rows / steps),
    ms: of((one) => median(one.ms)),
    ratio: round(median(runs[1].ms.map((ms, k) => ms / runs[0].ms[k]))),
    factorisations: of((one) => one.direct / steps),
    iterations: of((one) => one.iterative / steps),
    unsolved: of((one) => one.unsolved),
    worstError: of((one) => one.wrong),
    paths: runs.map(({ paths }) => [...paths].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ''),
  };
  for (const { world } of runs) world.release();
  process.stdout.write(`${name}: ${JSON.stringify(result)}\n`);
  return result;
}

/** Adds a step's report to the sums of a run. */
function count(one, { rows, iterations, status, energyError, frictionConsistency, method }) {
  one.rows += rows;
  one.direct += iterations.direct ?? 0;
  one.iterative += iterations.iterative ?? 0;
  if (rows > 0 && status !== 'converged') one.unsolved++;
  one.wrong = Math.max(one.wrong, energyError.value, frictionConsistency?.value ?? 0);
  const path = method?.path ?? '';
  one.paths.set(path, (one.paths.get(path) ?? 0) + 1);
}

const round = (v) => Number(v.toPrecision(3));
