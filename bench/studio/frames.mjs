// Script per picture while a run plays, and what the main thread does while the worker is in a long solve.
import { loadavg } from 'node:os';
import { median } from '../timing.mjs';
import { traced } from './main-thread.mjs';
import { StudioPage } from './page.mjs';
import { randomSteps, seek } from './seeks.mjs';

/** Few sweeps, so that pictures follow each other: the main thread does not see how a step is solved. */
const QUICK = { solver: 'pgs', options: { maxIterations: 2 } };
/** The pile falls together until `from`; then it is traced for `ms`. */
const RUNS = [
  { name: 'pile of 200 spheres', parameters: { count: 200 }, from: 120, ms: 20_000 },
  { name: 'pile of 5000 spheres', parameters: { count: 5000 }, from: 25, ms: 40_000 },
];
const SOLVE = 300; // ms
const WARM = 300; // seeks
const WATCHED = 12_000; // ms

export async function measureFrames(browser, address) {
  const list = [];
  for (const { name, parameters, from, ms } of RUNS) {
    const studio = await StudioPage.open(browser, address);
    await warmUp(studio);
    await studio.scene('sphere-pile', parameters, QUICK);
    await studio.get('void studio.toggle()');
    await studio.until(`main.step >= ${from}`, 600_000);
    const { frames, tasks } = await traced(studio, () => new Promise((done) => setTimeout(done, ms)));
    const [bodies, contacts] = await studio.get('[state.scene.bodies.length, main.drawn]');
    await studio.close();
    list.push({ name, bodies, contacts, arrows: 2 * contacts, pictures: frames.length, ...spread(frames, tasks) });
  }
  return list;
}

/** Warms up as a page in use does: by seeks, each of which draws a picture and all panels. */
async function warmUp(studio) {
  await studio.playTo(60);
  await seek(studio, randomSteps(WARM, 60, 1));
}

/** The camera is turned by the mouse meanwhile, so that there are pictures to draw. */
export async function measureLongSolve(browser, address) {
  const studio = await StudioPage.open(browser, address);
  await warmUp(studio);
  const parameters = { count: 1000, width: 1 };
  const setup = (maxIterations) => ({ solver: 'pgs', options: { maxIterations, tolerance: 1e-300 } });
  const solveMs = (from) => `studio.figures.of(main.branch).columns.solveMs.slice(${from})`;
  const head = () => studio.get('state.branches[0].head');
  let sweeps = 100;
  await studio.scene('sphere-pile', parameters, setup(sweeps));
  await studio.playTo(40);
  let ms = median(await studio.get(solveMs(-5)));
  for (let round = 0; round < 4 && (ms < 1.2 * SOLVE || ms > 2.5 * SOLVE); round++) {
    sweeps = Math.round((1.6 * sweeps * SOLVE) / ms);
    await studio.get(`void studio.change(${JSON.stringify({ ...setup(sweeps), warmStart: true })})`);
    await studio.playTo((await head()) + 5);
    ms = median(await studio.get(solveMs(-5)));
  }
  const from = await head();
  await studio.get('void studio.toggle()');
  const { frames, tasks } = await traced(studio, () => turn(studio.page, WATCHED));
  const times = await studio.get(solveMs(from));
  await studio.close();
  return { sweeps, solveMs: median(times), solves: times.length, pictures: frames.length, ...spread(frames, tasks) };
}

async function turn(page, ms) {
  const { x, y, width, height } = await page.locator('.stage canvas').boundingBox();
  const end = Date.now() + ms;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let k = 0; Date.now() < end; k++)
    await page.mouse.move(x + width / 2 + 60 * Math.sin(k / 20), y + height / 2 + 20 * Math.cos(k / 20));
  await page.mouse.up();
}

/** ms. */
function spread(frames, tasks) {
  const of = (list, by) => {
    const sorted = list.map((one) => one[by]).sort((p, q) => p - q);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    return { median: median(sorted), p95: at(0.95), longest: sorted.at(-1) };
  };
  const both = (list) => ({ clock: of(list, 'clock'), cpu: of(list, 'cpu') });
  return { script: both(frames), tasks: both(tasks), load: loadavg()[0] };
}
