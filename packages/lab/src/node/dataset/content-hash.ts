/** Names of patterns and problems by their content. */
import { createHash } from 'node:crypto';
import { NUMBER_ARRAYS, type Numbers } from '../../dataset/numbers.ts';
import type { Pattern } from '../../dataset/pattern.ts';

/** Equal for equal patterns. */
export function patternKey({ structured, symmetric, quantity, bodies, names, ...arrays }: Pattern): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ structured, symmetric, quantity, bodies, named: names !== undefined }));
  if (names) hash.update(names.join('\0'));
  for (const array of [arrays.entries, arrays.column, arrays.kind, arrays.unit, arrays.ungiven, arrays.contacts])
    hash.update(`${array.length} `).update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return hash.digest('hex');
}

/** 32 hexadecimal digits, equal for equal problems whatever their titles: half of the SHA-256 of pattern and numbers. */
export function contentHash(patternKey: string, numbers: Numbers, h: number | null): string {
  const hash = createHash('sha256').update(`${patternKey} ${h === null ? '' : h}`);
  for (const name of NUMBER_ARRAYS) {
    const { buffer, byteOffset, byteLength } = numbers[name];
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex').slice(0, 32);
}
