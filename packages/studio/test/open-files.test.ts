/** Files that a person opens: what is shown of each kind, what a file does not contain, recorded runs bit for bit, and hostile ones. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { writeHdf5 } from '../../lab/src/hdf5/hdf5.ts';
import type { FileReply } from '../src/file-protocol.ts';
import type { Reply, Request, RunSpec, Setup } from '../src/protocol.ts';
import { loadLibrary } from '../src/worker/library.ts';
import { Studio } from '../src/worker/studio.ts';
import { bytesOf, type FileKind, makeFiles, NAMES, openBytes, openFile, RECORDED_STEPS } from './files.ts';

await loadLibrary();
let files: Readonly<Record<FileKind, Uint8Array>>;
beforeAll(async () => {
  files = await makeFiles();
});

const text = (content: string) => new TextEncoder().encode(content);
const AUTO: Setup = { solver: 'auto', options: {}, warmStart: true };
const WALL: RunSpec = {
  source: { kind: 'catalogue', name: 'brick-wall', parameters: { rows: 2 } },
  timeStep: null,
  frictionModel: null,
  integrator: null,
};

/** A studio that does what waits until nothing does. */
function studio() {
  const replies: Reply[] = [];
  const tasks: (() => void)[] = [];
  const made: Studio = new Studio({
    reply: (reply) => {
      replies.push(structuredClone(reply)); // as a port does
      if (reply.type === 'frame') made.handle({ type: 'release' });
    },
    later: (act) => void tasks.push(act),
    clock: () => performance.now(),
  });
  const settle = async () => {
    for (let quiet = 0; quiet < 3; ) {
      const task = tasks.shift();
      task?.();
      quiet = task ? 0 : quiet + 1;
      await new Promise((resolve) => setTimeout(resolve, task ? 0 : 20)); // packing goes on beside
    }
  };
  const last = <T extends Reply['type']>(type: T) =>
    replies.filter((reply): reply is Extract<Reply, { type: T }> => reply.type === type).at(-1);
  return { ask: (request: Request) => made.handle(request), settle, last, replies };
}
const runOf = (reply: FileReply) => {
  if (reply.type !== 'run') throw new Error(`expected a run, found ${JSON.stringify(reply)}`);
  return reply;
};

test('each kind is told apart by its content, and says what it does not contain', async () => {
  const kinds = Object.keys(files) as FileKind[];
  const types = {
    scene: 'scene',
    problem: 'problem',
    lines: 'dataset',
    dataset: 'dataset',
    run: 'run',
    fclib: 'problem',
  };
  for (const kind of kinds) {
    const { first } = await openFile(NAMES[kind], files[kind]);
    expect(first.type, kind).toBe(types[kind]);
  }
  const lacks = async (kind: FileKind) => ((await openFile(NAMES[kind], files[kind])).first as { lacks: string }).lacks;
  expect(await lacks('run')).toMatch(/has no iterates and no times/);
  expect(await lacks('dataset')).toMatch(/no shapes and no motion/);
  expect(await lacks('fclib')).toMatch(/names no bodies and no units, and has no run/);
});

test('files of other programs are named, with the way to a scene', async () => {
  const said = async (name: string, text: string) => {
    const { first } = await openFile(name, new TextEncoder().encode(text));
    return (first as Extract<FileReply, { type: 'failed' }>).sentence;
  };
  expect(await said('arm.urdf', '<?xml version="1.0"?>\n<robot name="arm"/>')).toBe(
    'arm.urdf: expected a scene, a problem, a dataset, a recorded run or an FCLib file, found a robot description in URDF, ' +
      'which is not read here; build it as a world in code, and write `JSON.stringify(sceneOf(world))` to a scene file',
  );
  expect(await said('run.csv', 'step,time\n0,0\n')).toContain('found a table (CSV)');
  expect(await said('world.mjs', "import { World } from '@signorini/engine';")).toContain('found a program');
});

