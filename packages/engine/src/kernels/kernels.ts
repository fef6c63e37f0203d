/**
 * All kernels of one memory. Each exists twice, under one name: compiled from wasm/<family>.ts, and as a TypeScript
 * function in twin/<family>.ts, which is fallback and oracle. Both give the same numbers bit for bit.
 */
import type { Memory } from './twin/memory.ts';
import type * as rowSweep from './twin/row-sweep.ts';
import { TWINS } from './twins.ts';

/** Functions over a memory, without that memory. */
type Bound<Twins> = {
  readonly [Name in keyof Twins]: Twins[Name] extends (memory: Memory, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Functions that the compiled module exports and the twins implement. */
export type Kernels = Bound<typeof TWINS>;

/** The sweeps that threads do together. */
export type SweepKernels = Bound<typeof rowSweep>;

/** The twins of every kernel on one memory. */
export function twinKernels(buffer: ArrayBuffer): Kernels {
  const memory: Memory = { F: new Float64Array(buffer), I: new Int32Array(buffer), B: new Uint8Array(buffer) };
  const bound = Object.entries(TWINS).map(([name, twin]) => [
    name,
    (twin as (memory: Memory, ...rest: never[]) => unknown).bind(undefined, memory),
  ]);
  return Object.fromEntries(bound) as Kernels;
}
