// What surrounds the solve of a step: its share, what it allocates, the first step of a process, the start of the command.
// npm run build && npm run bench -- step   About half a minute.   docs/pipeline.md
// Ratios are of times within one step, or of worlds that take turns; memory and first steps are those of processes of their own.
import { execFileSync } from 'node:child_process';
import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { smallScenes } from './engines/small-scenes.mjs';
import { median } from './timing.mjs';

const sceneOf = (name) => smallScenes.find((scene) => scene.name === name) ?? findScene(name);
const SHARES = { 'brick-wall': 600, 'closed-loop': 1500, winch: 600, 'pyramid-of-55': 400 };
const ALLOCATING = ['brick-wall', 'separate-spheres', 'stack-of-10', 'falling-box', 'chain-of-5'];
const PROCESSES = 9;

export async function run() {
  const result = {
    unit: 'ms; bytes; shares',
    shares: Object.entries(SHARES).map(([name, steps]) => shareOf(name, steps)),
    allocated: ALLOCATING.map((name) => alone('allocated', name)),
    collector: alone('collector', 'brick-wall'),
    midpoint: midpoint(),
    first: firstStep(),
    start: { version: command(['--version']), run: command(['run', 'brick-wall', '--steps', '1']) },
  };
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
  return result;
}

/** The time of a step over that of its solve: the median of the second half of the run. */
function shareOf(name, steps) {
  const world = createWorld(sceneOf(name), { clock: () => performance.now() });
  const reports = Array.from({ length: steps }, () => world.step()).slice(steps / 2);
  world.release();
  const of = (key) => median(reports.map((report) => report[key]));
  const stages = Object.keys(reports[0].stageMs);
  const stageMs = Object.fromEntries(stages.map((stage) => [stage, median(reports.map((r) => r.stageMs[stage]))]));
  return {
    scene: name,
    ms: of('ms'),
    solveMs: of('solveMs'),
    ratio: median(reports.map((r) => r.ms / r.solveMs)),
    stageMs,
  };
}

/** A figure of a scene that is alone in its process. */
function alone(what, name) {
  const args = ['--expose-gc', '--conditions=@signorini/modules', 'bench/one-scene.mjs', what, name];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

/** Two hinged links by the midpoint rule over the default stepper, in turns. */
function midpoint() {
  const scene = findScene('double-pendulum');
  const worlds = ['euler', 'midpoint'].map((integrator) => createWorld(scene, { parameters: { integrator } }));
  const times = worlds.map(() => []);
  for (let turn = 0; turn < 60; turn++)
    worlds.forEach((world, k) => {
      const before = process.cpuUsage();
      for (let step = 0; step < 50; step++) world.step();
      const { user, system } = process.cpuUsage(before);
      if (turn >= 20) times[k].push((user + system) / 50);
    });
  for (const world of worlds) world.release();
  const [euler, mid] = times;
  return { eulerUs: median(euler), midpointUs: median(mid), ratio: median(mid.map((us, k) => us / euler[k])) };
}

/** The first step of the wall in a fresh process, ms. */
function firstStep() {
  const text = `import { createWorld } from '@signorini/engine'; import { findScene } from '@signorini/engine/scenes';
    const world = createWorld(findScene('brick-wall')); const from = performance.now(); world.step();
    const step = performance.now() - from; console.log(step);`;
  return median(
    times(() => Number(execFileSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' }))),
  );
}

/** Start of the command to its end over that of an empty program of node, and both, s. */
function command(argv) {
  const seconds = (args) => {
    const from = performance.now();
    execFileSync(process.execPath, args, { stdio: 'ignore' });
    return (performance.now() - from) / 1000;
  };
  return {
    s: median(times(() => seconds(['packages/cli/bin/signorini.js', ...argv]))),
    nodeS: median(times(() => seconds(['-e', '0']))),
  };
}

const times = (call) => Array.from({ length: PROCESSES }, call);
