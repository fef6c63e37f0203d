/** A worker of its own for slow solves: every solver on one problem, one dot each. The page ends it to cancel. */

import { type Problem, readProblem } from '@signorini/engine/problem';
import { type AnySolver, solve, solvers } from '@signorini/engine/solvers';
import { replay } from '@signorini/lab';
import type { SolverDot } from '../../protocol.ts';
import type { ProblemInfo } from '../../questions.ts';
import { asMet } from './inspection.ts';

export type AllSolversRequest = Pick<ProblemInfo, 'document' | 'warmStart'>;
export type AllSolversReply =
  | { readonly type: 'dot'; readonly dot: SolverDot; readonly done: number; readonly total: number }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly sentence: string };

/** ms: a solver that needs longer has its dot and no more tries. */
const SLOW = 300;
/** Most solves of a quick solver: the first ones are slow until the code is compiled. */
const MOST_TRIES = 25;

/** Solves from the start that the step had, each solver with its own coupling and options. */
export function* dotsOf({ document, warmStart }: AllSolversRequest, clock: () => number): Generator<AllSolversReply> {
  const read = readProblem(document);
  const problem = warmStart === null ? read : asMet(read, warmStart);
  const [quick, slow] = [
    solvers.filter(({ name }) => !SLOW_NAMES.has(name)),
    solvers.filter(({ name }) => SLOW_NAMES.has(name)),
  ];
  const iterates = ({ family }: AnySolver) => Number(family === 'iterative');
  const list = [...quick.sort((p, q) => iterates(p) - iterates(q)), ...slow]; // those that iterate take longer
  for (const [done, solver] of list.entries())
    yield { type: 'dot', dot: dotOf(problem, solver, clock), done: done + 1, total: list.length };
  yield { type: 'done' };
}

export function dotOf(problem: Problem, solver: AnySolver, clock: () => number): SolverDot {
  const patience = { ms: SLOW, problems: 1 };
  const request = { problems: [{ name: 'step', problem }], solvers: [solver], clock, coupling: 'own' as const };
  const first = replay({ ...request, repeat: 1, patience }).rows[0]!;
  const isHiccup = first.timeMs !== null && first.timeMs > SLOW && first.timeMs < 4 * SLOW; // of a busy machine, perhaps
  const least = isHiccup ? replay({ ...request, repeat: 1, patience }).rows[0]! : first;
  const repeat = Math.min(MOST_TRIES, Math.floor(SLOW / Math.max(1, least.timeMs ?? SLOW)));
  const { status, timeMs, energy, frictionConsistency, iterations, reason } =
    repeat > 1 ? replay({ ...request, repeat, patience }).rows[0]! : least;
  return {
    solver: solver.name,
    status,
    timeMs,
    iterations: iterations?.total ?? 0,
    reason,
    energyError: energy,
    frictionConsistency,
    ...(energy !== null && !solver.returnsBest && solver.family !== 'direct' && errorsOf(problem, solver)),
  };
}

/** A step takes the best iterate of a solver that stopped at a limit; a replay times the solver alone, and has its last. */
function errorsOf(problem: Problem, solver: AnySolver): Pick<SolverDot, 'energyError' | 'frictionConsistency'> {
  const { energyError, frictionConsistency } = solve(problem, { solver }).errors;
  return { energyError: energyError.value, frictionConsistency: frictionConsistency?.value ?? null };
}

/** Dense methods that take seconds on some hundred rows: they come last. */
const SLOW_NAMES: ReadonlySet<string> = new Set([
  'lemke',
  'dantzig',
  'enumeration',
  'bpp-dense',
  'newton-fb',
  'newton-min',
]);
