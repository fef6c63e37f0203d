/**
 * One problem of the collection given to one solver: without its reference answer, without the friction bounds that were stored
 * with it, which are part of an answer, and without its warm start, which for a wall at rest is right to 1e-24.
 */
import { referenceEnergy } from '@signorini/engine/measures';
import type { Contact, Problem } from '@signorini/engine/problem';
import type { AnySolver } from '@signorini/engine/solvers';
import { largerError } from '../evaluate/larger-error.ts';
import { replay } from '../replay/replay.ts';
import { finite } from '../statistics.ts';
import type { ScoreRow } from './scoreboard.ts';

/** The problem as solvers get it. */
export function withoutAnswer(p: Problem): Problem {
  const friction = p.contacts.flatMap(({ tangents, rolling, spinning }: Contact) => [
    ...tangents,
    ...rolling,
    ...spinning,
  ]);
  const [lo, hi] = [p.lo.slice(), p.hi.slice()];
  for (const row of friction) lo[row] = hi[row] = 0;
  return { ...p, lo, hi, ungiven: friction.sort((i, j) => i - j), x: undefined, warm: undefined };
}

/** One solve, by a new instance of the solver, graded from its x. @param p as solvers get it */
export function scoreProblem(name: string, p: Problem, solver: AnySolver, clock: () => number): ScoreRow {
  const [row] = replay({ problems: [{ name, problem: p }], solvers: [solver], coupling: 'own', clock }).rows;
  const { status, reason, energy, frictionConsistency, iterations, coupling, path, timeMs } = row!;
  const base = { problem: name, solver: solver.name };
  if (status === 'refused' || status === 'failed')
    return { ...base, ...NOTHING, outcome: status === 'failed' ? 'failed' : 'not taken', reason };
  const larger = largerError(row!);
  return {
    ...base,
    outcome: 'answer',
    status,
    reason: null,
    energy,
    frictionConsistency,
    relative: larger === null ? null : finite(larger / referenceEnergy(p)),
    iterations: iterations?.total ?? null,
    coupling,
    path,
    timeMs,
    solves: 1,
  };
}

/** The row of a solve that the time limit ended. */
export function cutRow(problem: string, solver: string, limitMs: number): ScoreRow {
  return { problem, solver, ...NOTHING, outcome: 'cut', reason: `no answer within ${limitMs / 1000} s` };
}

const NOTHING = {
  status: null,
  energy: null,
  frictionConsistency: null,
  relative: null,
  iterations: null,
  coupling: null,
  path: null,
  timeMs: null,
  solves: 0,
};
