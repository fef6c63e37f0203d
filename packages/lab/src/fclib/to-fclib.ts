/**
 * From a problem to the content of an FCLib file: `fclib_local`, W in compressed rows.   docs/guide/fclib.md
 * Contacts come first, rows N, T1, T2 each; bilateral rows become V, R and s. The format has no place for anything else.
 */
import { type Contact, fromTriplets, type Problem, ProblemFormatError, velocities } from '@signorini/engine/problem';
import type { Tree } from '../hdf5/tree.ts';
import { type Entries, entriesOf, entriesTree, matrixTree } from './matrix.ts';

export interface Exported {
  readonly file: Tree;
  /** Losses, a sentence each: the file has no place for them. */
  readonly notes: readonly string[];
}

/** @throws ProblemFormatError if the format has no place for the problem */
export function fclibFromProblem(p: Problem): Exported {
  const tangents = checkContacts(p.contacts);
  const order = fileOrder(p);
  const m = p.contacts.length * (1 + tangents); // rows of contacts
  const place = new Int32Array(p.n);
  order.forEach((row, k) => {
    place[row] = k;
  });
  const { i, j, values } = entriesOf(p.A.sparse());
  const A: Entries = {
    rows: p.n,
    columns: p.n,
    values,
    i: i.map((row) => place[row]!),
    j: j.map((column) => place[column]!),
  };
  const W = part(A, 0, m, 0, m);
  const ordered = (v: Float64Array) => Float64Array.from(order, (row) => v[row]!);
  const b = ordered(p.b);
  const bilateral = p.n > m;
  const group = {
    spacedim: Int32Array.of(1 + tangents),
    W: matrixTree(fromTriplets(m, W)),
    ...(bilateral && {
      V: entriesTree(part(A, 0, m, m, p.n)),
      R: matrixTree(fromTriplets(p.n - m, part(A, m, p.n, m, p.n))),
    }),
    vectors: {
      q: b.slice(0, m),
      mu: Float64Array.from(p.contacts, ({ mu }) => mu),
      ...(bilateral && { s: b.slice(m) }),
    },
    info: { title: p.title, description: 'written by signorini', math_info: '' },
  };
  const impulses = (x: Float64Array) => {
    const r = ordered(x);
    const u = ordered(velocities(p, x, new Float64Array(p.n)));
    return { u: u.slice(0, m), r: r.slice(0, m), ...(bilateral && { l: r.slice(m) }) };
  };
  return {
    file: {
      fclib_local: group,
      ...(p.warm && { guesses: { number_of_guesses: Int32Array.of(1), '1': impulses(p.warm) } }),
      ...(p.x && { solution: impulses(p.x) }),
    },
    notes: notesOn(p, order),
  };
}

/** @returns tangents of every contact, 1 or 2 */
function checkContacts(contacts: readonly Contact[]): number {
  const [first] = contacts;
  if (!first) throw new ProblemFormatError('contacts', 'expected at least one, as an FCLib file has, found none');
  contacts.forEach(({ tangents, rolling, spinning }, k) => {
    const fail = (field: string, expected: string, was: number): never => {
      throw new ProblemFormatError(`contacts[${k}].${field}`, `expected ${expected}, found ${was}`);
    };
    if (tangents.length === 0 || tangents.length !== first.tangents.length)
      fail('tangents', k === 0 ? 'one or two' : `${first.tangents.length} as in contacts[0]`, tangents.length);
    for (const [field, rows] of [
      ['rolling', rolling],
      ['spinning', spinning],
    ] as const)
      if (rows.length > 0) fail(field, `no ${field} rows, for which fclib_local has no place`, rows.length);
  });
  return first.tangents.length;
}

/** Row of the problem at each place of the file. */
function fileOrder(p: Problem): number[] {
  const order = p.contacts.flatMap(({ normal, tangents }) => [normal, ...tangents]);
  const taken = new Set(order);
  for (const { normal } of p.contacts)
    if (p.lo[normal] !== 0 || p.hi[normal] !== Infinity)
      throw new ProblemFormatError(
        `lo[${normal}]`,
        `expected a normal between 0 and no bound, as in every FCLib file, found [${p.lo[normal]}, ${p.hi[normal]}]`,
      );
  for (let row = 0; row < p.n; row++) {
    if (taken.has(row)) continue;
    if (p.lo[row] !== -Infinity || p.hi[row] !== Infinity)
      throw new ProblemFormatError(
        `lo[${row}]`,
        `expected a row of a contact, or one without bounds (an FCLib file has no others), found [${p.lo[row]}, ${p.hi[row]}]`,
      );
    order.push(row);
  }
  if (p.quantity === 'force')
    throw new ProblemFormatError('quantity', 'expected "impulse", as in every FCLib file, found "force"');
  return order;
}

function notesOn(p: Problem, order: readonly number[]): string[] {
  const other = p.contacts.find(({ set }) => set !== 'cone');
  const ungiven = new Set(p.ungiven);
  const bounded = p.contacts.some(({ tangents }) => tangents.some((row) => !ungiven.has(row)));
  return [
    ...(other ? [`the friction set ${other.set} is not written: an FCLib file means the circular cone`] : []),
    ...(bounded ? ['the bounds of friction rows are not written: an FCLib file has mu only'] : []),
    ...(order.some((row, k) => row !== k) ? ['the rows are in another order: contacts first, N, T1, T2 each'] : []),
    ...(p.symmetric ? [] : ['A is unsymmetric, which an FCLib file cannot state']),
  ];
}

/** Rows r0 to r1 - 1, columns c0 to c1 - 1. */
function part({ i, j, values }: Entries, r0: number, r1: number, c0: number, c1: number): Entries {
  const kept = Int32Array.from(i.keys()).filter((k) => i[k]! >= r0 && i[k]! < r1 && j[k]! >= c0 && j[k]! < c1);
  return {
    rows: r1 - r0,
    columns: c1 - c0,
    i: kept.map((k) => i[k]! - r0),
    j: kept.map((k) => j[k]! - c0),
    values: Float64Array.from(kept, (k) => values[k]!),
  };
}
