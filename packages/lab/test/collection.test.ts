/** The collection that ships: what its recipes make, of the size and with the hashes that its index states. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  collectionFile,
  collectionProblem,
  problemFiles,
  problemHash,
  readCollection,
  readProblems,
} from '@signorini/lab/node';
import { afterAll, expect, test } from 'vitest';
import { collect } from '../src/collection/collect.ts';
import { COLLECTION_VERSION, recipes } from '../src/collection/recipes.ts';
import { COLLECTION_FOLDER } from '../src/node/collection/collection.ts';
import { writeCollected } from '../src/node/collection/write-collection.ts';
import { contentOf } from '../src/node/dataset/write-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-collection-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { problems, version, content, made } = await readCollection();

test('the index lists what the recipes make, in their order, and no file is beside it', () => {
  const kept = recipes.flatMap(({ scene, keep }) => keep.map((one) => ({ scene, ...one })));
  expect(problems.map(({ scene, name, step, hard }) => ({ scene, name, step, hard }))).toEqual(kept);
  expect(version).toBe(COLLECTION_VERSION);
  const names = [...problems.map(({ name }) => `${name}.h5`), 'collection.json'];
  expect(readdirSync(COLLECTION_FOLDER).sort()).toEqual(names.sort());
});

test('each scene of the papers has three problems: a tenth, half and nine tenths of its steps', () => {
  const scenes = 'brick-wall closed-loop winch log-grasping cable-rod capstan forklift granular shaker'.split(' ');
  const moments = ['early', 'middle', 'late'];
  const named = (scene: string) => moments.map((moment) => problems.find(({ name }) => name === `${scene}-${moment}`));
  for (const scene of scenes) {
    const steps = named(scene).map((entry) => entry?.step ?? Number.NaN);
    expect([steps[1]! / steps[0]!, steps[2]! / steps[0]!], scene).toEqual([5, 9]);
  }
});

test('all files together are at most 10 MB, and as large as the index states', () => {
  const sizes = problems.map(({ name }) => statSync(collectionFile(name)).size);
  expect(sizes).toEqual(problems.map(({ bytes }) => bytes));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(10e6);
});

test('every stored problem has the numbers whose hash the index states, and so has the whole', async () => {
  for (const { name, hash, rows, contacts } of problems) {
    const problem = await collectionProblem(name);
    expect([problemHash(problem), problem.n, problem.contacts.length], name).toEqual([hash, rows, contacts]);
  }
  expect(contentOf(problems)).toBe(content);
});

test('recipes that are quick give the stored bits again; the same bytes with the Node that made them', async () => {
  const same = made.node === process.version && made.platform === `${process.platform} ${process.arch}`;
  let compared = 0;
  for (const recipe of recipes.filter(({ quick }) => quick))
    for (const collected of collect(recipe)) {
      if (!collected) continue;
      const { name } = collected.origin;
      const entry = problems.find((one) => one.name === name)!;
      expect(problemHash(collected.problem), name).toBe(entry.hash);
      expect(entry, name).toMatchObject(JSON.parse(JSON.stringify(collected.origin)));
      const path = join(folder, `${name}.h5`);
      await writeCollected(path, collected, made.engine);
      if (same) expect(readFileSync(path).equals(readFileSync(collectionFile(name))), name).toBe(true);
      compared++;
    }
  expect(compared).toBeGreaterThan(10);
});

test('collection:NAME is read as a file is, under its name; collection:all is all of them', async () => {
  const { problems: read } = await readProblems(['collection:stack-1e3', 'collection:slope-12-rows']);
  expect(read.map(({ name, source }) => [name, source])).toEqual([
    ['stack-1e3', { file: 'collection:stack-1e3', scene: 'mass-ratio-stack', step: 60 }],
    ['slope-12-rows', { file: 'collection:slope-12-rows', scene: 'box-on-slope', step: 30 }],
  ]);
  expect(await problemFiles(['collection:all'])).toEqual(problems.map(({ name }) => `collection:${name}`));
});
