/**
 * One memory for one solver instance, laid out anew for every problem shape: kernels and plain code see the same
 * numbers. Grows in one place, never shrinks before `release`.
 */
import { type BodyKernels, TwinBodyKernels } from './body-kernels.ts';

export class Arena {
  F: Float64Array = new Float64Array(0);
  I: Int32Array = new Int32Array(0);
  private kernels: BodyKernels | undefined;
  private bytes = 0;

  /** Starts a layout; offsets handed out from here on are valid after `end`. */
  begin(): void {
    this.bytes = 16;
  }

  /** Room for f64 numbers; the element offset in `F`, aligned to 16 bytes. */
  f64(length: number): number {
    return this.room(8 * length) / 8;
  }

  /** Room for i32 numbers; the element offset in `I`. */
  i32(length: number): number {
    return this.room(4 * length) / 4;
  }

  /** Makes the memory large enough and returns the kernels that work on it; `F` and `I` are new where it grew. */
  end(): BodyKernels {
    if (!this.kernels || this.F.byteLength < this.bytes) {
      const buffer = new ArrayBuffer(Math.ceil((1.25 * this.bytes) / 65536) * 65536);
      this.F = new Float64Array(buffer);
      this.I = new Int32Array(buffer);
      this.kernels = new TwinBodyKernels(buffer);
    }
    return this.kernels;
  }

  release(): void {
    this.F = new Float64Array(0);
    this.I = new Int32Array(0);
    this.kernels = undefined;
  }

  private room(bytes: number): number {
    const at = this.bytes;
    this.bytes += Math.ceil(bytes / 16) * 16;
    return at;
  }
}
