import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemFromDocument, writeProblem } from '@signorini/engine/problem';
import { afterAll, expect, test } from 'vitest';
import type { Capture, CaptureCount, CapturedProblem } from '../src/index.ts';
import {
  expectCapturePlace,
  expectRecommendFolder,
  readProblemFile,
  readProblems,
  writeCapture,
  writeFileWhole,
  writeFolderWhole,
} from '../src/node/index.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-'));
afterAll(() => rmSync(root, { recursive: true }));
const at = (...parts: string[]) => join(root, ...parts);

const drop = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  A: { dense: [[1]] },
  b: [-2],
  lo: [0],
  hi: [null],
});
const titled = (title: string) => writeProblem({ ...drop, title });

/** A capture of steps 1 to n; `fails`: throws after them. */
function captureOf(n: number, fails = false): Capture {
  return {
    *problems(): Generator<CapturedProblem | undefined, CaptureCount> {
      for (let step = 1; step <= n; step++) {
        yield undefined;
        yield { step, time: step / 100, fileName: `s-000${step}.json`, problem: { ...drop, title: `s, step ${step}` } };
      }
      if (fails) throw new RangeError('the world fell apart');
      const worst = { value: 0, step: 0 };
      return {
        steps: n,
        problems: n,
        empty: 0,
        unsolvedSteps: [],
        hash: 'abc',
        statuses: { converged: n },
        energyError: worst,
        frictionConsistency: worst,
      };
    },
    source: {
      format: 'signorini-capture',
      version: 1,
      engine: '1',
      scene: 's',
      parameters: {},
      timeStep: 0.01,
      solver: { name: 'bpp', coupling: 'table3', options: {}, warmStart: true },
      selection: 'all',
    },
    state: () => undefined,
  } as unknown as Capture;
}
const begun = (capture: Capture): Capture => ({
  ...capture,
  problems: (capture.problems as unknown as () => Capture['problems'])(),
});

test('a folder gets a file a problem and capture.json, which is not read as a problem', async () => {
  const folder = at('folder');
  await expectCapturePlace(folder);
  await writeCapture(folder, begun(captureOf(3)));
  expect(readdirSync(folder)).toEqual(['capture.json', 's-0001.json', 's-0002.json', 's-0003.json']);
  const { problems, capture } = await readProblems([folder]);
  expect(problems.map(({ name }) => name)).toEqual(['s-0001', 's-0002', 's-0003']);
  expect(capture).toMatchObject({ scene: 's', problems: 3, files: ['s-0001.json', 's-0002.json', 's-0003.json'] });
});

test('an earlier capture is replaced whole; a folder with anything else in it is not touched', async () => {
  const folder = at('again');
  await writeCapture(folder, begun(captureOf(3)));
  await expectCapturePlace(folder);
  await writeCapture(folder, begun(captureOf(1)));
  expect(readdirSync(folder)).toEqual(['capture.json', 's-0001.json']);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  await expect(expectCapturePlace(folder)).rejects.toThrow(/found other files, which stay as they are/);
  mkdirSync(at('mine'));
  writeFileSync(at('mine', 'capture.json'), '{}');
  await expect(expectCapturePlace(at('mine'))).rejects.toThrow(/an earlier capture to replace, found other files/);
  mkdirSync(at('empty'));
  await expectCapturePlace(at('empty'));
});

test('where the simulation fails, nothing is left and what was there stays', async () => {
  const [folder, file] = [at('kept'), at('kept.jsonl')];
  for (const path of [folder, file]) await writeCapture(path, begun(captureOf(1)));
  const before = readdirSync(root);
  for (const path of [folder, file, at('new'), at('new.jsonl')])
    await expect(writeCapture(path, begun(captureOf(2, true)))).rejects.toThrow('the world fell apart');
  expect(readdirSync(root)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['capture.json', 's-0001.json']);
  expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(1);
});

