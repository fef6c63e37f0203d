/** The few names of the platform that the engine uses; it uses neither the DOM nor Node. */
export interface WasmMemory {
  /** A SharedArrayBuffer if threads share it. */
  readonly buffer: ArrayBuffer;
}

interface WasmPlatform {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
  Memory: new (descriptor: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
}

interface Platform {
  readonly setTimeout: (call: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly atob: (text: string) => string;
  readonly WebAssembly?: WasmPlatform;
  readonly console?: { warn(text: string): void };
}

const platform = globalThis as unknown as Platform;

/** Undefined if the platform has no WebAssembly. */
export const wasmPlatform: WasmPlatform | undefined = platform.WebAssembly;

/** Decoded by native code: a loop of our own took 1 ms of the first step of a process. */
export function fromBase64(text: string): Uint8Array {
  const codes = platform.atob(text);
  const bytes = new Uint8Array(codes.length);
  for (let k = 0; k < codes.length; k++) bytes[k] = codes.charCodeAt(k);
  return bytes;
}

/** Writes a warning, if there is a console. */
export function warn(text: string): void {
  platform.console?.warn(text);
}

/** A call after a time; the engine uses it while a team of threads is made, and nowhere else. */
export function setTimer(call: () => void, milliseconds: number): unknown {
  return platform.setTimeout(call, milliseconds);
}

export function clearTimer(timer: unknown): void {
  platform.clearTimeout(timer);
}
