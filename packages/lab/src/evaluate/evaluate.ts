/** Every error of one answer, measured from x alone: what `signorini solve` prints and `replay` collects. */

import { type Answer, type MeasureKey, measureList, measures, type ReplayedMeasure } from '@signorini/engine/measures';
import { type Problem, velocities } from '@signorini/engine/problem';

type Measures = typeof measures;

/** One error per measure of the engine's table; undefined if the answer has none (`absent` of the table is the reason). */
export type Errors = { readonly [K in MeasureKey]: ReturnType<Measures[K]['of']> };

/** Every measure of the table. */
export const ALL = measureList.map(({ key }) => key);
/** Measures that a replay collects. */
export const REPLAYED = measureList.filter(({ replayed }) => replayed).map(({ key }) => key as ReplayedMeasure);

/** `lo` and `hi` are the bounds x was solved with. */
export function evaluate(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array): Errors {
  return errorsOf(answerWithVelocities(p, x, lo, hi), ALL);
}

/** Computes w = A x + b, once for all measures. */
export function answerWithVelocities(p: Problem, x: Float64Array, lo: Float64Array, hi: Float64Array): Answer {
  return { p, x, w: velocities(p, x, new Float64Array(p.n)), lo, hi };
}

export function errorsOf<K extends MeasureKey>(answer: Answer, keys: readonly K[]): Pick<Errors, K> {
  return Object.fromEntries(keys.map((key) => [key, measures[key].of(answer)])) as unknown as Pick<Errors, K>;
}
