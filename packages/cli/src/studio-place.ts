/** Where the studio's page is, and how long it is served. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { UsageError } from './io.ts';

/** Built beside this command; from sources, where the build puts it. */
const PLACES = ['./studio/', '../dist/studio/'].map((place) => fileURLToPath(new URL(place, import.meta.url)));

/** @throws UsageError if it was not built */
export function studioFolder(): string {
  const folder = PLACES.find((place) => existsSync(`${place}index.html`));
  if (!folder) throw new UsageError('studio: expected its page, found none; `npm run build` makes it');
  return folder;
}

export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
