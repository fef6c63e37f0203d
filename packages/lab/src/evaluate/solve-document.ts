/** The JSON document of `signorini solve`. JSON has no NaN: a figure that is not finite is null. */
import { VERSION } from '@signorini/engine';
import { type Measured, type MeasureKey, velocityError } from '@signorini/engine/measures';
import { energyUnit, type Problem, setsOf } from '@signorini/engine/problem';
import type { Solution } from '@signorini/engine/solvers';
import { finite } from '../statistics.ts';
import { ALL, answerWithVelocities, errorsOf } from './evaluate.ts';
import { type Judge, largerBy, largerError } from './larger-error.ts';

export interface SolveDocument {
  readonly problem: {
    readonly title: string;
    readonly rows: number;
    /** null if only A is known. */
    readonly bodies: number | null;
    readonly contacts: number;
    /** Friction models of its contacts. */
    readonly friction: readonly string[];
    /** Changes made by the reader of the file, a sentence each; left out if none. */
    readonly notes?: readonly string[];
  };
  readonly solver: string;
  /** Every option with the value used. */
  readonly options: Readonly<Record<string, number | string>>;
  /** Solves with updated friction bounds; 0 = bounds as stored. */
  readonly coupling: number;
  /** The methods that produced x; the solver's name unless it chooses among several. */
  readonly path: string;
  /** Version of the engine. */
  readonly version: string;
  readonly status: string;
  readonly iterations: Solution['iterations'];
  /** Which iterate x is: the last, or the one with the least error of that measure. */
  readonly picked: string;
  readonly timeMs: number | null;
  /** Time that an external program reports of itself; null if it reports none. */
  readonly claimedMs: number | null;
  readonly symbolicMs: number | null;
  readonly errors: Readonly<Record<MeasureKey, FigureDocument | null>>;
  /** Verdict on the larger of the two errors; null if no tolerance was asked for. */
  readonly tolerance: ToleranceDocument | null;
  /** Left out if they are the file's; null = unbounded. */
  readonly lo?: readonly (number | null)[];
  readonly hi?: readonly (number | null)[];
  readonly reference?: { readonly maxDifferenceX: number | null; readonly maxDifferenceW: number | null };
  readonly x: readonly (number | null)[];
  readonly w: readonly (number | null)[];
}

export interface FigureDocument {
  readonly value: number | null;
  readonly unit: string;
  /** null if every row is zero. */
  readonly worstRow: number | null;
}

export interface ToleranceDocument {
  readonly asked: number;
  /** The larger of the two errors, and which of them it is. */
  readonly reached: number | null;
  readonly by: Judge;
  readonly unit: string;
  readonly met: boolean;
}

export interface SolveRecord {
  /** Changes made by the reader of the file, a sentence each. */
  readonly notes?: readonly string[];
  /** Asked for, J (J/s^2 for force problems). */
  readonly tolerance?: number | undefined;
  readonly claimedMs?: number | null;
}

export function solveDocument(
  p: Problem,
  solver: string,
  solution: Solution,
  { notes = [], tolerance, claimedMs = null }: SolveRecord = {},
): SolveDocument {
  const { x, lo, hi, options, coupling, path, status, iterations, picked } = solution;
  const answer = answerWithVelocities(p, x, lo, hi);
  const errors = Object.fromEntries(
    Object.entries(errorsOf(answer, ALL)).map(([name, measured]) => [name, measured ? figure(measured) : null]),
  ) as SolveDocument['errors'];
  const asStored = p.ungiven.length === 0 && sameNumbers(lo, p.lo) && sameNumbers(hi, p.hi);
  return {
    problem: {
      title: p.title,
      rows: p.n,
      bodies: p.structure?.bodies ?? null,
      contacts: p.contacts.length,
      friction: setsOf(p),
      ...(notes.length > 0 && { notes }),
    },
    solver,
    options,
    coupling,
    path,
    version: VERSION,
    status,
    iterations,
    picked,
    timeMs: finite(solution.timeMs ?? null),
    claimedMs,
    symbolicMs: finite(solution.symbolicMs ?? null),
    errors,
    tolerance: tolerance === undefined ? null : toleranceOf(p, errors, tolerance),
    ...(!asStored && { lo: numbers(lo), hi: numbers(hi) }),
    ...(asStored && p.x && { reference: differences(p, x, p.x) }),
    x: numbers(x),
    w: numbers(answer.w),
  };
}

function toleranceOf(p: Problem, errors: SolveDocument['errors'], asked: number): ToleranceDocument {
  const judged = { energy: errors.energy?.value, frictionConsistency: errors.frictionConsistency?.value };
  const reached = largerError(judged);
  return { asked, reached, by: largerBy(judged), unit: energyUnit(p), met: reached !== null && reached <= asked };
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

function sameNumbers(p: Float64Array, q: Float64Array): boolean {
  return p.every((v, i) => v === q[i]);
}
