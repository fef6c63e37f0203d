import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Rng } from '@signorini/engine';
import { type Problem, velocities } from '@signorini/engine/problem';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  fclibFolder,
  fclibNames,
  fclibPath,
  fclibReference,
  haveFclib,
  pythonWithH5py,
} from '../../test/support/fclib-folder.ts';
import { problemFromFclib } from '../fclib/from-fclib.ts';
import { readHdf5, writeHdf5 } from '../hdf5/hdf5.ts';
import { readFclibFile, writeFclibFile } from './fclib-files.ts';
import { readProblemFile, readProblems, writeProblemFile } from './problem-files.ts';

const printed = vi.spyOn(console, 'error'); // before the library is loaded, which keeps it
const root = mkdtempSync(join(tmpdir(), 'signorini-fclib-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string) => join(root, name);

/** One contact and one bilateral row that no entry couples: V is empty. */
const SMALL = problemFromFclib({
  fclib_local: {
    spacedim: Int32Array.of(3),
    W: {
      m: Int32Array.of(3),
      n: Int32Array.of(3),
      nz: Int32Array.of(5),
      nzmax: Int32Array.of(5),
      i: Int32Array.of(0, 1, 2, 0, 1),
      p: Int32Array.of(0, 1, 2, 1, 0),
      x: Float64Array.of(3, 2, 1, 0.1, 0.1),
    },
    V: {
      m: Int32Array.of(3),
      n: Int32Array.of(1),
      nz: Int32Array.of(0),
      nzmax: Int32Array.of(0),
      i: new Int32Array(0),
      p: new Int32Array(0),
      x: new Float64Array(0),
    },
    R: {
      m: Int32Array.of(1),
      n: Int32Array.of(1),
      nz: Int32Array.of(1),
      nzmax: Int32Array.of(1),
      i: Int32Array.of(0),
      p: Int32Array.of(0),
      x: Float64Array.of(1 / 3),
    },
    vectors: { q: Float64Array.of(-1, 0.1, -0), mu: Float64Array.of(0.7), s: Float64Array.of(1e-300) },
    info: { title: 'µ = 0.7, “one” contact' },
  },
  guesses: { number_of_guesses: Int32Array.of(1), 1: { r: Float64Array.of(1, 2, 3), l: Float64Array.of(4) } },
  solution: { r: Float64Array.of(5, 6, 7), l: Float64Array.of(8) },
}).problem;

/** Every number of a problem, for exact comparison (-0 is not 0). */
function everything(p: Problem) {
  const { rowStart, column, value } = p.A.sparse();
  const { title, n, lo, hi, b, ungiven, unit, kind, contacts, quantity, symmetric, x, warm } = p;
  return { title, n, lo, hi, b, ungiven, unit, kind, contacts, quantity, symmetric, x, warm, rowStart, column, value };
}

test('what is written is read back bit for bit', async () => {
  expect(await writeFclibFile(at('small.hdf5'), SMALL)).toEqual([]);
  const { problem, notes } = await readFclibFile(at('small.hdf5'));
  expect(everything(problem)).toStrictEqual(everything(SMALL));
  expect(notes).toEqual([]);
});

test('the same problem written twice is the same file, and JSON between them loses nothing but the sign of zero', async () => {
  await writeFclibFile(at('p.h5'), SMALL);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 100_000); // HDF5 would write down when
  await writeFclibFile(at('q.h5'), SMALL);
  vi.restoreAllMocks();
  expect(readFileSync(at('p.h5')).equals(readFileSync(at('q.h5')))).toBe(true);
  await writeProblemFile(at('p.json'), await readProblemFile(at('p.h5')));
  expect(everything(await readProblemFile(at('p.json')))).toEqual(
    everything({ ...SMALL, b: SMALL.b.map((v) => v + 0) }),
  );
});

const python = pythonWithH5py();
const H5PY = `
import h5py, json, sys
def plain(group):
    return {k: plain(v) if isinstance(v, h5py.Group) else [str(v.dtype), list(v.shape), v[()].decode() if v.dtype.kind == 'S' else v[()].tolist()] for k, v in group.items()}
print(json.dumps(plain(h5py.File(sys.argv[1], 'r'))))
`;
test.skipIf(!python)('h5py reads what is written: the types and shapes of the format, the same numbers', async () => {
  await writeFclibFile(at('python.hdf5'), { ...SMALL, title: 'plain' });
  const file = JSON.parse(execFileSync(python!, ['-c', H5PY, at('python.hdf5')], { encoding: 'utf8' }));
  expect(file.fclib_local).toEqual({
    spacedim: ['int32', [1], [3]],
    W: {
      m: ['int32', [1], [3]],
      n: ['int32', [1], [3]],
      nz: ['int32', [1], [-2]],
      nzmax: ['int32', [1], [5]],
      p: ['int32', [4], [0, 2, 4, 5]],
      i: ['int32', [5], [0, 1, 0, 1, 2]],
      x: ['float64', [5], [3, 0.1, 0.1, 2, 1]],
    },
    V: {
      m: ['int32', [1], [3]],
      n: ['int32', [1], [1]],
      nz: ['int32', [1], [0]],
      nzmax: ['int32', [1], [0]],
      p: ['int32', [0], []],
      i: ['int32', [0], []],
      x: ['float64', [0], []],
    },
    R: {
      m: ['int32', [1], [1]],
      n: ['int32', [1], [1]],
      nz: ['int32', [1], [-2]],
      nzmax: ['int32', [1], [1]],
      p: ['int32', [2], [0, 1]],
      i: ['int32', [1], [0]],
      x: ['float64', [1], [1 / 3]],
    },
    vectors: { q: ['float64', [3], [-1, 0.1, -0]], mu: ['float64', [1], [0.7]], s: ['float64', [1], [1e-300]] },
    info: {
      title: ['|S6', [], 'plain'],
      description: ['|S21', [], 'written by signorini'],
      math_info: ['|S1', [], ''],
    },
  });
  expect(file.guesses['1'].r).toEqual(['float64', [3], [1, 2, 3]]);
  expect(file.solution.l).toEqual(['float64', [1], [8]]);
});

describe('a file that is none', () => {
  const whole = writeHdf5({ other: { x: Float64Array.of(1) }, text: 'a' });
  const told = async (name: string, bytes: Uint8Array | string) => {
    writeFileSync(at(name), bytes);
    const message = await readFclibFile(at(name)).then(
      () => 'read',
      (error) => (error.name === 'FileError' ? error.message : error.stack),
    );
    return message.replace(`${root}/`, '');
  };

  test('is told in one sentence: empty, text, cut short, damaged, another group', async () => {
    const bytes = await whole;
    expect(await told('empty.h5', '')).toBe('empty.h5: expected an HDF5 file, found an empty file');
    expect(await told('text.h5', '{"format": 1}')).toBe('text.h5: expected an HDF5 file, found something else');
    expect(await told('cut.h5', bytes.subarray(0, 200))).toBe(
      `cut.h5: expected ${bytes.length} bytes, found 200 bytes: the file is cut short`,
    );
    expect(await told('head.h5', bytes.subarray(0, 20))).toMatch(/found 20 bytes: the file is cut short$/);
    expect(
      await told(
        'zeros.h5',
        bytes.map((v, k) => (k > 60 && k < 2000 ? 0 : v)),
      ),
    ).toMatch(/^zeros\.h5: (expected an HDF5 file, found a damaged one|fclib_local: expected a group .*)/);
    expect(await told('other.h5', bytes)).toBe(
      'other.h5: fclib_local: expected a group of that name, or fclib_global or fclib_global_rolling, found other/, text',
    );
    await expect(readFclibFile(at('none.h5'))).rejects.toThrow(
      /none\.h5: expected a problem file, found no such file$/,
    );
  });

  test('never ends in anything but a sentence, whatever bytes change', async () => {
    await writeFclibFile(at('good.h5'), SMALL);
    const good = readFileSync(at('good.h5'));
    const rng = new Rng(7);
    for (let round = 0; round < 200; round++) {
      const bytes = Uint8Array.from(good);
      for (let k = 0; k < 8; k++) bytes[rng.below(bytes.length)] = rng.below(256);
      writeFileSync(at('bad.h5'), bytes);
      const error = await readFclibFile(at('bad.h5')).catch((e) => e);
      if (error instanceof Error) expect(error.name, error.stack).toBe('FileError');
    }
    expect((await readFclibFile(at('good.h5'))).problem.n).toBe(4); // and the library still works
    expect(printed).not.toHaveBeenCalled(); // as it would be, a page for every fault
  });
});

test('integers and floats of other widths are read, text and compounds are not numbers', async () => {
  const { h5wasm } = await import('h5wasm');
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/wide.h5', 'w');
  file.create_dataset({ name: 'long', data: BigInt64Array.of(1n, -2n) });
  file.create_dataset({ name: 'huge', data: BigInt64Array.of(2n ** 40n) });
  file.create_dataset({ name: 'single', data: Float32Array.of(0.5) });
  file.create_dataset({ name: 'pair', data: new Map([['a', Int32Array.of(1)]]) });
  file.close();
  expect(await readHdf5(FS!.readFile('/wide.h5'), [])).toEqual({
    long: Int32Array.of(1, -2),
    single: Float64Array.of(0.5),
    huge: { what: 'integers beyond 32 bits' },
    pair: { what: 'data of another type' },
  });
});

describe.skipIf(!haveFclib)('published files', () => {
  test.each(fclibNames)('%s: the reference answer belongs to it', async (name) => {
    const { problem: p, notes } = await readFclibFile(fclibPath(name));
    const asymmetric = /^(Capsules|Chute)/.test(name);
    expect(notes.length).toBe(asymmetric ? 1 : 0);
    const reference = fclibReference(name);
    if (!reference) return expect(name).toMatch(/^Chute/);
    const { q, mu, r, u } = reference;
    const scale = Math.max(...q.map(Math.abs));
    p.b.forEach((b, i) => {
      expect(Math.abs(b - q[i])).toBeLessThanOrEqual(1e-15 * scale);
    });
    expect(p.contacts.map((contact) => contact.mu)).toEqual(mu);
    // W r + q = u; on Capsules as far as the mean of W and its transpose changes it
    const w = velocities(p, Float64Array.from(r), new Float64Array(p.n));
    const tolerance = name.startsWith('Capsules') ? 1e-4 : 1e-14;
    w.forEach((v, i) => {
      expect(Math.abs(v - u[i])).toBeLessThanOrEqual(tolerance * scale);
    });
  });

  test.each(fclibNames)('%s: written and read back, the bits are the same', async (name) => {
    const { problem } = await readFclibFile(fclibPath(name));
    const written = writeFclibFile(at(`${name}.hdf5`), problem);
    if (name.startsWith('Chute')) return expect(written).rejects.toThrow(/expected no rolling rows/);
    expect(await written).toEqual([]);
    expect(everything((await readFclibFile(at(`${name}.hdf5`))).problem)).toStrictEqual(everything(problem));
  });

  test('a folder of them is read as a whole, reference answers are not taken for problems, changes are noted', async () => {
    const notes: string[] = [];
    const { problems } = await readProblems([fclibFolder], undefined, (sentence) => void notes.push(sentence));
    expect(problems.map(({ name }) => name).sort()).toEqual([...fclibNames].sort());
    expect(notes.length).toBe(2);
    expect(notes[0]).toMatch(/Capsules-i125-1213\.hdf5: fclib_local\/W differs from its transpose by 1\.3e-3 of/);
  });
});
