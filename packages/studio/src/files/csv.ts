/** Tables as CSV: numbers with every bit, names that hold commas in quotes. */
import { SCALARS, type Scalar } from '../protocol.ts';
import type { Session } from '../session/session.ts';

/** J unless named otherwise. */
const UNITS: Partial<Record<Scalar, string>> = {
  time: 's',
  status: '',
  iterations: '',
  contacts: '',
  deepest: 'm',
  fastest: 'm/s',
  stepMs: 'ms',
  solveMs: 'ms',
};

export interface Table {
  readonly heads: readonly string[];
  readonly rows: number;
  readonly cell: (row: number, column: number) => number | string;
}

/** @param every row that is kept: 1 all of them */
export function csvOf({ heads, rows, cell }: Table, every = 1): string {
  const lines = [heads.map(quoted).join(',')];
  for (let row = 0; row < rows; row += every) {
    const cells = heads.map((_, column) => cell(row, column));
    lines.push(cells.map((value) => (typeof value === 'number' ? numberText(value) : quoted(value))).join(','));
  }
  return `${lines.join('\n')}\n`;
}

/** Bytes of the table as CSV, by its first rows. */
export function csvSize(table: Table, every = 1): number {
  const sample = Math.min(table.rows, 50);
  const text = csvOf({ ...table, rows: sample });
  return Math.round((text.length / Math.max(1, sample)) * Math.ceil(table.rows / every));
}

const numberText = (value: number): string => (Number.isNaN(value) ? '' : String(value));
const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The data of a plot as a table. */
export function plotTable({
  x,
  series,
  yLabel,
}: {
  readonly x: readonly number[];
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[];
  readonly yLabel: string;
}): Table {
  return {
    heads: ['x', ...series.map(({ label }) => `${label}: ${yLabel}`)],
    rows: x.length,
    cell: (row, column) => (column === 0 ? x[row]! : (series[column - 1]!.values[row] ?? Number.NaN)),
  };
}

/** Every figure of every step of a branch. */
export function figuresTable(session: Session, branch: number): Table {
  const known = session.figures.of(branch);
  const rows = known?.columns.time.length ?? 0;
  const head = (name: Scalar) => `${name}${UNITS[name] === '' ? '' : ` [${UNITS[name] ?? 'J'}]`}`;
  return {
    heads: ['step', ...SCALARS.map(head)],
    rows,
    cell: (row, column) => (column === 0 ? known!.start + row + 1 : known!.columns[SCALARS[column - 1]!][row]!),
  };
}

/** Every solver that was tried on a step. */
export function dotsTable({ state: { dots } }: Session): Table {
  const list = dots?.list ?? [];
  const columns = ['solver', 'status', 'timeMs', 'energyError', 'frictionConsistency', 'iterations'] as const;
  return {
    heads: ['solver', 'status', 'time [ms]', 'energy error [J]', 'friction consistency [J]', 'iterations'],
    rows: list.length,
    cell: (row, column) => list[row]![columns[column]!] ?? Number.NaN,
  };
}
