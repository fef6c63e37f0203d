/** Checks the answer of an external solver: one that cannot be graded is a failure with a sentence. */
import { found } from '@signorini/engine/checks';
import type { Family, Iterations, Status } from '@signorini/engine/solvers';
import { STATUSES } from '@signorini/engine/solvers';
import { SolverFailure } from '../../solver-failure.ts';

/** `converged` if it is left out: the answer is measured from outside in any case. @throws SolverFailure */
export function statusOf(name: string, given: unknown): Status {
  const status = given ?? 'converged';
  if (STATUSES.includes(status as Status)) return status as Status;
  throw new SolverFailure(`${name}: status: expected ${STATUSES.join(', ')}, found ${found(given)}`);
}

/** A count, or the counts of the contract. @throws SolverFailure */
export function iterationsOf(name: string, family: Family, given: unknown): Iterations {
  const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
  if (given === undefined || given === null) return { direct: 0, iterative: 0, coupling: 1, total: 0 };
  if (isCount(given)) {
    const total = given as number;
    return { direct: family === 'direct' ? total : 0, iterative: family === 'direct' ? 0 : total, coupling: 1, total };
  }
  const { direct = 0, iterative = 0, coupling = 1, total } = given as Partial<Iterations>;
  const sum = total ?? direct + iterative;
  if (typeof given === 'object' && [direct, iterative, coupling, sum].every(isCount))
    return { direct, iterative, coupling, total: sum };
  throw new SolverFailure(
    `${name}: iterations: expected an integer >= 0, or direct, iterative and total, found ${found(given)}`,
  );
}

/** One finite number per row. @throws SolverFailure */
export function expectNumbers(name: string, x: ArrayLike<unknown>, rows: number): void {
  if (x.length !== rows) throw new SolverFailure(`${name}: x: expected ${rows} numbers, found ${x.length}`);
  for (let i = 0; i < rows; i++)
    if (!Number.isFinite(x[i]))
      throw new SolverFailure(`${name}: x[${i}]: expected a finite number, found ${found(x[i])}`);
}
