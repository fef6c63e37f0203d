/**
 * One loader for Node, pages and workers: the module is in the source as base64, no fetch, no file, no bundler plugin.
 * Where WebAssembly is missing or refused (a Content-Security-Policy without 'wasm-unsafe-eval'), the TypeScript twins do
 * the same arithmetic, and that is said once.
 */
import { BODY_WASM } from './body-wasm.ts';
import { type WasmMemory, warn, wasmPlatform } from './platform.ts';

/** The compiled module, which never changes, or why there is none. */
let compiled: { readonly module: object } | { readonly refused: string } | undefined;

function compile() {
  if (compiled) return compiled;
  try {
    if (!wasmPlatform) throw new Error('WebAssembly is not there');
    compiled = { module: new wasmPlatform.Module(decode(BODY_WASM)) };
  } catch (error) {
    const refused = (error as Error).message;
    warn(`signorini: compiled kernels are not available (${refused}); the plain ones give the same numbers, slower`);
    compiled = { refused };
  }
  return compiled;
}

/** 'wasm', or why the plain kernels are used. */
export function kernelStatus(): string {
  const result = compile();
  return 'module' in result ? 'wasm' : result.refused;
}

/** An instance of the kernels on a memory of its own; undefined where WebAssembly is refused. */
export function instantiate(pages: number): { memory: WasmMemory; exports: unknown } | undefined {
  const result = compile();
  if (!('module' in result) || !wasmPlatform) return undefined;
  const memory = new wasmPlatform.Memory({ initial: pages });
  return { memory, exports: new wasmPlatform.Instance(result.module, { env: { memory } }).exports };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function decode(lines: readonly string[]): Uint8Array {
  const value = new Uint8Array(128);
  for (let k = 0; k < 64; k++) value[DIGITS.charCodeAt(k)] = k;
  const text = lines.join('').replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let k = 0; k < text.length; k++) {
    held = ((held << 6) | value[text.charCodeAt(k)]) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bytes;
}
