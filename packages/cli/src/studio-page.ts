/** Where the studio's page is: built beside this command; from sources, where the build puts it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from './io.ts';

const PLACES = ['./studio/', '../dist/studio/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/** @param command for the sentence. @throws UsageError if it is not built */
export function pageFolder(command: string): string {
  const folder = PLACES.find((place) => existsSync(`${place}index.html`));
  if (!folder) throw new UsageError(`${command}: expected the studio's page, found none; \`npm run build\` makes it`);
  return folder;
}
