/** What a dataset has no place for, found before it is written. */
import { FileError } from '../file-error.ts';
import { NUMBER_ARRAYS, type Numbers } from './numbers.ts';
import type { Pattern } from './pattern.ts';

/** Bytes of a name or title: texts are stored in columns as wide as the longest. */
export const LONGEST_TEXT = 4096;

/** @throws FileError */
export function expectStorable(path: string, title: string, pattern: Pattern, numbers: Numbers): void {
  expectText(path, 'title', title);
  pattern.names?.forEach((name, row) => {
    expectText(path, `names[${row}]`, name);
  });
  for (const name of NUMBER_ARRAYS) {
    const isAbsent = (name === 'x' || name === 'warm') && Number.isNaN(numbers[name][0]);
    const isBound = name === 'lo' || name === 'hi';
    const bad = isAbsent ? -1 : numbers[name].findIndex((v) => !(isBound ? !Number.isNaN(v) : Number.isFinite(v)));
    if (bad >= 0)
      throw new FileError(
        path,
        `expected finite numbers in ${name} of "${title}", found ${numbers[name][bad]} at place ${bad}`,
      );
  }
}

function expectText(path: string, what: string, text: string): void {
  const bad = /[\0\p{Cs}]/u.test(text);
  if (bad || Buffer.byteLength(text) > LONGEST_TEXT)
    throw new FileError(
      path,
      `expected a ${what} of at most ${LONGEST_TEXT} bytes of Unicode text without zeros, found ${bad ? 'other characters' : `${Buffer.byteLength(text)} bytes`}`,
    );
}
