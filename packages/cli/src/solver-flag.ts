/** --solver of every command that takes one: built-in names, modules (./mine.mjs) and programs (exec:"python3 mine.py"). */
import { type AnySolver, solvers } from '@signorini/engine/solvers';
import { SolverFailure } from '@signorini/lab';
import { openSolver, openSolvers, PROGRAM_LIMIT } from '@signorini/lab/node';
import { UsageError } from './io.ts';
import { parseTime } from './quantities.ts';

export const SOLVER_HELP =
  'a name (see `signorini solvers`), a module (./mine.mjs) or a program (exec:"python3 mine.py")';
export const SOLVERS_HELP = 'names, modules (./mine.mjs) and programs (exec:"python3 mine.py"), separated by commas';
export const LIMIT_HELP = 'for one solve of a program (exec:), which is then ended';

/** ms */
export function parseLimit(text: string | undefined): number {
  return text === undefined ? PROGRAM_LIMIT : parseTime('--time-limit', text);
}

/** Acts with the solvers of a list (all if there is none), and ends its programs, whatever happens. */
export async function withSolvers<T>(
  list: string | undefined,
  limitMs: number,
  act: (solvers: readonly AnySolver[]) => T | Promise<T>,
): Promise<T> {
  if (list === undefined) return act(solvers);
  const opened = await openSolvers(list, limitMs);
  try {
    return await act(opened.solvers);
  } finally {
    await opened.close();
  }
}

/** The same with one solver, which must work. @throws UsageError */
export async function withSolver<T>(text: string, act: (solver: AnySolver) => T | Promise<T>): Promise<T> {
  const opened = await openSolver(text).catch((error: unknown) => {
    throw error instanceof SolverFailure ? new UsageError(error.message) : error;
  });
  try {
    return await act(opened.solver);
  } finally {
    await opened.close();
  }
}
