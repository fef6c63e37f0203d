/** Every solver by name: command line, studio, benchmarks and the conformance matrix read this list. */
import { ContractError } from '../checks/errors.ts';
import { found, unknownName } from '../checks/wording.ts';
import type { AnySolver } from '../problem/solver.ts';
import * as all from './registry/all.ts';
import { offerInRefusals } from './solve.ts';

export type { AnySolver };

/** All solvers, in the order of their names. */
export const solvers: readonly AnySolver[] = Object.values<AnySolver>(all).sort((a, b) => (a.name < b.name ? -1 : 1));

offerInRefusals(solvers);

/** @throws ContractError that names the nearest solvers. */
export function findSolver(name: string): AnySolver {
  if (typeof name !== 'string')
    throw new ContractError(`findSolver: expected the name of a solver, such as "auto", found ${found(name)}`);
  const solver = solvers.find((candidate) => candidate.name === name);
  if (solver) return solver;
  const names = solvers.map((candidate) => candidate.name);
  throw new ContractError(unknownName('solver', name, names));
}
