/**
 * Speeds and targets of drives as functions of the time of the world.   docs/theory/joints.md (JO23)
 *
 *   polynomial  c0 + c1 t + c2 t^2 + ...      harmonic  mean + a sin(2 pi f t + phase)      table  straight lines between points
 *
 * Data in a scene file; a program can give any function of the time, which must depend on nothing else: snapshots hold no memory of it.
 */
import { ContractError } from '../../checks/errors.ts';
import { byKind, either, type FieldTable, isRecord, type Kind, list, optional, required } from '../../checks/fields.ts';
import { misfit, type Value } from '../../checks/value.ts';
import { angle, number, numbersOf, program } from '../../checks/values.ts';
import { found } from '../../checks/wording.ts';
import { PI, sin } from '../../linalg/elementary.ts';

interface Begun {
  /** Time of the world at which t is zero, s. Default 0. */
  readonly begin?: number;
}

export interface PolynomialOfTime extends Begun {
  readonly kind: 'polynomial';
  /** c0, c1, c2 ...: the unit of the value, per s, per s^2 ... */
  readonly coefficients: readonly number[];
}

export interface HarmonicOfTime extends Begun {
  readonly kind: 'harmonic';
  /** a and the mean, in the unit of the value. Default mean 0. */
  readonly amplitude: number;
  readonly mean?: number;
  /** f, Hz, >= 0. */
  readonly frequency: number;
  /** rad. Default 0. */
  readonly phase?: number;
}

export interface TableOfTime extends Begun {
  readonly kind: 'table';
  /** Times (s, rising) and values; straight lines between, the first and the last value outside. */
  readonly points: readonly (readonly [time: number, value: number])[];
}

export type DataOfTime = PolynomialOfTime | HarmonicOfTime | TableOfTime;
export type FunctionOfTime = DataOfTime | ((time: number) => number);

const some = number('a number');
const begin = optional(number('a time', { unit: 's' }), 'time of the world at which t is zero', '0');

const pair: Value<readonly [number, number]> = {
  words: 'a time (s) and a value',
  schema: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  check: (given) => (numbersOf(given, 2) ?? misfit(pair.words, found(given))) as unknown as readonly [number, number],
};
const pairs = list(pair, 'pairs of a time (s) and a value, times rising', { least: 1 });
const rising: typeof pairs = {
  words: pairs.words,
  get schema() {
    return pairs.schema;
  },
  check(given, reading) {
    const read = pairs.check(given, reading);
    const late = read.findIndex(([time], k) => k > 0 && !(time > read[k - 1][0]));
    return late < 0 ? read : misfit('times that rise', `${read[late][0]} s after ${read[late - 1][0]} s`);
  },
};

const POLYNOMIAL: FieldTable<Omit<PolynomialOfTime, 'kind'>> = {
  coefficients: required(list(some, 'one number or more', { least: 1 }), 'c0, c1, c2 ... of c0 + c1 t + c2 t²'),
  begin,
};
const HARMONIC: FieldTable<Omit<HarmonicOfTime, 'kind'>> = {
  amplitude: required(some, 'a in mean + a sin(2πft + phase)'),
  frequency: required(number('a frequency', { atLeast: 0, unit: 'Hz' }), 'f'),
  mean: optional(some, 'about which it swings', '0'),
  phase: optional(angle, 'at t = 0', '0'),
  begin,
};
const TABLE: FieldTable<Omit<TableOfTime, 'kind'>> = {
  points: required(rising, 'straight lines between; the first and the last value outside'),
  begin,
};

/** The only list of functions of time. */
export const TIME_FUNCTIONS: { readonly [K in DataOfTime['kind']]: Kind } = {
  polynomial: { summary: 'powers of the time', fields: POLYNOMIAL },
  harmonic: { summary: 'a sine of the time', fields: HARMONIC },
  table: { summary: 'straight lines between points', fields: TABLE },
};

const isFunction = (given: unknown): boolean => typeof given === 'function';

/** A number, or how it changes with time. */
export function overTime(constant: Value<number>): Value<number | FunctionOfTime> {
  const data = byKind<DataOfTime>(TIME_FUNCTIONS, 'a function of time with a kind');
  return either<number | FunctionOfTime>(`${constant.words}, or a function of time`, [
    { when: isRecord, value: data },
    { when: isFunction, value: program<(time: number) => number>('a function of the time in s', isFunction) },
    { when: () => true, value: constant },
  ]);
}

/** At a time of the world, s. @param where begins the sentence if a function of a program returns no number */
export function valueAt(given: number | FunctionOfTime, time: number, where: string): number {
  if (typeof given === 'number') return given;
  if (typeof given !== 'function') return dataAt(given, time - (given.begin ?? 0));
  const value = given(time);
  if (!Number.isFinite(value))
    throw new ContractError(`${where}: expected a finite number at ${time} s, found ${found(value)}`);
  return value;
}

function dataAt(given: DataOfTime, t: number): number {
  if (given.kind === 'polynomial') return given.coefficients.reduceRight((sum, c) => sum * t + c, 0);
  if (given.kind === 'harmonic') {
    const { amplitude, frequency, mean = 0, phase = 0 } = given;
    const turns = frequency * t; // whole turns are taken off before anything is rounded
    return mean + amplitude * sin(2 * PI * (turns - Math.floor(turns)) + phase);
  }
  const { points } = given;
  const next = points.findIndex(([time]) => time > t);
  if (next <= 0) return points[next === 0 ? 0 : points.length - 1][1];
  const [[t0, v0], [t1, v1]] = [points[next - 1], points[next]];
  return v0 + ((v1 - v0) * (t - t0)) / (t1 - t0);
}

/** The same function in a world whose time is zero now, less `zero`; undefined for a function of a program. */
export function continuedFrom(given: FunctionOfTime, now: number, zero: number): DataOfTime | undefined {
  if (typeof given === 'function') return undefined;
  const from = now === 0 ? {} : { begin: (given.begin ?? 0) - now };
  if (given.kind === 'harmonic') return { ...given, ...from, mean: (given.mean ?? 0) - zero };
  if (given.kind === 'table')
    return { ...given, ...from, points: given.points.map(([time, value]) => [time, value - zero] as const) };
  return { ...given, ...from, coefficients: given.coefficients.map((c, k) => (k === 0 ? c - zero : c)) };
}
