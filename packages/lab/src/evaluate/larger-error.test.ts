import { expect, test } from 'vitest';
import { largerBy, largerError } from './larger-error.ts';

test('the larger of the two errors judges, and has a name', () => {
  expect(largerError({ energy: 1, frictionConsistency: 2 })).toBe(2);
  expect(largerBy({ energy: 1, frictionConsistency: 2 })).toBe('frictionConsistency');
  expect(largerError({ energy: 3, frictionConsistency: 2 })).toBe(3);
  expect(largerBy({ energy: 3, frictionConsistency: 2 })).toBe('energy');
  expect(largerBy({ energy: 2, frictionConsistency: 2 })).toBe('energy');
});

test('an error that is not finite is never the smaller one', () => {
  expect(largerError({ energy: null, frictionConsistency: 2 })).toBeNull();
  expect(largerBy({ energy: null, frictionConsistency: 2 })).toBe('energy');
  expect(largerError({ energy: 2, frictionConsistency: null })).toBeNull();
  expect(largerBy({ energy: 2, frictionConsistency: null })).toBe('frictionConsistency');
});
