/** The kinds of values that options and scene files are made of: numbers with ranges and units, vectors, rotations, words. */
import { axisAngle, type Quat } from '../linalg/quat.ts';
import type { Vec3 } from '../linalg/vec3.ts';
import { checkInside, type JsonSchema, misfit, type Reading, type Value } from './value.ts';
import { found, lengthOf, listed, nearest } from './wording.ts';

interface Range {
  readonly above?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly unit?: string;
  readonly integer?: true;
  readonly multipleOf?: number;
  readonly notZero?: true;
  /** An infinite number is allowed: to programs (a file leaves the field out), or also to files, which write null for Infinity. */
  readonly infinite?: 'program' | 'file';
  /** In place of the words that the range makes. */
  readonly words?: string;
}

/** @param noun "a stiffness": the words become "a stiffness > 0 in N/m" */
export function number(noun: string, range: Range = {}): Value<number> {
  const { above = -Infinity, atLeast = -Infinity, atMost = Infinity, integer, multipleOf, notZero, infinite } = range;
  const words = range.words ?? wordsOf(noun, range);
  const inRange = (n: number) =>
    !Number.isNaN(n) &&
    (n > above || above === -Infinity) &&
    n >= atLeast &&
    n <= atMost &&
    !(integer && !Number.isInteger(n)) &&
    !(multipleOf !== undefined && n % multipleOf !== 0) &&
    !(notZero && n === 0);
  return {
    words,
    schema: rangeSchema(range),
    check(given, { file }) {
      const n = file && infinite === 'file' && given === null ? Infinity : given;
      if (typeof n !== 'number' || !inRange(n)) misfit(words, found(given));
      if (infinite === undefined && !Number.isFinite(n)) misfit(words, found(given));
      return n;
    },
  };
}

function wordsOf(noun: string, { above, atLeast, atMost, unit, notZero }: Range): string {
  const least = above === undefined ? (atLeast === undefined ? '' : ` >= ${atLeast}`) : ` > ${above}`;
  const range =
    atLeast !== undefined && atMost !== undefined
      ? ` from ${atLeast} to ${atMost}`
      : `${least}${atMost === undefined ? '' : `, at most ${atMost}`}`;
  return `${noun}${range}${unit ? ` in ${unit}` : ''}${notZero ? ' that is not 0' : ''}`;
}

function rangeSchema({ above, atLeast, atMost, integer, multipleOf, notZero, infinite }: Range): JsonSchema {
  const type = integer ? 'integer' : 'number';
  return {
    type: infinite === 'file' ? [type, 'null'] : type,
    ...(above !== undefined && { exclusiveMinimum: above }),
    ...(atLeast !== undefined && { minimum: atLeast }),
    ...(atMost !== undefined && { maximum: atMost }),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(notZero && { not: { const: 0 } }),
  };
}

/** s: a number; in a file also a fraction as text, "1/60". */
export function duration(noun: string): Value<number> {
  const plain = number(noun, { above: 0, unit: 's' });
  return {
    words: `${plain.words}; in a file also a fraction as text, "1/60"`,
    schema: { anyOf: [plain.schema, { type: 'string', pattern: '^0*[1-9][0-9]*/0*[1-9][0-9]*$' }] },
    check(given, reading) {
      if (!reading.file || typeof given !== 'string') return plain.check(given, reading);
      const [, over, under] = /^(\d+)\/(\d+)$/.exec(given) ?? [];
      const fraction = Number(over) / Number(under);
      if (!(fraction > 0 && fraction < Infinity)) misfit('a time > 0 in s, a number or "1/60"', found(given));
      return fraction;
    },
  };
}

export const boolean: Value<boolean> = {
  words: 'true or false',
  schema: { type: 'boolean' },
  check: (given) => (typeof given === 'boolean' ? given : misfit('true or false', found(given))),
};

export const text: Value<string> = {
  words: 'some text',
  schema: { type: 'string', pattern: '\\S' },
  check(given) {
    if (typeof given !== 'string') misfit('a string', found(given));
    return given.trim() === '' ? misfit('some text', 'none') : given;
  },
};

export function choice<T extends string>(names: readonly T[]): Value<T> {
  const words = names.join(' or ');
  return {
    words,
    schema: { enum: names },
    check(given) {
      if ((names as readonly unknown[]).includes(given)) return given as T;
      const close = typeof given === 'string' ? nearest(given, names) : [];
      return misfit(words, `${found(given)}${close.length > 0 ? `; perhaps ${close[0]} is meant` : ''}`);
    },
  };
}

