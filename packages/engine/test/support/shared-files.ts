/** Problems that live outside the project: read where they exist; where not, tests skip and say so. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SHARED = process.env.SIGNORINI_SHARED ?? fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const MLCP = join(SHARED, 'external', 'mlcp');

export const haveExternal = existsSync(MLCP);
if (!haveExternal) process.stderr.write('external problems: skipped, ../shared/external/mlcp is not there\n');

/** Names of the external problems, without .json; empty where the folder is absent. */
export const externalNames = haveExternal
  ? readdirSync(MLCP)
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5))
  : [];

export function externalPath(name: string): string {
  return join(MLCP, `${name}.json`);
}

export function externalText(name: string): string {
  return readFileSync(externalPath(name), 'utf8');
}
