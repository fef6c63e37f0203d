/** Recorded runs in the formats of other programs, read back with the libraries of those. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McapIndexedReader } from '@mcap/core';
import {
  box,
  capsule,
  compound,
  createWorld,
  cylinder,
  heightField,
  hull,
  mesh,
  plane,
  sphere,
} from '@signorini/engine';
import { massProperties } from '@signorini/engine/collision';
import gltfValidator from 'gltf-validator';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportRun, openRun, recordRun } from '../src/node/index.ts';
import type { RecordedRun, RunSource } from '../src/recording/recorded-run.ts';
import { type RecordedStep, STEP_COLUMNS } from '../src/recording/recorded-step.ts';
import { shapeMesh } from '../src/recording/shape-mesh.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-run-'));
const at = (name: string) => join(folder, name);
const STEPS = 30;
let run: RecordedRun;
let recorded: RecordedStep[];

beforeAll(async () => {
  const world = createWorld();
  world.addBody({ name: 'ground', motion: 'static', shape: plane() });
  const shapes = [
    box(0.3, 0.2, 0.1),
    sphere(0.2),
    capsule(0.1, 0.2),
    cylinder(0.2, 0.1),
    hull([
      [0, 0, 0],
      [0.4, 0, 0],
      [0, 0.4, 0],
      [0, 0, 0.4],
    ]),
    compound([{ shape: box(0.1, 0.1, 0.3) }, { shape: sphere(0.2), position: [0, 0, 0.3] }]),
  ];
  shapes.forEach((shape, k) => {
    world.addBody({ name: `a, "${k}"`, shape, density: 100, position: [k, 0, 0.4], angularVelocity: [1, 2, 3] });
  });
  const source: RunSource = {
    scene: 'shapes',
    parameters: {},
    steps: STEPS,
    timeStep: world.timeStep,
    solver: 'auto',
    options: {},
    coupling: null,
    warmStart: true,
    sleep: false,
    accuracy: null,
    budget: 'cheap',
    keyframeEvery: 10,
    engine: 'test',
    command: 'test',
  };
  const asked = { world, scene: 'shapes', parameters: {}, steps: STEPS, solver: 'auto', warmStart: true };
  await recordRun(at('run.h5'), { ...asked, source, created: null, resume: false });
  run = await openRun(at('run.h5'));
  recorded = [...run.steps()];
});
afterAll(() => {
  run.close();
  rmSync(folder, { recursive: true, force: true });
});

const posesOf = (step: number) => (step === 0 ? run.start.pose : run.step(step).pose);

test('CSV has a row per step and body, a header with units, and every bit of the numbers', async () => {
  const { what } = await exportRun(run, at('run.csv'));
  expect(what).toEqual({ count: (STEPS + 1) * run.bodies.length, noun: 'row' });
  const [head, ...lines] = readFileSync(at('run.csv'), 'utf8').trimEnd().split('\n');
  expect(head).toBe(
    'step,time [s],body,x [m],y [m],z [m],qx,qy,qz,qw,vx [m/s],vy [m/s],vz [m/s],wx [rad/s],wy [rad/s],wz [rad/s]',
  );
  expect(lines.length).toBe(what.count);
  expect(lines[1]).toMatch(/^0,0,"a, ""0""",0,0,0\.4,/);
  const last = lines
    .at(-1)!
    .replace(/"(?:[^"]|"")*"/, 'name')
    .split(',');
  const k = run.bodies.length - 1;
  expect(last.slice(3).map(Number)).toEqual([
    ...run.step(STEPS).pose.subarray(7 * k),
    ...run.step(STEPS).velocity.subarray(6 * k),
  ]);
  await exportRun(run, at('steps.csv'), 'steps');
  const steps = readFileSync(at('steps.csv'), 'utf8').trimEnd().split('\n');
  expect(steps[0]).toMatch(/^step,time \[s\],energyError \[J\],frictionConsistency \[J\],deepest \[m\],contacts,rows,/);
  expect(steps.length).toBe(STEPS + 1);
  const contacts = await exportRun(run, at('contacts.csv'), 'contacts');
  expect(contacts.what.count).toBe([...run.steps()].reduce((sum, step) => sum + step.contacts.count, 0));
});

test('Parquet is read by hyparquet with the same numbers', async () => {
  await exportRun(run, at('run.parquet'));
  const bytes = readFileSync(at('run.parquet'));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const rows = await parquetReadObjects({ file });
  expect(rows.length).toBe((STEPS + 1) * run.bodies.length);
  for (const [r, row] of rows.entries()) {
    const [step, k] = [Math.floor(r / run.bodies.length), r % run.bodies.length];
    expect([row.step, row.body]).toEqual([step, run.bodies[k]!.name]);
    expect([row.x, row.y, row.z, row.qx, row.qy, row.qz, row.qw]).toEqual([
      ...posesOf(step).subarray(7 * k, 7 * k + 7),
    ]);
  }
});

// biome-ignore lint/suspicious/noExplicitAny: messages of any type
type Decoded = Record<string, any>;

/** One message by the description that the file carries: a reader of its own, which knows none of our types. */
class Described {
  private readonly types = new Map<
    string,
    Map<number, { name: string; repeated: boolean; type: number; of: string }>
  >();

