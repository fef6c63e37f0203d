/** Every scene ends in the same bits in Node and in Chromium: this file runs in both, against the same committed hashes. */
import { expect, test } from 'vitest';
import { scenes } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';
import { committed, STEPS, smaller } from './support/scene-hashes.ts';

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  '%s ends in the committed bits, also from a snapshot halfway',
  (name, scene) => {
    const options = { parameters: smaller[name] ?? {} };
    const world = createWorld(scene, options);
    for (let k = 0; k < STEPS / 2; k++) world.step();
    const halfway = world.snapshot();
    for (let k = STEPS / 2; k < STEPS; k++) world.step();
    expect(world.hash()).toBe(committed[name]);

    const other = createWorld(scene, options);
    other.restore(halfway);
    for (let k = STEPS / 2; k < STEPS; k++) other.step();
    expect(other.hash()).toBe(committed[name]);
    world.release();
    other.release();
  },
);
