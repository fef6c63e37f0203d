/** The only list of solvers: command line, studio, benchmarks and the conformance matrix read it. */
import { ContractError } from '../checks/errors.ts';
import { unknownName } from '../checks/wording.ts';
import type { OptionValues, Solver } from '../problem/solver.ts';
import { admm } from './admm.ts';
import { amg } from './amg.ts';
import { apgd } from './apgd.ts';
import { auto } from './auto.ts';
import { blockGs } from './block-gs.ts';
import { bpp } from './bpp.ts';
import { bppDense } from './bpp-dense.ts';
import { cpg } from './cpg.ts';
import { dantzig } from './dantzig.ts';
import { enumeration } from './enumeration.ts';
import { fixedPoint } from './fixed-point.ts';
import { ipm } from './ipm.ts';
import { lemke } from './lemke.ts';
import { newtonCone } from './newton-cone.ts';
import { newtonCoupled } from './newton-coupled.ts';
import { newtonFb } from './newton-fb.ts';
import { newtonMin } from './newton-min.ts';
import { nncg } from './nncg.ts';
import { nonlinearGs } from './nonlinear-gs.ts';
import { nscd } from './nscd.ts';
import { pgd } from './pgd.ts';
import { pgs } from './pgs.ts';
import { pgsNewton } from './pgs-newton.ts';
import { pgsSm } from './pgs-sm.ts';
import { psor } from './psor.ts';
import { spgBb } from './spg-bb.ts';
import { spook } from './spook.ts';

/** A solver whose option types are its own business; `completeOptions` checks what it is given. */
export type AnySolver = Solver<OptionValues>;

const listed = [
  amg,
  admm,
  apgd,
  auto,
  blockGs,
  bpp,
  bppDense,
  cpg,
  dantzig,
  enumeration,
  fixedPoint,
  ipm,
  lemke,
  newtonCone,
  newtonCoupled,
  newtonFb,
  newtonMin,
  nncg,
  nonlinearGs,
  nscd,
  pgd,
  pgs,
  pgsNewton,
  pgsSm,
  psor,
  spgBb,
  spook,
] as const;

export const solvers = listed as unknown as readonly AnySolver[];

/** @throws ContractError that names the nearest solvers. */
export function findSolver(name: string): AnySolver {
  const solver = solvers.find((candidate) => candidate.name === name);
  if (!solver)
    throw new ContractError(
      unknownName(
        'solver',
        name,
        solvers.map((s) => s.name),
      ),
    );
  return solver;
}
