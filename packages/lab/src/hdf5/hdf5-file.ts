/**
 * An HDF5 file read in pieces: h5wasm sees it through its own file system, which asks `FileBytes` for the bytes.
 * The metadata of a file that Hdf5Writer wrote are checked before the library sees them: it does not survive every damage.
 */
import { FileError } from '../file-error.ts';
import { crc32 } from './crc32.ts';
import { checkWhole, Hdf5Error, load } from './hdf5.ts';
import { TRAILER_BYTES, TRAILER_MAGIC } from './hdf5-writer.ts';

export interface Hdf5Array {
  readonly path: string;
  /** Rows, columns. */
  readonly dims: readonly number[];
  /** Rows `from` to `to` - 1. @throws FileError if they cannot be read */
  floats(from: number, to: number): Float64Array;
  /** Integers of 32 bits. */
  integers(from: number, to: number): Int32Array;
  /** Integers of 64 bits, as numbers. */
  places(from: number, to: number): Float64Array;
  texts(from: number, to: number): string[];
  /** Bytes as they are. */
  bytes(from: number, to: number): Uint8Array;
}

export interface Hdf5File {
  /** True: written by Hdf5Writer, and the metadata are as they were written. */
  readonly sealed: boolean;
  /** Numbers, texts and lists of texts of a group or array. */
  attributes(path: string): Readonly<Record<string, unknown>>;
  has(path: string): boolean;
  /** @throws FileError if there is none */
  array(path: string): Hdf5Array;
  /** One text. @throws FileError if there is none */
  text(path: string): string;
  close(): void;
}

/** The bytes of a file, wherever they are. */
export interface FileBytes {
  readonly size: number;
  /** Fewer at the end of the file. */
  read(into: Int8Array | Uint8Array, offset: number, length: number, position: number): number;
  close(): void;
}

let opened = 0;

/**
 * Closes the bytes at the end, and if it throws.
 * @param path for sentences
 * @param largest bytes that are read at a time
 * @throws FileError if it is no HDF5 file
 */
export async function openHdf5Bytes(path: string, bytes: FileBytes, largest = LARGEST): Promise<Hdf5File> {
  const name = `/open-${opened++}.h5`;
  try {
    const { h5, FS } = await load();
    const sealed = isSealed(path, bytes);
    mount(FS, name, bytes);
    const file = new h5.File(name, 'r');
    if (file.file_id < 0n) throw new FileError(path, 'expected an HDF5 file, found a damaged one');
    return new OpenFile({ path, sealed, largest }, { h5, file }, () => {
      file.close();
      FS.unlink(name);
      bytes.close();
    });
  } catch (error) {
    bytes.close();
    if (error instanceof Hdf5Error) throw new FileError(path, error.message);
    throw error;
  }
}

type Library = Awaited<ReturnType<typeof load>>;

class OpenFile implements Hdf5File {
  readonly sealed: boolean;
  readonly close: () => void;
  private readonly path: string;
  private readonly largest: number;
  private readonly h5: Library['h5'];
  private readonly file: InstanceType<Library['h5']['File']>;

  constructor(
    { path, sealed, largest }: { readonly path: string; readonly sealed: boolean; readonly largest: number },
    library: { h5: Library['h5']; file: InstanceType<Library['h5']['File']> },
    close: () => void,
  ) {
    this.path = path;
    this.sealed = sealed;
    this.largest = largest;
    this.h5 = library.h5;
    this.file = library.file;
    this.close = close;
  }

  attributes(path: string): Record<string, unknown> {
    return this.inSentence(path, () => {
      const entity = path === '/' ? this.file : this.file.get(path.slice(1));
      if (!(entity instanceof this.h5.Group || entity instanceof this.h5.Dataset)) return {};
      return Object.fromEntries(Object.entries(entity.attrs).map(([name, { value }]) => [name, value]));
    });
  }

  has(path: string): boolean {
    return this.inSentence(path, () => this.file.get(path.slice(1)) !== null);
  }

  array(path: string): Hdf5Array {
    const { metadata } = this.dataset(path);
    const dims = metadata.shape ?? [];
    const read = (from: number, to: number, what: string, fits: boolean): Uint8Array<ArrayBuffer> => {
      if (!fits) this.fail(path, `expected ${what}, found data of another type`);
      if (dims.length === 0 || !(from >= 0 && from <= to && to <= dims[0]!))
        this.fail(path, `expected at least ${to} rows, found ${dims[0] ?? 'one value'}`);
      return this.bytes(path, metadata.size, dims, from, to);
    };
    const { type, size, signed, vlen } = metadata;
    const isInteger = type === INTEGER && signed;
    return {
      path,
      dims,
      floats: (from, to) => new Float64Array(read(from, to, '64-bit numbers', type === FLOAT && size === 8).buffer),
      integers: (from, to) => new Int32Array(read(from, to, '32-bit integers', isInteger && size === 4).buffer),
      places: (from, to) => {
        const wide = new BigInt64Array(read(from, to, '64-bit integers', isInteger && size === 8).buffer);
        return Float64Array.from(wide, Number);
      },
      texts: (from, to) => {
        const bytes = read(from, to, 'texts of fixed length', type === TEXT && !vlen);
        return Array.from({ length: to - from }, (_, k) => textOf(bytes.subarray(size * k, size * (k + 1))));
      },
      bytes: (from, to) => read(from, to, '8-bit integers', type === INTEGER && size === 1),
    };
  }

