/** Third-party packages: checksums of those installed, licences of those bundled. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');

interface Locked {
  link?: boolean;
  integrity?: string;
  resolved?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

describe('the lock file', () => {
  const packages = Object.entries<Locked>(JSON.parse(read('package-lock.json')).packages);
  const foreign = packages.filter(([place, { link }]) => place.includes('node_modules/') && !link);

  test('has a checksum for every package that can be installed here', () => {
    expect(foreign.length).toBeGreaterThan(100);
    const otherPlatform = ({ optional, os, cpu }: Locked) =>
      optional && !((os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true));
    const musl = (place: string) => place.endsWith('-musl'); // linux on x64 with another C library
    const without = foreign.filter(([place, entry]) => !entry.integrity && !otherPlatform(entry) && !musl(place));
    expect(without.map(([place]) => place)).toEqual([]);
  });

  test('names no registry', () => {
    expect(foreign.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
  });
});

const PAGE = 'packages/cli/dist/studio';
const built = existsSync(fileURLToPath(new URL(`../${PAGE}/index.html`, import.meta.url)));
if (!built) process.stderr.write('licences of the page: skipped, no dist/\n');

describe.skipIf(!built)('the page beside the command', () => {
  const { dependencies } = JSON.parse(read('packages/studio/package.json'));
  const packages = Object.keys(dependencies).filter((name) => !name.startsWith('@signorini/'));

  test.each([
    ['THIRD-PARTY-LICENSES.txt', packages],
    ['capsule.html', packages.filter((name) => name !== 'h5wasm')], // which a capsule has no use for
  ])('%s has the licence of every package in it', (file, names) => {
    const text = read(`${PAGE}/${file}`);
    const wanted = names.map((name) => `\n${name} ${dependencies[name]} (`);
    wanted.push('Source: https://github.com/Vanilagy/mediabunny', 'Mozilla Public License Version 2.0');
    if (names.includes('h5wasm')) wanted.push('Copyright 2006 by The HDF Group.');
    expect(wanted.filter((notice) => !text.includes(notice))).toEqual([]);
  });
});
