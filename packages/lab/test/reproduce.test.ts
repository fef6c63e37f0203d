import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CLAIMS, type Experiment, experiments, plainContext, verdictOf } from '../src/index.ts';
import { FileError, readProblemFile, reproduce, writeFileWhole } from '../src/node/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-'));
afterAll(() => rmSync(folder, { recursive: true }));
const find = (id: string) => experiments.filter((experiment) => experiment.id === id);

test('rod and isolines are reproduced, with data, pictures and one page that lists both runs', async () => {
  const [rod] = (await reproduce(find('rod'), folder, { quick: true })).entries;
  expect(rod).toMatchObject({ verdict: 'reproduced', paper: 4.96e-2, unit: 'J' });
  expect(rod!.claims.map(({ id, where }) => [id, where])).toContainEqual(['E3', 'EPTK19 Sec. 5.1']);
  const [isolines] = (await reproduce(find('isolines'), folder, { quick: true })).entries;
  expect(isolines).toMatchObject({ verdict: 'reproduced', paper: 2 });
  for (const { files } of [rod!, isolines!]) for (const file of files) expect(readdirSync(folder)).toContain(file);
  expect(rod!.files).toEqual(['rod.json', 'rod.csv', 'rod.svg', 'rod.png', 'rod-masses.svg', 'rod-masses.png']);

  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  expect(index.experiments.map(({ id }: { id: string }) => id)).toEqual(['isolines', 'rod']);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain('<section id="rod">');
  expect(page).toContain('<section id="isolines">');
  expect(page).not.toMatch(/(src|href)="https?:/); // the page needs no other server
  const png = readFileSync(join(folder, 'isolines-energy.png'));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(readFileSync(join(folder, 'rod.csv'), 'utf8').split('\n')[0]).toContain('energy [J]');
});

test('an index.json that was edited neither stops a run nor becomes markup; a picture that is gone is named', async () => {
  const place = mkdtempSync(join(folder, 'edited-'));
  await reproduce(find('rod'), place, { quick: true });
  const { experiments: kept } = JSON.parse(readFileSync(join(place, 'index.json'), 'utf8'));
  const bad = '"><script>alert(1)</script>';
  const entry = { ...kept[0], id: bad, title: bad, source: bad, verdict: bad, reason: bad, unit: bad, files: [bad] };
  const outside = { ...kept[0], id: 'outside', pictures: [{ svg: '../index.json', caption: '' }] };
  writeFileSync(join(place, 'index.json'), JSON.stringify({ experiments: [null, 5, {}, entry, outside] }));
  rmSync(join(place, 'rod.svg'));
  await reproduce(find('isolines'), place, { quick: true });
  const page = readFileSync(join(place, 'index.html'), 'utf8');
  expect(page).not.toContain('<script');
  expect(page).toContain('<p>rod.svg is no longer in the folder</p>');
  expect(page.match(/<section/g)!.length).toBe(2); // the edited entry and the new one
});

test('a folder that is not ours is left as it is: index.html and index.json are common names', async () => {
  for (const [name, text] of [
    ['index.html', 'my page'],
    ['index.json', '{"experiments":5}'],
    ['index.json', '{"experiments":[null,{"id":"mine"}]}'],
    ['notes.txt', 'mine'],
  ] as const) {
    const place = mkdtempSync(join(folder, 'mine-'));
    writeFileSync(join(place, name), text);
    await expect(reproduce(find('rod'), place, { quick: true })).rejects.toThrow(
      /or one of an earlier `signorini reproduce`, found other files, which stay as they are/,
    );
    expect(readdirSync(place)).toEqual([name]);
    expect(readFileSync(join(place, name), 'utf8')).toBe(text);
  }
});

test('two runs into one folder list the experiments of both', async () => {
  const place = mkdtempSync(join(folder, 'two-'));
  await Promise.all(['rod', 'isolines'].map((id) => reproduce(find(id), place, { quick: true })));
  const index = JSON.parse(readFileSync(join(place, 'index.json'), 'utf8'));
  expect(index.experiments.map(({ id }: { id: string }) => id)).toEqual(['isolines', 'rod']);
  expect(readdirSync(place).filter((name) => name.startsWith('.'))).toEqual([]);
});

/** Two parts; the second fails as long as `broken`. */
const inParts = (log: string[], broken: () => boolean): Experiment => ({
  id: 'rod',
  title: 'in parts',
  source: 'a test',
  claims: [],
  seconds: 1,
  run(context) {
    const values = ['one', 'two'].map((name) =>
      context.resumable(name, () => {
        if (name === 'two' && broken()) throw new Error('the second part is broken');
        log.push(name);
        return { name, figure: Number.NaN };
      }),
    );
    return { reason: '', claims: [], comparison: [], pictures: [], data: { values }, table: { columns: [], rows: [] } };
  },
});

test('an experiment that fails is a sentence; resumed, it goes on after the last part that was done', async () => {
  const place = mkdtempSync(join(folder, 'parts-'));
  const log: string[] = [];
  let broken = true;
  const list = [inParts(log, () => broken)];
  const first = await reproduce(list, place, { quick: true });
  expect(first).toEqual({ entries: [], failed: [{ id: 'rod', sentence: 'the second part is broken' }] });
  await expect(reproduce(list, place, { quick: true })).rejects.toThrow(/--resume continues it, or remove it/);
  broken = false;
  const { entries } = await reproduce(list, place, { quick: true, resume: true });
  expect(log).toEqual(['one', 'two']); // the first part only once
  expect(entries.map(({ id, verdict }) => [id, verdict])).toEqual([['rod', 'cannot be compared']]);
  const { values } = JSON.parse(readFileSync(join(place, 'rod.json'), 'utf8'));
  expect(values).toEqual([
    { name: 'one', figure: null },
    { name: 'two', figure: null },
  ]);
  expect(readdirSync(place).filter((name) => name.endsWith('.part'))).toEqual([]);
  await reproduce(list, place, { quick: true, resume: true });
  expect(log).toEqual(['one', 'two']); // what is done is kept
});

test('a verdict follows from the claims', () => {
  const of = (...verdicts: Parameters<typeof verdictOf>[0][number]['verdict'][]) =>
    verdictOf(verdicts.map((verdict) => ({ verdict })));
  expect(of('holds', 'holds')).toBe('reproduced');
  expect(of('holds', 'cannot be compared')).toBe('reproduced');
  expect(of('holds', 'does not hold')).toBe('partly reproduced');
  expect(of('holds under conditions')).toBe('partly reproduced');
  expect(of('does not hold')).toBe('not reproduced');
  expect(of('cannot be compared')).toBe('cannot be compared');
});

test('experiments decide claims of the list, and have ids of their own', () => {
  const decided = new Set(experiments.flatMap(({ claims }) => claims));
  for (const claim of decided) expect(Object.keys(CLAIMS)).toContain(claim);
  expect(new Set(experiments.map(({ id }) => id)).size).toBe(experiments.length);
});

test('the isolines of the picture lie where the closed form puts them', () => {
  const { data } = find('isolines')[0]!.run(plainContext({ quick: true, clock: () => 0 }));
  const { lines } = data as { lines: { measure: string; case: string; level: number; points: [number, number][] }[] };
  const energy = lines.filter((line) => line.measure === 'energy' && line.case === 'contact' && line.level === 0.5);
  expect(energy.length).toBeGreaterThan(0);
  for (const { points } of energy)
    for (const [x, w] of points) {
      const d = Math.abs(Math.min(x, w)); // mid(-inf, w, x), a = 1/kg: half a joule at 1
      expect(Math.abs(d - 1)).toBeLessThan(0.03);
    }
});

test('a file that cannot be read is told in one sentence', async () => {
  await expect(readProblemFile(join(folder, 'none.json'))).rejects.toThrow(
    /none\.json: expected a problem file, found no such file$/,
  );
  await expect(readProblemFile(folder)).rejects.toThrow(/expected a problem file, found a folder$/);
  await expect(readProblemFile('x.h5')).rejects.toThrow('x.h5: expected a problem file, found no such file');
  writeFileSync(join(folder, 'bad.json'), '{"format":"signorini-problem","version":3}');
  await expect(readProblemFile(join(folder, 'bad.json'))).rejects.toThrow(/bad\.json: version: expected 1, found 3$/);
});

test('a file that cannot be written leaves nothing behind', async () => {
  writeFileSync(join(folder, 'taken'), '');
  await expect(writeFileWhole(join(folder, 'taken', 'x.json'), '{}')).rejects.toThrow(FileError);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});
