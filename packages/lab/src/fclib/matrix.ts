/**
 * Sparse matrices of FCLib: one set of names for three storages, distinguished by nz.   docs/guide/fclib.md
 *
 *   nz = -2  compressed rows      p: m + 1 starts, i: columns
 *   nz = -1  compressed columns   p: n + 1 starts, i: rows
 *   nz >= 0  triplets             i: rows, p: columns (the comment in FCLib's own header has them the other way round)
 *
 * `nzmax` is room, not content: it may exceed what is stored, and is not read.
 */
import { fromTriplets, type SparseOperator } from '@signorini/engine/problem';
import type { Place, Tree } from '../hdf5/tree.ts';

/** Entries a_ij; those of one place add up. */
export interface Entries {
  readonly rows: number;
  readonly columns: number;
  readonly i: Int32Array;
  readonly j: Int32Array;
  readonly values: Float64Array;
}

/** @throws ProblemFormatError */
export function readMatrix(parent: Place, name: string): Entries {
  const matrix = parent.group(name);
  const rows = size(matrix, 'm');
  const columns = size(matrix, 'n');
  const nz = matrix.integer('nz');
  if (nz < -2) matrix.fail('nz', '-2 (rows), -1 (columns) or the number of triplets', String(nz));
  const stored = nz >= 0 ? nz : startsOf(matrix, nz === -2 ? rows : columns);
  const inner = indices(matrix, 'i', stored, nz === -2 ? columns : rows);
  const outer = nz >= 0 ? indices(matrix, 'p', stored, columns) : spread(matrix.integers('p'), stored);
  const values = matrix.numbers('x');
  if (values.length < stored) matrix.fail('x', `${stored} numbers`, String(values.length));
  const [i, j] = nz === -2 ? [outer, inner] : [inner, outer];
  return { rows, columns, i, j, values: values.subarray(0, stored) };
}

/** Square, in compressed rows: the form that FCLib's own files mostly have. */
export function matrixTree({ n, rowStart, column, value }: SparseOperator): Tree {
  const one = (v: number) => Int32Array.of(v);
  return { m: one(n), n: one(n), nz: one(-2), nzmax: one(value.length), p: rowStart, i: column, x: value };
}

/** Any shape, as triplets. */
export function entriesTree({ rows, columns, i, j, values }: Entries): Tree {
  const one = (v: number) => Int32Array.of(v);
  return { m: one(rows), n: one(columns), nz: one(values.length), nzmax: one(values.length), p: j, i, x: values };
}

export function entriesOf({ n, rowStart, column, value }: SparseOperator): Entries {
  return { rows: n, columns: n, i: spread(rowStart, value.length), j: column, values: value };
}

interface Symmetrised {
  readonly matrix: SparseOperator;
  /** max |a_ij - a_ji| / max |a_ij|, before. */
  readonly asymmetry: number;
  /** False if the matrix differs from its transpose by more than may be averaged away. */
  readonly symmetric: boolean;
  /** The mean was taken. */
  readonly changed: boolean;
}

/** Asymmetry that counts as rounding and is kept, as for a problem in JSON. */
const ROUNDING = 1e-10;
/** From here on the matrix means its asymmetry. */
export const ASYMMETRY_LIMIT = 1e-2;

/** Treatment of a matrix that is almost symmetric: its mean with its transpose, for solvers that need one, or as it is stored. */
export type AlmostSymmetric = 'mean' | 'stored';

/**
 * The mean of a square matrix and its transpose, if they differ by less than ASYMMETRY_LIMIT of the largest entry;
 * the matrix as it is, if they differ by more, or by rounding only, or if that is asked for.
 */