  text(path: string): string {
    const { metadata } = this.dataset(path);
    if (metadata.type !== TEXT || metadata.vlen || (metadata.shape ?? [1]).length > 0)
      this.fail(path, 'expected one text of fixed length, found data of another type');
    return textOf(this.bytes(path, metadata.size, [], 0, 1));
  }

  private dataset(path: string): InstanceType<Library['h5']['Dataset']> {
    const entity = this.inSentence(path, () => this.file.get(path.slice(1)));
    if (!(entity instanceof this.h5.Dataset))
      this.fail(path, `expected an array, found ${entity === null ? 'nothing' : 'something else'}`);
    return entity;
  }

  /** Not by `slice` of the library, which does not look whether the reading failed. */
  private bytes(
    path: string,
    size: number,
    dims: readonly number[],
    from: number,
    to: number,
  ): Uint8Array<ArrayBuffer> {
    const inner = dims.slice(1).reduce((product, d) => product * d, 1);
    const length = size * inner * (to - from);
    if (length === 0) return new Uint8Array(0);
    if (!(length <= this.largest)) this.fail(path, `expected at most ${this.largest} bytes at a time, found ${length}`);
    return this.inSentence(path, () => {
      const { Module } = this.h5;
      const at = Module._malloc(length);
      if (at === 0) throw new Error('no memory');
      try {
        const tail = dims.slice(1);
        const status =
          dims.length === 0
            ? Module.get_dataset_data(this.file.file_id, path, null, null, null, BigInt(at))
            : Module.get_dataset_data(
                ...([this.file.file_id, path, [to - from, ...tail].map(BigInt)] as const),
                ...([[from, ...tail.map(() => 0)].map(BigInt), dims.map(() => 1n), BigInt(at)] as const),
              );
        if (status < 0) throw new Error('its chunks cannot be read');
        return Module.HEAPU8.slice(at, at + length) as Uint8Array<ArrayBuffer>;
      } finally {
        Module._free(at);
      }
    });
  }

  private inSentence<T>(path: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (error instanceof FileError) throw error;
      return this.fail(path, `expected data that can be read, found damaged ones (${(error as Error).message})`);
    }
  }

  private fail(path: string, sentence: string): never {
    throw new FileError(this.path, `${path}: ${sentence}`);
  }
}

const INTEGER = 0; // H5T_INTEGER
const FLOAT = 1; // H5T_FLOAT
const TEXT = 3; // H5T_STRING
const LARGEST = 1 << 29; // bytes; the library's memory ends at 2 GiB

/** Up to the first zero. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/** A file of the library's file system whose bytes come from `bytes`. */
function mount(FS: Library['FS'], name: string, bytes: FileBytes): void {
  FS.writeFile(name, new Uint8Array(0));
  const { node } = (FS as unknown as { lookupPath(path: string): { node: LibraryNode } }).lookupPath(name);
  node.usedBytes = bytes.size;
  node.stream_ops = {
    ...node.stream_ops,
    read: (_stream, into, offset, length, position) => bytes.read(into, offset, length, position),
  };
}

interface LibraryNode {
  usedBytes: number;
  stream_ops: {
    read(stream: unknown, into: Int8Array, offset: number, length: number, position: number): number;
  };
}

/** @throws FileError if it is cut short, or its metadata are not as they were written */
function isSealed(path: string, bytes: FileBytes): boolean {
  const piece = (position: number, length: number) => {
    const into = new Uint8Array(length);
    return into.subarray(0, Math.max(0, bytes.read(into, 0, length, Math.max(0, position))));
  };
  checkWhole(piece(0, 64), bytes.size);
  const trailer = piece(bytes.size - TRAILER_BYTES, TRAILER_BYTES);
  if (trailer.length < TRAILER_BYTES || new TextDecoder().decode(trailer.subarray(0, 8)) !== TRAILER_MAGIC)
    return false;
  const view = new DataView(trailer.buffer, trailer.byteOffset);
  const [start, end] = [Number(view.getBigUint64(8, true)), Number(view.getBigUint64(16, true))];
  const whole = start >= 48 && start <= end && end === bytes.size - TRAILER_BYTES;
  const sum = whole ? crc32(piece(start, end - start), crc32(piece(0, 48))) : undefined;
  if (sum !== view.getUint32(24, true))
    throw new FileError(path, 'expected a whole HDF5 file, found one whose description of its contents is damaged');
  return true;
}
