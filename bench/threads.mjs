// Two threads against one: sweeps in colour order over a pile, and islands of several walls.   npm run bench -- threads
// Wall time, rounds taken in turns, medians; the answers are compared bit for bit.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { box, createWorld, plane, Team } from '@signorini/engine';
import { auto, pgs } from '@signorini/engine/solvers';
import { pile } from './pile.mjs';
import { median } from './timing.mjs';

const ROUNDS = 15;
const SIZES = [5000, 20000, 100000, 300000];

export async function run() {
  const workers = [new Worker(new URL('../packages/engine/dist/worker.js', import.meta.url))];
  const team = await Team.ready(workers, { megabytes: 500 });
  const rows = SIZES.map((contacts) => sweeps(contacts, team));
  const walls = islands(16, team);
  for (const worker of workers) await worker.terminate();
  for (const { what, oneMs, twoMs, ratio, same } of [...rows, walls])
    process.stdout.write(
      `${what.padEnd(34)} one ${oneMs.toFixed(3)} ms  two ${twoMs.toFixed(3)} ms  ${ratio.toFixed(2)} times  ${same ? 'same bits' : 'OTHER BITS'}\n`,
    );
  return { cores: availableParallelism(), sweeps: rows, islands: walls };
}

/** Many sweeps minus few: preparing the records does not count. */
function sweeps(contacts, team) {
  const p = pile(contacts);
  const few = Math.max(4, Math.round(1e6 / contacts));
  const sides = [undefined, team].map((team) => ({ instance: pgs.create(team), times: [], x: new Float64Array(p.n) }));
  const time = ({ instance, x }, count) => {
    x.fill(0);
    const start = performance.now();
    instance.solve(p, x, { ...pgs.defaults, order: 'colour', maxIterations: count, tolerance: 0 });
    return performance.now() - start;
  };
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of sides) {
      const each = (time(side, 3 * few) - time(side, few)) / (2 * few);
      if (round > 0) side.times.push(each); // after the compilers
    }
  for (const side of sides) time(side, few);
  const [one, two] = sides;
  const same = one.x.every((v, i) => Object.is(v, two.x[i]));
  for (const { instance } of sides) instance.release();
  return result(`a sweep of ${contacts} contacts`, one.times, two.times, same);
}

/** A step's problem of `count` walls side by side, solved by auto. */
function islands(count, team) {
  const world = createWorld({});
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  for (let k = 0; k < count; k++) addWall(world, k);
  for (let k = 0; k < 30; k++) world.step();
  const problem = world.problem();
  const warm = new Float64Array(problem.n);
  const sides = [undefined, team].map((team) => ({ instance: auto.create(team), times: [], x: warm.slice() }));
  for (let round = 0; round < 10 * ROUNDS; round++)
    for (const side of sides) {
      side.x.set(warm);
      const start = performance.now();
      side.instance.solve(problem, side.x, auto.defaults);
      if (round >= 5 * ROUNDS) side.times.push(performance.now() - start); // after the compilers, in both threads
    }
  const [one, two] = sides;
  const same = one.x.every((v, i) => Object.is(v, two.x[i]));
  for (const { instance } of sides) instance.release();
  return result(`${count} walls, auto`, one.times, two.times, same);
}

/** The bricks of scene brick-wall, 5 m from the next wall. */
function addWall(world, wall) {
  for (let row = 0; row < 12; row++)
    for (let i = 0, bricks = row % 2 === 0 ? 3 : 2; i < bricks; i++)
      world.addBody({
        name: `brick-${wall}-${row}-${i}`,
        shape: box(0.2, 0.1, 0.1),
        density: 500,
        position: [(i - (bricks - 1) / 2) * 0.405, 5 * wall, 0.102 + row * 0.202],
      });
}

function result(what, one, two, same) {
  const [oneMs, twoMs] = [median(one), median(two)];
  return { what, oneMs, twoMs, ratio: oneMs / twoMs, best: Math.min(...one) / Math.min(...two), same };
}