test('a dataset lists number, size and joules, whatever its form, and opens one as a problem', async () => {
  const listOf = async (kind: FileKind) => {
    const { replies, reading } = await openFile(NAMES[kind], files[kind]);
    reading.problem(3);
    const entries = replies.flatMap((reply) => (reply.type === 'entries' ? reply.list : []));
    return { entries, problem: replies.at(-1) as Extract<FileReply, { type: 'problem' }> };
  };
  const [packed, lines] = [await listOf('dataset'), await listOf('lines')];
  expect(packed.entries).toHaveLength(6);
  expect(packed.entries[3]).toMatchObject({ step: 4, rows: 84, contacts: 28, fault: null });
  expect(packed.entries[3]!.stored).toBeLessThan(1e-20);
  expect(packed.entries[3]!.nothing).toBeGreaterThan(0.1);
  const plain = (list: typeof packed.entries) => list.map(({ step: _, ...rest }) => rest);
  expect(plain(lines.entries)).toEqual(plain(packed.entries));
  expect(lines.problem.text).toBe(packed.problem.text);
  const { ask, replies } = studio();
  ask({ type: 'openProblem', title: 'x', text: packed.problem.text, setup: AUTO });
  const answers = replies.filter((reply) => reply.type === 'answer');
  expect(answers.find(({ question }) => question === 'problem')?.answer).toMatchObject({ rows: { length: 84 } });
});

test('a recorded run opens as a run and has the same bits; a changed one is found at its step, with body and field', async () => {
  const { first, reading, replies } = await openFile(NAMES.run, files.run);
  const { run } = runOf(first);
  expect(run.steps).toBe(RECORDED_STEPS);
  const same = studio();
  same.ask({ type: 'openRecorded', recorded: run });
  await same.settle();
  expect(same.last('recorded')).toMatchObject({ same: true, done: RECORDED_STEPS });
  expect(same.last('recorded')!.sentence).toBe(
    `run: the same bits as recorded, ${RECORDED_STEPS} steps, hash ${run.hash}.`,
  );
  expect(same.last('frame')!.branches[0]).toMatchObject({ step: RECORDED_STEPS, hash: run.hash });
  const other = studio();
  const source = run.spec.source as Extract<RunSpec['source'], { kind: 'catalogue' }>;
  const spec = { ...run.spec, source: { ...source, parameters: { ...source.parameters, friction: 0.3 } } };
  other.ask({ type: 'openRecorded', recorded: { ...run, spec } });
  await other.settle();
  const { differs, sentence, same: isSame } = other.last('recorded')!;
  expect(isSame).toBe(false);
  expect(sentence).toMatch(/^run: differs from the record at step \d+; the \d+ before have the same bits/);
  reading.compare(differs!.step, differs!.pose, differs!.velocity);
  expect((replies.at(-1) as { sentence: string }).sentence).toMatch(
    /^Step \d+, brick-\d: .* was .* is .* ulps apart\.$/,
  );
  const stopped = studio();
  stopped.ask({ type: 'openRecorded', recorded: run });
  stopped.ask({ type: 'pause' });
  expect(stopped.last('recorded')).toMatchObject({
    same: null,
    sentence: expect.stringMatching(/^run: stopped at step/),
  });
});

