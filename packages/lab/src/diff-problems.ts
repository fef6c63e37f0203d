/**
 * The first difference between two problems, field by field and row by row, in units in the last place (ulps) and in the
 * unit of the number.   docs/guide/datasets.md
 */
import { type Problem, rowLabel } from '@signorini/engine/problem';

export interface Difference {
  /** "b", "contacts", "J". */
  readonly field: string;
  /** Index in the array, from 0; null if the field is no array. */
  readonly place: number | null;
  /** "row 3, normal of a/b"; null if the place belongs to no row. */
  readonly row: string | null;
  /** The two values; null: not given. */
  readonly a: unknown;
  readonly b: unknown;
  /** Doubles between them, one counted; null if they are no numbers. */
  readonly ulps: number | null;
  /** Unit of the two numbers; null if they are no numbers. */
  readonly unit: string | null;
}

/** Undefined if they are the same; 0 and -0 count as equal (JSON has no -0). The title comes last. */
export function firstDifference(p: Problem, q: Problem): Difference | undefined {
  for (const field of ['quantity', 'symmetric', 'h', 'n'] as const)
    if (p[field] !== q[field]) return scalar(field, p[field], q[field]);
  for (const field of ['kind', 'unit', 'names', 'contacts', 'ungiven'] as const) {
    const found = listDifference(field, p, q);
    if (found) return found;
  }
  for (const { field, values, rowOf } of numbersOf(p)) {
    const others = numbersOf(q).find((other) => other.field === field)?.values;
    const found = numberDifference({ field, values, rowOf }, others, p);
    if (found) return found;
  }
  const extra = numbersOf(q).find((other) => !numbersOf(p).some(({ field }) => field === other.field));
  if (extra) return scalar(extra.field, undefined, extra.values);
  return p.title === q.title ? undefined : scalar('title', p.title, q.title);
}

interface NumberField {
  readonly field: string;
  readonly values: Float64Array | Int32Array;
  readonly rowOf: (place: number) => number | undefined;
}

function numbersOf(p: Problem): NumberField[] {
  const { structure } = p;
  const same = (place: number) => place;
  const starts = structure ? structure.rowStart : p.A.sparse().rowStart;
  const rowOfEntry = (entry: number) => starts.findLastIndex((start) => start <= entry);
  const matrix: NumberField[] = structure
    ? [
        { field: 'rowStart', values: structure.rowStart, rowOf: same },
        { field: 'body', values: structure.body, rowOf: rowOfEntry },
        { field: 'J', values: structure.J, rowOf: (place) => rowOfEntry(Math.floor(place / 6)) },
        { field: 'Minv', values: structure.Minv, rowOf: () => undefined },
        { field: 'C', values: structure.C, rowOf: same },
      ]
    : [
        { field: 'rowStart', values: p.A.sparse().rowStart, rowOf: same },
        { field: 'column', values: p.A.sparse().column, rowOf: rowOfEntry },
        { field: 'A', values: p.A.sparse().value, rowOf: rowOfEntry },
      ];
  const rows = (['b', 'lo', 'hi', 'x', 'warm'] as const).flatMap((field) => {
    const values = p[field];
    return values ? [{ field, values, rowOf: same }] : [];
  });
  return [...matrix, ...rows];
}

function numberDifference(
  { field, values, rowOf }: NumberField,
  others: Float64Array | Int32Array | undefined,
  p: Problem,
): Difference | undefined {
  if (!others || others.length !== values.length) return scalar(field, values, others);
  const place = values.findIndex((v, k) => v !== others[k] && !(Number.isNaN(v) && Number.isNaN(others[k])));
  if (place < 0) return undefined;
  const row = rowOf(place);
  const [a, b] = [values[place]!, others[place]!];
  return {
    field,
    place,
    a,
    b,
    ulps: values instanceof Float64Array ? ulpsBetween(a, b) : null,
    row: row === undefined || row >= p.n ? null : rowLabel(p, row),
    unit: values instanceof Float64Array ? unitOf(p, field, place, row) : null,
  };
}

function listDifference(
  field: 'kind' | 'unit' | 'names' | 'contacts' | 'ungiven',
  p: Problem,
  q: Problem,
): Difference | undefined {
  const [a, b] = [p[field], q[field]];
  if (a === undefined || b === undefined || a.length !== b.length)
    return a === b ? undefined : scalar(field, a && `${a.length} of them`, b && `${b.length} of them`);
  const place = a.findIndex((value, k) => JSON.stringify(value) !== JSON.stringify(b[k]));
  if (place < 0) return undefined;
  const row = field === 'contacts' ? p.contacts[place]!.normal : place;
  return { field, place, row: rowLabel(p, row), a: a[place], b: b[place], ulps: null, unit: null };
}

/** Arrays by their length. */
function scalar(field: string, a: unknown, b: unknown): Difference {
  const shown = (value: unknown) =>
    ArrayBuffer.isView(value) ? `${(value as Float64Array).length} numbers` : (value ?? null);
  const numeric = typeof a === 'number' && typeof b === 'number' && field === 'h';
  return {
    field,
    place: null,
    row: null,
    a: shown(a),
    b: shown(b),
    ulps: numeric ? ulpsBetween(a, b) : null,
    unit: numeric ? 's' : null,
  };
}

const UNITS = {
  impulse: { linear: ['m/s', 'N s'], angular: ['rad/s', 'N m s'] },
  force: { linear: ['m/s^2', 'N'], angular: ['rad/s^2', 'N m'] },
} as const;

function unitOf(p: Problem, field: string, place: number, row: number | undefined): string {
  const angular = row !== undefined && p.unit?.[row] === 'angular';
  if (field === 'J') return place % 6 < 3 === !angular ? '1' : angular ? '1/m' : 'm';
  if (field === 'Minv' || field === 'C' || field === 'A') return angular ? '1/(kg m^2)' : '1/kg';
  const [velocity, impulse] = UNITS[p.quantity][angular ? 'angular' : 'linear'];
  return field === 'b' ? velocity : impulse;
}

/** Steps from one double to the other; null if one is NaN or only one of them is infinite. */
export function ulpsBetween(a: number, b: number): number | null {
  if (Number.isNaN(a) || Number.isNaN(b)) return null;
  return Number(place(a) > place(b) ? place(a) - place(b) : place(b) - place(a));
}

/** The doubles in order, as integers; 0 and -0 are one apart. */
function place(value: number): bigint {
  const bits = new BigInt64Array(Float64Array.of(value).buffer)[0]!;
  return bits >= 0n ? bits : -(bits & 0x7fff_ffff_ffff_ffffn) - 1n;
}
