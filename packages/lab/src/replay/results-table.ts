/** The rows of a replay as a table of columns, and back: what .csv, .parquet and .h5 files of results hold.   docs/guide/replay.md */
import { measures } from '@signorini/engine/measures';
import type { Column, ColumnTable } from '../column-table.ts';
import { REPLAYED } from '../evaluate/evaluate.ts';
import type { ReplayRow } from './replay-row.ts';

type Value = number | string | null;

/** One column: how a row gives its value, and where the value goes when rows are read. */
interface ColumnSpec {
  readonly name: string;
  readonly kind: Column['kind'];
  /** `energy`: that of the rows. */
  readonly unit: string;
  readonly of: (row: ReplayRow) => Value;
}

const text = (name: string, of: ColumnSpec['of']): ColumnSpec => ({ name, kind: 'text', unit: '', of });
const integer = (name: string, of: ColumnSpec['of']): ColumnSpec => ({ name, kind: 'integer', unit: '', of });
const number = (name: string, unit: string, of: ColumnSpec['of']): ColumnSpec => ({ name, kind: 'number', unit, of });

const COLUMNS: readonly ColumnSpec[] = [
  text('item', ({ item }) => item),
  text('problem', ({ problem }) => problem),
  text('file', ({ source }) => source.file),
  text('scene', ({ source }) => source.scene),
  integer('step', ({ source }) => source.step),
  integer('size', ({ size }) => size),
  text('friction', ({ friction }) => friction),
  text('solver', ({ solver }) => solver),
  text('status', ({ status }) => status),
  text('reason', ({ reason }) => reason),
  text('path', ({ path }) => path),
  text('options', ({ options }) => options && JSON.stringify(options)),
  integer('coupling', ({ coupling }) => coupling),
  integer('iterations', ({ iterations }) => iterations?.total ?? null),
  integer('directIterations', ({ iterations }) => iterations?.direct ?? null),
  integer('iterativeIterations', ({ iterations }) => iterations?.iterative ?? null),
  integer('couplingIterations', ({ iterations }) => iterations?.coupling ?? null),
  text('version', ({ version }) => version),
  number('timeMs', 'ms', ({ timeMs }) => timeMs),
  number('claimedMs', 'ms', ({ claimedMs }) => claimedMs),
  number('symbolicMs', 'ms', ({ symbolicMs }) => symbolicMs),
  text('timed', ({ timed }) => timed),
  text('unit', ({ unit }) => unit),
  ...REPLAYED.map((measure) => number(measure, measures[measure].unit, (row) => row[measure])),
];

/** Energies have the unit of the rows; if these differ, the column `unit` has it. */
export function resultsTable(rows: readonly ReplayRow[]): ColumnTable {
  const units = [...new Set(rows.map(({ unit }) => unit))];
  const energy = units.length === 1 ? units[0]! : 'J or J/s^2';
  const mixed = energy === 'J' ? 'N s and m/s' : energy === 'J/s^2' ? 'N and m/s^2' : 'mixed';
  const named: Record<string, string> = { energy, mixed, ratio: '' };
  return COLUMNS.map(({ name, kind, unit, of }) => ({ name, kind, unit: named[unit] ?? unit, values: rows.map(of) }));
}

/** The names and kinds of the columns. */
export const RESULTS_COLUMNS: readonly Pick<Column, 'name' | 'kind'>[] = COLUMNS;

/** The other end: @param values by the names of the columns; those that are missing count as null. */
export function resultsRow(values: Readonly<Record<string, Value>>): unknown {
  const {
    file,
    scene,
    step,
    options,
    iterations,
    directIterations,
    iterativeIterations,
    couplingIterations,
    ...plain
  } = values;
  return {
    ...plain,
    source: { file, scene, step },
    options: typeof options === 'string' ? JSON.parse(options) : null,
    iterations:
      iterations === null
        ? null
        : {
            direct: directIterations,
            iterative: iterativeIterations,
            coupling: couplingIterations,
            total: iterations,
          },
  };
}
