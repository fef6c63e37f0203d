/**
 * Growing arrays that are used again: the same memory from step to step, seen at the length that a step needs. Nothing is allocated while
 * the length stays.
 */

export class FloatBuffer {
  /** At least as long as the largest length so far. */
  all: Float64Array = new Float64Array(0);
  private view: Float64Array = this.all;

  /** The first `length` numbers, whatever they are: zeros if they were never written. */
  of(length: number): Float64Array {
    if (this.view.length === length) return this.view;
    this.reserve(length);
    this.view = this.all.subarray(0, length);
    return this.view;
  }

  /** A copy of `values`. */
  copy(values: Float64Array): Float64Array {
    const view = this.of(values.length);
    view.set(values);
    return view;
  }

  /** Room for `length` numbers; those that are there stay. */
  reserve(length: number): void {
    if (length <= this.all.length) return;
    const larger = new Float64Array(Math.max(length, 2 * this.all.length, 64));
    larger.set(this.all);
    this.all = larger;
    this.view = larger.subarray(0, this.view.length);
  }
}

/** The same for integers. */
export class IntBuffer {
  all: Int32Array = new Int32Array(0);
  private view: Int32Array = this.all;

  of(length: number): Int32Array {
    if (this.view.length === length) return this.view;
    this.reserve(length);
    this.view = this.all.subarray(0, length);
    return this.view;
  }

  reserve(length: number): void {
    if (length <= this.all.length) return;
    const larger = new Int32Array(Math.max(length, 2 * this.all.length, 64));
    larger.set(this.all);
    this.all = larger;
    this.view = larger.subarray(0, this.view.length);
  }
}

/** `values` in `target` if they fit into it, else in a new array. */
export function copied(target: Float64Array | undefined, values: Float64Array): Float64Array {
  if (target?.length !== values.length) return values.slice();
  target.set(values);
  return target;
}

/** The same, each number times a factor. */
export function scaled(target: Float64Array | undefined, values: Float64Array, factor: number): Float64Array {
  const copy = copied(target, values);
  if (factor !== 1) for (let i = 0; i < copy.length; i++) copy[i] *= factor;
  return copy;
}
