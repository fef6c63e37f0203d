/** An HDF5 file in memory, packed by what browsers and Node have. */
import type { Hdf5Target } from './hdf5-writer.ts';

export interface MemoryTarget extends Hdf5Target {
  /** The bytes written; valid until the next write. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** @param most bytes @param refuse throws the caller's sentence if there are more */
export function memoryTarget(most: number, refuse: () => never): MemoryTarget {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  return {
    get bytes() {
      return buffer.subarray(0, length);
    },
    write: (bytes, at) => {
      const end = at + bytes.length;
      if (end > most) refuse();
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.max(end, 2 * buffer.length));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(bytes, at);
      length = Math.max(length, end);
    },
    read: (at, count) => buffer.slice(at, at + count),
    finish: () => {},
    close: () => {},
    pack: async (bytes) => {
      const packed = new Blob([bytes as Uint8Array<ArrayBuffer>])
        .stream()
        .pipeThrough(new CompressionStream('deflate'));
      return new Uint8Array(await new Response(packed).arrayBuffer());
    },
  };
}
