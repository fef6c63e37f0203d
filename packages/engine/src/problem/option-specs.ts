/** Options as data, one line each: default, unit, meaning, range.   docs/decisions/004-options-as-data.md */
import type { OptionSpec } from './solver.ts';

type NumberSpec = Extract<OptionSpec, { type: 'number' }>;

/** Least and largest value. */
interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number, from 1 on unless `range` states otherwise. */
export function whole(
  preset: number,
  unit: string,
  summary: string,
  { min = 1, max = Infinity }: Range = {},
): NumberSpec {
  return { type: 'number', default: preset, unit, min, max, integer: true, summary };
}

/** A number, not negative unless `range` states otherwise; `exclusive` leaves the ends of the range out. */
export function real(
  preset: number,
  unit: string,
  summary: string,
  { min = 0, max = Infinity, exclusive }: Range & { readonly exclusive?: true } = {},
): NumberSpec {
  return { type: 'number', default: preset, unit, min, max, ...(exclusive && { exclusive }), summary };
}

/** One of a few names. */
export function choice<const Name extends string>(
  preset: NoInfer<Name>,
  choices: readonly Name[],
  summary: string,
): { readonly type: 'choice'; readonly default: Name; readonly choices: readonly Name[]; readonly summary: string } {
  return { type: 'choice', default: preset, choices, summary };
}
