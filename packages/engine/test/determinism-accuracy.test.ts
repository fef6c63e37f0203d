/** Sub-steps end in the same bits in Node and in Chromium, with compiled kernels or their twins: this file runs in both. */
import { expect, test } from 'vitest';
import { findScene } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';
import { committedWithAccuracy, STEPS_WITH_ACCURACY } from './support/scene-hashes.ts';

test.each(Object.entries(committedWithAccuracy))(
  '%s with accuracy 0.01 ends in the committed bits, also from a snapshot halfway',
  (name, hash) => {
    const make = () => createWorld(findScene(name), { timeStep: 1 / 60, accuracy: 0.01 });
    const [world, other] = [make(), make()];
    let subSteps = 0;
    for (let k = 0; k < STEPS_WITH_ACCURACY / 2; k++) subSteps += world.step().subSteps;
    other.restore(world.snapshot());
    for (let k = 0; k < STEPS_WITH_ACCURACY / 2; k++) {
      subSteps += world.step().subSteps;
      other.step();
    }
    expect([world.hash(), other.hash()]).toEqual([hash, hash]);
    expect(subSteps).toBeGreaterThan(STEPS_WITH_ACCURACY);
    world.release();
    other.release();
  },
);