test('a branch with changes of solver and a pull is saved as a recorded run, and reopens with the same bits', async () => {
  const { ask, settle, last } = studio();
  ask({ type: 'open', spec: WALL, setup: AUTO, play: false });
  const steps = (count: number) => {
    for (let k = 0; k < count; k++) ask({ type: 'advance' });
  };
  steps(5);
  ask({ type: 'setup', setup: { solver: 'pgs', options: { maxIterations: 7 }, warmStart: false } });
  steps(5);
  ask({ type: 'seek', step: 8 });
  ask({ type: 'fork', branch: 0, step: 8, setup: { solver: 'psor', options: {}, warmStart: true }, name: null });
  steps(4);
  ask({ type: 'pull', pull: { body: 'brick-6', at: [0, 0, 0], to: [0, 3, 1], limit: 500 } });
  steps(6);
  ask({ type: 'pull', pull: null });
  steps(3);
  const { hash, step, branch } = last('frame')!.branches[0]!;
  expect([step, branch]).toEqual([21, 1]);
  ask({ type: 'saveRun', branch: 1, steps: 21, most: 1e8 });
  await settle();
  const saved = last('saved')!;
  expect(saved.name).toBe('brick-wall-psor.h5');
  const { run } = runOf((await openFile('again.h5', saved.content as Uint8Array)).first);
  expect(run.hash).toBe(hash);
  expect(run.events.map((event) => `${event.kind} ${event.step}`)).toEqual(
    ['setup 6', 'setup 9', 'pull 13', 'pull 19'], // before which steps
  );
  const again = studio();
  again.ask({ type: 'openRecorded', recorded: run });
  await again.settle();
  expect(again.last('recorded')).toMatchObject({ same: true });
  expect(again.last('frame')!.branches[0]).toMatchObject({ step: 21, hash });
  ask({ type: 'saveRun', branch: 1, steps: 21, most: 1e4 });
  await settle();
  expect(last('failed')!.sentence).toMatch(/above 0 MB: save fewer steps|above \d+ MB/);
  ask({ type: 'saveScene' });
  const scene = last('saved')!;
  expect(scene.name, last('failed')?.sentence).toBe('brick-wall.scene.json');
  expect((await openFile(scene.name, text(scene.content as string))).first.type).toBe('scene');
});

