// Steps a mixed scene for long while bodies and joints come and go: npm run soak -- --steps 1000000 [--seed 1]
// Checks every step: the ledger closes, nothing is NaN; and at the end that the memory did not grow by more than the solver may
// keep of patterns that it has met (three times 16 MB). Exit 1 where it did.
import { parseArgs } from 'node:util';
import { box, capsule, createWorld, plane, Rng, sphere } from '@signorini/engine';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const [steps, seed] = [values.steps, values.seed].map(Number);
const rng = new Rng(seed);
const MOST = 24; // bodies at a time

const world = createWorld();
world.addBody({ name: 'ground', motion: 'static', shape: plane() });
for (const [name, x, y, hx, hy] of [
  ['east', 1.1, 0, 0.1, 1.2],
  ['west', -1.1, 0, 0.1, 1.2],
  ['north', 0, 1.1, 1.2, 0.1],
  ['south', 0, -1.1, 1.2, 0.1],
])
  world.addBody({ name, motion: 'static', shape: box(hx, hy, 1), position: [x, y, 1] });

const shapes = [
  () => sphere(rng.uniform(0.08, 0.15)),
  () => box(0.1, rng.uniform(0.06, 0.15), 0.1),
  () => capsule(0.06, 0.1),
];
const living = [];
let made = 0;
let [unclosed, unsolved, worst, before] = [0, 0, 0, 0];
const started = process.hrtime.bigint();
for (let k = 1; k <= steps; k++) {
  if (k % 10 === 0) comeOrGo();
  const report = world.step();
  if (!report.ledger.closed) unclosed++;
  if (report.status !== 'converged' && report.status !== 'empty') unsolved++;
  if (!(report.frictionConsistency.value <= worst)) worst = report.frictionConsistency.value;
  if (k === Math.ceil(steps / 10)) before = memory();
  if (k % Math.ceil(steps / 10) === 0) {
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    process.stdout.write(
      `${k} steps, ${seconds.toFixed(0)} s, ${made} bodies made, ${unclosed} ledgers open, ${unsolved} steps unsolved, ` +
        `worst error ${worst.toExponential(1)} J, memory ${(memory() / 1e6).toFixed(1)} MB\n`,
    );
  }
}
const grown = memory() - before;
process.stdout.write(`memory grew by ${(grown / 1e6).toFixed(1)} MB since the first tenth; hash ${world.hash()}\n`);
if (unclosed > 0 || !(worst < Infinity) || grown > 60e6) process.exitCode = 1;

/** Adds a body (sometimes on a joint to the last one), or takes the oldest out. */
function comeOrGo() {
  if (living.length >= MOST) world.removeBody(living.shift());
  const shape = shapes[made % shapes.length]();
  const position = [rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6), 2.2];
  const body = world.addBody({
    name: `thing-${++made}`,
    shape,
    position,
    material: { restitution: made % 5 === 0 ? 0.5 : 0 },
  });
  const last = living.at(-1);
  if (made % 4 === 0 && last && last.position[2] > 1.2)
    world.addJoint({ kind: 'spherical', name: `joint-${made}`, a: last, b: body, point: position });
  living.push(body);
}

function memory() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().external;
}
