import { expect, test } from 'vitest';
import { foreignFile } from './foreign-files.ts';

test.each([
  ['arm.urdf', '<?xml version="1.0"?>\n<!-- arm -->\n<robot name="arm">', 'a robot description in URDF'],
  ['humanoid.xml', '<mujoco model="humanoid">', 'a model in MJCF'],
  ['w.sdf', '<?xml version="1.0"?><sdf version="1.9">', 'a world in SDF'],
  ['a.xml', '<html>', 'XML'],
  ['world.mjs', '{}', 'a program'],
  ['world', "import { World } from '@signorini/engine';", 'a program'],
  ['run.csv', 'step,time\n0,0\n', 'a table'],
  ['data.txt', 'a;b;c\n1;2;3\n', 'a table'],
])('%s is named, with what to do', (name, text, found) => {
  const said = foreignFile(name, text);
  expect(said).toContain(`found ${found}`);
  expect(said).toMatch(/; .{30,}/);
});

test.each([
  ['x.json', '{ "format": "signorini-scene", "bodies": [1, 2] }'],
  ['x.json', '[1, 2'],
  ['x.txt', 'hello'],
  ['x.txt', ''],
])('%s: %s is left to those who read it', (name, text) => {
  expect(foreignFile(name, text)).toBe(undefined);
});
