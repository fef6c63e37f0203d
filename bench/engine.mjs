// A step of the engine next to MuJoCo, Rapier, Jolt and PhysX, and what each leaves of the scene's known answer.
// npm run build && npm run bench -- engine [SCENE...].   About five minutes.   docs/guide/engines.md
// One process; engines take turns, so that a busy machine is busy for all. Times are CPU ms a step, medians over turns, after
// the first tenth; ratios to signorini's are taken turn by turn. Everyone builds the same bodies and is judged by the same
// code from poses. Damping and sleep are off.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { findScene } from '@signorini/engine/scenes';
import { chainJudge, spheresJudge, wallJudge } from './engines/judges.mjs';
import { modelOf } from './engines/model.mjs';
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
const PACKAGES = ['@mujoco/mujoco', '@dimforge/rapier3d-compat', 'jolt-physics', 'physx-js-webidl'];

export async function run(names) {
  const makers = {};
  for (const engine of ['signorini', 'mujoco', 'rapier', 'jolt', 'physx'])
    Object.assign(makers, (await import(`./engines/${engine}.mjs`)).settings);
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = Object.fromEntries(PACKAGES.map((name) => [name, devDependencies[name]]));
  const races = RACES.filter(({ scene }) => names.length === 0 || names.includes(scene));
  const before = loadavg()[0];
  const scenes = races.map((one) => race(one, makers));
  return { load: { before, after: loadavg()[0] }, versions, scenes };
}

function race({ scene: name, steps, turn, judge, engines }, makers) {
  const scene = findScene(name);
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
  return { scene: name, steps, units: { ms: 'CPU ms a step', ratio: 'of signorini', ...columns }, engines: results };
}
