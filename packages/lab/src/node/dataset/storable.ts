/** Finds what a dataset has no place for, before it is written. */

import { NUMBER_ARRAYS, type Numbers } from '../../dataset/numbers.ts';
import type { Pattern } from '../../dataset/pattern.ts';
import { FileError } from '../files/file-error.ts';

/** Bytes of a name or title: texts are stored in columns as wide as the longest. */
const LONGEST_TEXT = 4096;

/** @throws FileError */
export function expectStorable(path: string, title: string, pattern: Pattern, numbers: Numbers): void {
  expectText(path, 'title', title);
  pattern.names?.forEach((name, row) => {
    if (name.length > SHORT_TEXT || UNSTORABLE.test(name)) expectText(path, `names[${row}]`, name);
  });
  for (const name of NUMBER_ARRAYS) {
    const isAbsent = (name === 'x' || name === 'warm') && Number.isNaN(numbers[name][0]);
    const isBound = name === 'lo' || name === 'hi';
    if (isAbsent || isSound(numbers[name], isBound)) continue;
    const bad = numbers[name].findIndex((v) => !(isBound ? !Number.isNaN(v) : Number.isFinite(v)));
    throw new FileError(
      path,
      `expected finite numbers in ${name} of "${title}", found ${numbers[name][bad]} at place ${bad}`,
    );
  }
}

/** Zeros, or code units of which two make a character and one alone does not. */
const UNSTORABLE = /[\0\ud800-\udfff]/;
/** Characters; no character takes more than three bytes per code unit. */
const SHORT_TEXT = LONGEST_TEXT / 3;

/** A sum keeps what is not finite: one pass without a call per number. */
function isSound(values: Float64Array, isBound: boolean): boolean {
  let sum = 0;
  for (let k = 0; k < values.length; k++) {
    const v = values[k]!;
    sum += isBound && (v === Infinity || v === -Infinity) ? 0 : v * 0;
  }
  return sum === 0;
}

function expectText(path: string, what: string, text: string): void {
  const bad = /[\0\p{Cs}]/u.test(text);
  if (bad || Buffer.byteLength(text) > LONGEST_TEXT)
    throw new FileError(
      path,
      `expected a ${what} of at most ${LONGEST_TEXT} bytes of Unicode text without zeros, found ${bad ? 'other characters' : `${Buffer.byteLength(text)} bytes`}`,
    );
}