export function symmetrise({ rows: n, i, j, values }: Entries, almost: AlmostSymmetric = 'mean'): Symmetrised {
  const matrix = fromTriplets(n, { i, j, values });
  const { i: r, j: c, values: v } = entriesOf(matrix);
  /** a (A + sign A^T) */
  const combined = (a: number, sign: number) =>
    fromTriplets(n, {
      i: join(Int32Array, r, c),
      j: join(Int32Array, c, r),
      values: join(
        Float64Array,
        v.map((value) => a * value),
        v.map((value) => a * sign * value),
      ),
    });
  const largest = largestOf(v);
  const asymmetry = largest === 0 ? 0 : largestOf(combined(1, -1).value) / largest;
  if (asymmetry <= ROUNDING || asymmetry >= ASYMMETRY_LIMIT || almost === 'stored')
    return { matrix, asymmetry, symmetric: asymmetry <= ROUNDING, changed: false };
  return { matrix: combined(0.5, 1), asymmetry, symmetric: true, changed: true };
}

/** With the other triangle if only one is stored; a diagonal matrix is whole. */
export function withBothTriangles(entries: Entries): Entries {
  const { i, j, values } = entries;
  const below = i.some((row, k) => row > j[k]!);
  const above = i.some((row, k) => row < j[k]!);
  if (below === above) return entries;
  const off = Int32Array.from(i.keys()).filter((k) => i[k] !== j[k]);
  return {
    ...entries,
    i: join(
      Int32Array,
      i,
      off.map((k) => j[k]!),
    ),
    j: join(
      Int32Array,
      j,
      off.map((k) => i[k]!),
    ),
    values: join(
      Float64Array,
      values,
      Float64Array.from(off, (k) => values[k]!),
    ),
  };
}

/** Columns of one matrix beside those of another with as many rows. */
export function beside(p: Entries, q: Entries): Entries {
  return {
    rows: p.rows,
    columns: p.columns + q.columns,
    i: join(Int32Array, p.i, q.i),
    j: join(
      Int32Array,
      p.j,
      q.j.map((column) => column + p.columns),
    ),
    values: join(Float64Array, p.values, q.values),
  };
}

/** Rows of one matrix above those of another with as many columns. */
export function above(p: Entries, q: Entries): Entries {
  return turned(beside(turned(p), turned(q)));
}

/** The transpose. */
export function turned({ rows, columns, i, j, values }: Entries): Entries {
  return { rows: columns, columns: rows, i: j, j: i, values };
}

export function join<T extends Int32Array | Float64Array>(Type: new (length: number) => T, p: T, q: T): T {
  const both = new Type(p.length + q.length);
  both.set(p);
  both.set(q, p.length);
  return both;
}

function size(matrix: Place, name: 'm' | 'n'): number {
  const value = matrix.integer(name);
  if (value < 0) matrix.fail(name, 'a size >= 0', String(value));
  return value;
}

/** Checks p of a compressed matrix. @returns how many entries are stored */
function startsOf(matrix: Place, lines: number): number {
  const p = matrix.integers('p');
  if (p.length !== lines + 1) matrix.fail('p', `${lines + 1} starts`, String(p.length));
  const bad = p.findIndex((start, k) => (k === 0 ? start !== 0 : start < p[k - 1]!));
  if (bad >= 0) matrix.fail(`p[${bad}]`, bad === 0 ? '0' : `at least p[${bad - 1}] = ${p[bad - 1]}`, String(p[bad]));
  return p[lines]!;
}

/** The first `count` of them, each from 0 to below - 1. */
function indices(matrix: Place, name: 'i' | 'p', count: number, below: number): Int32Array {
  const all = matrix.integers(name);
  if (all.length < count) matrix.fail(name, `${count} indices`, String(all.length));
  const used = all.subarray(0, count);
  const bad = used.findIndex((k) => k < 0 || k >= below);
  if (bad >= 0) matrix.fail(`${name}[${bad}]`, `an index from 0 to ${below - 1}`, String(used[bad]));
  return used;
}

/** From starts to an index for each entry. */
function spread(starts: Int32Array, count: number): Int32Array {
  const lines = new Int32Array(count);
  for (let line = 0; line + 1 < starts.length; line++) lines.fill(line, starts[line], starts[line + 1]);
  return lines;
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (const v of values) largest = Math.max(largest, Math.abs(v));
  return largest;
}
