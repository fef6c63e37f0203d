import { expect, test } from 'vitest';
import { solvers } from '../solvers/registry.ts';
import { optionCount, readOptions, writeOptions } from './option-numbers.ts';

test('the options of every solver survive as numbers: defaults, ends of ranges, every choice', () => {
  for (const { options: table, defaults } of solvers) {
    const numbers = new Float64Array(optionCount(table));
    const survives = (options: typeof defaults) => {
      writeOptions(table, options, numbers);
      expect(readOptions(table, numbers)).toEqual(options);
    };
    survives(defaults);
    for (const [name, spec] of Object.entries(table)) {
      const values = spec.type === 'choice' ? spec.choices : [spec.min, spec.max];
      for (const value of values) survives({ ...defaults, [name]: value });
    }
  }
});
