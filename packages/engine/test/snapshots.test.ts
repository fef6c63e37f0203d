/** Snapshots between processes; those within one are in src/dynamics/world-state.test.ts. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scenes } from '../src/scenes/catalogue.ts';
import { createWorld } from '../src/simulate.ts';
import { STEPS, smaller } from './support/scene-hashes.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MORE = 100;

test('every scene goes on in another process to the same bits', () => {
  const runs = scenes.map((scene) => {
    const parameters = smaller[scene.name] ?? {};
    const world = createWorld(scene, { parameters });
    for (let k = 0; k < STEPS / 2; k++) world.step();
    const snapshot = world.snapshot();
    for (let k = 0; k < MORE; k++) world.step();
    const hash = world.hash();
    world.release();
    return { hash, input: { scene: scene.name, parameters, snapshot, steps: MORE } };
  });
  const script = fileURLToPath(new URL('support/continue-snapshots.mjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: ROOT,
    input: JSON.stringify(runs.map(({ input }) => input)),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  expect(stdout, stderr).not.toBe('');
  expect(JSON.parse(stdout)).toEqual(runs.map(({ hash }) => hash));
});
