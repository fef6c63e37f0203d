// The pull of `cable-rod` and the ratio of tensions of `capstan` over the number of links, against the values of their polygons.
// npm run build && npm run bench -- cable   About a minute. No times: forces are the same on every machine.
import { createWorld } from '@signorini/engine';
import { capstanLimit, findScene, slidingPull } from '@signorini/engine/scenes';

const LINKS = [6, 12, 24, 48];
const [FRICTION, WRAP] = [0.2, Math.PI];
const [TENSION, LESS] = [2000, 1000]; // N, of cable-rod, and of the first end of capstan
const STEPS = { pull: [60, 30], ratio: [90, 60] }; // of the run, and the last of them that count

export async function run() {
  const rows = LINKS.map((links) => {
    const rope = { links, wrap: WRAP, friction: FRICTION };
    const pull = slidingPull(rope, TENSION);
    const ratio = capstanLimit(rope);
    const row = {
      links,
      pull: pull / (FRICTION * TENSION * WRAP),
      simulatedPull: forceOf('cable-rod', { ...rope, tension: TENSION }, 'puller', STEPS.pull, pull),
      ratio,
      simulatedRatio: forceOf('capstan', { ...rope, tension: LESS }, 'slider-last', STEPS.ratio, ratio * LESS),
    };
    process.stderr.write(`${JSON.stringify(row)}\n`);
    return row;
  });
  return { friction: FRICTION, wrap: WRAP, steps: STEPS, rows };
}

/** Mean, least and largest force of a motor over the expected one. */
function forceOf(scene, parameters, joint, [steps, counted], expected) {
  const world = createWorld(findScene(scene), { parameters });
  const forces = [];
  for (let step = 1; step <= steps; step++) {
    world.step();
    if (step > steps - counted) forces.push(Math.abs(world.joint(joint).motorForce()) / expected);
  }
  world.release();
  const mean = forces.reduce((sum, force) => sum + force, 0) / counted;
  return { mean, least: Math.min(...forces), most: Math.max(...forces) };
}
