/**
 * One loader for Node, pages and workers: the module is in the source as base64, no fetch, no file, no bundler plugin.
 * If WebAssembly is missing or refused (a Content-Security-Policy without 'wasm-unsafe-eval'), the TypeScript twins do the
 * same arithmetic, and one warning states it.
 */
import { kernelBytes } from './bytes.ts';
import { SHARED_SWEEP_WASM } from './compiled/shared-sweep.ts';
import { fromBase64, type WasmMemory, warn, wasmPlatform } from './platform.ts';

type Compiled = { readonly module: object } | { readonly refused: string };

/** The compiled modules, which never change, or why there are none. */
let own: Compiled | undefined;
let shared: Compiled | undefined;
/** Memories that are not asked for after one was refused: asking makes the platform collect garbage, for tenths of a second. */
const PAUSE = 1000;
let pause = 0;
let warned = false;

function compile(bytes: () => Uint8Array): Compiled {
  try {
    if (!wasmPlatform) throw new Error('WebAssembly is not there');
    return { module: new wasmPlatform.Module(bytes()) };
  } catch (error) {
    const refused = (error as Error).message;
    warn(`signorini: ${slower(refused)}`);
    return { refused };
  }
}

const slower = (why: string): string =>
  `compiled kernels are not available (${why}); the plain ones give the same numbers, slower`;

function ownModule(): Compiled {
  own ??= compile(kernelBytes);
  return own;
}

/** 'wasm', or why the twins are used. */
export function kernelStatus(): string {
  const result = ownModule();
  return 'module' in result ? 'wasm' : result.refused;
}

/** An instance of the kernels on a memory of its own; undefined if WebAssembly is refused, or has no memory left. */
export function instantiate(pages: number): { memory: WasmMemory; exports: unknown } | undefined {
  const result = ownModule();
  if (!('module' in result) || !wasmPlatform) return undefined;
  const memory = memoryOf(pages);
  return memory && { memory, exports: new wasmPlatform.Instance(result.module, { env: { memory } }).exports };
}

/** A platform has some ten thousand memories, of 4 GB at most: a few thousand worlds at a time. */
function memoryOf(pages: number): WasmMemory | undefined {
  if (pause > 0) {
    pause--;
    return undefined;
  }
  try {
    return wasmPlatform && new wasmPlatform.Memory({ initial: pages });
  } catch (error) {
    pause = PAUSE;
    if (!warned) warn(`signorini: ${slower((error as Error).message)}`);
    warned = true;
    return undefined;
  }
}

/** A memory that threads can share; undefined if WebAssembly is refused. */
export function sharedMemory(pages: number): WasmMemory | undefined {
  const compiled = sharedModule();
  if (!('module' in compiled) || !wasmPlatform) return undefined;
  return new wasmPlatform.Memory({ initial: pages, maximum: pages, shared: true });
}

/** The sweeps on a memory that threads share; undefined if WebAssembly is refused. */
export function instantiateSweeps(memory: WasmMemory): unknown {
  const compiled = sharedModule();
  if (!('module' in compiled) || !wasmPlatform) return undefined;
  return new wasmPlatform.Instance(compiled.module, { env: { memory } }).exports;
}

function sharedModule(): Compiled {
  shared ??= compile(() => fromBase64(SHARED_SWEEP_WASM));
  return shared;
}