test('sizes are bounded: a file of 2 GB, an array that unpacks to more, groups in a circle, nesting, long lines', async () => {
  const told = async (name: string, content: Uint8Array, size?: number) => {
    const { first } = await openBytes(name, bytesOf(content, size));
    return first.type === 'failed' ? first.sentence : JSON.stringify(first).slice(0, 200);
  };
  expect(await told('big.h5', files.dataset, 2e9)).toBe(
    'big.h5: expected at most 1024 MB of such a file, found 2000 MB',
  );
  expect(await told('big.json', text('{'), 2e9)).toMatch(/expected at most 64 MB of such a file, found 2000 MB/);
  expect(await told('big.jsonl', text('{'), 2e9)).toMatch(/expected at most 512 MB of such a file, found 2000 MB/);
  const deep = (depth: number, inner: Record<string, unknown>): Record<string, unknown> =>
    depth === 0 ? inner : { inner: deep(depth - 1, inner) };
  const nested = await writeHdf5({ fclib_local: deep(30, { v: Float64Array.of(1) }) } as never);
  expect(await told('deep.hdf5', nested)).toMatch(/expected at most 16 groups inside each other, found more/);
  const many = Object.fromEntries(Array.from({ length: 2500 }, (_, k) => [`a${k}`, Int32Array.of(k)]));
  expect(await told('many.hdf5', await writeHdf5({ fclib_local: many } as never))).toMatch(/at most 2000 groups/);
  const depth = 3e5;
  const brackets = `{"format":"signorini-scene","version":1,"bodies":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const { first } = await openFile('deep.scene.json', text(brackets));
  if (first.type === 'scene') {
    const { ask, last } = studio();
    const source = { kind: 'file', title: first.title, text: first.text } as const;
    ask({ type: 'open', spec: { ...WALL, source }, setup: AUTO, play: false });
    expect(last('failed')!.sentence.length).toBeGreaterThan(20);
    ask({ type: 'open', spec: WALL, setup: AUTO, play: false });
    expect(last('frame')!.branches[0]!.step).toBe(0);
  } else expect(first).toMatchObject({ type: 'failed' });
  expect(await told('zeros.jsonl', new Uint8Array(100))).toMatch(/found another binary file/);
  expect(await told('empty.h5', new Uint8Array(0))).toMatch(/found an empty file/);
  expect(await told('latin.json', Uint8Array.of(123, 34, 0xe4, 34, 125))).toMatch(/expected text in UTF-8/);
  expect(await told('blank.jsonl', text('\n \n'))).toMatch(/expected problems, found a dataset without any/);
  for (const kind of ['run', 'dataset', 'fclib'] as const)
    for (const share of [0.001, 0.3, 0.9])
      expect(
        await told('cut.h5', files[kind].slice(0, Math.ceil(share * files[kind].length))),
        `${kind} ${share}`,
      ).toMatch(/^cut\.h5: expected /);
});

/** Numbers from 0 to 1 that are the same in every run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const TOKENS = [
  '-1',
  '1e999',
  'null',
  '"x"',
  '[]',
  '{}',
  'true',
  '1e308',
  '-0',
  '""',
  '[[[[[[]]]]]]',
  '9007199254740993',
];

/** A byte, a piece left out, a piece twice, a cut, zeros; in text also another value in place of a number. */
function mutated(content: Uint8Array, random: () => number, isText: boolean): Uint8Array {
  const at = Math.floor(random() * content.length);
  const length = 1 + Math.floor(random() * Math.min(60, content.length - at));
  const kind = Math.floor(random() * (isText ? 8 : 5));
  const copy = content.slice();
  const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
  if (kind === 0) copy[at]! ^= 1 << Math.floor(random() * 8);
  if (kind === 1) return joined(content.subarray(0, at), content.subarray(at + length));
  if (kind === 2) return joined(content.subarray(0, at + length), content.subarray(at));
  if (kind === 3) return content.slice(0, at);
  if (kind === 4) copy.fill(0, at, at + length);
  if (kind < 5) return copy;
  const source = new TextDecoder().decode(content);
  const numbers = [...source.matchAll(/-?\d+(\.\d+)?(e[+-]?\d+)?|"[a-zA-Z]+"/g)];
  const chosen = numbers[Math.floor(random() * numbers.length)]!;
  const token = TOKENS[Math.floor(random() * TOKENS.length)]!;
  return text(source.slice(0, chosen.index) + token + source.slice(chosen.index + chosen[0].length));
}

test('250 files with something changed: a sentence or a file, never anything else, and the next one opens', async () => {
  const kinds: readonly (readonly [FileKind, number])[] = [
    ...([
      ['scene', 60],
      ['problem', 50],
      ['lines', 40],
      ['dataset', 40],
      ['run', 30],
      ['fclib', 30],
    ] as const),
  ];
  const worker = studio();
  const outcomes = { refused: 0, opened: 0 };
  for (const [kind, count] of kinds) {
    const random = chance(1 + count);
    for (let k = 0; k < count; k++) {
      const content = mutated(files[kind], random, ['scene', 'problem', 'lines'].includes(kind));
      const { first, replies } = await openFile(NAMES[kind], content);
      const where = `${kind} ${k}`;
      expect(replies.length, where).toBeGreaterThan(0);
      const before = worker.replies.length;
      if (first.type === 'scene') {
        const source = { kind: 'file', title: first.title, text: first.text } as const;
        worker.ask({ type: 'open', spec: { ...WALL, source }, setup: AUTO, play: false });
        if (worker.last('failed') !== worker.replies.at(-1)) worker.ask({ type: 'advance' });
      }
      if (first.type === 'problem')
        worker.ask({ type: 'openProblem', title: first.title, text: first.text, setup: AUTO });
      if (first.type === 'run') {
        worker.ask({ type: 'openRecorded', recorded: first.run });
        worker.ask({ type: 'pause' });
      }
      for (const reply of [...replies, ...worker.replies.slice(before)])
        if (reply.type === 'failed') expect(reply.sentence, where).toMatch(/^\S.{15,}/s);
      const refused = first.type === 'failed' || worker.replies.slice(before).some(({ type }) => type === 'failed');
      outcomes[refused ? 'refused' : 'opened']++;
    }
    const { first } = await openFile(NAMES[kind], files[kind]);
    expect(first.type, `${kind}, whole`).not.toBe('failed');
  }
  expect(outcomes.refused).toBeGreaterThan(120);
  expect(outcomes.opened).toBeGreaterThan(20); // harmless changes: a title, a digit
  worker.ask({ type: 'open', spec: WALL, setup: AUTO, play: false });
  worker.ask({ type: 'advance' });
  expect(worker.last('frame')!.branches[0]!.step).toBe(1);
}, 600_000);

test('examples that ship open', async () => {
  for (const name of ['tower.scene.json', 'pressed-block.json']) {
    const content = readFileSync(new URL(`../../../examples/${name}`, import.meta.url));
    expect((await openFile(name, new Uint8Array(content))).first.type).not.toBe('failed');
  }
});
