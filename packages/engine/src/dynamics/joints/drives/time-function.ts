/**
 * Speeds, targets and largest forces of drives as functions of the time of the world.   docs/theory/joints.md (JO23), (JO28), (JO29)
 *
 *   polynomial  c0 + c1 t + c2 t^2 + ...      harmonic  mean + a sin(2 pi f t + phase)
 *   schedule    from point to point, along straight lines or from rest to rest: v0 + (v1 - v0)(10 u^3 - 15 u^4 + 6 u^5)
 *
 * Data in a scene file; a program can give any function of the time, which must depend on nothing else: snapshots hold no memory of it.
 */
import { ContractError } from '../../../checks/errors.ts';
import {
  byKind,
  either,
  type FieldTable,
  isRecord,
  type Kind,
  list,
  optional,
  record,
  required,
} from '../../../checks/fields.ts';
import { Misfit, misfit, type Value } from '../../../checks/value.ts';
import { angle, choice, number, program } from '../../../checks/values.ts';
import { found } from '../../../checks/wording.ts';
import { PI, sin } from '../../../linalg/elementary.ts';

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

export interface SchedulePoint {
  /** s, later than the point before. */
  readonly at: number;
  /** Target in the unit of the value. */
  readonly target: number;
}

export interface ScheduleOfTime extends Begun {
  readonly kind: 'schedule';
  /** One or more; the first and the last target hold outside of their times. */
  readonly points: readonly SchedulePoint[];
  /** Straight lines, or from rest to rest: speed and acceleration are zero at every point. Default 'linear'. */
  readonly between?: 'linear' | 'smooth';
}

export type DataOfTime = PolynomialOfTime | HarmonicOfTime | ScheduleOfTime;
export type FunctionOfTime = DataOfTime | ((time: number) => number);

const some = number('a number');
const begin = optional(number('a time', { unit: 's' }), 'time of the world at which t is zero', '0');

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
/** @param target a value at a time */
function scheduleFields(target: Value<number>): FieldTable<Omit<ScheduleOfTime, 'kind'>> {
  const point: FieldTable<SchedulePoint> = {
    at: required(number('a time', { unit: 's' }), 't of the point, later than the one before'),
    target: required(target, 'the value there; the first and the last one hold outside'),
  };
  return {
    points: required(rising(list(record(point), 'one point or more, times rising', { least: 1 })), 'in order'),
    between: optional(choice(['linear', 'smooth']), 'straight lines, or from rest to rest', '`"linear"`'),
    begin,
  };
}

function rising(points: Value<readonly SchedulePoint[]>): Value<readonly SchedulePoint[]> {
  return {
    words: points.words,
    get schema() {
      return points.schema;
    },
    check(given, reading) {
      const read = points.check(given, reading);
      const late = read.findIndex(({ at }, k) => k > 0 && !(at > read[k - 1].at));
      if (late < 0) return read;
      const { at } = read[late - 1];
      throw new Misfit(`expected a time later than ${at} s, found ${read[late].at}`).inside('at').inside(late);
    },
  };
}

/** The only list of functions of time. @param value at a time */
export function timeFunctions(value: Value<number> = some): { readonly [K in DataOfTime['kind']]: Kind } {
  return {
    polynomial: { summary: 'powers of the time', fields: POLYNOMIAL },
    harmonic: { summary: 'a sine of the time', fields: HARMONIC },
    schedule: { summary: 'from point to point', fields: scheduleFields(value) },
  };
}

const isFunction = (given: unknown): boolean => typeof given === 'function';

/** A number, or how it changes with time. @param value at a time, if not every constant will do @param atLeast of its range */
export function overTime(
  constant: Value<number>,
  value = constant,
  atLeast = -Infinity,
): Value<number | FunctionOfTime> {
  const data = byKind<DataOfTime>(timeFunctions(value), 'a function of time with a kind');
  const inRange: typeof data = {
    words: data.words,
    get schema() {
      return data.schema;
    },
    check(given, reading) {
      const read = data.check(given, reading);
      const least = leastOf(read);
      return least < atLeast ? misfit(`${value.words} at all times`, `${least} at some`) : read;
    },
  };
  return either<number | FunctionOfTime>(`${constant.words}, or a function of time`, [
    { when: isRecord, value: inRange },
    { when: isFunction, value: program<(time: number) => number>('a function of the time in s', isFunction) },
    { when: () => true, value: constant },
  ]);
}

/** The smallest value over all times; Infinity if its points have been checked, or for a polynomial that is not constant. */
function leastOf(given: DataOfTime): number {
  if (given.kind === 'schedule') return Infinity;
  if (given.kind === 'harmonic' && given.frequency > 0) return (given.mean ?? 0) - Math.abs(given.amplitude);
  const changes = given.kind === 'polynomial' && given.coefficients.some((c, power) => power > 0 && c !== 0);
  return changes ? Infinity : dataAt(given, 0);
}

/** Value at a time of the world, s. @param where begins the message about a value that is not finite or too small */
export function valueAt(given: number | FunctionOfTime, time: number, where: string, atLeast = -Infinity): number {
  if (typeof given === 'number') return given;
  const value = typeof given === 'function' ? given(time) : dataAt(given, time - (given.begin ?? 0));
  if (Number.isFinite(value) && value >= atLeast) return value;
  const range = atLeast > -Infinity ? ` >= ${atLeast}` : '';
  throw new ContractError(`${where}: expected a finite number${range} at ${time} s, found ${found(value)}`);
}

function dataAt(given: DataOfTime, t: number): number {
  if (given.kind === 'polynomial') return given.coefficients.reduceRight((sum, c) => sum * t + c, 0);
  if (given.kind === 'harmonic') {
    const { amplitude, frequency, mean = 0, phase = 0 } = given;
    const turns = frequency * t; // whole turns are taken off before anything is rounded
    return mean + amplitude * sin(2 * PI * (turns - Math.floor(turns)) + phase);
  }
  return scheduledAt(given, t);
}

function scheduledAt({ points, between }: ScheduleOfTime, t: number): number {
  const next = points.findIndex(({ at }) => at > t);
  if (next <= 0) return points[next === 0 ? 0 : points.length - 1].target;
  const [from, to] = [points[next - 1], points[next]];
  const u = (t - from.at) / (to.at - from.at);
  return from.target + (to.target - from.target) * (between === 'smooth' ? restToRest(u) : u);
}

/** (JO28). From its nearer end, so that no rounding passes 0 or 1: what falls to zero never falls below it. */
function restToRest(u: number): number {
  const near = u <= 0.5 ? u : 1 - u;
  const part = near * near * near * (10 - near * (15 - 6 * near));
  return u <= 0.5 ? part : 1 - part;
}

/** The same function in a world whose time is zero now, less `zero`; undefined for a function of a program. */
export function continuedFrom(given: FunctionOfTime, now: number, zero: number): DataOfTime | undefined {
  if (typeof given === 'function') return undefined;
  const from = now === 0 ? {} : { begin: (given.begin ?? 0) - now };
  if (given.kind === 'harmonic') return { ...given, ...from, mean: (given.mean ?? 0) - zero };
  if (given.kind === 'schedule')
    return { ...given, ...from, points: given.points.map(({ at, target }) => ({ at, target: target - zero })) };
  return { ...given, ...from, coefficients: given.coefficients.map((c, k) => (k === 0 ? c - zero : c)) };
}
