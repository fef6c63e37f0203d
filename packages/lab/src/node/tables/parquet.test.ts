import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { type ColumnTable, csvOf } from '../../column-table.ts';
import { parquetOf } from './parquet.ts';

const table: ColumnTable = [
  { name: 'problem', unit: '', kind: 'text', values: ['a, "b"', 'größer\n', ''] },
  { name: 'energy', unit: 'J', kind: 'number', values: [0.1 + 0.2, null, -0] },
  { name: 'rows', unit: '', kind: 'integer', values: new Int32Array([3, -4, 2147483647]) },
  { name: 'time', unit: 'ms', kind: 'number', values: new Float64Array([5e-324, 1.7976931348623157e308, 1]) },
];

test('Parquet gives every value back, bit for bit, and the units', async () => {
  const bytes = await parquetOf(table, { made: 'here' });
  const file = bytes.slice().buffer;
  const rows = await parquetReadObjects({ file });
  expect(rows).toEqual([
    { problem: 'a, "b"', energy: 0.30000000000000004, rows: 3, time: 5e-324 },
    { problem: 'größer\n', energy: null, rows: -4, time: 1.7976931348623157e308 },
    { problem: '', energy: -0, rows: 2147483647, time: 1 },
  ]);
  const { key_value_metadata: metadata, num_rows } = await parquetMetadataAsync(file);
  expect(num_rows).toBe(3n);
  expect(metadata?.map(({ key, value }) => [key, value])).toEqual([
    ['made', 'here'],
    ['unit:energy', 'J'],
    ['unit:time', 'ms'],
  ]);
});

test('the same table is the same bytes, also one without rows', async () => {
  expect(await parquetOf(table)).toEqual(await parquetOf(table));
  const empty = table.map((column) => ({ ...column, values: [] }));
  expect(await parquetReadObjects({ file: (await parquetOf(empty)).slice().buffer })).toEqual([]);
});

test('CSV has the units in its header, quotes what needs them, and leaves out what is not there', () => {
  expect(csvOf(table)).toBe(
    'problem,energy [J],rows,time [ms]\n"a, ""b""",0.30000000000000004,3,5e-324\n"größer\n",,-4,1.7976931348623157e+308\n,-0,2147483647,1\n',
  );
});
