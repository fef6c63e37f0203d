import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromDense, type Problem, problemFromDocument, readProblem, writeProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureScene } from '../../run/capture.ts';
import { openDataset } from './dataset.ts';
import { createDataset, resumeDataset } from './dataset-journal.ts';
import { problemHash } from './parts.ts';
import { writeDatasetNow } from './write-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'dataset-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const HEAD = { title: 'some problems', engine: '1.2.3', provenance: { scene: 'none', list: [1, null] } };

/** Every field of the format at once: explicit, unsymmetric, forces, cones, rolling, spinning, bounds not given. */
const explicit = problemFromDocument({
  format: 'signorini-problem',
  version: 1,
  title: 'Ünï “explicit”',
  quantity: 'force',
  symmetric: false,
  h: 1 / 3,
  A: { size: 7, i: [0, 0, 1, 2, 3, 4, 5, 6, 0], j: [0, 6, 1, 2, 3, 4, 5, 6, 3], values: [2, 0.1, 1, 1, 1, 1, 1, 1, 0] },
  b: [-1, 1e-300, 5e-324, 1 / 3, 0, -7, 2],
  lo: [0, null, null, -1, -1, -0.5, null],
  hi: [null, null, null, 1, 1, 0.5, null],
  unit: ['linear', 'linear', 'linear', 'angular', 'angular', 'angular', 'linear'],
  kind: ['normal', 'friction', 'friction', 'rolling', 'rolling', 'spinning', 'bilateral'],
  names: ['a', 'b', '', 'd', 'e', 'f', 'ü'],
  contacts: [
    {
      normal: 0,
      tangents: [1, 2],
      mu: 0.3,
      set: 'polyhedral',
      facets: 12,
      rolling: [4, 3],
      muRolling: 0.01,
      spinning: [5],
      muSpinning: 0.02,
    },
  ],
  warm: [0, 1, 2, 3, 4, 5, 6],
});
/** Nothing that may be left out. */
const bare: Problem = {
  ...problemFromDocument({
    format: 'signorini-problem',
    version: 1,
    A: { dense: [[2]] },
    b: [-1],
    lo: [0],
    hi: [null],
  }),
  A: fromDense(1, [2]),
  b: Float64Array.of(-0), // JSON would lose its sign
};
let wall: Problem[];
let all: Problem[];

beforeAll(() => {
  const captured = (scene: string, from: number, to: number) =>
    [...captureScene({ scene: findScene(scene), selection: { from, to } }).problems].flatMap((c) => c?.problem ?? []);
  wall = captured('brick-wall', 181, 210);
  all = [
    ...wall,
    explicit,
    bare,
    ...captured('winch', 1, 3),
    readProblem(readFileSync('examples/pressed-block.json', 'utf8')),
  ];
});

/** Operators are compared by what they are made of. */
function fieldsOf({ A, ...fields }: Problem) {
  if (fields.structure) return { ...fields, diagonal: A.diagonal };
  const { rowStart, column, value } = A.sparse();
  return { ...fields, rowStart, column, value };
}

test('every problem is read as it was written, bit for bit and field by field', async () => {
  await writeDatasetNow(
    at('all.h5'),
    all.map((problem, k) => ({ problem, ...(k > 0 && { step: k, time: k / 60 }) })),
    { ...HEAD, created: '2026-11-17T12:00:00Z' },
  );
  const dataset = await openDataset(at('all.h5'));
  expect(dataset).toMatchObject({ ...HEAD, created: '2026-11-17T12:00:00Z', finished: true, leftOut: 0 });
  expect(dataset.entries.length).toBe(all.length);
  const inOrder = [...dataset.problems()];
  all.forEach((problem, k) => {
    expect(fieldsOf(inOrder[k]!)).toStrictEqual(fieldsOf(problem));
    expect(fieldsOf(dataset.problem(k))).toStrictEqual(fieldsOf(problem));
    expect(dataset.entries[k]).toMatchObject({
      title: problem.title,
      rows: problem.n,
      contacts: problem.contacts.length,
      hash: problemHash(problem),
      step: k > 0 ? k : null,
      time: k > 0 ? k / 60 : null,
      structured: problem.structure !== undefined,
    });
  });
  expect(Object.is(inOrder[wall.length + 1]!.b[0], -0)).toBe(true);
  dataset.close();
});

