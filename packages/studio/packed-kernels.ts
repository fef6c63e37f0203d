/**
 * The compiled kernels in the scripts of the page: a character per byte instead of base64, in which equal runs of bytes become equal
 * text. 12 kB of gzip instead of 16.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { KERNELS_WASM } from '../engine/src/kernels/compiled/kernels.ts';

const BYTES = fileURLToPath(new URL('../engine/src/kernels/bytes.ts', import.meta.url));

/** Printable characters stay; the others are moved by 256, which storing them as a byte takes back. */
const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte >= 32 && byte < 127 ? byte : 256 + byte)).join('');

export const packedKernels = (): Plugin => ({
  name: 'packed-kernels',
  enforce: 'pre',
  load: (id) =>
    id === BYTES
      ? `const text = ${JSON.stringify(textOf(Buffer.from(KERNELS_WASM, 'base64')))};
export const kernelBytes = () => Uint8Array.from(text, (one) => one.charCodeAt(0));`
      : undefined,
});
