/** Files of every kind that the studio opens, made once, and a reader of them without a worker. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld, VERSION } from '@signorini/engine';
import { writeProblem } from '@signorini/engine/problem';
import { findScene, sceneValues } from '@signorini/engine/scenes';
import { captureScene } from '@signorini/lab';
import type { FileBytes } from '@signorini/lab/files';
import { recordRun, writeDatasetWhole, writeFclibFile } from '@signorini/lab/node';
import type { FileReply } from '../src/file-protocol.ts';
import { FileReading } from '../src/worker/files/file-reading.ts';

const example = (name: string) => readFileSync(new URL(`../../../examples/${name}`, import.meta.url));

export type FileKind = 'scene' | 'problem' | 'lines' | 'dataset' | 'run' | 'fclib';
export const NAMES: Readonly<Record<FileKind, string>> = {
  scene: 'crane.scene.json',
  problem: 'heavy.json',
  lines: 'set.jsonl',
  dataset: 'set.h5',
  run: 'run.h5',
  fclib: 'contact.hdf5',
};

const PARAMETERS = { rows: 2 };
export const RECORDED_STEPS = 25;

/** The bytes of one of each. */
export async function makeFiles(): Promise<Readonly<Record<FileKind, Uint8Array>>> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-files-'));
  const path = (kind: FileKind) => join(folder, NAMES[kind]);
  try {
    const scene = findScene('brick-wall');
    const selection = { from: 1, to: 6 };
    const captured = captureScene({ scene, parameters: PARAMETERS, selection });
    const problems = [...captured.problems].flatMap((one) => one ?? []);
    await writeDatasetWhole(path('dataset'), problems, { title: 'wall', engine: VERSION, provenance: null });
    await writeFclibFile(path('fclib'), problems[3]!.problem);
    const world = createWorld(scene, { parameters: PARAMETERS });
    const parameters = sceneValues(scene, PARAMETERS);
    const source = {
      scene: scene.name,
      parameters,
      steps: RECORDED_STEPS,
      timeStep: world.timeStep,
      solver: 'auto',
      options: {},
      coupling: null,
      warmStart: true,
      sleep: false,
      accuracy: null,
      budget: 'cheap' as const,
      keyframeEvery: 10,
      engine: VERSION,
      command: 'test',
    };
    const run = { world, scene: scene.name, parameters, steps: RECORDED_STEPS, solver: 'auto', warmStart: true };
    await recordRun(path('run'), { ...run, source, created: null, resume: false });
    world.release();
    const read = (kind: FileKind) => new Uint8Array(readFileSync(path(kind)));
    return {
      scene: new Uint8Array(example('crane.scene.json')),
      problem: new Uint8Array(example('heavy-on-light.json')),
      lines: new TextEncoder().encode(problems.map(({ problem }) => `${writeProblem(problem)}\n`).join('')),
      dataset: read('dataset'),
      run: read('run'),
      fclib: read('fclib'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function bytesOf(content: Uint8Array, size = content.length): FileBytes {
  return {
    size,
    read: (into, offset, length, position) => {
      const part = content.subarray(position, position + length);
      into.set(part, offset);
      return part.length;
    },
    close: () => {},
  };
}

/** Opens a file and lets the reader end its work. */
export async function openBytes(name: string, bytes: FileBytes) {
  const replies: FileReply[] = [];
  const tasks: (() => void)[] = [];
  const reading = new FileReading(
    (reply) => void replies.push(reply),
    (act) => void tasks.push(act),
  );
  await reading.open(name, bytes);
  for (let task = tasks.shift(); task; task = tasks.shift()) task();
  return { reading, replies, first: replies[0]! };
}

export const openFile = (name: string, content: Uint8Array) => openBytes(name, bytesOf(content));
