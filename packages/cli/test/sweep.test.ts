/** signorini sweep: what it prints and writes, and every mistake of a user as one sentence. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from './support/run.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-sweep-'));
afterAll(() => rmSync(root, { recursive: true }));
let places = 0;
const place = () => join(root, `sweep-${places++}`);
const example = fileURLToPath(new URL('../../../examples/heavy-on-light.json', import.meta.url));

const stack = ['sweep', 'mass-ratio-stack', '--steps', '5'];
const grid = [...stack, '--vary', 'solver=pgs,bpp', '--vary', 'ratio=1..100:log3'];
const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const results = (folder: string) =>
  Object.fromEntries(
    readdirSync(join(folder, 'items')).map((name) => {
      const { timing: _, ...rest } = JSON.parse(readFileSync(join(folder, 'items', name), 'utf8'));
      return [name, rest];
    }),
  );

test('a sweep writes sweep.json and one result per item, and prints a line per item', async () => {
  const folder = place();
  const { code, out, err } = await run(...grid, '-o', folder);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^mass-ratio-stack: 6 items, all done, /);
  expect(out).toMatch(
    /\nsolver +ratio +verdict +unsolved steps +median error, J +worst error, J +in doubt, J\npgs +1 +good +0\/5 /,
  );
  expect(files(folder).filter((name) => !name.startsWith('items'))).toEqual(['sweep.json']);
  const document = JSON.parse(readFileSync(join(folder, 'sweep.json'), 'utf8'));
  expect(document).toMatchObject({ format: 'signorini-sweep', version: 1, items: 6, shard: null, random: null });
  expect(document.axes[1].values).toEqual([1, 10, 100]);
  const rows = Object.entries(results(folder));
  expect(rows).toHaveLength(6);
  for (const [name, { id }] of rows) expect(name).toBe(`${id}.json`);
});

test('an item has the figures and the hash that signorini run gives for its command', async () => {
  const { out } = await run(...stack, '--vary', 'ratio=7.5', '--vary', 'time-step=1/120', '-o', place(), '--json');
  const [row] = JSON.parse(out).rows;
  const single = await run(
    'run',
    'mass-ratio-stack',
    '--steps',
    '5',
    '--set',
    'ratio=7.5',
    '--time-step',
    '1/120',
    '--json',
  );
  const document = JSON.parse(single.out);
  expect(row.hash).toBe(document.hash);
  expect(row.energyError.worst).toBe(document.energyError.worst);
  expect(row.frictionConsistency.median).toBe(document.frictionConsistency.median);
  expect(row.budget.total).toBe(document.budget.total);
  expect(row.verdicts).toEqual(document.verdicts);
});

test('problems are replayed: an item has the figures of signorini replay', async () => {
  const { code, out } = await run(
    'sweep',
    example,
    '--vary',
    'solver=pgs,bpp',
    '--vary',
    'maxIterations=5,50',
    '-o',
    place(),
    '--json',
  );
  expect(code).toBe(0);
  const { rows } = JSON.parse(out);
  const fifty = rows.find(
    (row: { place: object }) => JSON.stringify(row.place) === '{"maxIterations":50,"solver":"pgs"}',
  );
  const five = rows.find(
    (row: { place: object }) => JSON.stringify(row.place) === '{"maxIterations":5,"solver":"pgs"}',
  );
  expect(fifty.energyError.worst).toBeLessThan(five.energyError.worst);
  const replayed = JSON.parse((await run('replay', example, '--solver', 'bpp', '--json')).out).rows[0];
  const bpp = rows.find((row: { item: { solver: string } }) => row.item.solver === 'bpp');
  expect(bpp.energyError.worst).toBe(replayed.energy);
});

test('a scene file can be swept; sweep.json carries its text', async () => {
  const file = join(root, 'drop.scene.json');
  const scene = {
    format: 'signorini-scene',
    version: 1,
    bodies: [
      { name: 'ground', motion: 'static', shape: { kind: 'plane' } },
      { name: 'ball', shape: { kind: 'sphere', radius: 0.5 }, position: [0, 0, 0.5] },
    ],
  };
  writeFileSync(file, JSON.stringify(scene));
  const folder = place();
  const { code, err } = await run('sweep', file, '--vary', 'solver=bpp,pgs', '--steps', '3', '-o', folder);
  expect([code, err]).toEqual([0, '']);
  const { source } = JSON.parse(readFileSync(join(folder, 'sweep.json'), 'utf8'));
  expect(JSON.parse(source.text)).toEqual(scene);
  writeFileSync(file, JSON.stringify(scene, null, 1));
  const changed = await run('sweep', file, '--vary', 'solver=bpp,pgs', '--steps', '3', '-o', folder, '--resume');
  expect([changed.code, changed.err]).toEqual([
    2,
    expect.stringMatching(/expected a new folder, or the sweep \w+, found the sweep \w+\n$/),
  ]);
});

test('the folder of a sweep is not taken for problems', async () => {
  const folder = place();
  await run(...stack, '--vary', 'ratio=1', '-o', folder);
  const { code, err } = await run('replay', folder);
  expect([code, err]).toEqual([2, expect.stringMatching(/expected problems, found the folder of a sweep; /)]);
});

test('a resumed sweep does the missing items only and ends with the same results', async () => {
  const folder = place();
  await run(...grid, '-o', folder);
  const whole = results(folder);
  const names = Object.keys(whole);
  rmSync(join(folder, 'items', names[0]!));
  writeFileSync(join(folder, 'items', names[1]!), ''); // what a power failure may leave
  writeFileSync(join(folder, 'items', `.${names[2]}.part`), '{"id":');
  const untouched = readFileSync(join(folder, 'items', names[3]!), 'utf8');
  const { code, out } = await run(...grid, '-o', folder, '--resume');
  expect(code).toBe(0);
  expect(out).toMatch(/^mass-ratio-stack: 6 items, 4 of them kept, all done/);
  expect(results(folder)).toEqual(whole);
  expect(readFileSync(join(folder, 'items', names[3]!), 'utf8')).toBe(untouched);
});

test('an item that crashed is tried again on resume, one that failed is not', async () => {
  const folder = place();
  await run(...grid, '-o', folder);
  const [first, second] = readdirSync(join(folder, 'items')).map((name) => join(folder, 'items', name)) as [
    string,
    string,
  ];
  for (const [path, outcome] of [
    [first, 'crashed'],
    [second, 'failed'],
  ] as const)
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), outcome, sentence: 'x' }));
  const { code, out } = await run(...grid, '-o', folder, '--resume');
  expect(code).toBe(1);
  expect(out).toMatch(/5 of them kept, 1 FAILED/);
  expect(out).toMatch(/\nfailed: x\n {2}npx signorini run mass-ratio-stack --solver /);
});

test('an item that cannot be built is a sentence and the command that shows it; the others go on; exit 1', async () => {
  const { code, out } = await run(
    'sweep',
    'brick-wall',
    '--steps',
    '2',
    '--vary',
    'solver=enumeration,bpp',
    '-o',
    place(),
  );
  expect(code).toBe(1);
  expect(out).toMatch(/^brick-wall: 2 items, 1 FAILED/);
  expect(out).toMatch(/\nfailed: .*enumeration.*\n {2}npx signorini run brick-wall --solver enumeration /);
});

test('an option that a solver does not have: one item for it, and a note', async () => {
  const { code, out, err } = await run(...stack, '--vary', 'solver=pgs,bpp', '--vary', 'omega=1,1.2', '-o', place());
  expect(code).toBe(0);
  expect(err).toBe('sweep: bpp: no option omega, one item for all its values\n');
  expect(out).toMatch(/3 items/);
  expect(out).toMatch(/\nbpp +- +good/);
});

test('ranges: points at both ends, in steps or in ratios; integers are rounded and come once', async () => {
  const values = async (vary: string) => {
    const { out } = await run('sweep', 'brick-wall', '--steps', '1', '--vary', vary, '-o', place(), '--json');
    return JSON.parse(out).axes[0].values;
  };
  expect(await values('rows=1..3:3')).toEqual([1, 2, 3]);
  expect(await values('rows=1..4:log6')).toEqual([1, 2, 3, 4]);
  expect(await values('time-step=1/120..1/60:lin3')).toEqual([1 / 120, 0.0125, 1 / 60]);
  expect(await values('accuracy=none,0.01,2mJ')).toEqual(['none', 0.01, '0.002J']);
});

describe('shards', () => {
  const whole = place();
  const parts = [place(), place()];
  beforeAll(async () => {
    await run(...grid, '-o', whole);
    for (const [k, part] of parts.entries()) await run(...grid, '--shard', `${k + 1}/2`, '-o', part);
  });

  test('each has its part, merged they are the whole sweep', async () => {
    expect(parts.map((part) => Object.keys(results(part)).length)).toEqual([3, 3]);
    const merged = place();
    const { code, out } = await run('merge', ...parts, '-o', merged);
    expect(code).toBe(0);
    expect(out).toMatch(/^mass-ratio-stack: 6 items, all done\n/);
    expect(results(merged)).toEqual(results(whole));
    expect(readFileSync(join(merged, 'sweep.json'), 'utf8')).toBe(readFileSync(join(whole, 'sweep.json'), 'utf8'));
    expect((await run('merge', ...parts, '-o', merged)).code).toBe(0); // replaces an earlier one
    expect((await run('merge', merged, whole, '-o', place())).code).toBe(0); // the same results twice
  });

  test('a missing shard is said, exit 1', async () => {
    const { code, out } = await run('merge', parts[1]!, parts[1]!, '-o', place());
    expect(code).toBe(1);
    expect(out).toMatch(/\n3 items of 6 MISSING\n$/);
  });

  test('times of two machines are two figures', async () => {
    const elsewhere = place();
    cpSync(parts[1]!, elsewhere, { recursive: true });
    for (const name of readdirSync(join(elsewhere, 'items'))) {
      const path = join(elsewhere, 'items', name);
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"host": "[^"]*"/, '"host": "elsewhere"'));
    }
    const { out } = await run('merge', parts[0]!, elsewhere, '-o', place());
    expect(out.match(/\ntime per step over 3 items, median \S+ ms on /g)).toHaveLength(2);
  });

  test('mixed versions, mixed sweeps, results that differ, and an output that is an input are refused', async () => {
    const changed = (pattern: RegExp, by: string, file: (folder: string) => string) => {
      const folder = place();
      cpSync(parts[1]!, folder, { recursive: true });
      const path = join(folder, file(folder));
      writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, by));
      return folder;
    };
    const output = place();
    const mistake = async (...paths: string[]) => {
      const { code, out, err } = await run('merge', ...paths, '-o', output);
      expect([code, out, existsSync(output)]).toEqual([2, '', false]);
      return err;
    };
    const older = changed(/"engine": "[^"]*"/, '"engine": "0.0.1"', () => 'sweep.json');
    expect(await mistake(parts[0]!, older)).toMatch(
      /expected a sweep of version \S+ of the engine, as .*, found version 0\.0\.1\n$/,
    );
    const other = place();
    await run(...stack, '--vary', 'ratio=5', '-o', other);
    expect(await mistake(parts[0]!, other)).toMatch(/expected the sweep \w{20}, as .*, found the sweep \w{20}\n$/);
    const item = (folder: string) => join('items', readdirSync(join(folder, 'items'))[0]!);
    const differing = changed(/"hash": "\w+"/, '"hash": "00"', item);
    expect(await mistake(parts[1]!, differing)).toMatch(/found another \(hash 00 instead of \w+\)\n$/);
    expect(await mistake(parts[0]!, join(root, 'nowhere'))).toMatch(/expected the folder of a sweep, found none\n$/);
    const { code, err } = await run('merge', ...parts, '-o', parts[0]!);
    expect([code, err]).toEqual([2, expect.stringMatching(/found one of them\n$/)]);
  });
});

describe('report of a sweep', () => {
  const page = async (folder: string) => {
    const output = `${folder}.html`;
    const { code, out } = await run('report', folder, '-o', output);
    expect([code, out]).toEqual([0, `${output}\n`]);
    return readFileSync(output, 'utf8');
  };
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

  test('has a panel per solver and figure, a cell per item, the table, and no script or other file', async () => {
    const folder = place();
    await run(...grid, '--vary', 'light=1,2', '-o', folder);
    const text = await page(folder);
    const figures = ['Error of the solver', 'In doubt', 'Outcome', 'Time'];
    expect([...text.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title)).toEqual([...figures, 'How it was made']);
    expect(count(text, /<svg class="grid"/g)).toBe(4 * 2);
    expect(count(text, /<rect [^>]*class="cell"/g)).toBe(4 * 12);
    expect(count(text, /<tr><th scope="row">(pgs|bpp)<\/th>/g)).toBe(12);
    expect(text).not.toMatch(/<script|<link|src=|href=/);
    expect(text).toMatch(/<title>ratio 100, light 2: \S+<\/title>/);
  });

  test('has what failed, with its sentence and the command that runs it again, and what is missing', async () => {
    const folder = place();
    await run(
      'sweep',
      'brick-wall',
      '--steps',
      '1',
      '--vary',
      'solver=enumeration,bpp',
      '--vary',
      'rows=2,3',
      '-o',
      folder,
    );
    const text = await page(folder);
    expect(text).toMatch(/<h2>Failed \(2\)<\/h2>/);
    expect(text).toMatch(/failed: enumeration takes at most 12 rows/);
    expect(count(text, /<code>npx signorini run brick-wall --solver enumeration [^<]*<\/code>/g)).toBe(2);
    expect(count(text, /class="failed"/g)).toBe(4 * 2);
    rmSync(join(folder, 'items', readdirSync(join(folder, 'items'))[0]!));
    expect(await page(folder)).toMatch(/3 items: .* 1 item missing\./);
  });

  test('of a random sweep has dots; times that do not count are in no picture; texts are escaped', async () => {
    const folder = place();
    await run(...stack, '--random', '9', '--vary', 'ratio=1..9', '--vary', 'light=1..9:log', '-o', folder);
    const names = readdirSync(join(folder, 'items'));
    for (const name of names) {
      const path = join(folder, 'items', name);
      const text = readFileSync(path, 'utf8').replace('"counts": true', '"counts": false');
      writeFileSync(path, text.replace(/"how": "[^"]*"/, '"how": "<script>"'));
    }
    const text = await page(folder);
    expect(count(text, /<circle [^>]*class="dot"/g)).toBe(3 * 9);
    expect(text).not.toMatch(/<h2>Time|<script>/);
    expect(text).toMatch(/&lt;script&gt;/);
  });

  test('of a folder that is no sweep is a sentence, exit 2', async () => {
    const { code, err } = await run('report', root, '-o', join(root, 'x.html'));
    expect([code, err]).toEqual([
      2,
      `signorini: ${root}: expected the folder of a sweep, found a folder without sweep.json\n`,
    ]);
  });
});

describe('mistakes end with exit 2, one sentence, and nothing written', () => {
  const cases: [string, string[], RegExp][] = [
    ['no key', ['--vary', '=1'], /--vary: expected key=values, for example .*, found "=1"/],
    ['an unknown key', ['--vary', 'raito=1,2'], /--vary: unknown key "raito"; nearest: ratio/],
    ['no values', ['--vary', 'ratio='], /--vary ratio: expected values with commas between, found ""/],
    ['an empty value', ['--vary', 'ratio=1,,2'], /--vary ratio: expected values with commas between/],
    ['nothing that varies', [], /--vary: expected at least one, for example .*, found none/],
    ['a key twice', ['--vary', 'ratio=1', '--vary', 'ratio=2'], /--vary ratio: expected it once, found it twice/],
    ['a value twice', ['--vary', 'ratio=1,1'], /--vary ratio: expected different values, found 1 twice/],
    ['a value that does not fit', ['--vary', 'ratio=-1'], /parameter ratio: expected a number >= /],
    [
      'a range without points',
      ['--vary', 'ratio=1..10'],
      /expected a number of points after the range, for example 1\.\.10:5/,
    ],
    ['a range of one point', ['--vary', 'ratio=1..10:1'], /expected 2 to 1e6 points, found 1/],
    ['a range without a length', ['--vary', 'ratio=2..2:5'], /expected two different ends of a range/],
    ['an unknown scale', ['--vary', 'ratio=1..2:cubic5'], /expected :5, :lin5 or :log5 after a range/],
    [
      'the logarithm of a negative range',
      ['--vary', 'ratio=-1..10:log3'],
      /expected positive ends of a logarithmic range/,
    ],
    ['a range of names', ['--vary', 'solver=pgs..bpp:3'], /expected numbers as the ends of a range, found "pgs"/],
    [
      'too many items',
      ['--vary', 'ratio=1..2:2000', '--vary', 'light=1..2:2000'],
      /expected at most 1000000 items, found a grid of 4000000/,
    ],
    ['--random 0', ['--vary', 'ratio=1..2', '--random', '0'], /--random: expected an integer >= 1, found "0"/],
    [
      '--random above a million',
      ['--vary', 'ratio=1..2', '--random', '1000001'],
      /--random: expected at most 1000000, found/,
    ],
    [
      '--seed x',
      ['--vary', 'ratio=1..2', '--random', '3', '--seed', 'x'],
      /--seed: expected an integer >= 0, found "x"/,
    ],
    [
      '--shard 3/2',
      ['--vary', 'ratio=1,2', '--shard', '3/2'],
      /--shard: expected i\/n with i from 1 to n, for example 2\/4, found "3\/2"/,
    ],
    ['--shard 0/2', ['--vary', 'ratio=1,2', '--shard', '0/2'], /--shard: expected i\/n/],
    [
      'more shards than items',
      ['--vary', 'ratio=1,2', '--shard', '3/3'],
      /--shard: expected at most 2 shards, one per item, found 3/,
    ],
    ['--threads 0', ['--vary', 'ratio=1,2', '--threads', '0'], /--threads: expected an integer >= 1/],
    ['an unknown solver', ['--vary', 'solver=pgz'], /unknown solver "pgz"; nearest: /],
    ['an unknown option', ['--vary', 'solver=pgs', '-O', 'omga=1'], /pgs: unknown option "omga"; nearest: omega/],
    ['warm-start=maybe', ['--vary', 'warm-start=maybe'], /--vary warm-start: expected on or off, found "maybe"/],
  ];
  test.each(cases)('%s', async (_, words, sentence) => {
    const folder = place();
    const { code, out, err } = await run(...stack, ...words, '-o', folder);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err.match(/\n/g)).toHaveLength(1);
    expect(existsSync(folder)).toBe(false);
  });

  test('settings of scenes with problems', async () => {
    for (const words of [
      ['--steps', '3'],
      ['--set', 'a=1'],
      ['--time-step', '1/60'],
    ]) {
      const { code, err } = await run('sweep', example, '--vary', 'solver=pgs', ...words, '-o', place());
      expect([code, err]).toEqual([2, `signorini: ${words[0]}: expected a scene, found problems\n`]);
    }
  });

  test('a folder that is no sweep, another sweep, this sweep without --resume, or of another version', async () => {
    const other = place();
    mkdirSync(other);
    writeFileSync(join(other, 'thesis.txt'), 'x');
    const mistake = async (...argv: string[]) => {
      const { code, out, err } = await run(...argv);
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    for (const resume of [[], ['--resume']])
      expect(await mistake(...grid, '-o', other, ...resume)).toMatch(
        /expected the folder of a sweep, found a folder without sweep\.json\n$/,
      );
    expect(files(other)).toEqual(['thesis.txt']);
    expect(await mistake(...grid, '-o', join(other, 'thesis.txt'))).toMatch(
      /expected the folder of a sweep, found a file\n$/,
    );

    expect(await mistake(...grid, '-o', '/proc/nothing/here')).toMatch(/expected to make this folder, found /);
    const folder = place();
    await run(...grid, '-o', folder);
    const before = files(folder);
    expect(await mistake(...grid, '-o', folder)).toMatch(
      /expected a new folder, found this sweep with 6 results; --resume goes on with it\n$/,
    );
    expect(await mistake(...stack, '--vary', 'ratio=5', '-o', folder, '--resume')).toMatch(
      /expected a new folder, or the sweep \w{20}, found the sweep \w{20}\n$/,
    );
    expect(await mistake(...grid, '--shard', '1/2', '-o', folder, '--resume')).toMatch(
      /expected shard 1\/2 of the sweep, found all\n$/,
    );
    const path = join(folder, 'sweep.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/"engine": "[^"]*"/, '"engine": "0.0.1"'));
    expect(await mistake(...grid, '-o', folder, '--resume')).toMatch(
      /found one of version 0\.0\.1; its items stay as they are\n$/,
    );
    for (const [broken, sentence] of [
      ['{', /expected the JSON document of a sweep, found /],
      ['{"format":"other"}', /expected format "signorini-sweep" version 1, found "other" nothing/],
      ['{"format":"signorini-sweep","version":1}', /found some of them missing/],
    ] as const) {
      writeFileSync(path, broken);
      expect(await mistake(...grid, '-o', folder, '--resume')).toMatch(sentence);
    }
    expect(files(folder)).toEqual(before);
  });
});
