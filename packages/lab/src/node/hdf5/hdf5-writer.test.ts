import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Hdf5Writer } from '../../hdf5/hdf5-writer.ts';
import { lookup3 } from '../../hdf5/lookup3.ts';
import { openHdf5 } from './hdf5-file.ts';
import { fileTarget } from './hdf5-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'hdf5-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the checksum is that of the published examples of lookup3', () => {
  const text = (value: string) => lookup3(new TextEncoder().encode(value));
  expect(text('')).toBe(0xdeadbeef); // driver5 of lookup3.c
  expect(text('Four score and seven years ago')).toBe(0x17770551);
});

/** 300 chunks: an index of two levels. */
const ROWS = 300 * 2730 + 17;

async function writeOne(path: string): Promise<void> {
  const file = new Hdf5Writer(fileTarget(path));
  file.group('/', { format: 'test', version: 3, title: 'Ünï' });
  file.group('/inner');
  const table = file.array('/inner/table', 'f64', 6, { unit: 'm' });
  const places = file.array('/inner/places', 'i64');
  file.array('/inner/empty', 'i32');
  file.text('/text', 'one text, ü');
  await file.list('/inner/names', ['', 'brick-1', 'Ünï']);
  for (let from = 0; from < ROWS; from += 1000) {
    const rows = Math.min(1000, ROWS - from);
    await file.append(
      table,
      Float64Array.from({ length: 6 * rows }, (_, k) => 6 * from + k + 0.5),
    );
    await file.append(places, BigInt64Array.of(BigInt(from) * 2n ** 20n));
  }
  await file.close();
}

test('the HDF5 library reads what was written: attributes, tables of many chunks, texts, nothing', async () => {
  const path = join(folder, 'a.h5');
  await writeOne(path);
  const file = await openHdf5(path);
  expect(file.sealed).toBe(true);
  expect(file.attributes('/')).toEqual({ format: 'test', version: 3, title: 'Ünï' });
  expect(file.attributes('/inner/table')).toEqual({ unit: 'm' });
  expect(file.text('/text')).toBe('one text, ü');
  const table = file.array('/inner/table');
  expect(table.dims).toEqual([ROWS, 6]);
  const all = table.floats(0, ROWS);
  expect(all.findIndex((v, k) => v !== k + 0.5)).toBe(-1);
  expect(table.floats(200_000, 200_001)[0]).toBe(1_200_000.5);
  expect(file.array('/inner/places').places(1, 3)).toEqual(Float64Array.of(1000 * 2 ** 20, 2000 * 2 ** 20));
  expect(file.array('/inner/names').texts(0, 3)).toEqual(['', 'brick-1', 'Ünï']);
  expect(file.array('/inner/empty').integers(0, 0).length).toBe(0);
  expect(() => file.array('/inner/names').floats(0, 1)).toThrow(/\/inner\/names: expected 64-bit numbers, found data/);
  expect(() => table.floats(0, ROWS + 1)).toThrow(/expected at least \d+ rows/);
  expect(() => file.array('/none')).toThrow(/\/none: expected an array, found nothing/);
  expect(file.has('/none')).toBe(false);
  file.close();
});

test('the same content is the same bytes, whenever it is written', async () => {
  await writeOne(join(folder, 'b.h5'));
  expect(readFileSync(join(folder, 'b.h5')).equals(readFileSync(join(folder, 'a.h5')))).toBe(true);
});

test('a damaged description or chunk is found, and so is a file that is cut', async () => {
  const bytes = readFileSync(join(folder, 'a.h5'));
  const changed = async (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 0x10;
    writeFileSync(join(folder, 'c.h5'), copy);
    const file = await openHdf5(join(folder, 'c.h5'));
    try {
      return file.array('/inner/table').floats(0, ROWS).length;
    } finally {
      file.close();
    }
  };
  await expect(changed(bytes.length - 100)).rejects.toThrow(/found one whose description of its contents is damaged/);
  await expect(changed(5000)).rejects.toThrow(/\/inner\/table: expected data that can be read, found damaged ones/);
  writeFileSync(join(folder, 'c.h5'), bytes.subarray(0, bytes.length / 2));
  await expect(openHdf5(join(folder, 'c.h5'))).rejects.toThrow(
    /expected \d+ bytes, found \d+ bytes: the file is cut short/,
  );
  writeFileSync(join(folder, 'c.h5'), 'text');
  await expect(openHdf5(join(folder, 'c.h5'))).rejects.toThrow(/c\.h5: expected an HDF5 file, found something else/);
  await expect(openHdf5(join(folder, 'none.h5'))).rejects.toThrow(/expected an HDF5 file, found no such file/);
});
