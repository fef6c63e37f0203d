// A step of the engine next to MuJoCo, Rapier, Jolt and PhysX, and what each leaves of the scene's known answer.
// npm run build && npm run bench -- engine [SCENE...].   About six minutes.   docs/guide/engines.md
// With names of scenes the stored results of all others stay, and say that they are of an earlier run.
// One process; engines take turns, so that a busy machine is busy for all. Times are CPU ms per step, medians over turns, after
// the first tenth; ratios to signorini's are taken turn by turn. Every engine builds the same bodies and is judged by the same
// code from poses. Damping and sleep are off. Small worlds (`engines/small-scenes.mjs`) are timed alone: a step of them is
// mostly what surrounds its solve.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { findScene } from '@signorini/engine/scenes';
import { chainJudge, spheresJudge, wallJudge } from './engines/judges.mjs';
import { modelOf } from './engines/model.mjs';
import { smallScenes } from './engines/small-scenes.mjs';
import { median } from './timing.mjs';

const JOLT_ACCURATE = 'jolt (50 + 20 steps, 0.1 mm slop)';
const RAPIER_ACCURATE = 'rapier (50 sub-steps)';
const PHYSX_ACCURATE = 'physx (TGS 50 + 4)';
const OTHERS = ['rapier', RAPIER_ACCURATE, 'jolt', JOLT_ACCURATE, 'physx', PHYSX_ACCURATE];
const WALL = ['signorini', 'mujoco (Newton)', ...OTHERS];
const CHAIN = ['signorini', 'mujoco (Newton)', 'mujoco (Newton, 8 sub-steps)', ...OTHERS];
const SPHERES = ['signorini', 'signorini (60 sweeps)', 'signorini (20 sweeps)', 'mujoco (CG)', ...OTHERS]; // MuJoCo's Newton: more than 10 s a step
/** Steps of the run, and of a turn. */
const RACES = [
  { scene: 'brick-wall', steps: 1000, turn: 20, judge: wallJudge, engines: WALL },
  { scene: 'heavy-chain', steps: 600, turn: 20, judge: chainJudge, engines: CHAIN },
  { scene: 'heavy-chain-swing', steps: 600, turn: 20, judge: chainJudge, engines: CHAIN },
  { scene: 'sphere-pile', steps: 120, turn: 4, judge: spheresJudge, engines: SPHERES },
];
/** Engines of small worlds, and steps of a turn: long enough for the clock. */
const SMALL = ['signorini', 'mujoco (Newton)', 'rapier', 'jolt', 'physx', PHYSX_ACCURATE];
const SMALL_TURN = { 'pyramid-of-55': 20, 'separate-spheres': 20, 'stack-of-10': 100 };
const SMALL_TURNS = 40;
const PACKAGES = ['@mujoco/mujoco', '@dimforge/rapier3d-compat', 'jolt-physics', 'physx-js-webidl'];

export async function run(names) {
  const makers = {};
  for (const engine of ['signorini', 'mujoco', 'rapier', 'jolt', 'physx'])
    Object.assign(makers, (await import(`./engines/${engine}.mjs`)).settings);
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = Object.fromEntries(PACKAGES.map((name) => [name, devDependencies[name]]));
  const chosen = (name) => names.length === 0 || names.includes(name);
  const before = loadavg()[0];
  const stored = names.length === 0 ? undefined : JSON.parse(readFileSync('bench/results/engine.json', 'utf8'));
  const earlier = (list, name) => ({ ...stored[list].find(({ scene }) => scene === name), earlier: true });
  const small = smallScenes.map((scene) =>
    chosen(scene.name) ? smallRace(scene, makers) : earlier('small', scene.name),
  );
  const scenes = RACES.map((one) =>
    chosen(one.scene) ? race(findScene(one.scene), one, makers) : earlier('scenes', one.scene),
  );
  return { load: { before, after: loadavg()[0] }, versions, small, scenes };
}

/** Times alone: CPU us per step by engine, and over Rapier's turn by turn. */
function smallRace(scene, makers) {
  const turn = SMALL_TURN[scene.name] ?? 300;
  const unjudged = () => ({ columns: {}, see() {}, end: () => ({}) });
  const rules = { steps: SMALL_TURNS * turn, turn, judge: unjudged, engines: SMALL };
  const { engines, steps } = race(scene, rules, makers);
  const rapier = engines.find(({ engine }) => engine === 'rapier');
  const us = Object.fromEntries(engines.map(({ engine, ms }) => [engine, 1000 * ms]));
  return { scene: scene.name, steps, us, overRapier: 1 / rapier.ratio };
}

function race(scene, { steps, turn, judge, engines }, makers) {
  const { name } = scene;
  const model = modelOf(scene, {});
  const poses = new Float64Array(7 * model.moving);
  const runs = engines.map((engine) => ({
    engine,
    simulation: makers[engine](model, scene, {}),
    judge: judge(model),
    times: [],
  }));
  for (let done = turn; done <= steps; done += turn)
    for (const { simulation, judge, times } of runs) {
      const before = process.cpuUsage();
      for (let k = 0; k < turn; k++) simulation.step();
      const { user, system } = process.cpuUsage(before);
      if (done > steps / 10) times.push((user + system) / 1000 / turn);
      simulation.read(poses);
      judge.see(poses, done / steps);
    }
  const results = runs.map(({ engine, judge, times }) => ({
    engine,
    ms: median(times),
    ratio: median(times.map((time, k) => time / runs[0].times[k])),
    ...judge.end(),
  }));
  for (const { simulation } of runs) simulation.release?.();
  const { columns } = runs[0].judge;
  process.stdout.write(`${name}, ${steps} steps\n`);
  for (const result of results) {
    const errors = Object.entries(columns).map(([key, unit]) => `${key} ${result[key].toPrecision(3)} ${unit}`);
    const time = `${result.ms.toFixed(3).padStart(9)} ms  x ${result.ratio.toFixed(2).padEnd(6)}`;
    process.stdout.write(`  ${result.engine.padEnd(36)} ${time} ${errors.join('   ')}\n`);
  }
  return { scene: name, steps, units: { ms: 'CPU ms per step', ratio: 'of signorini', ...columns }, engines: results };
}
