import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createJournal, resumeJournal } from './journal.ts';
import { openJournal } from './read-journal.ts';
import type { JournalRecord } from './record.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;
const target = () => join(folder, `x${made++}.h5`);
const HEAD = { kind: 'test', version: 1, of: { scene: 'wall', steps: [1, 2] } };

function recordsOf(path: string) {
  const reader = openJournal(path);
  const records: JournalRecord[] = Array.from(reader.records(), ({ document, arrays }) => ({ document, arrays }));
  const { head, leftOut, end } = reader;
  reader.close();
  return { head, records, leftOut, end };
}

const RECORDS: JournalRecord[] = [
  { document: { kind: 'a', text: 'Ünï\0' }, arrays: [] },
  {
    document: null,
    arrays: [Float64Array.of(1, -0, Number.NaN, Infinity), new Float64Array(0), Int32Array.of(1, 2, 3)],
  },
  { document: [1], arrays: [Uint8Array.of(7), Float64Array.of(5e-324)] },
];

function written(path: string): void {
  const journal = createJournal(path, HEAD);
  for (const { document, arrays } of RECORDS) journal.append(document, arrays);
  journal.close();
}

test('what was appended is read, bit for bit, in order', () => {
  const path = target();
  written(path);
  expect(recordsOf(`${path}.part`)).toMatchObject({ head: HEAD, records: RECORDS, leftOut: 0 });
});

test('cut at any byte, the whole records before the cut are read and the rest is counted', () => {
  const path = target();
  written(path);
  const bytes = readFileSync(`${path}.part`);
  const ends: number[] = [];
  const reader = openJournal(`${path}.part`);
  for (const { place } of reader.records()) ends.push(place);
  ends.push(bytes.length);
  reader.close();
  for (let length = bytes.length - 1; length >= ends[0]!; length--) {
    writeFileSync(`${path}.part`, bytes.subarray(0, length));
    const { records, leftOut } = recordsOf(`${path}.part`);
    const whole = ends.findLastIndex((end) => end <= length);
    expect(records).toEqual(RECORDS.slice(0, whole));
    expect(leftOut).toBe(length - ends[whole]!);
  }
  for (const length of [0, 5, ends[0]! - 1]) {
    writeFileSync(`${path}.part`, bytes.subarray(0, length));
    expect(() => recordsOf(`${path}.part`)).toThrow(/expected a journal, found a damaged beginning or something else/);
  }
});

test('with any byte changed, no record is read that was not written', () => {
  const path = target();
  written(path);
  const bytes = readFileSync(`${path}.part`);
  for (let k = 0; k < bytes.length; k++) {
    const damaged = Buffer.from(bytes);
    damaged[k]! ^= 1 << (k % 8);
    writeFileSync(`${path}.part`, damaged);
    try {
      const { records, leftOut } = recordsOf(`${path}.part`);
      expect(records).toEqual(RECORDS.slice(0, records.length));
      expect(records.length, `byte ${k}`).toBeLessThan(RECORDS.length);
      expect(leftOut).toBeGreaterThan(0);
    } catch (error) {
      expect(String(error)).toMatch(/FileError: .*expected a journal, found a damaged beginning/);
    }
  }
});

test('a journal is resumed after its last whole record, by the same task only', () => {
  const path = target();
  written(path);
  truncateSync(`${path}.part`, readFileSync(`${path}.part`).length - 1);
  expect(() => createJournal(path, HEAD)).toThrow(/expected no journal of an interrupted run, found one; --resume/);
  const other = { ...HEAD, of: { scene: 'pile', steps: [1, 2] } };
  expect(() => resumeJournal(path, other, () => {})).toThrow(
    /expected a journal of the same task, found another: scene is "wall", not "pile"/,
  );
  const seen: unknown[] = [];
  const journal = resumeJournal(path, HEAD, ({ document }) => void seen.push(document));
  expect(seen).toEqual([RECORDS[0]!.document, RECORDS[1]!.document]);
  expect(() => resumeJournal(path, HEAD, () => {})).toThrow(/expected no other run that writes it, found process/);
  journal.append(RECORDS[2]!.document, RECORDS[2]!.arrays);
  journal.close();
  expect(recordsOf(`${path}.part`)).toMatchObject({ records: RECORDS, leftOut: 0 });
});

test('finishing puts the file in its place and removes the journal; if it fails, the journal stays', async () => {
  const path = target();
  const journal = createJournal(path, HEAD);
  journal.append(1);
  await expect(journal.finish(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, true]);
  const again = resumeJournal(path, HEAD, () => {});
  await again.finish(async (temporary) => writeFileSync(temporary, 'whole'));
  expect(readFileSync(path, 'utf8')).toBe('whole');
  expect([existsSync(`${path}.part`), existsSync(`${path}.part.new`)]).toEqual([false, false]);
});

test('a folder that is not there is made, and one that takes no files gives a sentence', () => {
  written(join(folder, 'new', 'inner', 'x.h5'));
  expect(existsSync(join(folder, 'new', 'inner', 'x.h5.part'))).toBe(true);
  expect(() => createJournal('/proc/none/x.h5', HEAD)).toThrow(/x\.h5: expected to write it, found/);
  expect(() => createJournal('/proc/x.h5', HEAD)).toThrow(/x\.h5: expected to write it, found/);
});

test('a symbolic link stays one, and the file behind it keeps its mode', async () => {
  const path = target();
  writeFileSync(`${path}.real`, 'earlier', { mode: 0o600 });
  symlinkSync(`${path}.real`, path);
  await createJournal(path, HEAD).finish(async (temporary) => writeFileSync(temporary, 'whole'));
  expect(readlinkSync(path)).toBe(`${path}.real`);
  expect([readFileSync(`${path}.real`, 'utf8'), statSync(`${path}.real`).mode & 0o777]).toEqual(['whole', 0o600]);
});

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a full disk is a sentence, and the journal is whole up to there',
  ({ skip }) => {
    const disk = join(folder, 'disk');
    const mounted = spawnSync('sh', ['-c', `mkdir ${disk} && mount -t tmpfs -o size=64k tmpfs ${disk}`]);
    if (mounted.status !== 0) return skip('no tmpfs can be mounted here');
    try {
      const journal = createJournal(join(disk, 'x.h5'), HEAD);
      let appended = 0;
      const fill = () => {
        for (;;) {
          journal.append(appended, [new Float64Array(300)]);
          appended++;
        }
      };
      expect(fill).toThrow(/x\.h5\.part: expected to write it, found no space left/);
      journal.close();
      const { records } = recordsOf(join(disk, 'x.h5.part'));
      expect(records.map(({ document }) => document)).toEqual(Array.from({ length: appended }, (_, k) => k));
      expect(appended).toBeGreaterThan(10);
    } finally {
      spawnSync('umount', [disk]);
    }
  },
);
