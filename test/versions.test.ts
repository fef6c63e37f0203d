/** One version for all packages, in their manifests and in what the engine says of itself. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERSION } from '@signorini/engine';
import { expect, test } from 'vitest';

const manifest = (folder: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${folder}package.json`, import.meta.url)), 'utf8'));
const folders: string[] = ['', ...manifest('').workspaces.map((folder: string) => `${folder}/`)];

test.each(folders)('%spackage.json has the version of the engine', (folder) => {
  expect(manifest(folder).version).toBe(VERSION);
});

test.each(folders)('%spackage.json asks for packages of the workspace in this version exactly', (folder) => {
  const { dependencies = {}, peerDependencies = {} } = manifest(folder);
  for (const [name, version] of Object.entries({ ...dependencies, ...peerDependencies }))
    if (name.startsWith('@signorini/')) expect(version, name).toBe(VERSION);
});
