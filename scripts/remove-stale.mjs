// Removes what earlier builds left in dist/ of files that have moved or gone: tsc does not, and npm would pack it.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));

/** Folders that other scripts write anew, emptied first. */
const MADE_ANEW = { cli: /^studio\b/, engine: /^node\b/ };

/** @returns the files removed, from the root of the packages. */
export function removeStale(names = ['engine', 'lab', 'cli']) {
  const removed = [];
  for (const name of names) {
    const dist = join(PACKAGES, name, 'dist');
    if (!existsSync(dist)) continue;
    for (const file of readdirSync(dist, { recursive: true })) {
      if (MADE_ANEW[name]?.test(file)) continue;
      const source = file.replace(/\.(d\.ts|js|js\.map)$/, '.ts');
      if (source === file || existsSync(join(PACKAGES, name, 'src', source))) continue;
      rmSync(join(dist, file));
      removed.push(join(name, 'dist', file));
      let folder = dirname(join(dist, file));
      while (folder !== dist && readdirSync(folder).length === 0) {
        rmSync(folder, { recursive: true });
        folder = dirname(folder);
      }
    }
  }
  return removed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) removeStale();
