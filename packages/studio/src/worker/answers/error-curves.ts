/**
 * Error per iteration of a problem: solved again from the same start, with the solver's own limits but without its own stopping test,
 * as a tolerance has it. Of each solve only the first iterate at or below each error is kept.
 */

import type { Problem } from '@signorini/engine/problem';
import { findSolver, type OptionValues, solve } from '@signorini/engine/solvers';
import type { Setup } from '../../protocol.ts';
import { type ErrorCurve, LEAST_TOLERANCE } from '../../questions.ts';
import { asMet } from './inspection.ts';

/** ms of one problem. */
const MOST_TIME = 1500;

/**
 * One curve per solve with updated friction bounds; none if there were no iterations to speak of, or if the solver shows only some
 * of them (sweeps between direct solves): they do not show when it would stop. Undefined if it takes too long.
 */
export function errorCurves(p: Problem, setup: Setup, clock: () => number): ErrorCurve[] | undefined {
  const { iterations, history, ended } = solve(asMet(p, setup.warmStart), {
    solver: findSolver(setup.solver),
    options: setup.options as OptionValues,
    tolerance: LEAST_TOLERANCE,
    history: true,
    pick: 'last',
    timeLimit: MOST_TIME,
    clock,
  });
  if (ended === 'time-limit') return undefined;
  const curves = history!.solves.map(({ errors }) => falling(errors.energy));
  const shown = curves.reduce((sum, { length }) => sum + length, 0);
  return iterations.iterative > 0 && shown === iterations.total ? curves : [];
}

/** The start does not count: a solve takes one iteration before a tolerance can end it. */
function falling([, ...energy]: readonly number[]): ErrorCurve {
  const kept: { k: number[]; energy: number[] } = { k: [], energy: [] };
  let least = Infinity;
  energy.forEach((error, place) => {
    if (!(error < least)) return;
    least = error;
    kept.k.push(place + 1);
    kept.energy.push(error);
  });
  return { ...kept, length: energy.length };
}
