/**
 * Untimed solves of every solver: a qualifying round for the first answer of a race, and a warm-up for the
 * compiler. Nothing of it is a row; a solver that does not qualify has its turn after the first answer.   docs/guide/recommend.md
 */

import { largerError } from '../evaluate/larger-error.ts';
import type { Entrant } from './race.ts';
import { answerRow, solveCell } from './replay-row.ts';
import type { StopReason } from './replay-summary.ts';
import type { NamedProblem, ReplayRequest } from './request.ts';

/** A qualifying solve may take so many patiences; a busy machine and the compiler take their part of it. */
const PATIENCES = 4;
/** ms; the least limit of a qualifying solve, for budgets that the compiler alone exceeds. */
const COMPILING = 100;

/** ms; a qualifying solve that takes longer shows that the solver is slow. */
export const qualifyingLimit = (patienceMs: number) => Math.max(PATIENCES * patienceMs, COMPILING);

/** The first problems of the race, one untimed solve each, until one of them shows that the solver is no candidate. */
export function* qualify(
  request: ReplayRequest,
  entrants: readonly Entrant[],
  places: readonly number[],
): Generator<void> {
  const { problems, patience } = request;
  const limit = patience ? qualifyingLimit(patience.ms) : undefined;
  for (const entrant of entrants)
    for (const place of places) {
      entrant.held = heldFor(entrant, problems[place]!, request, limit);
      entrant.tried++;
      yield;
      if (entrant.held) break;
    }
}

function heldFor(
  { solver, instance }: Entrant,
  { problem }: NamedProblem,
  request: ReplayRequest,
  limit: number | undefined,
): StopReason | null {
  const attempt = solveCell(problem, solver, instance, { ...request, timeLimit: limit });
  if (attempt.refusal !== undefined) return 'refused';
  if (attempt.timeMs > (limit ?? Infinity) || attempt.solution?.ended === 'time-limit') return 'time';
  const error = largerError(answerRow(problem, solver.name, attempt)) ?? Infinity;
  return error <= (request.race?.tolerance ?? Infinity) ? null : 'error';
}

/**
 * The first problem, the last and some between: steps at the start of a scene are smaller than later ones. A solver that
 * needs longer than the patience is known to be slow, and the compiler is done with it.
 */
export function* warmUp(request: ReplayRequest, entrants: readonly Entrant[]): Generator<void> {
  const { problems, patience } = request;
  const count = Math.min(request.warmUp ?? 0, problems.length);
  for (const entrant of entrants)
    for (let k = entrant.tried, slow = 0; k < count && slow < 2 && entrant.held !== 'time'; k++) {
      const { problem } = problems[Math.floor((k * (problems.length - 1)) / Math.max(1, count - 1))]!;
      const { solver, instance } = entrant;
      const { timeMs, solution } = solveCell(problem, solver, instance, { ...request, timeLimit: patience?.ms });
      if (k > 0 && (timeMs > (patience?.ms ?? Infinity) || solution?.ended === 'time-limit')) slow++;
      entrant.tried++;
      yield;
    }
}