  constructor(set: Uint8Array) {
    for (const file of fieldsOf(set)) {
      const parts = fieldsOf(file.bytes!);
      const space = text(parts.find(({ number }) => number === 2)!.bytes!);
      for (const { bytes } of parts.filter(({ number }) => number === 4)) {
        const [name, ...fields] = fieldsOf(bytes!);
        const described = fields.map((field) => {
          const inner = new Map(fieldsOf(field.bytes!).map((one) => [one.number, one]));
          const of = inner.get(6) ? text(inner.get(6)!.bytes!) : '';
          const [type, label] = [inner.get(5)!.value!, inner.get(4)!.value!];
          return [inner.get(3)!.value!, { name: text(inner.get(1)!.bytes!), repeated: label === 3, type, of }] as const;
        });
        this.types.set(`.${space}.${text(name!.bytes!)}`, new Map(described));
      }
    }
  }

  read(name: string, bytes: Uint8Array): Decoded {
    const message: Decoded = {};
    for (const { number, bytes: inner, value, double } of fieldsOf(bytes)) {
      const field = this.types.get(name)!.get(number)!;
      const read =
        field.type === 11
          ? this.read(field.of, inner!)
          : field.type === 9
            ? text(inner!)
            : field.type === 1
              ? double
              : value;
      if (field.repeated) message[field.name] = [...(message[field.name] ?? []), read];
      else message[field.name] = read;
    }
    return message;
  }
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The wire format: varints (0), doubles (1), bytes (2). */
function fieldsOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields: { number: number; value?: number; double?: number; bytes?: Uint8Array }[] = [];
  let place = 0;
  const varint = () => {
    let [value, scale] = [0, 1];
    for (; ; scale *= 128) {
      const byte = bytes[place++]!;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (place < bytes.length) {
    const tag = varint();
    const number = tag >> 3;
    if ((tag & 7) === 0) fields.push({ number, value: varint() });
    else if ((tag & 7) === 1) {
      fields.push({ number, double: view.getFloat64(place, true) });
      place += 8;
    } else {
      expect(tag & 7).toBe(2);
      const length = varint();
      fields.push({ number, bytes: bytes.subarray(place, place + length) });
      place += length;
    }
  }
  return fields;
}

test('MCAP is read by its own library: schemas, channels, messages, poses and figures', async () => {
  await exportRun(run, at('run.mcap'));
  const bytes = readFileSync(at('run.mcap'));
  const reader = await McapIndexedReader.Initialize({
    readable: {
      size: async () => BigInt(bytes.length),
      read: async (offset, size) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    },
  });
  const channels = [...reader.channelsById.values()];
  expect(channels.map(({ topic }) => topic)).toEqual(['/tf', '/step', '/energy', '/budget', '/ledger']);
  expect([...reader.schemasById.values()].map(({ name, encoding }) => [name, encoding])).toEqual(
    ['foxglove.FrameTransforms', ...['Step', 'Energy', 'Budget', 'Ledger'].map((name) => `signorini.${name}`)].map(
      (name) => [name, 'protobuf'],
    ),
  );
  expect(reader.statistics?.messageCount).toBe(BigInt(STEPS + 1 + 4 * STEPS));
  const seen: Record<string, number> = {};
  for await (const { channelId, data, sequence, logTime } of reader.readMessages()) {
    const { topic, schemaId } = reader.channelsById.get(channelId)!;
    const schema = reader.schemasById.get(schemaId)!;
    const message = new Described(schema.data).read(`.${schema.name}`, data);
    seen[topic] = (seen[topic] ?? 0) + 1;
    const time = sequence === 0 ? 0 : recorded[sequence - 1]!.values[0]!;
    expect(logTime).toBe(BigInt(Math.round(time * 1e9)));
    if (topic === '/tf')
      message.transforms.forEach((one: Decoded, k: number) => {
        const { translation: t, rotation: q } = one;
        expect([t.x, t.y, t.z, q.x, q.y, q.z, q.w]).toEqual([...posesOf(sequence).subarray(7 * k, 7 * k + 7)]);
        expect([one.parent_frame_id, one.child_frame_id]).toEqual(['world', run.bodies[k]!.name]);
        expect(BigInt(one.timestamp.seconds) * 1_000_000_000n + BigInt(one.timestamp.nanos)).toBe(logTime);
      });
    else
      for (const [k, { name, group }] of STEP_COLUMNS.entries())
        if (`/${group}` === topic)
          expect(message[name.replace(/^.*\./, '')]).toEqual(recorded[sequence - 1]!.values[k]);
  }
  expect(seen).toEqual({ '/tf': STEPS + 1, '/step': STEPS, '/energy': STEPS, '/budget': STEPS, '/ledger': STEPS });
});

test('glTF has no errors by its validator, and its keys are the poses', async () => {
  await exportRun(run, at('run.glb'));
  const bytes = readFileSync(at('run.glb'));
  const { issues, info } = await gltfValidator.validateBytes(new Uint8Array(bytes));
  expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([]);
  expect(info.animationCount).toBe(1);
  const length = bytes.readUInt32LE(12);
  const document = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  const binary = bytes.subarray(28 + length);
  const floats = (accessor: number) => {
    const { bufferView, count, type } = document.accessors[accessor];
    const { byteOffset } = document.bufferViews[bufferView];
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type as 'SCALAR']!;
    return Array.from({ length: size * count }, (_, k) => binary.readFloatLE(byteOffset + 4 * k));
  };
  const [{ channels, samplers }] = document.animations;
  expect(channels.length).toBe(2 * (run.bodies.length - 1)); // the ground stands still
  for (const { sampler, target } of channels) {
    const { input, output } = samplers[sampler];
    const keys = floats(output);
    const k = run.bodies.findIndex(({ name }) => name === document.nodes[target.node].name);
    const [from, size] = target.path === 'translation' ? [7 * k, 3] : [7 * k + 3, 4];
    floats(input).forEach((time, step) => {
      expect(time).toBe(Math.fround(step === 0 ? 0 : recorded[step - 1]!.values[0]!));
      const pose = posesOf(step).subarray(from, from + size);
      expect(keys.slice(size * step, size * (step + 1))).toEqual([...pose].map(Math.fround));
    });
  }
});

test('the triangles of a shape close, turned outward: their volume is that of the shape', () => {
  const flat = [
    box(0.3, 0.2, 0.1),
    hull([
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]),
  ];
  const round = [sphere(0.5), capsule(0.2, 0.4), cylinder(0.3, 0.2)];
  for (const shape of [...flat, ...round]) {
    const { mass: volume } = massProperties(shape, 1);
    const { points, corners } = shapeMesh(shape, 1);
    let sum = 0;
    for (let t = 0; t < corners.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => points[corners[t + k]!]!) as unknown as [number[], number[], number[]];
      sum +=
        (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
          a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
          a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
        6;
    }
    const ratio = sum / volume; // of round shapes the chords lie inside
    if (round.includes(shape as never)) expect(ratio > 0.97 && ratio < 1, `${shape.kind}: ${ratio}`).toBe(true);
    else expect(ratio).toBeCloseTo(1, 12);
  }
  const field = shapeMesh(
    heightField(
      [
        [0, 0],
        [0, 1],
      ],
      1,
      1,
    ),
    1,
  );
  expect([field.points.length, field.corners.length]).toEqual([4, 6]);
  const one = mesh(
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [[0, 1, 2]],
  );
  expect(shapeMesh(one, 1)).toEqual({
    points: [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    corners: [0, 1, 2],
  });
});

test('another ending is refused with a sentence, and nothing is written', async () => {
  await expect(exportRun(run, at('run.xyz'))).rejects.toThrow(
    /run\.xyz: expected a name that ends in \.csv, \.parquet, \.mcap or \.glb for a recorded run, found "\.xyz"/,
  );
});
