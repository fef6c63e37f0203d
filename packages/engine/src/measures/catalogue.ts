/**
 * Every measure that users see, in the order in which it is printed. The monitor, and `evaluate`, `solve`, `replay` and
 * `report` of the laboratory read this table: a new measure is a file in this folder and an entry here.
 * docs/theory/error-measures.md
 */
import type { Problem } from '../problem/problem.ts';
import { energyErrorOf, energyValue } from './energy.ts';
import { energyErrorExactOf } from './energy-exact.ts';
import { fischerBurmeisterOf } from './fischer-burmeister.ts';
import { frictionConsistencyOf } from './friction-consistency.ts';
import type { Measured } from './measured.ts';
import { naturalResidualOf } from './natural-residual.ts';
import { referenceEnergy, relativeTo } from './relative-energy.ts';

/** Input of measures: x, and w = A x + b, which the caller computes once for all of them. */
export interface Answer {
  readonly p: Problem;
  readonly x: Float64Array;
  readonly w: Float64Array;
  /** The bounds that x was solved with. */
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}

export interface MeasureSpec {
  /** "energy error" */
  readonly title: string;
  /** Reference of the error, in words. */
  readonly summary: string;
  /** `solve` prints it after the figure. */
  readonly note?: string;
  /** `energy`: J, or J/s^2 for force problems; `mixed`: impulses and velocities at once; `ratio`: no unit. */
  readonly unit: 'energy' | 'mixed' | 'ratio';
  /** Undefined for an answer that has none; `absent` is the reason. */
  readonly of: (answer: Answer) => Measured | undefined;
  readonly absent?: string;
  /** Means something for problems with contacts only. */
  readonly ofContacts?: true;
  /** Error of an iterate against the problem's own bounds: the l1 value alone, under the name that `pick` takes. */
  readonly iterate?: {
    readonly name: string;
    readonly value: (p: Problem, x: Float64Array, w: Float64Array) => number;
  };
  /** `solve` prints it. */
  readonly printed: boolean;
  /** A row of `replay` has it, and a summary its median and its worst. */
  readonly replayed: boolean;
  /** Heading of its two columns in the table that `replay` prints; not in that table without. */
  readonly column?: string;
  /** Its columns in the table of the report, and whether the report draws it over time and steps. */
  readonly reported?: { readonly figures: readonly ('median' | 'worst')[]; readonly charts?: true };
}

export const measures = {
  energy: {
    title: 'energy error',
    summary: 'against the bounds that the solver ended with',
    unit: 'energy',
    of: ({ p, x, w, lo, hi }) => energyErrorOf(p, x, w, { lo, hi }),
    iterate: { name: 'energy', value: energyValue },
    printed: true,
    replayed: true,
    column: 'error',
    reported: { figures: ['median', 'worst'], charts: true },
  },
  energyStored: {
    title: 'energy error, stored bounds',
    summary: 'against the bounds as stored; a friction row without bounds counts as [0, 0]',
    unit: 'energy',
    of: ({ p, x, w }) => energyErrorOf(p, x, w),
    printed: false,
    replayed: false,
  },
  relativeEnergy: {
    title: 'relative energy',
    summary: 'the energy error over that of doing nothing',
    note: 'of the energy error of doing nothing',
    unit: 'ratio',
    of: ({ p, x, w, lo, hi }) => relativeTo(referenceEnergy(p), energyErrorOf(p, x, w, { lo, hi })),
    printed: true,
    replayed: true,
    column: 'relative',
  },
  energyExact: {
    title: 'exact masses',
    summary: 'the energy error with exact effective masses',
    unit: 'energy',
    of: ({ p, x, w, lo, hi }) => energyErrorExactOf(p, x, w, { lo, hi }),
    absent: 'A is singular, unsymmetric or large',
    printed: true,
    replayed: false, // needs the inverse of A: most of the time of a replay of 550 rows otherwise
  },
  naturalResidual: {
    title: 'natural residual',
    summary: 'mixes impulses and velocities',
    unit: 'mixed',
    of: ({ p, x, w, lo, hi }) => naturalResidualOf(p, x, w, { lo, hi }),
    iterate: { name: 'natural', value: (p, x, w) => naturalResidualOf(p, x, w).value },
    printed: true,
    replayed: true,
    reported: { figures: ['median'] },
  },
  fischerBurmeister: {
    title: 'Fischer-Burmeister',
    summary: 'mixes impulses and velocities',
    unit: 'mixed',
    of: ({ p, x, w, lo, hi }) => fischerBurmeisterOf(p, x, w, { lo, hi }),
    absent: 'defined for rows with bounds, not for these friction sets',
    iterate: { name: 'fischer', value: (p, x, w) => fischerBurmeisterOf(p, x, w).value },
    printed: true,
    replayed: true,
  },
  frictionConsistency: {
    title: 'friction consistency',
    summary: 'against the friction bounds that its own normals imply',
    note: 'bounds recomputed from the returned normals',
    unit: 'energy',
    of: ({ p, x, w }) => frictionConsistencyOf(p, x, w),
    ofContacts: true,
    printed: true,
    replayed: true,
    reported: { figures: ['median', 'worst'], charts: true },
  },
} as const satisfies Readonly<Record<string, MeasureSpec>>;

type Measures = typeof measures;

/** The name of a measure in documents. */
export type MeasureKey = keyof Measures;

/** The measures that an iterate can be chosen by. */
export type MeasureName = {
  [K in MeasureKey]: Measures[K] extends { readonly iterate: { readonly name: infer Name } } ? Name : never;
}[MeasureKey];

/** The measures that a replay collects. */
export type ReplayedMeasure = {
  [K in MeasureKey]: Measures[K] extends { readonly replayed: true } ? K : never;
}[MeasureKey];

/** The table as a list, in its order. */
export const measureList: readonly (MeasureSpec & { readonly key: MeasureKey })[] = Object.entries<MeasureSpec>(
  measures,
).map(([key, spec]) => ({ key: key as MeasureKey, ...spec }));
