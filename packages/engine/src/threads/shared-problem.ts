/**
 * A problem as numbers in memory that threads share: what solvers read of it, nothing else.   docs/theory/parallel.md (PA4)
 * Written once, read by another thread as views: nothing is copied there.
 */
import { SparseOperator } from '../problem/explicit.ts';
import { type Contact, makeContact, makeProblem, type Problem } from '../problem/problem.ts';
import { SETS, setOfCode } from '../problem/sets/set.ts';
import { StructuredOperator } from '../problem/structured.ts';

const CONTACT_INTEGERS = 8;
const CONTACT_NUMBERS = 3;
/** Arrays of integers: rowStart, bodies or columns, contacts, rows without bounds. */
const INTEGER_ARRAYS = 4;
/** Arrays of numbers: b, lo, hi, x; J, Minv, C, L, Jt, diagonal, or the values of A; coefficients of contacts. */
const NUMBER_ARRAYS = 11;
/** Integers that describe a problem: its place, structured, bodies, force, symmetric, lengths. */
export const HEADER = 5 + NUMBER_ARRAYS + INTEGER_ARRAYS;

/** Bytes that `share` needs for p. */
export function sharedBytes(p: Problem): number {
  const { integers, numbers } = sizes(p);
  return 8 * sum(numbers) + 4 * sum(integers);
}

/** Writes the header of p, which is shared from byte `at` on, to the start of `header`. */
export function describe(p: Problem, at: number, header: Int32Array): void {
  const { integers, numbers } = sizes(p);
  const structured = p.A instanceof StructuredOperator;
  const bodies = p.A instanceof StructuredOperator ? p.A.structure.bodies : 0;
  const flags = [structured ? 1 : 0, bodies, p.quantity === 'force' ? 1 : 0, p.symmetric ? 1 : 0];
  header.set([at / 8, ...flags, ...numbers, ...integers]);
}

/** Writes p and x into `buffer` from byte `at` on, a multiple of 8. */
export function share(p: Problem, x: Float64Array, buffer: ArrayBuffer, at: number): void {
  const { integers, numbers } = sizes(p);
  const [floats, ints] = views(buffer, at, numbers, integers);
  for (const [k, values] of [p.b, p.lo, p.hi, x].entries()) floats[k].set(values);
  if (p.A instanceof StructuredOperator) {
    const { structure, L, Jt, diagonal } = p.A;
    const { rowStart, body, J, Minv, C } = structure;
    ints[0].set(rowStart);
    ints[1].set(body);
    for (const [k, values] of [J, Minv, C, L, Jt, diagonal].entries()) floats[4 + k].set(values);
  } else {
    const { rowStart, column, value } = p.A.sparse();
    ints[0].set(rowStart);
    ints[1].set(column);
    floats[4].set(value);
  }
  p.contacts.forEach((contact, c) => {
    writeContact(contact, ints[2], CONTACT_INTEGERS * c, floats[10], CONTACT_NUMBERS * c);
  });
  ints[3].set(p.ungiven);
}

/** The problem that a header describes, its x and its bounds: views, valid while the memory is. */
export function unshare(buffer: ArrayBuffer, header: Int32Array): Shared {
  const [at, structured, bodies, force, symmetric] = header;
  const numbers = Array.from(header.subarray(5, 5 + NUMBER_ARRAYS));
  const integers = Array.from(header.subarray(5 + NUMBER_ARRAYS, HEADER));
  const [floats, [rowStart, column, links, ungiven]] = views(buffer, 8 * at, numbers, integers);
  const [b, lo, hi, x] = floats;
  const A =
    structured === 1
      ? sharedOperator(bodies, rowStart, column, floats)
      : new SparseOperator(b.length, rowStart, column, floats[4]);
  const contacts = Array.from({ length: links.length / CONTACT_INTEGERS }, (_, c) =>
    readContact(links, CONTACT_INTEGERS * c, floats[10], CONTACT_NUMBERS * c),
  );
  const p = makeProblem({
    A,
    structure: A instanceof StructuredOperator ? A.structure : undefined,
    b,
    lo,
    hi,
    ungiven: Array.from(ungiven),
    contacts,
    quantity: force === 1 ? 'force' : 'impulse',
    symmetric: symmetric === 1,
  });
  return { p, x, lo, hi };
}

/** x and the bounds alone of the problem that a header describes. */
export function sharedAnswer(buffer: ArrayBuffer, header: Int32Array): Omit<Shared, 'p'> {
  const numbers = Array.from(header.subarray(5, 9));
  const [[, lo, hi, x]] = views(buffer, 8 * header[0], numbers, []);
  return { x, lo, hi };
}

interface Shared {
  readonly p: Problem;
  readonly x: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}

function views(
  buffer: ArrayBuffer,
  at: number,
  numbers: readonly number[],
  integers: readonly number[],
): [Float64Array[], Int32Array[]] {
  let byte = at;
  const floats = numbers.map((length) => {
    const view = new Float64Array(buffer, byte, length);
    byte += 8 * length;
    return view;
  });
  const ints = integers.map((length) => {
    const view = new Int32Array(buffer, byte, length);
    byte += 4 * length;
    return view;
  });
  return [floats, ints];
}

/** L, Jt and the diagonal are those of the other thread, to the last bit: sums in another order would differ. */
function sharedOperator(
  bodies: number,
  rowStart: Int32Array,
  body: Int32Array,
  numbers: readonly Float64Array[],
): StructuredOperator {
  const [J, Minv, C, L, Jt, diagonal] = numbers.slice(4);
  return new StructuredOperator({ bodies, rowStart, body, J, Minv, C }, { L, Jt, diagonal });
}

function sizes({ n, A, contacts, ungiven }: Problem): { integers: number[]; numbers: number[] } {
  const matrix =
    A instanceof StructuredOperator
      ? { entries: A.structure.body.length, numbers: structuredSizes(A) }
      : { entries: A.sparse().column.length, numbers: [A.sparse().value.length, 0, 0, 0, 0, 0] };
  return {
    integers: [n + 1, matrix.entries, CONTACT_INTEGERS * contacts.length, ungiven.length],
    numbers: [n, n, n, n, ...matrix.numbers, CONTACT_NUMBERS * contacts.length],
  };
}

function structuredSizes({ structure: { J, Minv }, n }: StructuredOperator): number[] {
  return [J.length, Minv.length, n, Minv.length, J.length, n];
}

const sum = (list: readonly number[]) => list.reduce((total, length) => total + length, 0);

/** Absent rows are -1. */
function writeContact(contact: Contact, I: Int32Array, i: number, F: Float64Array, f: number): void {
  const { normal, tangents, rolling, spinning, set, facets } = contact;
  const rows = [normal, tangents[0], tangents[1], rolling[0], rolling[1], spinning[0]];
  rows.forEach((row, k) => {
    I[i + k] = row ?? -1;
  });
  I[i + 6] = SETS[set].code;
  I[i + 7] = facets;
  F[f] = contact.mu;
  F[f + 1] = contact.muRolling;
  F[f + 2] = contact.muSpinning;
}

function readContact(I: Int32Array, i: number, F: Float64Array, f: number): Contact {
  const rows = (from: number, count: number) =>
    Array.from(I.subarray(i + from, i + from + count)).filter((r) => r >= 0);
  return makeContact({
    normal: I[i],
    tangents: rows(1, 2),
    rolling: rows(3, 2),
    spinning: rows(5, 1),
    set: setOfCode(I[i + 6]),
    facets: I[i + 7],
    mu: F[f],
    muRolling: F[f + 1],
    muSpinning: F[f + 2],
  });
}
