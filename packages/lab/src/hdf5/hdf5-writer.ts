/**
 * Writes an HDF5 file in one pass: arrays grow in any order and are packed chunk by chunk beside the program, so that a file
 * may be larger than memory; the metadata follow at the end, in one piece with a checksum. h5wasm writes at two thirds of
 * the speed, in memory only, and cannot say that its metadata are whole.   docs/decisions/037-datasets.md
 */
import { crc32 } from './crc32.ts';
import {
  type AttributeValue,
  attributeMessage,
  Bytes,
  chunkTree,
  type DatasetShape,
  datasetMessages,
  type ElementType,
  elementBytes,
  groupMessages,
  objectHeader,
  type StoredChunk,
  SUPERBLOCK_BYTES,
  superblock,
  textBytes,
  textType,
} from './messages.ts';

const CHUNK_BYTES = 1 << 17; // before packing; one problem of some hundred contacts touches a chunk or two of each array
const SHORT = 2048; // bytes; such an array stands unpacked among the metadata: an index of chunks would be longer
const IN_FLIGHT = 8; // chunks being packed

export type Numbers = Float64Array | BigInt64Array | Int32Array | Int8Array;

/** Where the bytes of a file go: a file of the machine, or memory. */
export interface Hdf5Target {
  write(bytes: Uint8Array, at: number): void;
  read(at: number, length: number): Uint8Array;
  /** Everything is written. */
  finish(): void;
  close(): void;
  /** Packs like zlib; may end later. */
  pack(bytes: Uint8Array): Promise<Uint8Array>;
}

interface PendingChunk {
  readonly array: GrowingArray;
  readonly bytes: Promise<Uint8Array>;
}

/** An array of a file that is being written, row by row. */
export class GrowingArray {
  readonly type: ElementType;
  /** Shape of a row; empty: a row is one number. */
  readonly shape: readonly number[];
  readonly columns: number;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly chunks: StoredChunk[] = [];
  /** Bytes of a whole chunk. */
  readonly chunkBytes: number;
  buffer: Uint8Array;
  filled = 0;
  /** Chunks that are on their way. */
  flushed = 0;

  constructor(
    type: ElementType,
    columns: number | readonly number[],
    attributes: Readonly<Record<string, AttributeValue>>,
  ) {
    this.type = type;
    this.shape = typeof columns !== 'number' ? columns : columns === 1 ? [] : [columns];
    this.columns = this.shape.reduce((product, d) => product * d, 1);
    this.attributes = attributes;
    this.chunkBytes = this.rowBytes * Math.max(1, Math.floor(CHUNK_BYTES / this.rowBytes));
    this.buffer = new Uint8Array(Math.min(this.chunkBytes, 4096));
  }

  get rowBytes(): number {
    return this.columns * elementBytes(this.type);
  }

  /** Rows so far. */
  get length(): number {
    return (this.flushed * this.chunkBytes + this.filled) / this.rowBytes;
  }
}

export class Hdf5Writer {
  private readonly target: Hdf5Target;
  private readonly arrays = new Map<string, GrowingArray>();
  private readonly texts = new Map<string, string>();
  private readonly groups = new Map<string, Readonly<Record<string, AttributeValue>>>([['/', {}]]);
  private pending: PendingChunk[] = [];
  private position = SUPERBLOCK_BYTES;

  constructor(target: Hdf5Target) {
    this.target = target;
  }

  /** A group, or what describes one that is there; '/' is the whole file. Its parent must be there. */
  group(path: string, attributes: Readonly<Record<string, AttributeValue>> = {}): void {
    this.groups.set(path, attributes);
  }

  /** A new array; `columns` 1: of one dimension; several: the shape of a row. Its group must be there. */
  array(
    path: string,
    type: ElementType,
    columns: number | readonly number[] = 1,
    attributes: Readonly<Record<string, AttributeValue>> = {},
  ): GrowingArray {
    const array = new GrowingArray(type, columns, attributes);
    this.arrays.set(path, array);
    return array;
  }

  /** One text. */
  text(path: string, value: string): void {
    this.texts.set(path, value);
  }

  /** A list of texts, each filled up with zeros to the length of the longest. */
  async list(path: string, values: readonly string[]): Promise<void> {
    const type = textType(values);
    await this.append(this.array(path, type), textBytes(values, type.text));
  }

