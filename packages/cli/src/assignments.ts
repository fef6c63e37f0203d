/** key=value options that may be repeated, and numbers of solves. */
import { found } from '@signorini/engine/checks';
import { Option } from 'commander';
import { UsageError } from './io.ts';
import { parseCount } from './quantities.ts';

/** An option that may be given several times; a list. */
export function repeated(flags: string, description: string): Option {
  return new Option(flags, description)
    .argParser((value: string, list: readonly string[]) => [...list, value])
    .default([], 'none');
}

/** Numbers if they are numbers, else text; of two with the same key the later counts. */
export function parseAssignments(option: string, list: readonly string[], example: string) {
  const values = new Map<string, number | string>(); // an object would take the key __proto__ for its own
  for (const assignment of list) {
    const [, key, value] = /^([^=]+)=(.+)$/.exec(assignment) ?? [];
    if (key === undefined || value === undefined)
      throw new UsageError(`${option}: expected key=value, for example ${example}, found ${found(assignment)}`);
    values.set(key, Number.isNaN(Number(value)) ? value : Number(value));
  }
  return Object.fromEntries(values);
}

/** A number of solves, or `table3`; undefined if not given. */
export function parseCoupling(text: string | undefined): number | 'table3' | undefined {
  return text === undefined || text === 'table3' ? text : parseCount('--coupling', text, 0);
}
