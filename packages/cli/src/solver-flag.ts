/** --solver of every command that takes one: a built-in name, a module (./mine.mjs) or a program (exec:"python3 mine.py"). */
import { type AnySolver, solvers } from '@signorini/engine/solvers';
import { SolverFailure } from '@signorini/lab/run';
import { UsageError } from './io.ts';

export const SOLVER_HELP =
  'a name (see `signorini solvers`), a module (./mine.mjs) or a program (exec:"python3 mine.py")';

/** Acts with a solver, which must work, and ends its program, whatever happens. @throws UsageError */
export async function withSolver<T>(text: string, act: (solver: AnySolver) => T | Promise<T>): Promise<T> {
  const builtIn = solvers.find(({ name }) => name === text);
  if (builtIn) return act(builtIn);
  const { openSolver } = await import('@signorini/lab/node');
  const opened = await openSolver(text).catch((error: unknown) => {
    throw error instanceof SolverFailure ? new UsageError(error.message) : error;
  });
  try {
    return await act(opened.solver);
  } finally {
    await opened.close();
  }
}