  /** Whole rows; they are copied. Waits if too many chunks are on their way. */
  async append(array: GrowingArray, values: Numbers | Uint8Array): Promise<void> {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let at = 0; at < bytes.length; ) {
      const count = Math.min(bytes.length - at, array.chunkBytes - array.filled);
      ensure(array, array.filled + count);
      array.buffer.set(bytes.subarray(at, at + count), array.filled);
      array.filled += count;
      at += count;
      if (array.filled === array.chunkBytes) await this.flush(array);
    }
  }

  /** Writes what is left, the metadata and the trailer. */
  async close(): Promise<void> {
    try {
      const shapes = new Map<string, DatasetShape>();
      for (const [path, array] of this.arrays) {
        const { length } = array;
        const dims = [length, ...array.shape];
        const few = array.flushed === 0; // at most one chunk, as long as the array
        const rows = few ? length : array.chunkBytes / array.rowBytes;
        const chunk = few && array.filled <= SHORT ? undefined : [rows, ...dims.slice(1)];
        shapes.set(path, { type: array.type, dims, chunk, address: undefined });
        if (chunk && array.filled > 0) await this.flush(array, few ? array.filled : array.chunkBytes);
      }
      while (this.pending.length > 0) await this.settle();
      this.writeMetadata(shapes);
      this.target.finish();
    } finally {
      this.abandon();
    }
  }

  /** Closes without the metadata: the file is no HDF5 file. */
  abandon(): void {
    if (this.closed) return;
    this.closed = true;
    this.target.close();
  }
  private closed = false;

  private writeMetadata(shapes: ReadonlyMap<string, DatasetShape>): void {
    const start = this.position;
    const addresses = new Map<string, number>();
    for (const [path, value] of this.texts) {
      const type = textType([value]);
      const address = this.put(textBytes([value], type.text));
      addresses.set(path, this.put(objectHeader(datasetMessages({ type, dims: [], chunk: undefined, address }))));
    }
    for (const [path, shape] of shapes) {
      const array = this.arrays.get(path)!;
      const attributes = Object.entries(array.attributes).map(([name, value]) => attributeMessage(name, value));
      let address: number | undefined;
      if (!shape.chunk && array.filled > 0) address = this.put(array.buffer.subarray(0, array.filled));
      if (array.chunks.length > 0) {
        const { nodes, root } = chunkTree(array.chunks, {
          rows: shape.chunk![0]!,
          rank: shape.dims.length,
          at: this.position,
        });
        this.put(nodes);
        address = root;
      }
      addresses.set(path, this.put(objectHeader([...datasetMessages({ ...shape, address }), ...attributes])));
    }
    // the deepest first: a group's header holds the addresses of its members
    for (const [path, attributes] of [...this.groups].sort(([p], [q]) => depth(q) - depth(p))) {
      const links = [...addresses].flatMap(([member, address]) =>
        parentOf(member) === path ? [{ name: member.slice(member.lastIndexOf('/') + 1), address }] : [],
      );
      links.sort((p, q) => (p.name < q.name ? -1 : 1));
      const described = Object.entries(attributes).map(([name, value]) => attributeMessage(name, value));
      addresses.set(path, this.put(objectHeader([...groupMessages(links), ...described])));
    }
    const end = this.position;
    const first = superblock(addresses.get('/')!, end);
    this.target.write(first, 0);
    const sum = crc32(this.target.read(start, end - start), crc32(first));
    this.put(trailer(start, end, sum));
  }

  private put(bytes: Uint8Array): number {
    const address = this.position;
    this.target.write(bytes, address);
    this.position += bytes.length;
    return address;
  }

  private async flush(array: GrowingArray, bytes = array.chunkBytes): Promise<void> {
    ensure(array, bytes);
    array.buffer.fill(0, array.filled, bytes); // a last chunk is stored whole
    this.pending.push({ array, bytes: this.target.pack(array.buffer.subarray(0, bytes)) });
    array.buffer = new Uint8Array(Math.min(array.chunkBytes, array.buffer.length));
    if (array.filled === array.chunkBytes) array.flushed++;
    array.filled = 0;
    if (this.pending.length >= IN_FLIGHT) await this.settle();
  }

  /** In the order in which they were given: the same calls give the same bytes. */
  private async settle(): Promise<void> {
    const { array, bytes } = this.pending.shift()!;
    const content = await bytes;
    array.chunks.push({ address: this.put(content), bytes: content.length });
  }
}

/** Room for `bytes` in the buffer of a chunk. */
function ensure(array: GrowingArray, bytes: number): void {
  if (array.buffer.length >= bytes) return;
  const larger = new Uint8Array(Math.min(array.chunkBytes, Math.max(bytes, 2 * array.buffer.length)));
  larger.set(array.buffer.subarray(0, array.filled));
  array.buffer = larger;
}

/** Beyond the end of what HDF5 sees: where the metadata begin and end, and their checksum with the first block. */
export const TRAILER_BYTES = 32;
export const TRAILER_MAGIC = 'sgnhdf5m';

function trailer(start: number, end: number, sum: number): Uint8Array {
  return new Bytes().text(TRAILER_MAGIC).u64(start).u64(end).u32(sum).u32(0).done();
}

function parentOf(path: string): string {
  if (path === '/') return '';
  const at = path.lastIndexOf('/');
  return at === 0 ? '/' : path.slice(0, at);
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}
