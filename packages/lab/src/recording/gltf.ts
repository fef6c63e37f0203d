/**
 * A recorded run as a binary glTF 2.0 file: a mesh per shape, a node per body, one animation with a key per step. glTF has
 * y up; a node above all bodies turns our z up into it, so that the keys are the poses themselves, in 32 bits.
 */
import type { Vec3 } from '@signorini/engine';
import { readShape } from '@signorini/engine/collision';
import type { RecordedRun } from './recorded-run.ts';
import { shapeMesh, type TriangleMesh } from './shape-mesh.ts';

const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const MAGIC = 0x46546c67;
const [JSON_CHUNK, BIN_CHUNK] = [0x4e4f534a, 0x004e4942];
/** Bodies that move, in turns, and those that do not. */
const COLOURS = [
  [0.12, 0.47, 0.71],
  [0.85, 0.37, 0.01],
  [0.17, 0.63, 0.17],
  [0.55, 0.34, 0.65],
  [0.65, 0.46, 0.11],
];
const STILL = [0.6, 0.6, 0.6];

class Buffer32 {
  readonly views: object[] = [];
  readonly accessors: object[] = [];
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  /** @returns the number of its accessor */
  add(values: Float32Array | Uint32Array, type: 'SCALAR' | 'VEC3' | 'VEC4', bounds: boolean, target?: number): number {
    const size = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
    const { byteLength } = values;
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength, ...(target !== undefined && { target }) });
    this.parts.push(new Uint8Array(values.buffer, values.byteOffset, byteLength));
    this.length += byteLength;
    this.accessors.push({
      bufferView: this.views.length - 1,
      componentType: values instanceof Float32Array ? FLOAT : UNSIGNED_INT,
      count: values.length / size,
      type,
      ...(bounds && { min: extreme(values, size, Math.min), max: extreme(values, size, Math.max) }),
    });
    return this.accessors.length - 1;
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

function extreme(values: Float32Array | Uint32Array, size: number, of: (a: number, b: number) => number): number[] {
  const found = [...values.subarray(0, size)];
  for (let k = size; k < values.length; k++) found[k % size] = of(found[k % size]!, values[k]!);
  return found;
}

export function gltfOf(run: RecordedRun): Uint8Array {
  const { bodies, length, start, provenance } = run;
  const buffer = new Buffer32();
  const times = new Float32Array(length + 1);
  const places = bodies.map(() => new Float32Array(3 * (length + 1)));
  const turns = bodies.map(() => new Float32Array(4 * (length + 1)));
  const keep = (step: number, pose: Float64Array) => {
    for (const k of bodies.keys()) {
      places[k]!.set(pose.subarray(7 * k, 7 * k + 3), 3 * step);
      turns[k]!.set(pose.subarray(7 * k + 3, 7 * k + 7), 4 * step);
    }
  };
  keep(0, start.pose);
  for (const { step, values, pose } of run.steps()) {
    times[step] = values[0]!;
    keep(step, pose);
  }
  const meshes = meshesOf(run, buffer);
  const moving = bodies.flatMap(({ motion }, k) => (motion !== 'static' && length > 0 ? [k] : []));
  const input = moving.length > 0 ? buffer.add(times, 'SCALAR', true) : 0;
  const samplers = moving.flatMap((k) => [
    { input, output: buffer.add(places[k]!, 'VEC3', false), interpolation: 'LINEAR' },
    { input, output: buffer.add(turns[k]!, 'VEC4', false), interpolation: 'LINEAR' },
  ]);
  const channels = moving.flatMap((k, i) => [
    { sampler: 2 * i, target: { node: k + 1, path: 'translation' } },
    { sampler: 2 * i + 1, target: { node: k + 1, path: 'rotation' } },
  ]);
  const half = Math.SQRT1_2;
  const binary = buffer.bytes();
  const document = {
    asset: { version: '2.0', generator: `signorini ${provenance.engine}` },
    scene: 0,
    scenes: [{ name: provenance.scene, nodes: [0] }],
    nodes: [
      { name: 'z up', rotation: [-half, 0, 0, half], children: bodies.map((_, k) => k + 1) },
      ...bodies.map(({ name }, k) => ({
        name,
        translation: [...places[k]!.subarray(0, 3)],
        rotation: [...turns[k]!.subarray(0, 4)],
        ...(meshes.of[k] !== undefined && { mesh: meshes.of[k] }),
      })),
    ],
    ...(meshes.list.length > 0 && { meshes: meshes.list, materials: materials() }),
    ...(channels.length > 0 && { animations: [{ name: provenance.scene, samplers, channels }] }),
    ...(binary.length > 0 && {
      buffers: [{ byteLength: binary.length }],
      bufferViews: buffer.views,
      accessors: buffer.accessors,
    }),
  };
  return container(document, binary);
}

const materials = () =>
  [...COLOURS, STILL].map((colour) => ({
    pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0, roughnessFactor: 0.8 },
    doubleSided: true,
  }));

/** Equal shapes of one colour share a mesh. */
function meshesOf(run: RecordedRun, buffer: Buffer32): { list: object[]; of: (number | undefined)[] } {
  const reach = reachOf(run);
  const known = new Map<string, { position: number; indices: number }>();
  const numbers = new Map<string, number>();
  const list: object[] = [];
  const of = run.bodies.map(({ shape: document, shapeOrigin, motion }, k) => {
    if (document === null) return undefined;
    const key = JSON.stringify([document, shapeOrigin]);
    const material = motion === 'static' ? COLOURS.length : k % COLOURS.length;
    const number = numbers.get(`${material} ${key}`);
    if (number !== undefined) return number;
    const shape = readShape(document, `body ${k}`);
    const parts = known.get(key) ?? accessorsOf(shapeMesh(shape, reach), shapeOrigin, buffer);
    known.set(key, parts);
    list.push({
      name: shape.kind,
      primitives: [{ attributes: { POSITION: parts.position }, indices: parts.indices, material }],
    });
    numbers.set(`${material} ${key}`, list.length - 1);
    return list.length - 1;
  });
  return { list, of };
}

function accessorsOf({ points, corners }: TriangleMesh, [x, y, z]: Vec3, buffer: Buffer32) {
  const position = Float32Array.from(points.flatMap(([a, b, c]) => [a + x, b + y, c + z]));
  return {
    position: buffer.add(position, 'VEC3', true, 34962),
    indices: buffer.add(Uint32Array.from(corners), 'SCALAR', false, 34963),
  };
}

/** Twice the largest distance of a centre from the origin, at the beginning; at least 1 m. */
function reachOf({ start: { pose }, bodies }: RecordedRun): number {
  return bodies.reduce((most, _, k) => Math.max(most, 2 * Math.hypot(...pose.subarray(7 * k, 7 * k + 3))), 1);
}

function container(document: object, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(document));
  const padded = (bytes: number) => Math.ceil(bytes / 4) * 4;
  const binLength = binary.length === 0 ? 0 : 8 + padded(binary.length);
  const all = new Uint8Array(12 + 8 + padded(text.length) + binLength);
  const view = new DataView(all.buffer);
  [MAGIC, 2, all.length, padded(text.length), JSON_CHUNK].forEach((word, k) => {
    view.setUint32(4 * k, word, true);
  });
  all.fill(0x20, 20, 20 + padded(text.length)); // spaces behind the text
  all.set(text, 20);
  if (binary.length > 0) {
    const at = 20 + padded(text.length);
    view.setUint32(at, padded(binary.length), true);
    view.setUint32(at + 4, BIN_CHUNK, true);
    all.set(binary, at + 8);
  }
  return all;
}