test('a journal is read as the file that it becomes, and both are the same bytes whoever writes them', async () => {
  const journal = createDataset(at('wall.h5'), HEAD);
  for (const problem of wall) journal.add(problem);
  const part = await openDataset(at('wall.h5.part'));
  expect(part).toMatchObject({ title: HEAD.title, engine: HEAD.engine, finished: false });
  const patterns = new Set(wall.map((p) => JSON.stringify([p.names, p.contacts, p.structure!.body])));
  expect([part.patterns, part.patterns < wall.length]).toEqual([patterns.size, true]);
  expect(Array.from(part.problems(), fieldsOf)).toStrictEqual(wall.map(fieldsOf));
  await journal.finish(HEAD);
  expect(existsSync(at('wall.h5.part'))).toBe(false);
  const whole = await openDataset(at('wall.h5'));
  expect(whole.entries).toEqual(part.entries);
  expect(whole.content).toBe(part.content);
  expect(whole.patterns).toBe(part.patterns);
  whole.close();
  part.close();
  await writeDatasetNow(
    at('again.h5'),
    wall.map((problem) => ({ problem })),
    HEAD,
  );
  expect(readFileSync(at('again.h5')).equals(readFileSync(at('wall.h5')))).toBe(true);
});

test('resumed at any problem, a dataset ends with the same bytes', async () => {
  for (const stop of [0, 1, 5, wall.length]) {
    const first = createDataset(at('r.h5'), HEAD);
    for (const problem of wall.slice(0, stop)) first.add(problem);
    first.note({ kind: 'own-mark' });
    first.close();
    const bytes = readFileSync(at('r.h5.part'));
    writeFileSync(at('r.h5.part'), bytes.subarray(0, bytes.length - 3)); // cuts the mark
    const { dataset, entries, notes } = resumeDataset(at('r.h5'), HEAD);
    expect([entries.length, dataset.length, notes.size]).toEqual([stop, stop, 0]);
    for (const problem of wall.slice(stop)) dataset.add(problem);
    await dataset.finish(HEAD);
    expect(readFileSync(at('r.h5')).equals(readFileSync(at('wall.h5')))).toBe(true);
  }
});

test('a wall that stands takes at most a tenth of its JSON lines', () => {
  const json = wall.reduce((sum, problem) => sum + writeProblem(problem).length + 1, 0);
  expect(statSync(at('wall.h5')).size).toBeLessThan(json / 10);
});

test('equal problems have equal hashes, and any change of a number, a name or a contact another one', () => {
  const [first] = wall;
  const hash = problemHash(first!);
  expect(problemHash({ ...first!, title: 'another' })).toBe(hash);
  const others: Problem[] = [
    { ...first!, b: first!.b.map((v, k) => (k === 3 ? v + 1e-16 : v)) },
    { ...first!, h: undefined },
    { ...first!, names: first!.names!.map((name, k) => (k === 0 ? `${name}'` : name)) },
    { ...first!, contacts: first!.contacts.map((c, k) => (k === 0 ? { ...c, set: 'cone' } : c)) },
    { ...first!, contacts: first!.contacts.map((c, k) => (k === 0 ? { ...c, mu: 0.9 } : c)) },
    { ...first!, x: undefined },
  ];
  const hashes = others.map(problemHash);
  expect(new Set([hash, ...hashes]).size).toBe(others.length + 1);
});

test('what the format has no place for is refused with a sentence', async () => {
  const write = (problem: Problem) => writeDatasetNow(at('no.h5'), [{ problem }], HEAD);
  await expect(write({ ...bare, title: 'a\0b' })).rejects.toThrow(/no\.h5: expected a title of at most 4096 bytes/);
  await expect(write({ ...bare, names: ['\ud800'] })).rejects.toThrow(/expected a names\[0\] of .* found other char/);
  await expect(write({ ...bare, b: Float64Array.of(Number.NaN) })).rejects.toThrow(
    /expected finite numbers in b of "untitled", found NaN at place 0/,
  );
});
