/** A file of the machine that Hdf5Writer writes, packed on Node's threads. */
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { Hdf5Target } from '../../hdf5/hdf5-writer.ts';
import { DEFLATE_LEVEL } from '../../hdf5/messages.ts';

const packed = promisify(deflate);

/** @throws the system's error if it cannot be written */
export function fileTarget(path: string): Hdf5Target {
  const file = openSync(path, 'w+');
  return {
    write: (bytes, at) => writeAll(file, bytes, at),
    read: (at, length) => readBack(file, at, length),
    finish: () => fsyncSync(file), // some file systems report a full disk only now
    close: () => closeSync(file),
    pack: (bytes) => packed(bytes, { level: DEFLATE_LEVEL, chunkSize: bytes.length + 1024 }),
  };
}

function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    const written = writeSync(file, bytes, done, bytes.length - done, at + done);
    if (written === 0) throw Object.assign(new Error('no progress'), { code: 'ENOSPC', syscall: 'write' });
    done += written;
  }
}

function readBack(file: number, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, at + done);
    if (read === 0) break;
    done += read;
  }
  return bytes;
}
