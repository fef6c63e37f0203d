/** A copy, each number times a factor. */
export function scaled(values: Float64Array, factor: number): Float64Array {
  const copy = values.slice();
  if (factor !== 1) for (let i = 0; i < copy.length; i++) copy[i] *= factor;
  return copy;
}
