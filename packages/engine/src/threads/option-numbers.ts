/** Options as numbers in memory that threads share: in the order of the solver's option table, a choice by its place there. */
import type { OptionSpec, OptionValues } from '../problem/solver.ts';

/** The table of a solver's options, `solver.options`. */
export type OptionTable<Options extends object> = { readonly [K in keyof Options]: OptionSpec };

/** How many numbers the options of a table take. */
export function optionCount(table: OptionTable<object>): number {
  return Object.keys(table).length;
}

/** Writes complete options to the start of `numbers`. */
export function writeOptions<Options extends object>(
  table: OptionTable<Options>,
  options: Readonly<Options>,
  numbers: Float64Array,
): void {
  const values = options as OptionValues;
  specsOf(table).forEach(([name, spec], k) => {
    numbers[k] = spec.type === 'choice' ? spec.choices.indexOf(String(values[name])) : Number(values[name]);
  });
}

/** The options that `writeOptions` has written. */
export function readOptions<Options extends object>(table: OptionTable<Options>, numbers: Float64Array): Options {
  const entries = specsOf(table).map(([name, spec], k) => [
    name,
    spec.type === 'choice' ? spec.choices[numbers[k]] : numbers[k],
  ]);
  return Object.fromEntries(entries) as Options;
}

function specsOf(table: OptionTable<object>): [string, OptionSpec][] {
  return Object.entries(table as Readonly<Record<string, OptionSpec>>);
}
