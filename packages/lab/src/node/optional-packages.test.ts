import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MissingPackageError, needed } from './optional-packages.ts';

const read = (folder: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../../${folder}/package.json`, import.meta.url)), 'utf8'));
const lab = read('lab');
const names = Object.keys(lab.peerDependencies);

/** Node's own errors, from an import and from a require. */
const absent = (name: string, code: string) => () => {
  throw Object.assign(new Error(`Cannot find package '${name}' imported from x.js`), { code });
};

test.each(names)('without %s a task that needs it fails with the command that installs it', async (name) => {
  const sentence = `drawing a chart needs the package ${name}: npm install ${name}@${lab.devDependencies[name]}`;
  for (const code of ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']) {
    const attempt = needed('drawing a chart', name, absent(name, code));
    await expect(attempt).rejects.toThrow(MissingPackageError);
    await expect(attempt).rejects.toThrow(sentence);
  }
});

test('a package that is there is handed over; another fault stays what it was', async () => {
  expect(await needed('drawing a chart', 'vega', () => 7)).toBe(7);
  await expect(needed('drawing a chart', 'vega', absent('d3-array', 'ERR_MODULE_NOT_FOUND'))).rejects.toThrow(
    "Cannot find package 'd3-array'",
  );
  const fault = () => Promise.reject(new TypeError('a fault'));
  await expect(needed('drawing a chart', 'vega', fault)).rejects.toThrow(TypeError);
});

test('heavy packages are optional for the laboratory, and the command brings them in the versions that were tested', () => {
  expect(Object.keys(lab.dependencies)).toEqual(['@signorini/engine']);
  const command = read('cli');
  for (const name of names) {
    expect(lab.peerDependenciesMeta[name]).toEqual({ optional: true });
    expect(lab.peerDependencies[name]).toBe(`^${lab.devDependencies[name]}`);
    expect(command.dependencies[name], name).toBe(lab.devDependencies[name]);
  }
});
