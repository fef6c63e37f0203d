/** A result of a sweep as it comes from a file or a queue, which others write too: used if it is whole, else none. */
import type { SweepFigure, SweepResult, SweepTiming } from './run-item.ts';

type Check = (value: unknown) => boolean;
type Checks<T> = { readonly [K in keyof T]-?: Check };

const isNumber: Check = (value) => typeof value === 'number';
const isText: Check = (value) => typeof value === 'string';
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const has =
  <T>(checks: Checks<T>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries<Check>(checks).every(([key, check]) => check((value as Record<string, unknown>)[key]));
const isFigure = has<SweepFigure>({ median: orNull(isNumber), worst: orNull(isNumber) });

const isResult = has<SweepResult>({
  id: isText,
  version: isText,
  item: isObject,
  outcome: (value) => value === 'done' || value === 'failed' || value === 'crashed',
  sentence: orNull(isText),
  verdict: orNull(isText),
  friction: (value) => value === undefined || (Array.isArray(value) && value.every(isText)),
  count: isNumber,
  countAsked: isNumber,
  unsolved: isNumber,
  unit: isText,
  energyError: isFigure,
  frictionConsistency: isFigure,
  budget: orNull(
    has<NonNullable<SweepResult['budget']>>({
      total: orNull(isNumber),
      share: orNull(isNumber),
      worst: has<NonNullable<SweepResult['budget']>['worst']>({ entry: isText, where: isText }),
    }),
  ),
  verdicts: orNull(isObject),
  hash: orNull(isText),
  timing: has<SweepTiming>({
    medianMs: orNull(isNumber),
    maxMs: orNull(isNumber),
    totalMs: orNull(isNumber),
    counts: (value) => typeof value === 'boolean',
    how: isText,
    machine: orNull(isObject),
  }),
});

/** The result of the item `id` in a text; undefined if the text is anything else. */
export function resultIn(text: string, id: string): SweepResult | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isResult(value) && (value as SweepResult).id === id ? (value as SweepResult) : undefined;
}
