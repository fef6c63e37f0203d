/** The only list of solvers: command line, studio, benchmarks and the conformance matrix read it. */
import { ContractError, type OptionValues, type Solver } from '../problem/solver.ts';
import { unknownName } from '../problem/wording.ts';
import { auto } from './auto.ts';
import { bpp } from './bpp.ts';
import { bppDense } from './bpp-dense.ts';
import { dantzig } from './dantzig.ts';
import { enumeration } from './enumeration.ts';
import { ipm } from './ipm.ts';
import { lemke } from './lemke.ts';
import { newtonCoupled } from './newton-coupled.ts';
import { pgs } from './pgs.ts';
import { pgsSm } from './pgs-sm.ts';
import { spook } from './spook.ts';

/** A solver whose option types are its own business; `completeOptions` checks what it is given. */
export type AnySolver = Solver<OptionValues>;

const listed = [auto, bpp, bppDense, dantzig, enumeration, ipm, lemke, newtonCoupled, pgs, pgsSm, spook] as const;

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
