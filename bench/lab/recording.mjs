// What recording a run costs: the brick wall, 500 steps, with and without, in turns.   docs/guide/record.md
// The file is built after the last step; `run` is the time of stepping and recording, `whole` with the building of the file.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, VERSION } from '@signorini/engine';
import { findScene, sceneValues } from '@signorini/engine/scenes';
import { findSolver } from '@signorini/engine/solvers';
import { runSteps } from '@signorini/lab';
import { inTurns, recordRun } from '@signorini/lab/node';
import { median } from '../timing.mjs';

const ROUNDS = 15;
const STEPS = 500;

export async function measureRecording() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-recording-'));
  const path = join(folder, 'run.h5');
  const took = { plain: [], run: [], whole: [] };
  const cpu = { plain: [], run: [], whole: [] };
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const recorded of round % 2 ? [true, false] : [false, true]) {
        const times = await once(recorded ? path : undefined);
        if (round === 0) continue; // warms up
        for (const [name, one] of Object.entries(times)) {
          took[name].push(one.ms);
          cpu[name].push(one.cpuMs);
        }
      }
    const extra = (times, name) => median(times[name].map((ms, k) => ms / times.plain[k])) - 1;
    const result = {
      scene: 'brick-wall',
      steps: STEPS,
      rounds: ROUNDS,
      fileBytes: statSync(path).size,
      plainMs: median(took.plain),
      clock: { run: extra(took, 'run'), whole: extra(took, 'whole') },
      cpu: { run: extra(cpu, 'run'), whole: extra(cpu, 'whole') },
    };
    process.stderr.write(`recording: ${JSON.stringify(result)}\n`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns ms by the clock and of the CPU, of all threads */
async function once(path) {
  const scene = findScene('brick-wall');
  const parameters = sceneValues(scene, {});
  const solver = findSolver('auto');
  const world = createWorld(scene, { parameters, solver });
  const asked = { world, scene: scene.name, parameters, steps: STEPS, solver: solver.name, warmStart: true };
  const [start, before] = [performance.now(), process.cpuUsage()];
  const passed = () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - start, cpuMs: (user + system) / 1e3 };
  };
  if (!path) {
    await inTurns(runSteps(asked), () => {});
    const plain = passed();
    world.release();
    return { plain };
  }
  let run;
  const progress = (done) => {
    if (done === STEPS - 1) run = passed(); // but for the last step
  };
  const source = {
    scene: scene.name,
    parameters,
    steps: STEPS,
    timeStep: scene.timeStep,
    solver: solver.name,
    options: {},
    coupling: null,
    warmStart: true,
    sleep: false,
    accuracy: null,
    budget: 'cheap',
    keyframeEvery: 100,
    engine: VERSION,
    command: 'bench',
  };
  await recordRun(path, { ...asked, progress, source, created: null, resume: false });
  const whole = passed();
  world.release();
  return { run, whole };
}
