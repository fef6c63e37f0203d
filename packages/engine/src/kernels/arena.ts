/**
 * One memory for one solver instance, laid out anew for every problem shape: kernels and plain code see the same
 * numbers. A larger layout gets a new memory, because a WebAssembly memory that grows detaches its buffer: V8 then checks every
 * typed array of the process before every access, for good, which costs a world a fifth of its step.   docs/decisions/052-buffers-stay.md
 */
import { allocated, expectMemory } from '../checks/sizes.ts';
import { type Kernels, twinKernels } from './kernels.ts';
import type { Layout } from './layouts.ts';
import { instantiate } from './load.ts';
import type { Table } from './tables.ts';

const PAGE = 65536;
/** Room beyond what a layout needs, so that a growing pile gets few memories. */
const SPARE = 1.5;
/** 4 GB: what a WebAssembly memory can hold; beyond that the twins serve. */
const MOST_PAGES = 65535;

/** Memory that a team of threads works on. */
interface SharedMemory {
  readonly buffer: ArrayBuffer;
}

export class Arena {
  F: Float64Array = new Float64Array(0);
  I: Int32Array = new Int32Array(0);
  B: Uint8Array = new Uint8Array(0);
  private readonly kind: 'auto' | 'twin';
  private readonly shared: SharedMemory | undefined;
  private kernels: Kernels | undefined;
  private bytes = 0;

  /**
   * @param kind 'twin' for the twins even if the platform has WebAssembly
   * @param shared a memory that threads share; kernels are then the twins, except the sweeps that the threads do themselves
   */
  constructor(kind: 'auto' | 'twin' = 'auto', shared?: SharedMemory) {
    this.kind = kind;
    this.shared = shared;
  }

  /** Starts a layout; offsets handed out from here on are valid after `end`. */
  begin(): void {
    this.bytes = 16;
  }

  /** Room for f64 numbers; the element offset in `F`, aligned to 16 bytes. */
  f64(length: number): number {
    return this.take(8 * length) / 8;
  }

  /** Room for i32 numbers; the element offset in `I`. */
  i32(length: number): number {
    return this.take(4 * length) / 4;
  }

  /** Room for bytes; the offset in `B`. */
  u8(length: number): number {
    return this.take(length);
  }

  /** Room for a table; written by `writeTable` after `end`. */
  table<L extends Layout>(layout: L): Table<L> {
    return this.i32(layout.size) as Table<L>;
  }

  /** Makes the memory large enough and returns the kernels that work on it; if it was too small, `F`, `I` and `B` are new and empty. */
  end(): Kernels {
    if (!this.kernels || this.F.byteLength < this.bytes)
      this.kernels = this.renew(Math.ceil((SPARE * this.bytes) / PAGE));
    return this.kernels;
  }

  /** Bytes that the layout takes so far. */
  get size(): number {
    return this.bytes;
  }

  /** An earlier layout once more, of the size that it had; `F`, `I` and `B` are new and empty if they were too small. */
  again(size: number): Kernels {
    this.bytes = size;
    return this.end();
  }

  release(): void {
    this.see(new ArrayBuffer(0));
    this.kernels = undefined;
  }

  private renew(pages: number): Kernels {
    if (this.shared) return this.share(this.shared);
    const [bytes, what] = [pages * PAGE, 'its matrices'];
    expectMemory(this.bytes, what);
    const made = allocated(bytes, what, () =>
      this.kind === 'auto' && pages <= MOST_PAGES ? instantiate(pages) : undefined,
    );
    this.see(made?.memory.buffer ?? allocated(bytes, what, () => new ArrayBuffer(bytes)));
    return made ? (made.exports as Kernels) : twinKernels(this.F.buffer as ArrayBuffer);
  }

  /** Other arenas may lay things out in the same memory: every solve writes all that it reads. */
  private share({ buffer }: SharedMemory): Kernels {
    if (this.bytes > buffer.byteLength)
      throw new Error(
        `threads: expected a team with at least ${Math.ceil(this.bytes / 1e6)} megabytes of memory, found ${Math.floor(buffer.byteLength / 1e6)}`,
      );
    this.see(buffer);
    return twinKernels(buffer);
  }

  private see(buffer: ArrayBuffer): void {
    this.F = new Float64Array(buffer);
    this.I = new Int32Array(buffer);
    this.B = new Uint8Array(buffer);
  }

  private take(bytes: number): number {
    const at = this.bytes;
    this.bytes += Math.ceil(bytes / 16) * 16;
    return at;
  }
}
