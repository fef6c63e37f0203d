/** The request of a solve: solver, options, limits, and the table by which they are checked. */
import { ContractError } from '../../checks/errors.ts';
import { either, type FieldTable, isRecord, isText, optional, record, required } from '../../checks/fields.ts';
import { checked, type Value } from '../../checks/value.ts';
import { boolean, choice, number, program } from '../../checks/values.ts';
import { found } from '../../checks/wording.ts';
import type { MeasureName } from '../../measures/catalogue.ts';
import { MEASURE_NAMES } from '../../measures/monitor.ts';
import type { Problem } from '../../problem/problem.ts';
import {
  type AnySolver,
  isSolver,
  type OptionValues,
  type SolverInstance,
  type ThreadTeam,
} from '../../problem/solver.ts';

export interface SolveRequest {
  readonly solver: AnySolver;
  /** The solver's own options; what is left out has its default. */
  readonly options?: OptionValues;
  /**
   * Solves with updated friction bounds; 0 = one solve with the bounds as stored.
   * Default: the solver's own number if the problem lists contacts, else one solve. `table3`: that, with the options
   * of EATK18 Table 3.
   */
  readonly coupling?: number | 'table3';
  /** Energy error at which to stop, J (J/s^2 for force problems); replaces the solver's own stopping test. */
  readonly tolerance?: number;
  /** Time to spend, ms; needs `clock`. An answer that a time limit cut short is not reproducible. */
  readonly timeLimit?: number;
  /** A monotonic clock, ms. */
  readonly clock?: () => number;
  /**
   * Which iterate of the last solve to return. Default: the one with the least energy error if a limit struck or
   * the solve failed, the last one otherwise.
   */
  readonly pick?: MeasureName | 'last';
  /** Record the three errors of every iterate. */
  readonly history?: boolean;
  /** Watch every n-th iterate only. Default 1. */
  readonly every?: number;
  /** Warm start; default the problem's own, else zero. */
  readonly warm?: Float64Array;
  /** Threads to share the work with, for solvers that can; the answer has the same bits without them. */
  readonly team?: ThreadTeam;
  /** A solver instance to use again, with a team of its own; default a fresh one, released at the end. */
  readonly instance?: SolverInstance<OptionValues>;
}

/** Solves with updated friction bounds that a caller may ask for. */
export const couplingValue: Value<number | 'table3'> = either<number | 'table3'>('an integer >= 0 or "table3"', [
  { when: isText, value: choice(['table3'] as const) },
  { when: () => true, value: number('an integer', { atLeast: 0, integer: true }) },
]);
export const toleranceValue: Value<number> = number('an energy error', { atLeast: 0, unit: 'J', infinite: 'program' });
export const pickValue: Value<MeasureName | 'last'> = choice([...MEASURE_NAMES, 'last'] as (MeasureName | 'last')[]);

const isFunction = (given: unknown): boolean => typeof given === 'function';
const isNumbers = (given: unknown): boolean => given instanceof Float64Array;
const REQUEST: FieldTable<SolveRequest> = {
  solver: required(program<AnySolver>('a solver', isSolver), 'to solve with'),
  options: optional(program<OptionValues>('an object', isRecord), 'of the solver'),
  coupling: optional(couplingValue, 'solves with updated friction bounds'),
  tolerance: optional(toleranceValue, 'at which to stop'),
  timeLimit: optional(number('a time', { atLeast: 0, unit: 'ms', infinite: 'program' }), 'to spend'),
  clock: optional(program<() => number>('a function that returns ms', isFunction), 'a monotonic clock'),
  pick: optional(pickValue, 'which iterate to return'),
  history: optional(boolean, 'record the errors of every iterate'),
  every: optional(number('an integer', { atLeast: 1, integer: true }), 'watch every n-th iterate only'),
  warm: optional(program<Float64Array>('a Float64Array', isNumbers), 'start'),
  team: optional(program<ThreadTeam>('a team of threads', isRecord), 'to share the work with'),
  instance: optional(program<SolverInstance<OptionValues>>('an instance of the solver', isRecord), 'to use again'),
};
const anyRequest: Value<SolveRequest> = record<SolveRequest>(REQUEST, 'an object: what to solve with');

/** @throws ContractError for an argument of `solve` that does not fit */
export function expectRequest(p: Problem, request: SolveRequest): void {
  checked(anyRequest, request, 'solve');
  if (!isRecord(p) || !Number.isInteger(p.n) || !isRecord(p.A) || !isNumbers(p.b) || !Array.isArray(p.contacts))
    throw new ContractError(`solve: expected a problem (makeProblem and readProblem return one), found ${found(p)}`);
}
