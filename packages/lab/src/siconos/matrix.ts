/**
 * Matrices of Siconos' numerics as text: a storage, two sizes, then by storage   docs/guide/siconos.md
 *
 *   0  dense    the sizes again, then the entries column by column: a line of text is a column
 *   1  blocks   cumulative sizes of block rows and columns, compressed block rows, then every block column by column
 *   2  sparse   what CSparse prints: triplets, or compressed columns
 */
import type { Entries } from '../fclib/matrix.ts';
import type { Words } from './words.ts';

/** @throws ProblemFormatError */
export function readMatrix(words: Words, name: string): Entries {
  const storage = words.count(`storage of ${name}`);
  const rows = words.count(`rows of ${name}`);
  const columns = words.count(`columns of ${name}`);
  if (storage === 0) return dense(words, name, rows, columns);
  if (storage === 1) return blocks(words, name, rows, columns);
  if (storage === 2) return sparse(words, name, rows, columns);
  return words.fail(`storage of ${name}`, '0 (dense), 1 (blocks) or 2 (sparse)', String(storage));
}

/** Entries that are not zero, gathered. */
class Gathered {
  private readonly i: number[] = [];
  private readonly j: number[] = [];
  private readonly values: number[] = [];

  add(row: number, column: number, value: number): void {
    if (value === 0) return;
    this.i.push(row);
    this.j.push(column);
    this.values.push(value);
  }

  entries(rows: number, columns: number): Entries {
    return {
      rows,
      columns,
      i: Int32Array.from(this.i),
      j: Int32Array.from(this.j),
      values: Float64Array.from(this.values),
    };
  }
}

function dense(words: Words, name: string, rows: number, columns: number): Entries {
  for (const size of [rows, columns])
    if (words.count(`sizes of ${name}`) !== size) words.fail(`sizes of ${name}`, `${rows} and ${columns}`, 'others');
  const values = words.numbers(name, rows * columns);
  const gathered = new Gathered();
  for (const [k, value] of values.entries()) gathered.add(k % rows, Math.floor(k / rows), value);
  return gathered.entries(rows, columns);
}

function blocks(words: Words, name: string, rows: number, columns: number): Entries {
  const stored = words.count(`blocks of ${name}`);
  const rowEnds = ends(words, name, 'block rows', rows);
  const columnEnds = ends(words, name, 'block columns', columns);
  // written after both counts: the sizes
  rowEnds.read();
  columnEnds.read();
  const starts = words.count(`starts of ${name}`);
  const places = words.count(`places of ${name}`);
  if (places !== stored) words.fail(`places of ${name}`, `${stored}, the number of blocks`, String(places));
  const rowStart = counts(words, `starts of ${name}`, starts, stored + 1);
  const column = counts(words, `places of ${name}`, stored, columnEnds.count);
  const gathered = new Gathered();
  for (let block = 0; block < stored; block++) {
    const number = words.index(`number of a block of ${name}`, stored);
    const row = rowStart.findIndex((start, r) => start <= number && number < (rowStart[r + 1] ?? start));
    if (row < 0 || row >= rowEnds.count) words.fail(`block ${number} of ${name}`, 'a block row that holds it', 'none');
    const [top, height] = rowEnds.of(row);
    const [left, width] = columnEnds.of(column[number]!);
    const values = words.numbers(`block ${number} of ${name}`, height * width);
    for (const [k, value] of values.entries()) gathered.add(top + (k % height), left + Math.floor(k / height), value);
  }
  return gathered.entries(rows, columns);
}

/** Cumulative sizes of block rows or columns, which end at the size of the matrix. */
function ends(words: Words, name: string, what: string, size: number) {
  const count = words.count(`${what} of ${name}`);
  let list: number[] = [];
  return {
    count,
    read() {
      list = counts(words, `${what} of ${name}`, count, size + 1);
      if (list.at(-1) !== size || list.some((end, k) => end < (list[k - 1] ?? 0)))
        words.fail(`${what} of ${name}`, `sizes that grow to ${size}`, 'others');
    },
    /** First place and size. */
    of(k: number): readonly [number, number] {
      const from = list[k - 1] ?? 0;
      return [from, list[k]! - from];
    },
  };
}

function counts(words: Words, what: string, count: number, below: number): number[] {
  if (count > words.left) words.fail(what, `${count} integers`, `${words.left} words until the end`);
  return Array.from({ length: count }, (_, k) => words.index(`${what}[${k}]`, below));
}

function sparse(words: Words, name: string, rows: number, columns: number): Entries {
  words.count(`origin of ${name}`);
  const size = `${rows}-by-${columns},`;
  while (words.left > 0 && words.peek() !== size && words.peek() !== 'triplet:') words.next(); // the head of CSparse
  const isTriplets = words.peek() === 'triplet:';
  if (isTriplets) words.next();
  words.expect(`sizes of ${name}`, size);
  words.expect(`sizes of ${name}`, 'nzmax:');
  words.count(`room of ${name}`);
  words.expect(`sizes of ${name}`, 'nnz:');
  const stored = Number(words.next()?.replace(/,$/, ''));
  if (!Number.isInteger(stored) || stored > words.left)
    words.fail(`entries of ${name}`, 'their number', String(stored));
  const gathered = new Gathered();
  if (!isTriplets) {
    words.expect(`norm of ${name}`, '1-norm:');
    words.number(`norm of ${name}`);
  }
  for (let k = 0, column = -1; k < stored; k++) {
    while (!isTriplets && words.peek() === 'col') column = columnOf(words, name, columns);
    const row = words.index(`row of an entry of ${name}`, rows);
    if (isTriplets) column = words.index(`column of an entry of ${name}`, columns);
    words.expect(`entry of ${name}`, ':');
    if (column < 0) words.fail(`entry of ${name}`, 'a column before it', 'none');
    gathered.add(row, column, words.number(`entry of ${name}`));
  }
  while (words.peek() === 'col') columnOf(words, name, columns); // empty ones at the end
  return gathered.entries(rows, columns);
}

/** "col 3 : locations 14 to 19" */
function columnOf(words: Words, name: string, columns: number): number {
  words.expect(`column of ${name}`, 'col');
  const column = words.index(`column of ${name}`, columns);
  for (const word of [':', 'locations']) words.expect(`column of ${name}`, word);
  words.number(`column of ${name}`);
  words.expect(`column of ${name}`, 'to');
  words.number(`column of ${name}`); // one less than the first if it is empty
  return column;
}
