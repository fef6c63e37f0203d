/**
 * The floating-point numbers of a problem, and a problem from its pattern and its numbers, bit for bit.
 * docs/guide/datasets.md
 */
import { makeProblem, type Problem, SparseOperator, StructuredOperator } from '@signorini/engine/problem';
import { type Coefficients, contactsOf, type Pattern, sharedParts } from './pattern.ts';

/** Per row: b, lo, hi, C, x, warm; per block or entry: J or A; per body: Minv; per contact: the coefficients. */
export interface Numbers extends Coefficients {
  readonly b: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  /** Zero in the explicit form. */
  readonly C: Float64Array;
  /** NaN in every row: not given. */
  readonly x: Float64Array;
  readonly warm: Float64Array;
  /** Six per block. */
  readonly J: Float64Array;
  /** One per entry. */
  readonly A: Float64Array;
  /** 36 per body. */
  readonly Minv: Float64Array;
}

/** In the order in which journals store them. */
export const NUMBER_ARRAYS = [
  ...(['b', 'lo', 'hi', 'C', 'x', 'warm'] as const),
  ...(['J', 'A', 'Minv', 'mu', 'muRolling', 'muSpinning'] as const),
] as const;
export type NumberArray = (typeof NUMBER_ARRAYS)[number];

const NONE = new Float64Array(0);

export function numbersOf(p: Problem): Numbers {
  const { structure, n, contacts } = p;
  const absent = () => new Float64Array(n).fill(Number.NaN);
  return {
    b: p.b,
    lo: p.lo,
    hi: p.hi,
    C: structure?.C ?? new Float64Array(n),
    x: p.x ?? absent(),
    warm: p.warm ?? absent(),
    J: structure?.J ?? NONE,
    A: structure ? NONE : p.A.sparse().value,
    Minv: structure?.Minv ?? NONE,
    mu: Float64Array.from(contacts, ({ mu }) => mu),
    muRolling: Float64Array.from(contacts, ({ muRolling }) => muRolling),
    muSpinning: Float64Array.from(contacts, ({ muSpinning }) => muSpinning),
  };
}

/** A problem beside its pattern and its arrays. */
export interface Label {
  readonly title: string;
  /** s; null if not given. */
  readonly h: number | null;
}

/** Arrays are kept, not copied. */
export function problemOf(pattern: Pattern, numbers: Numbers, { title, h }: Label): Problem {
  const { structured, bodies, entries, column } = pattern;
  const { rowStart, ungiven, unit, kind } = sharedParts(pattern);
  const { J, Minv, C, A } = numbers;
  const structure = structured ? { bodies, rowStart, body: column, J, Minv, C } : undefined;
  return makeProblem({
    title,
    A: structure ? new StructuredOperator(structure) : new SparseOperator(entries.length, rowStart, column, A),
    structure,
    b: numbers.b,
    lo: numbers.lo,
    hi: numbers.hi,
    ungiven,
    unit,
    kind,
    names: pattern.names,
    contacts: contactsOf(pattern, numbers),
    h: h ?? undefined,
    quantity: pattern.quantity,
    symmetric: pattern.symmetric,
    x: given(numbers.x),
    warm: given(numbers.warm),
  });
}

function given(values: Float64Array): Float64Array | undefined {
  return Number.isNaN(values[0]) ? undefined : values;
}

/** How many numbers of each array a pattern asks for. */
export function lengthsOf({ structured, bodies, entries, column, contacts }: Pattern): Record<NumberArray, number> {
  const n = entries.length;
  const count = contacts.length / 8;
  return {
    b: n,
    lo: n,
    hi: n,
    C: n,
    x: n,
    warm: n,
    J: structured ? 6 * column.length : 0,
    A: structured ? 0 : column.length,
    Minv: 36 * bodies,
    mu: count,
    muRolling: count,
    muSpinning: count,
  };
}
