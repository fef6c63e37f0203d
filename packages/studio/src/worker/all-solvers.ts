/** A worker of its own for slow solves: every solver on one problem, one dot each. The page ends it to cancel. */
import { readProblem } from '@signorini/engine/problem';
import { solvers } from '@signorini/engine/solvers';
import { replay } from '@signorini/lab';
import type { SolverDot } from '../protocol.ts';

export interface AllSolversRequest {
  /** As a problem file. */
  readonly document: string;
}
export type AllSolversReply =
  | { readonly type: 'dot'; readonly dot: SolverDot; readonly done: number; readonly total: number }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly sentence: string };

/** ms: a solver that needs longer has its dot and no more tries. */
const SLOW = 300;
/** Of a quick one: a compiler warms up. */
const MOST_TRIES = 25;

/** From the same warm start, each with its own number of solves and its own options. */
export function* dotsOf(document: string, clock: () => number): Generator<AllSolversReply> {
  const problem = readProblem(document);
  const [quick, slow] = [
    solvers.filter(({ name }) => !SLOW_NAMES.has(name)),
    solvers.filter(({ name }) => SLOW_NAMES.has(name)),
  ];
  const iterates = ({ family }: (typeof solvers)[number]) => Number(family === 'iterative');
  const list = [...quick.sort((p, q) => iterates(p) - iterates(q)), ...slow]; // those that iterate take longer
  for (const [done, solver] of list.entries()) {
    const patience = { ms: SLOW, problems: 1 };
    const request = { problems: [{ name: 'step', problem }], solvers: [solver], clock, coupling: 'own' as const };
    const first = replay({ ...request, repeat: 1, patience }).rows[0]!;
    const isHiccup = first.timeMs !== null && first.timeMs > SLOW && first.timeMs < 4 * SLOW; // of a busy machine, perhaps
    const least = isHiccup ? replay({ ...request, repeat: 1, patience }).rows[0]! : first;
    const repeat = Math.min(MOST_TRIES, Math.floor(SLOW / Math.max(1, least.timeMs ?? SLOW)));
    const again = repeat > 1 ? replay({ ...request, repeat, patience }).rows[0]! : least;
    const { status, timeMs, energy, frictionConsistency, iterations, reason } = again;
    const dot = {
      solver: solver.name,
      status,
      timeMs,
      energyError: energy,
      frictionConsistency,
      iterations: iterations?.total ?? 0,
      reason,
    };
    yield { type: 'dot', dot, done: done + 1, total: list.length };
  }
  yield { type: 'done' };
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
