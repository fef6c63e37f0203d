/**
 * FNV-1a over the bits of numbers: two arrays have the same hash when they are equal bit for bit
 * (0 and -0 differ; all NaN count as one, because their payload is not defined across platforms).
 */
export function hashNumbers(values: Float64Array, seed = 0x811c9dc5): number {
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  let h = seed >>> 0;
  for (let i = 0; i < values.length; i++) {
    number[0] = Number.isNaN(values[i]) ? Number.NaN : values[i];
    h = Math.imul(h ^ bits[0], 0x01000193);
    h = Math.imul(h ^ bits[1], 0x01000193);
  }
  return h >>> 0;
}

/** A hash as eight hexadecimal digits. */
export function hashText(hash: number): string {
  return hash.toString(16).padStart(8, '0');
}
