/** A table as the bytes of a Parquet file: one row group after the other, packed with Snappy, units in the metadata. */
import type { Column, ColumnTable } from '../../column-table.ts';
import { needed } from '../optional-packages.ts';

const TYPES = { number: 'DOUBLE', integer: 'INT32', text: 'STRING' } as const;

/**
 * Columns have their plain names; the unit of each stands in the file's metadata under `unit:NAME`.
 * @param metadata more texts for the file's metadata
 * @throws MissingPackageError without hyparquet-writer
 */
export async function parquetOf(
  table: ColumnTable,
  metadata: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await needed('writing Parquet', 'hyparquet-writer', () => import('hyparquet-writer'));
  const units = table.filter(({ unit }) => unit !== '').map(({ name, unit }) => [`unit:${name}`, unit] as const);
  const bytes = parquetWriteBuffer({
    columnData: table.map((column) => ({
      name: column.name,
      type: TYPES[column.kind],
      data: dataOf(column),
      nullable: true,
    })),
    kvMetadata: [...Object.entries(metadata), ...units].map(([key, value]) => ({ key, value })),
    createdBy: 'signorini',
  });
  return new Uint8Array(bytes);
}

function dataOf({ values }: Column): (number | string | null)[] {
  return Array.from(values);
}