test('a .jsonl file is read as a whole, or one problem of it', async () => {
  const file = at('lines.jsonl');
  await writeCapture(file, begun(captureOf(3)));
  const { problems, capture } = await readProblems([file]);
  expect(problems.map(({ name }) => name)).toEqual(['s, step 1', 's, step 2', 's, step 3']);
  expect(capture).toBeUndefined();
  expect((await readProblemFile(`${file}#2`)).title).toBe('s, step 2');
  expect((await readProblems([`${file}#2`])).problems.length).toBe(1);
  await expect(readProblemFile(file)).rejects.toThrow(/expected one problem, found 3; .*#1 is the first of them/);
  for (const wrong of ['0', '4', '1.5', 'x', ''])
    await expect(readProblemFile(`${file}#${wrong}`)).rejects.toThrow(/expected a problem from 1 to 3 after the #/);
});

test('problems without a title, or with the same one, are called after their place', async () => {
  const file = at('same.jsonl');
  writeFileSync(file, `${titled('a')}\n${titled('a')}\n\n${titled('untitled')}\n${titled('b')}`);
  const { problems } = await readProblems([file]);
  expect(problems.map(({ name }) => name)).toEqual([`${file}#1`, `${file}#2`, `${file}#3`, 'b']);
});

test('a line that is no problem is told with its place', async () => {
  writeFileSync(at('bad.jsonl'), `${titled('a')}\n{"format":"signorini-problem","version":3}\n`);
  await expect(readProblems([at('bad.jsonl')])).rejects.toThrow(/bad\.jsonl#2: version: expected 1, found 3/);
  writeFileSync(at('none.jsonl'), '\n');
  await expect(readProblems([at('none.jsonl')])).rejects.toThrow(
    /expected a problem on every line, found an empty file/,
  );
  await expect(readProblems([at('nowhere.jsonl')])).rejects.toThrow(/expected a problem file, found no such file/);
});

test.each([
  ['x.h5.part', /expected a folder or a file that ends in \.h5 or \.jsonl, found \.part/],
  ['x.json', /expected a folder or a file that ends in \.h5 or \.jsonl, found \.json/],
])('a place that cannot hold problems is told before the work: %s', async (name, sentence) => {
  await expect(expectCapturePlace(at(name))).rejects.toThrow(sentence);
});

test('a file where the folder should be, and a folder where the file should be', async () => {
  writeFileSync(at('file'), '');
  await expect(expectCapturePlace(at('file'))).rejects.toThrow(/expected a new folder, .* found a file$/);
  mkdirSync(at('dir.jsonl'));
  await expect(expectCapturePlace(at('dir.jsonl'))).rejects.toThrow(/expected a file, found a folder/);
});

test('a place that cannot be written is told before the work, and nothing is left there', async () => {
  writeFileSync(at('plain'), '');
  for (const path of [at('plain', 'folder'), at('plain', 'x.jsonl')])
    await expect(expectCapturePlace(path)).rejects.toThrow(/found a file( where a folder should be)?$/);
  const before = readdirSync(root);
  await expectCapturePlace(at('free'));
  await expectCapturePlace(at('free.jsonl'));
  expect(readdirSync(root)).toEqual(before);
});

test('a fault while a folder is filled keeps the earlier one', async () => {
  const folder = at('swap');
  await writeFolderWhole(folder, async (inside) => writeFileSync(join(inside, 'a'), '1'));
  await expect(
    writeFolderWhole(folder, async (inside) => {
      writeFileSync(join(inside, 'a'), '2');
      throw new RangeError('no');
    }),
  ).rejects.toThrow('no');
  expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('1');
  expect(readdirSync(root).filter((name) => name.includes('.part'))).toEqual([]);
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
const write = (path: string) => writeFileWhole(path, 'new');

test('a file is written through a symbolic link, which stays; even if it led to nothing yet', async () => {
  mkdirSync(at('links'));
  writeFileSync(at('links', 'target'), 'old');
  symlinkSync('target', at('links', 'link'));
  symlinkSync(at('links', 'link'), at('links', 'link-to-link'));
  await write(at('links', 'link-to-link'));
  expect(readFileSync(at('links', 'target'), 'utf8')).toBe('new');
  symlinkSync('later', at('links', 'dangling'));
  await write(at('links', 'dangling'));
  expect(readFileSync(at('links', 'later'), 'utf8')).toBe('new');
  for (const name of ['link', 'link-to-link', 'dangling'])
    expect(lstatSync(at('links', name)).isSymbolicLink()).toBe(true);
  symlinkSync('round', at('links', 'circle'));
  symlinkSync('circle', at('links', 'round'));
  await expect(write(at('links', 'circle'))).rejects.toThrow(/found symbolic links that go round in a circle/);
});

test('a folder is replaced behind its symbolic link, which stays', async () => {
  await writeCapture(at('captured'), begun(captureOf(3)));
  symlinkSync('captured', at('captured-link'));
  await expectCapturePlace(at('captured-link'));
  await writeCapture(at('captured-link'), begun(captureOf(1)));
  expect(lstatSync(at('captured-link')).isSymbolicLink()).toBe(true);
  expect(readdirSync(at('captured'))).toEqual(['capture.json', 's-0001.json']);
});

test('what is replaced keeps its mode: private stays private', async () => {
  writeFileSync(at('private.json'), 'old', { mode: 0o600 });
  writeFileSync(at('shared.json'), 'old');
  chmodSync(at('shared.json'), 0o666);
  for (const name of ['private.json', 'shared.json']) await write(at(name));
  expect([modeOf(at('private.json')), modeOf(at('shared.json'))]).toEqual([0o600, 0o666]);
  await writeCapture(at('private'), begun(captureOf(1)));
  chmodSync(at('private'), 0o700);
  chmodSync(at('private', 'capture.json'), 0o600);
  await writeCapture(at('private'), begun(captureOf(2)));
  expect([modeOf(at('private')), modeOf(at('private', 'capture.json'))]).toEqual([0o700, 0o600]);
});

test('what is no file or no folder is not replaced by one', async () => {
  symlinkSync('/dev/null', at('null.json'));
  await expect(write(at('null.json'))).rejects.toThrow(/null\.json: expected a file, found a device/);
  await expect(write(at('folder'))).rejects.toThrow(/expected a file, found a folder/);
  await expect(write(at('a\0b'))).rejects.toThrow(/a\\u\{0\}b: expected a path, found a zero character in it/);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test('folders made for a file that was not written are removed, and those that others use are not', async () => {
  await expect(writeCapture(at('deep', 'er', 'x.jsonl'), begun(captureOf(2, true)))).rejects.toThrow();
  await expect(writeCapture(at('deep', 'er', 'x'), begun(captureOf(2, true)))).rejects.toThrow();
  expect(existsSync(at('deep'))).toBe(false);
  const used = writeFileWhole(at('deep', 'er', 'x'), async () => {
    writeFileSync(at('deep', 'mine'), '');
    throw new RangeError('no');
  });
  await expect(used).rejects.toThrow('no');
  expect(readdirSync(at('deep'))).toEqual(['mine']);
});

test('a folder that a killed run moved aside comes back before the next one is written', async () => {
  await writeCapture(at('aside'), begun(captureOf(3)));
  renameSync(at('aside'), at('.aside.old'));
  await expect(writeCapture(at('aside'), begun(captureOf(2, true)))).rejects.toThrow('the world fell apart');
  expect(readdirSync(at('aside')).length).toBe(4);
  expect(existsSync(at('.aside.old'))).toBe(false);
});

test('a second writer of the same process is refused, and the first is not disturbed', async () => {
  const second = () => write(at('one.json'));
  await writeFileWhole(at('one.json'), async () => {
    await expect(second()).rejects.toThrow(/one\.json: expected no other run that writes it, found process/);
    return 'first';
  });
  expect(readFileSync(at('one.json'), 'utf8')).toBe('first');
});

test.each([
  ['zeros', Buffer.from('{"a":\0}'), /found a binary file$/],
  ['picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /found a binary file$/],
  ['hdf5', Buffer.from('894844460d0a1a0a0000', 'hex'), /found an HDF5 file, whose name should end in \.hdf5 or \.h5$/],
  ['utf-16', Buffer.from('\ufeff{}', 'utf16le'), /found text in UTF-16; save it as UTF-8$/],
  ['latin-1', Buffer.from('{"title":"Bl\u00f6cke"}', 'latin1'), /found text that is not UTF-8$/],
])('a file that is no text is called what it is: %s', async (name, bytes, sentence) => {
  for (const ending of name === 'latin-1' ? ['json'] : ['json', 'jsonl']) {
    writeFileSync(at(`${name}.${ending}`), bytes);
    await expect(readProblems([at(`${name}.${ending}`)])).rejects.toThrow(sentence);
  }
});

test('a byte order mark is no part of the text', async () => {
  writeFileSync(at('marked.json'), `\ufeff${titled('marked')}`);
  expect((await readProblemFile(at('marked.json'))).title).toBe('marked');
});

test('results.json and report.html of another program are not replaced by a recommendation', async () => {
  mkdirSync(at('other'));
  for (const name of ['results.json', 'report.html', 'recommend.json']) {
    writeFileSync(at('other', name), '{}');
    await expect(expectRecommendFolder(at('other'))).rejects.toThrow(
      /expected a new folder, or an earlier recommendation to replace, found other files, which stay as they are/,
    );
  }
  writeFileSync(at('other', 'recommend.json'), JSON.stringify({ sentence: '', chosen: null, solvers: [] }));
  await expectRecommendFolder(at('other'));
});
