/**
 * HDF5 through h5wasm: bytes in, bytes out, over its own file system in memory, so that no file of the machine is
 * touched or left half written. It is loaded at the first use: 3 MB and a quarter of a second that others do not pay, and
 * a package that programs without HDF5 need not install.
 */
import { type Leaf, type Tree, Unread } from './tree.ts';

type H5 = typeof import('h5wasm');
type FileSystem = NonNullable<H5['FS']>;

/** An error of the file as such; the sentence goes on from `expected`. */
export class Hdf5Error extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Hdf5Error';
  }
}

const NAME = '/file.h5';
let loaded: Promise<{ h5: H5; FS: FileSystem }> | undefined;

/** @throws what the import throws if the package is not there */
export async function load(): Promise<{ h5: H5; FS: FileSystem }> {
  loaded ??= (async () => {
    const h5 = await import('h5wasm');
    const { FS } = await h5.ready;
    // the library prints a page about every failure to its standard error: the errors here replace it
    FS.close((FS as unknown as { streams: Parameters<FileSystem['close']>[0][] }).streams[2]!);
    FS.open('/dev/null', 'w');
    return { h5, FS };
  })();
  return loaded;
}

/** Limits on the memory that a file may claim: it declares the size of its arrays, and packed they may be short. */
export interface Hdf5Limits {
  /** Bytes of one array. */
  readonly bytes: number;
  /** Groups and arrays. */
  readonly members: number;
}
const NO_LIMITS: Hdf5Limits = { bytes: Infinity, members: Infinity };
/** Groups inside groups: none of our files has more than four; links that go round in a circle never end. */
const DEEPEST = 16;

/** @param wanted top-level names to read; of the others only the names are kept. @throws Hdf5Error */
export async function readHdf5(
  bytes: Uint8Array,
  wanted: readonly string[],
  limits: Hdf5Limits = NO_LIMITS,
): Promise<Tree> {
  checkWhole(bytes);
  const { h5, FS } = await load();
  let members = 0;
  FS.writeFile(NAME, bytes);
  const file = new h5.File(NAME, 'r');
  try {
    if (file.file_id < 0n) throw new Hdf5Error('expected an HDF5 file, found a damaged one');
    return readGroup(file, (name) => wanted.includes(name), 1);
  } catch (error) {
    if (error instanceof Hdf5Error) throw error;
    throw new Hdf5Error(`expected an HDF5 file, found a damaged one (${(error as Error).message})`);
  } finally {
    if (file.file_id >= 0n) file.close();
    FS.unlink(NAME);
  }

  function readGroup(group: InstanceType<H5['Group']>, keep: (name: string) => boolean, depth: number): Tree {
    if (depth > DEEPEST)
      throw new Hdf5Error(`expected at most ${DEEPEST} groups inside each other, found more, or a circle of them`);
    const names = group.keys();
    members += names.length;
    if (members > limits.members)
      throw new Hdf5Error(`expected at most ${limits.members} groups and arrays, found more`);
    return Object.fromEntries(
      names.map((name): [string, Tree | Leaf] => {
        const entity = group.get(name);
        if (entity instanceof h5.Group) return [name, keep(name) ? readGroup(entity, () => true, depth + 1) : {}];
        if (!(entity instanceof h5.Dataset)) return [name, new Unread('a link that leads nowhere')];
        const { size, total_size: count } = entity.metadata;
        if (size * count > limits.bytes)
          throw new Hdf5Error(`${name}: expected at most ${limits.bytes} bytes, found ${size * count}`);
        return [name, leafOf(entity)];
      }),
    );
  }
}

/** The same content is the same bytes, whenever it is written. */
export async function writeHdf5(content: Tree): Promise<Uint8Array> {
  const { h5, FS } = await load();
  return withoutTime(() => writeNow(h5, FS, content));
}

/** The library stamps datasets with the second in which they are made and has no option against it: here it is always 0. */
function withoutTime<T>(act: () => T): T {
  const { now } = Date;
  Date.now = () => 0; // nothing else runs until `act` is done
  try {
    return act();
  } finally {
    Date.now = now;
  }
}

function writeNow(h5: H5, FS: FileSystem, content: Tree): Uint8Array {
  const file = new h5.File(NAME, 'w');
  const write = (group: InstanceType<H5['Group']>, tree: Tree): void => {
    for (const [name, value] of Object.entries(tree)) {
      if (typeof value === 'string') group.create_dataset({ name, data: value, shape: [], dtype: fixedText(value) });
      else if (value instanceof Float64Array) group.create_dataset({ name, data: value, dtype: '<d' });
      else if (value instanceof Int32Array) group.create_dataset({ name, data: value, dtype: '<i' });
      else if (!(value instanceof Unread)) write(group.create_group(name), value);
    }
  };
  try {
    write(file, content);
  } finally {
    file.close();
  }
  const bytes = FS.readFile(NAME);
  FS.unlink(NAME);
  return bytes;
}

/** Text type of fixed length with its closing zero: the C library's H5LTread_dataset_string expects it. */
function fixedText(text: string): string {
  return `S${new TextEncoder().encode(text).length + 1}`;
}

function leafOf(data: { readonly value: unknown; readonly metadata: { readonly type: number } }): Leaf {
  const { value } = data;
  if (value === null || value === undefined) return new Unread('data that cannot be read');
  if (typeof value === 'string') return value;
  if (value instanceof Float64Array) return value;
  if (value instanceof Float32Array) return Float64Array.from(value);
  if (value instanceof BigInt64Array || value instanceof BigUint64Array) return integers(Array.from(value, Number));
  if (ArrayBuffer.isView(value) && data.metadata.type === INTEGER)
    return integers(value as unknown as Iterable<number>);
  return new Unread('data of another type');
}

const INTEGER = 0; // H5T_INTEGER

function integers(values: Iterable<number>): Leaf {
  const numbers = Array.from(values);
  return numbers.every((v) => v === (v | 0)) ? Int32Array.from(numbers) : new Unread('integers beyond 32 bits');
}

const SIGNATURE = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** The first block holds the length of the file. @param bytes the first, or all  @param size of the file. @throws Hdf5Error if it is no HDF5 file, or not all of it */
export function checkWhole(bytes: Uint8Array, size = bytes.length): void {
  if (size === 0) throw new Hdf5Error('expected an HDF5 file, found an empty file');
  if (!SIGNATURE.every((byte, k) => bytes[k] === byte))
    throw new Hdf5Error('expected an HDF5 file, found something else');
  const block = FIRST_BLOCK[bytes[8] ?? 0];
  if (!block || bytes[block.width] !== 8) return; // the library reports what is wrong
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = block.end + 8 <= bytes.length ? Number(view.getBigUint64(block.end, true)) : Infinity;
  if (length > size)
    throw new Hdf5Error(
      `expected ${length === Infinity ? 'an HDF5 file' : `${length} bytes`}, found ${size} bytes: the file is cut short`,
    );
}

/** Where the first block, by its version, has the width of an address and the address of the end. */
const FIRST_BLOCK = [
  { width: 13, end: 40 },
  { width: 13, end: 44 },
  { width: 9, end: 28 },
  { width: 9, end: 28 },
];
