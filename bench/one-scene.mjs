// A scene in a process of its own: `node --expose-gc bench/one-scene.mjs allocated|collector SCENE` prints what `step.mjs` asks for.
import { PerformanceObserver } from 'node:perf_hooks';
import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { smallScenes } from './engines/small-scenes.mjs';

const [what, name] = process.argv.slice(2);
const world = createWorld(smallScenes.find((scene) => scene.name === name) ?? findScene(name));
const take = (steps) => {
  for (let k = 0; k < steps; k++) world.step();
};
process.stdout.write(`${JSON.stringify(what === 'allocated' ? allocated() : await collector(3000))}\n`);

/** Bytes per step once everything is compiled: the least of several rounds, since compiling allocates too; not of those in which the collector ran. */
function allocated() {
  take(2500);
  const rounds = Array.from({ length: 9 }, () => {
    gc();
    const before = process.memoryUsage();
    take(300);
    const after = process.memoryUsage();
    return (after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers) / 300;
  });
  return { scene: name, bytes: Math.round(Math.min(...rounds.filter((bytes) => bytes > 0))) };
}

/** Share of a run that the collector takes. */
async function collector(steps) {
  take(1000);
  let spent = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) spent += duration;
  });
  observer.observe({ entryTypes: ['gc'] });
  const before = performance.now();
  take(steps);
  const total = performance.now() - before;
  await new Promise((resolve) => setTimeout(resolve, 50)); // entries arrive later
  return { scene: name, steps, share: spent / total };
}
