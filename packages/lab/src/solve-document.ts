/** The JSON document of `signorini solve`. JSON has no NaN: a figure that is not finite is null. */

import { type Measured, velocityError } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';
import type { Solution } from '@signorini/engine/solvers';
import { type Errors, evaluate } from './evaluate.ts';

export interface SolveDocument {
  readonly problem: {
    readonly title: string;
    readonly rows: number;
    /** null where only A is known. */
    readonly bodies: number | null;
    readonly contacts: number;
    /** What the reader of the file changed, a sentence each; left out where nothing. */
    readonly notes?: readonly string[];
  };
  readonly solver: string;
  readonly options: Readonly<Record<string, number | string>>;
  /** Solves with updated friction bounds; 0 = bounds as stored. */
  readonly coupling: number;
  readonly status: string;
  readonly iterations: Solution['iterations'];
  /** Which iterate x is: the last, or the one with the least error of that measure. */
  readonly picked: string;
  readonly timeMs: number | null;
  readonly symbolicMs: number | null;
  readonly errors: Readonly<Record<keyof Errors, FigureDocument | null>>;
  /** Where they differ from the file's; null = unbounded. */
  readonly lo?: readonly (number | null)[];
  readonly hi?: readonly (number | null)[];
  readonly reference?: { readonly maxDifferenceX: number | null; readonly maxDifferenceW: number | null };
  readonly x: readonly (number | null)[];
  readonly w: readonly (number | null)[];
}

export interface FigureDocument {
  readonly value: number | null;
  readonly unit: string;
  /** null where every row is zero. */
  readonly worstRow: number | null;
}

export function solveDocument(
  p: Problem,
  solver: string,
  solution: Solution,
  notes: readonly string[] = [],
): SolveDocument {
  const { x, lo, hi } = solution;
  const errors = evaluate(p, x, lo, hi);
  const asStored = p.ungiven.length === 0 && sameNumbers(lo, p.lo) && sameNumbers(hi, p.hi);
  return {
    problem: {
      ...{ title: p.title, rows: p.n, bodies: p.structure?.bodies ?? null, contacts: p.contacts.length },
      ...(notes.length > 0 && { notes }),
    },
    solver,
    options: solution.options,
    coupling: solution.coupling,
    status: solution.status,
    iterations: solution.iterations,
    picked: solution.picked,
    timeMs: solution.timeMs === undefined ? null : finite(solution.timeMs),
    symbolicMs: solution.symbolicMs === undefined ? null : finite(solution.symbolicMs),
    errors: Object.fromEntries(
      Object.entries(errors).map(([name, measured]) => [name, measured ? figure(measured) : null]),
    ) as SolveDocument['errors'],
    ...(!asStored && { lo: numbers(lo), hi: numbers(hi) }),
    ...(asStored && p.x && { reference: differences(p, x, p.x) }),
    x: numbers(x),
    w: numbers(velocities(p, x, new Float64Array(p.n))),
  };
}

function differences(p: Problem, x: Float64Array, reference: Float64Array) {
  const largest = x.reduce((most, v, i) => Math.max(most, Math.abs(v - (reference[i] ?? Number.NaN))), 0);
  return {
    maxDifferenceX: finite(largest),
    maxDifferenceW: finite(velocityError(p, x, reference, { norm: 'max' }).value),
  };
}

export function figure({ value, unit, worstRow }: Measured): FigureDocument {
  return { value: finite(value), unit, worstRow: worstRow < 0 ? null : worstRow };
}

function numbers(values: Float64Array): (number | null)[] {
  return Array.from(values, finite);
}

function finite(v: number): number | null {
  return Number.isFinite(v) ? v : null;
}

function sameNumbers(p: Float64Array, q: Float64Array): boolean {
  return p.every((v, i) => v === q[i]);
}
