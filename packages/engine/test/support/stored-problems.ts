/** Problems with stored bounds and a reference solution: a few of ours in every clone, and those of others if they are there. */
import type { Problem } from '../../src/problem/problem.ts';
import { readProblem } from '../../src/problem/read-json.ts';
import { ownNames, ownProblem } from './own-problems.ts';
import { externalNames, externalText } from './shared-files.ts';

export const storedNames: readonly string[] = [...ownNames, ...externalNames];

export function storedProblem(name: string): Problem {
  return ownNames.includes(name) ? ownProblem(name) : readProblem(externalText(name));
}
