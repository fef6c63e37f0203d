// One engine in a process of its own: builds a scene, then takes turns as it is told. Alone, because what one engine does to
// the virtual machine (compiling in other threads, buffers detached when a memory grows) would otherwise cost the others time.
import { findScene } from '@signorini/engine/scenes';
import { modelOf } from './model.mjs';
import { smallScenes } from './small-scenes.mjs';

const [engine, name] = process.argv.slice(2);
const [file] = engine.split(' ');
const { settings } = await import(`./${file}.mjs`);
const scene = smallScenes.find((one) => one.name === name) ?? findScene(name);
const model = modelOf(scene, {});
const simulation = settings[engine](model, scene, {});
const poses = new Float64Array(7 * model.moving);

process.on('message', (steps) => {
  const before = process.cpuUsage();
  for (let k = 0; k < steps; k++) simulation.step();
  const { user, system } = process.cpuUsage(before);
  simulation.read(poses);
  process.send({ ms: (user + system) / 1000, poses });
});
process.send('ready');
