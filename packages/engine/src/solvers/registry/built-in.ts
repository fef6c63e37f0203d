/**
 * The solvers that `auto` hands islands to, by name. They are part of every page that uses the default, so their names
 * work in `createWorld` without the other solvers being loaded.   docs/decisions/016-solvers-by-name.md
 */
import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import { type AnySolver, isSolver } from '../../problem/solver.ts';
import { admm } from '../admm.ts';
import { auto } from '../auto.ts';
import { bpp } from '../bpp.ts';
import { newtonCone } from '../newton-cone.ts';
import { newtonCoupled } from '../newton-coupled.ts';
import { nncg } from '../nncg.ts';
import { pgs } from '../pgs.ts';
import { psor } from '../psor.ts';

const BUILT_IN = {
  admm,
  auto,
  bpp,
  'newton-cone': newtonCone,
  'newton-coupled': newtonCoupled,
  nncg,
  pgs,
  psor,
} as const satisfies Readonly<Record<string, AnySolver>>;

export type BuiltInSolver = keyof typeof BUILT_IN;

/**
 * The solver itself, or the built-in one of that name.
 * @throws ContractError for another name: the solver is then to be imported and passed as an object
 */
export function builtInSolver(solver: AnySolver | BuiltInSolver): AnySolver {
  if (isSolver(solver)) return solver;
  if (typeof solver === 'string' && Object.hasOwn(BUILT_IN, solver)) return BUILT_IN[solver];
  throw new ContractError(
    `solver: expected ${Object.keys(BUILT_IN).join(', ')}, or a solver of @signorini/engine/solvers (findSolver gives one by name), found ${found(solver)}`,
  );
}
