import { expect, test } from 'vitest';
import { stepOf } from './numbers.ts';

test('a step is typed as a number or as a time in s or ms, with or without a space', () => {
  const typed = ['120', ' 7 ', '2s', '2 s', '500ms', '500 ms', '.5s', '1e3ms', '0'];
  expect(typed.map((text) => stepOf(text, 1 / 60))).toEqual([120, 7, 120, 120, 30, 30, 30, 60, 0]);
  for (const text of ['', 's', 'ms', '5 min', '-3', '1.2.3', 'NaN', 'Infinity'])
    expect(stepOf(text, 1 / 60)).toBe(undefined);
});