/** An array of exactly `count` finite numbers as a new array; undefined for anything else. Typed arrays of a program do too. */
export function numbersOf(given: unknown, count: number): number[] | undefined {
  if (lengthOf(given) !== count) return undefined;
  const numbers: number[] = [];
  for (let k = 0; k < count; k++) {
    const n = (given as ArrayLike<unknown>)[k];
    if (typeof n !== 'number' || !Number.isFinite(n)) return undefined;
    numbers.push(n);
  }
  return numbers;
}

/** Describes a value that should have been `count` numbers: lists them all if the count is right. */
function foundNumbers(given: unknown, count: number): string {
  if (lengthOf(given) !== count) return found(given);
  return `(${Array.from(given as ArrayLike<unknown>, found).join(', ')})`;
}

const threeNumbers: JsonSchema = { type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 };

export function vector(unit: string): Value<Vec3> {
  const words = `three numbers (${unit})`;
  return {
    words,
    schema: threeNumbers,
    check: (given) => (numbersOf(given, 3) ?? misfit(words, foundNumbers(given, 3))) as unknown as Vec3,
  };
}

/** Three numbers, each above 0. */
export function positiveVector(noun: string, unit: string): Value<Vec3> {
  const words = `three ${noun} > 0 (${unit})`;
  return {
    words,
    schema: { ...threeNumbers, items: { type: 'number', exclusiveMinimum: 0 } },
    check(given) {
      const numbers = numbersOf(given, 3);
      if (!numbers?.every((n) => n > 0)) misfit(words, foundNumbers(given, 3));
      return numbers as unknown as Vec3;
    },
  };
}

/** Sums of squares beyond these are zero or infinite, or soon will be. */
const LEAST_SQUARE = 1e-300;
const LARGEST_SQUARE = 1e300;

function hasDirection(numbers: readonly number[]): boolean {
  const square = numbers.reduce((sum, n) => sum + n * n, 0);
  return square >= LEAST_SQUARE && square <= LARGEST_SQUARE;
}

/** Any length but zero. */
export const direction: Value<Vec3> = {
  words: 'a direction of three numbers, not all zero',
  schema: threeNumbers,
  check(given) {
    const numbers = numbersOf(given, 3);
    if (!numbers || !hasDirection(numbers)) misfit(direction.words, foundNumbers(given, 3));
    return numbers as unknown as Vec3;
  },
};

/** Angles that the engine's own sine takes. */
export const angle: Value<number> = number('an angle', { atLeast: -1e6, atMost: 1e6, unit: 'rad' });

/** x y z w of any length but zero, or an axis and an angle. */
export const rotation: Value<Quat> = {
  words: 'a quaternion x y z w, or { axis: three numbers, angle: rad }',
  schema: {
    anyOf: [
      { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
      {
        type: 'object',
        properties: { axis: threeNumbers, angle: angle.schema },
        required: ['axis', 'angle'],
        additionalProperties: false,
      },
    ],
  },
  check(given, reading) {
    const numbers = numbersOf(given, 4);
    if (numbers && hasDirection(numbers)) return numbers as unknown as Quat;
    if (typeof given !== 'object' || given === null || lengthOf(given) !== undefined)
      misfit(rotation.words, foundNumbers(given, 4));
    const { axis, angle: turn, ...others } = given as Record<string, unknown>;
    if (Object.keys(others).length > 0)
      misfit('an axis and an angle', `also ${listed(Object.keys(others).map((k) => found(k)))}`);
    return axisAngle(checkInside('axis', direction, axis, reading), checkInside('angle', angle, turn, reading));
  },
};

/** Something that only a program can give, such as a function. */
export function program<T>(words: string, fits: (given: unknown) => boolean): Value<T> {
  return {
    words,
    schema: { not: {} },
    check: (given) => (fits(given) ? (given as T) : misfit(words, found(given))),
  };
}

/** A body or a material: an object in a program, its name in a file. */
export function reference<T>(what: string): Value<T> {
  return {
    words: `a ${what}`,
    schema: { type: 'string' },
    check: (given: unknown, reading: Reading) => reading.refer(what, given) as T,
  };
}
