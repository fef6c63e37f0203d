// A scene in a process of its own: `node --expose-gc --conditions=@signorini/modules bench/one-scene.mjs WHAT SCENE`, WHAT one of
// allocated, collector (what `step.mjs` asks for), detached (docs/decisions/052-buffers-stay.md).
import { PerformanceObserver } from 'node:perf_hooks';
import { createWorld } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { smallScenes } from './engines/small-scenes.mjs';

const [what, name] = process.argv.slice(2);
const world = createWorld(smallScenes.find((scene) => scene.name === name) ?? findScene(name));
const take = (steps) => {
  for (let k = 0; k < steps; k++) world.step();
};
const MEASURES = { allocated, collector, detached };
process.stdout.write(`${JSON.stringify(await MEASURES[what]())}\n`);

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
async function collector() {
  const steps = 3000;
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

/** us per step before and after a buffer of the process is detached, compiled anew. */
function detached() {
  const time = () => {
    take(3000);
    const before = performance.now();
    take(1000);
    return performance.now() - before;
  };
  const intact = time();
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  return { scene: name, intact, detached: time() };
}
