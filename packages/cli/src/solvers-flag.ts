/** --solvers of every command that takes a list: built-in names, modules (./mine.mjs) and programs (exec:"python3 mine.py"). */
import { type AnySolver, solvers } from '@signorini/engine/solvers';
import { openSolvers, PROGRAM_LIMIT } from '@signorini/lab/node';
import { parseTime } from './quantities.ts';

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
