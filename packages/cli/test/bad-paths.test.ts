/** Every command, every kind of path that cannot be meant, to read and to write: exit 2 and one sentence, never a stack trace. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '@signorini/engine';
import { writeProblem } from '@signorini/engine/problem';
import { findScene } from '@signorini/engine/scenes';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from './support/run.ts';

const root = mkdtempSync(join(tmpdir(), 'signorini-paths-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const at = (name: string) => join(root, name);
const isRoot = process.getuid?.() === 0;
const onUnix = process.platform !== 'win32';

/** Names as files of this ending would have; '' is a name without one. */
const ENDINGS = ['.json', '.scene.json', '.jsonl', '.h5', '.hdf5', '.h5.part', '.dat', '.csv', '.moment.json', ''];
writeFileSync(at('file'), 'text');
mkdirSync(at('empty-folder'));
const BINARY = Buffer.from(Array.from({ length: 4000 }, (_, k) => (k * 7919) % 256));

/** Makes one of each kind, and returns its path. */
const KINDS: Readonly<Record<string, (ending: string) => string>> = {
  missing: (ending) => at(`missing/nothing${ending}`),
  folder: (ending) => made(`folder${ending}`, mkdirSync),
  'a file as folder': (ending) => at(`file/inside${ending}`),
  'links in a circle': (ending) => made(`loop${ending}`, (path) => symlinkSync(path, path)),
  'a name that is too long': (ending) => at(`${'n'.repeat(300)}${ending}`),
  'a path that is too long': (ending) => at(`${'path/'.repeat(1000)}x${ending}`),
  'a zero character': (ending) => at(`zero\0${ending}`),
  empty: (ending) => made(`empty${ending}`, (path) => writeFileSync(path, '')),
  binary: (ending) => made(`binary${ending}`, (path) => writeFileSync(path, BINARY)),
  'another text': (ending) => made(`text${ending}`, (path) => writeFileSync(path, 'a,b\n1,2\n')),
  'another JSON': (ending) => made(`other${ending}`, (path) => writeFileSync(path, '{"format":"another","a":[1]}\n')),
  'a list': (ending) => made(`list${ending}`, (path) => writeFileSync(path, '[null]\n')),
  ...(onUnix && { 'a named pipe': (ending) => made(`pipe${ending}`, (path) => void spawnSync('mkfifo', [path])) }),
  ...(onUnix && { 'a device': (ending) => made(`device${ending}`, (path) => symlinkSync('/dev/null', path)) }),
  ...(!isRoot && {
    unreadable: (ending) => made(`closed${ending}`, (path) => writeFileSync(path, '{}', { mode: 0 })),
  }),
};
const known = new Set<string>();
function made(name: string, make: (path: string) => void): string {
  if (!known.has(name)) make(at(name));
  known.add(name);
  return at(name);
}

const scene = at('good.scene.json');
writeFileSync(scene, '{"format":"signorini-scene","version":1,"bodies":[]}');
let outputs = 0;
const output = (ending = '') => at(`out-${outputs++}${ending}`);

/** Command lines with the path in each place where one is read. */
const READING: Readonly<Record<string, (path: string) => string[]>> = {
  run: (path) => ['run', path, '--steps', '1'],
  'run --solver': (path) => ['run', 'bouncing-ball', '--steps', '1', '--solver', path],
  capture: (path) => ['capture', path, '-o', output()],
  solve: (path) => ['solve', path],
  'solve #': (path) => ['solve', `${path}#1`],
  replay: (path) => ['replay', path, '--solver', 'pgs'],
  report: (path) => ['report', path, '-o', output('.html')],
  recommend: (path) => ['recommend', path, '-o', output()],
  sweep: (path) => ['sweep', path, '--vary', 'solver=pgs,bpp', '-o', output()],
  merge: (path) => ['merge', path, path, '-o', output()],
  doctor: (path) => ['doctor', path],
  inspect: (path) => ['inspect', path],
  diff: (path) => ['diff', path, path],
  convert: (path) => ['convert', path, output('.jsonl')],
  'convert of a run': (path) => ['convert', path, output('.csv')],
  studio: (path) => ['studio', path],
  render: (path) => ['render', path, '-o', output('.mp4')],
  'scoreboard --from': (path) => ['scoreboard', '--from', path, '-o', output()],
};

