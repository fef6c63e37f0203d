// What the error budget of a step costs: worlds with it and worlds whose budget is left out, in turns of ten steps.
// npm run build && npm run bench -- budget   About a minute. docs/theory/error-budget.md
// CPU us per step; ratios of the least times, of the tenth of all turns and of medians. Leaving it out reaches into a world.
import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';

const SCENES = [
  ['brick-wall', 1500],
  ['dominoes', 600],
  ['ring', 1500],
  ['heavy-chain-swing', 2000],
  ['box-on-slope', 4000],
];
const TURN = 10;
const WARM = 200;

export async function run() {
  const rows = [];
  for (const [scene, steps] of SCENES) {
    const row = measure(scene, steps);
    rows.push(row);
    process.stderr.write(
      `${scene}: ${row.least.toFixed(3)} of the least time, ${row.median.toFixed(3)} of the median\n`,
    );
  }
  return { unit: 'CPU us per step; with over without', rows };
}

function measure(scene, steps) {
  const [plain, full] = [createWorld(findScene(scene)), createWorld(findScene(scene))];
  const last = { ...full.step().budget };
  plain.step();
  withoutBudget(plain, last);
  for (let k = 0; k < WARM; k++) for (const world of [plain, full]) world.step();
  const times = [[], []];
  for (let k = 0; k < steps / TURN; k++)
    [plain, full].forEach((world, i) => {
      const before = process.cpuUsage();
      for (let t = 0; t < TURN; t++) world.step();
      const { user, system } = process.cpuUsage(before);
      times[i].push((user + system) / TURN);
    });
  const [p, f] = times.map((list) => list.sort((a, b) => a - b));
  const at = (list, share) => list[Math.floor(share * (list.length - 1))];
  const ratio = (share) => at(f, share) / at(p, share);
  return { scene, without: at(p, 0.5), with: at(f, 0.5), least: ratio(0), tenth: ratio(0.1), median: ratio(0.5) };
}

/** Its steps measure no joints, contacts or motion, and add up no budgets. */
function withoutBudget(world, budget) {
  const { errors } = world.stepper;
  errors.joints.measure = () => {};
  errors.budget = () => budget;
  world.loop.sums.add = () => {};
}
