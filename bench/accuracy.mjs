// Work against true error: fixed steps, the knob `accuracy`, and MuJoCo and Rapier beside them, on scenes with known answers.
// npm run build && npm run bench -- accuracy [SCENE...].   About three minutes.   docs/guide/accuracy.md
// Three runs of each setting are judged and warm up: the scene and two that differ from it by 2 %, since where within a step an impact
// falls is chance; the error is the worst of them, counts are means. Three more are timed without being read, settings of a scene
// taking turns. Times are CPU ms per simulated second, medians.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import * as mujoco from './accuracy/mujoco.mjs';
import * as rapier from './accuracy/rapier.mjs';
import { scenes } from './accuracy/scenes.mjs';
import * as signorini from './accuracy/signorini.mjs';
import { median } from './timing.mjs';

const RATES = [60, 120, 240, 480, 960]; // steps per second
const FINEST = 3840; // of short runs of this engine under euler
const SHORT = 2; // s
const FRAME = 1 / 60;
const ACCURACIES = [0.03, 0.01, 0.003, 0.001];
const SCALES = [1, 0.98, 1.02];
const REPEATS = 3;
const LEAST_TIME = 20; // ms
const PACKAGES = ['@mujoco/mujoco', '@dimforge/rapier3d-compat'];

export async function run(names) {
  const before = loadavg()[0];
  const chosen = Object.keys(scenes).filter((name) => names.length === 0 || names.includes(name));
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = Object.fromEntries(PACKAGES.map((name) => [name, devDependencies[name]]));
  const results = chosen.map(compare);
  return {
    load: { before, after: loadavg()[0] },
    versions,
    units: {
      error: 'share of what is known',
      solves: 'per simulated second',
      steps: 'per simulated second',
      rejected: 'in the run',
      unmet: 'in the run',
      predicted: 'share, by the engine',
      ms: 'CPU ms per simulated second',
    },
    scenes: results,
  };
}

/** Every setting with its series: the points of one line in the pictures. */
function settingsOf(name, { jointed, end, material }) {
  const steps = (series, create, more, rates = RATES, solves = 1) =>
    rates.map((rate) => ({ series, create, solves, label: `1/${rate} s`, options: { timeStep: 1 / rate, ...more } }));
  const knob = (series, more) =>
    ACCURACIES.map((accuracy) => ({
      series,
      create: signorini.create,
      label: `accuracy ${accuracy}`,
      options: { timeStep: FRAME, accuracy, ...more },
    }));
  const fine = end <= SHORT && name !== 'stack' ? [...RATES, FINEST] : RATES;
  const midpoint = { integrator: 'midpoint' };
  return [
    ...steps('fixed', signorini.create, {}, fine),
    ...knob('accuracy', {}),
    ...(jointed
      ? [...steps('midpoint fixed', signorini.create, midpoint), ...knob('midpoint accuracy', midpoint)]
      : []),
    ...steps('mujoco', mujoco.create, {}),
    ...(jointed ? steps('mujoco RK4', mujoco.create, { integrator: 'RK4' }, RATES, 4) : []),
    ...(material?.restitution === 0 ? steps('mujoco hard', mujoco.create, { stiff: true }) : []),
    ...steps('rapier', rapier.create, {}),
  ];
}

function compare(name) {
  const variants = SCALES.map((scale) => scenes[name](scale));
  const [scene] = variants;
  const { title, figure, end } = scene;
  const settings = settingsOf(name, scene);
  const rows = settings.map((setting) => worstOf(variants.map((variant) => judged(variant, setting))));
  const times = settings.map(() => []);
  for (let k = 0; k < REPEATS; k++)
    for (const [i, setting] of settings.entries()) times[i].push(timed(scene, setting) / end);
  for (const [i, row] of rows.entries()) row.ms = median(times[i]);
  process.stdout.write(`${title}: ${figure}\n`);
  for (const { series, label, error, solves, ms } of rows) {
    const figures = `${(100 * error).toPrecision(3).padStart(9)} %  ${solves.toFixed(0).padStart(6)} solves/s`;
    process.stdout.write(`  ${series.padEnd(18)} ${label.padEnd(15)} ${figures} ${ms.toFixed(2).padStart(9)} ms/s\n`);
  }
  return { scene: name, title, figure, seconds: end, rows };
}

/** The worst errors and mean counts of the runs of one setting. */
function worstOf(runs) {
  const mean = (field) => runs.reduce((sum, run) => sum + run[field], 0) / runs.length;
  const worst = (field) => Math.max(...runs.map((run) => run[field])); // NaN stays
  return {
    ...runs[0],
    error: worst('error'),
    ...Object.fromEntries(['solves', 'steps', 'rejected', 'unmet'].map((field) => [field, mean(field)])),
    ...(runs[0].predicted !== undefined && { predicted: worst('predicted') }),
  };
}

function judged(scene, { series, label, create, options, solves }) {
  const simulation = create(scene, options);
  const judge = scene.judge();
  const steps = Math.round(scene.end / options.timeStep);
  for (let k = 1; k <= steps; k++) {
    simulation.step();
    judge.see(k * options.timeStep, simulation.read());
  }
  const sums = simulation.sums ?? { solves: steps * solves, subSteps: steps, rejected: 0, unmet: 0 };
  const predicted = simulation.predicted?.();
  const error = judge.end();
  simulation.release();
  return {
    series,
    label,
    error,
    solves: sums.solves / scene.end,
    steps: sums.subSteps / scene.end,
    rejected: sums.rejected,
    unmet: sums.unmet,
    ...(predicted !== undefined && { predicted }),
  };
}

/** CPU ms of the steps alone, of one run; short runs are repeated. */
function timed(scene, { create, options }) {
  const steps = Math.round(scene.end / options.timeStep);
  let [spent, runs] = [0, 0];
  while (spent < LEAST_TIME) {
    const simulation = create(scene, options);
    const before = process.cpuUsage();
    for (let k = 0; k < steps; k++) simulation.step();
    const { user, system } = process.cpuUsage(before);
    simulation.release();
    spent += (user + system) / 1000;
    runs++;
  }
  return spent / runs;
}
