/** Figures of the last step's problems beside those of its contacts: with `contactTable`, its whole energy error. */
import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import { energyErrorOf } from '../../measures/energy.ts';
import { velocities } from '../../problem/operator.ts';
import { setsOf } from '../../problem/sets/models.ts';
import type { SetKind } from '../../problem/sets/set.ts';
import type { SolvedProblem } from '../state/step-state.ts';
import { internalsOf, type WorldInternals } from './internals.ts';
import type { World } from './world.ts';

export interface SolvedRows {
  /** Energy error of the rows that belong to no contact (joints, motors, limits), J; NaN after a restored snapshot. */
  readonly jointsError: number;
  /** Friction models of the contacts, each once; none after a restored snapshot. */
  readonly models: readonly SetKind[];
  /** Rows of the largest problem. */
  readonly largest: number;
}

/** @throws ContractError if it is no world */
export function solvedRows(world: World): SolvedRows {
  const made = internalsOf<WorldInternals | undefined>(world);
  if (!made) throw new ContractError(`solvedRows: expected a world, found ${found(world)}`);
  const { solved } = made.stepper.last;
  const models = new Set<SetKind>();
  let largest = 0;
  for (const { problem } of solved) {
    largest = Math.max(largest, problem.n);
    for (const set of setsOf(problem)) models.add(set);
  }
  return { jointsError: solved.length === 0 ? Number.NaN : jointsErrorOf(solved), models: [...models], largest };
}

function jointsErrorOf(solved: readonly SolvedProblem[]): number {
  let sum = 0;
  for (const { problem, solution, w } of solved) {
    const ofContacts = new Uint8Array(problem.n);
    for (const { normal, tangents, rolling, spinning } of problem.contacts)
      for (const row of [normal, ...tangents, ...rolling, ...spinning]) ofContacts[row] = 1;
    if (!ofContacts.includes(0)) continue; // nothing but contacts: no need to measure again
    const { x, lo, hi } = solution;
    const known = w ?? velocities(problem, x, new Float64Array(problem.n));
    const rows = energyErrorOf(problem, x, known, { lo, hi, perRow: true }).rows as Float64Array;
    for (let i = 0; i < problem.n; i++) if (ofContacts[i] === 0) sum += rows[i];
  }
  return sum;
}
