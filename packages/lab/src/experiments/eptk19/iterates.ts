/** Iterates of a solve between the bounds as stored, each with w = A x + b computed from x alone. */
import { type MeasureName, measureList } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';
import { type AnySolver, completeOptions, type Monitor, type OptionValues } from '@signorini/engine/solvers';

export type Start = 'cold' | 'warm';

export interface IterateRequest {
  readonly solver: AnySolver;
  readonly options?: OptionValues;
  /** cold: x = 0; warm: the last step's impulses, as stored. */
  readonly start: Start;
  /** True: the solver goes on to its limit; its own stopping test is off. Not for direct solvers. */
  readonly toLimit?: boolean;
}

/** Calls `see` with every iterate, the start (k = 0) included. x and w are valid during the call. */
export function eachIterate(
  p: Problem,
  { solver, options = {}, start, toLimit = false }: IterateRequest,
  see: (k: number, x: Float64Array, w: Float64Array) => void,
): void {
  const x = start === 'warm' && p.warm ? p.warm.slice() : new Float64Array(p.n);
  const w = new Float64Array(p.n);
  const monitor: Monitor = {
    ownsStopping: toLimit,
    begin: (_, first) => see(0, first, velocities(p, first, w)),
    observe(k, iterate) {
      see(k, iterate, velocities(p, iterate, w));
      return undefined;
    },
  };
  const stored = 'bounds' in solver.options ? { bounds: 'stored' } : {};
  const instance = solver.create();
  try {
    instance.solve(p, x, completeOptions(solver, { ...options, ...stored }), monitor);
  } finally {
    instance.release();
  }
}

/** The paper's three measures, by the names that `pick` takes. */
export const THREE_MEASURES = [
  { name: 'fischer', title: 'Fischer-Burmeister', unit: '' },
  { name: 'natural', title: 'natural residual', unit: '' },
  { name: 'energy', title: 'energy error', unit: 'J' },
] as const satisfies readonly { readonly name: MeasureName; readonly title: string; readonly unit: string }[];

export type ThreeMeasure = (typeof THREE_MEASURES)[number]['name'];

/** The l1 error of an iterate against the problem's own bounds. */
export function errorOf(measure: ThreeMeasure, p: Problem, x: Float64Array, w: Float64Array): number {
  return VALUE[measure](p, x, w);
}

const VALUE = Object.fromEntries(
  measureList.flatMap(({ iterate }) => (iterate ? [[iterate.name, iterate.value]] : [])),
) as Readonly<Record<ThreeMeasure, (p: Problem, x: Float64Array, w: Float64Array) => number>>;
