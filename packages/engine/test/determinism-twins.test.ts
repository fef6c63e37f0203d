/** Where WebAssembly is refused the plain kernels end in the same bits as the compiled ones, scene by scene. */
import { expect, test, vi } from 'vitest';
import { scenes } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';
import { committed, STEPS, smaller } from './support/scene-hashes.ts';

vi.mock('../src/kernels/load.ts', () => ({ instantiate: () => undefined, kernelStatus: () => 'refused by the test' }));

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s ends in the committed bits with the plain kernels',
  (name, scene) => {
    const world = createWorld(scene, { parameters: smaller[name] ?? {} });
    for (let k = 0; k < STEPS; k++) world.step();
    expect(world.hash()).toBe(committed[name]);
    world.release();
  },
);
