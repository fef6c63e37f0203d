// A step of the engine next to MuJoCo, Rapier, Jolt and PhysX, and what each leaves of the scene's known answer.
// npm run build && npm run bench -- engine [SCENE...].   About three minutes.   docs/guide/engines.md
// With names of scenes the stored results of all others stay, and say that they are of an earlier run.
// Every engine has a process of its own (`engines/one-engine.mjs`); they take turns, so that a busy machine is busy for all. Times
// are CPU ms per step, medians over the second half of the turns; ratios to signorini's are taken turn by turn. What the first
// second costs, with compiling, stands beside them. Every engine builds the same bodies and is judged by the same code from
// poses. Damping and sleep are off. Small worlds (`engines/small-scenes.mjs`) are not judged: a step of them is mostly what
// surrounds its solve.
import { fork } from 'node:child_process';
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
const SMALL_TURNS = 80;
const SECOND = 60; // steps
const PACKAGES = ['@mujoco/mujoco', '@dimforge/rapier3d-compat', 'jolt-physics', 'physx-js-webidl'];

export async function run(names) {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = Object.fromEntries(PACKAGES.map((name) => [name, devDependencies[name]]));
  const chosen = (name) => names.length === 0 || names.includes(name);
  const before = loadavg()[0];
  const stored = names.length === 0 ? undefined : JSON.parse(readFileSync('bench/results/engine.json', 'utf8'));
  const earlier = (list, name) => ({ ...stored[list].find(({ scene }) => scene === name), earlier: true });
  const small = [];
  for (const scene of smallScenes)
    small.push(chosen(scene.name) ? await smallRace(scene) : earlier('small', scene.name));
  const scenes = [];
  for (const one of RACES)
    scenes.push(chosen(one.scene) ? await race(findScene(one.scene), one) : earlier('scenes', one.scene));
  return { load: { before, after: loadavg()[0] }, versions, small, scenes };
}

/** Times alone: CPU us per step by engine, over Rapier's turn by turn, and CPU ms of the first second. */
async function smallRace(scene) {
  const turn = SMALL_TURN[scene.name] ?? 300;
  const unjudged = () => ({ columns: {}, see() {}, end: () => ({}) });
  const rules = { steps: SMALL_TURNS * turn, turn, judge: unjudged, engines: SMALL };
  const { engines, steps } = await race(scene, rules);
  const rapier = engines.find(({ engine }) => engine === 'rapier');
  const us = Object.fromEntries(engines.map(({ engine, ms }) => [engine, 1000 * ms]));
  const second = Object.fromEntries(engines.map(({ engine, second }) => [engine, second]));
  return { scene: scene.name, steps, us, overRapier: 1 / rapier.ratio, second };
}

async function race(scene, { steps, turn, judge, engines }) {
  const { name } = scene;
  const model = modelOf(scene, {});
  const runs = await Promise.all(
    engines.map(async (engine) => ({ engine, take: await start(engine, name), judge: judge(model), times: [] })),
  );
  for (const one of runs) one.second = (await one.take(SECOND)).ms;
  for (let done = turn; done <= steps; done += turn)
    for (const { take, judge, times } of runs) {
      const { ms, poses } = await take(turn);
      if (done > steps / 2) times.push(ms / turn);
      judge.see(poses, done / steps);
    }
  const results = runs.map(({ engine, judge, times, second }) => ({
    engine,
    ms: median(times),
    ratio: median(times.map((time, k) => time / runs[0].times[k])),
    second,
    ...judge.end(),
  }));
  for (const { take } of runs) take.end();
  const { columns } = runs[0].judge;
  process.stdout.write(`${name}, ${steps} steps\n`);
  for (const result of results) {
    const errors = Object.entries(columns).map(([key, unit]) => `${key} ${result[key].toPrecision(3)} ${unit}`);
    const time = `${result.ms.toFixed(4).padStart(9)} ms  x ${result.ratio.toFixed(2).padEnd(6)}`;
    const second = `first second ${result.second.toFixed(0).padStart(5)} ms`;
    process.stdout.write(`  ${result.engine.padEnd(36)} ${time} ${second}  ${errors.join('   ')}\n`);
  }
  const units = { ms: 'CPU ms per step', ratio: 'of signorini', second: 'CPU ms of the first second', ...columns };
  return { scene: name, steps, units, engines: results };
}

/** A process with one engine: a call takes so many steps, and returns their CPU ms and the poses after them. */
async function start(engine, scene) {
  const file = new URL('engines/one-engine.mjs', import.meta.url);
  const child = fork(file, [engine, scene], { serialization: 'advanced' });
  const answer = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`${engine} ended with code ${code} in ${scene}`)));
    }).finally(() => child.removeAllListeners());
  await answer();
  const take = (steps) => {
    child.send(steps);
    return answer();
  };
  return Object.assign(take, { end: () => child.kill() });
}
