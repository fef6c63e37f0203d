import { expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import { Rng } from './rng.ts';

test('bytes of every length become the text that RFC 4648 gives, and come back', () => {
  const known = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy']; // "foobar" by letters, RFC 4648 section 10
  known.forEach((expected, length) => {
    const bytes = Uint8Array.from('foobar'.slice(0, length), (letter) => letter.charCodeAt(0));
    expect(toBase64(bytes)).toBe(expected);
    expect(fromBase64(expected)).toEqual(bytes);
  });
});

test('every byte value survives, also from the middle of a larger buffer', () => {
  const rng = new Rng(1);
  const bytes = Uint8Array.from({ length: 1000 }, (_, k) => (k < 256 ? k : Math.floor(rng.uniform(0, 256))));
  for (let from = 0; from < 8; from++)
    expect(fromBase64(toBase64(bytes.subarray(from, 990 + from)))).toEqual(bytes.slice(from, 990 + from));
});

test('doubles keep all their bits: -0, NaN, infinities, subnormals', () => {
  const values = Float64Array.of(-0, Number.NaN, Infinity, -Infinity, 5e-324, 0.1, -1 / 3, Number.MAX_VALUE);
  const back = new Float64Array((fromBase64(toBase64(values)) as Uint8Array<ArrayBuffer>).buffer);
  back.forEach((value, k) => {
    expect(value).toBe(values[k]);
  });
});

test('what is not base64 is undefined', () => {
  for (const wrong of ['A', 'AAA', 'AAAA=', '====', 'A===', 'AA-A', 'AA\u00e9A', 'AA=A', ' AAA', 'AAAAAA'])
    expect(fromBase64(wrong), wrong).toBeUndefined();
});