/** The page says what is wrong with the content of a file that the studio serves as it is. */
const SERVED = ['.h5', '.hdf5', '.jsonl', '.moment.json'];
const CONTENT = ['empty', 'binary', 'another text', 'another JSON', 'a list'];
/** A few for the one that starts a browser's server for each. */
const endingsOf = (command: string, kind: string): readonly string[] => {
  if (command === 'render') return ['.json', '.scene.json', ''];
  return command === 'studio' && CONTENT.includes(kind)
    ? ENDINGS.filter((ending) => !SERVED.includes(ending))
    : ENDINGS;
};

async function mistakeOf(words: readonly string[]): Promise<string | undefined> {
  let ran: Awaited<ReturnType<typeof run>>;
  try {
    ran = await run(...words);
  } catch (error) {
    return `threw ${String((error as Error).stack).slice(0, 600)}`;
  }
  const { code, out, err } = ran;
  if (code !== 2 || out !== '') return `exit ${code}: ${out.slice(0, 100)}${err.slice(0, 200)}`;
  const lines = err.trimEnd().split('\n');
  if (lines.length > 2 || !lines.at(-1)!.startsWith('signorini: ')) return `lines: ${err.slice(0, 300)}`;
  const ours = err.replace(/(can be imported, found ).*/s, '$1'); // then the words of the module's own error
  if (/\n {4}at |undefined|Error:|\bE[A-Z]{4,}\b/.test(ours)) return `raw: ${err.slice(0, 300)}`;
  if (!/expected|unknown|nearest/.test(err)) return `no cure: ${err.slice(0, 300)}`;
  return undefined;
}

describe('a path that cannot be read', () => {
  for (const [command, words] of Object.entries(READING))
    test(`${command}: exit 2 and one sentence for every kind of it`, async () => {
      const mistakes: Record<string, string> = {};
      for (const [kind, make] of Object.entries(KINDS))
        for (const ending of endingsOf(command, kind)) {
          const name = `${kind} ${ending}`;
          const mistake = await mistakeOf(words(make(ending)));
          if (mistake !== undefined) mistakes[name] = mistake.replaceAll(root, '');
        }
      expect(mistakes).toEqual({});
    });
});

/** Command lines with the path in each place where one is written; the ending is the one that the place takes. */
const WRITING: Readonly<Record<string, readonly [ending: string, (path: string) => string[]]>> = {
  'run --record': ['.h5', (path) => ['run', 'bouncing-ball', '--steps', '1', '--record', path]],
  'capture -o': ['', (path) => ['capture', 'brick-wall', '--steps', '1', '-o', path]],
  'capture -o .h5': ['.h5', (path) => ['capture', 'brick-wall', '--steps', '1', '-o', path]],
  'replay -o': ['.json', (path) => ['replay', problem, '--solver', 'pgs', '-o', path]],
  'report -o': ['.html', (path) => ['report', results, '-o', path]],
  'sweep -o': ['', (path) => ['sweep', 'bouncing-ball', '--vary', 'solver=pgs', '--steps', '1', '-o', path]],
  'convert to': ['.jsonl', (path) => ['convert', problem, path]],
};
const problem = at('problem.json');
const results = at('results.json');
const NOWHERE = ['a file as folder', 'links in a circle', 'a name that is too long', 'a path that is too long'];

describe('a path that cannot be written', async () => {
  const world = createWorld(findScene('brick-wall'), { frictionModel: 'box' });
  world.step();
  writeFileSync(problem, writeProblem(world.problem()!));
  await run('replay', problem, '--solver', 'pgs', '-o', results);
  for (const [place, [ending, words]] of Object.entries(WRITING))
    test(`${place}: exit 2 and one sentence, and nothing is left behind`, async () => {
      const mistakes: Record<string, string> = {};
      const before = readdirSync(root).length;
      for (const kind of [...NOWHERE, 'a zero character', ending === '' ? 'another text' : 'folder']) {
        const path = KINDS[kind]!(ending);
        const mistake = await mistakeOf(words(path));
        if (mistake !== undefined) mistakes[kind] = mistake.replaceAll(root, '');
      }
      expect(mistakes).toEqual({});
      expect(readdirSync(root).length - before).toBeLessThanOrEqual(2); // those made above
    });
});
