/** A table of named columns with units, and its text as CSV: what results and recorded runs are exported as. */

/** One column; every column of a table has as many values. */
export interface Column {
  readonly name: string;
  /** "J"; '' for counts, texts and shares. */
  readonly unit: string;
  readonly kind: 'number' | 'integer' | 'text';
  /** null: there is none. */
  readonly values: ArrayLike<number | string | null>;
}

export type ColumnTable = readonly Column[];

/** "energy [J]" */
export const titleOf = ({ name, unit }: Column): string => (unit === '' ? name : `${name} [${unit}]`);

/** One line per row, the first with names and units; a value that is not there is empty. Numbers lose no bit. */
export function csvOf(table: ColumnTable): string {
  return `${[...csvLines(table)].join('\n')}\n`;
}

/** The same line by line: a long table is larger than one string may be. */
export function* csvLines(table: ColumnTable): Generator<string> {
  yield table.map((column) => quoted(titleOf(column))).join(',');
  const rows = table[0]?.values.length ?? 0;
  for (let k = 0; k < rows; k++) yield table.map(({ values }) => quoted(values[k] ?? '')).join(',');
}

/** Texts that hold a comma, a quote or the end of a line stand in quotes. */
function quoted(value: number | string): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The values of each line by the names of the columns, units left out; undefined if the lines are not of equal length. */
export function readCsv(text: string): Record<string, string>[] | undefined {
  const [header = [], ...lines] = csvCells(text);
  const names = header.map((title) => title.replace(/ \[[^\]]*\]$/, ''));
  if (lines.some((line) => line.length !== names.length)) return undefined;
  return lines.map((line) => Object.fromEntries(names.map((name, k) => [name, line[k]!])));
}

function csvCells(text: string): string[][] {
  const lines: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/y;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) return [['damaged'], []]; // a quote that nothing closes
    const [, value = '', end] = found;
    lines.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end !== ',' && cell.lastIndex < text.length) lines.push([]);
  }
  return lines;
}
