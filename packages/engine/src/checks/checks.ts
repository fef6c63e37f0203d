/**
 * Checks of a JSON document by hand, for exact paths and exact sentences: every check takes a value and its path and
 * returns the value with its type, or throws `path: expected ..., found ...`.
 */
import { ProblemFormatError } from './errors.ts';
import { found, listed, nearest } from './wording.ts';

export { ProblemFormatError } from './errors.ts';

export function fail(path: string, expected: string, was: string): never {
  throw new ProblemFormatError(path, `expected ${expected}, found ${was}`);
}

type Check<T> = (value: unknown, path: string) => T;

/** The fields of an object whose names are all known. */
export class Fields {
  private readonly object: Readonly<Record<string, unknown>>;
  private readonly path: string;

  constructor(object: Readonly<Record<string, unknown>>, path: string) {
    this.object = object;
    this.path = path;
  }

  has(name: string): boolean {
    return this.object[name] !== undefined;
  }

  value(name: string): unknown {
    return this.object[name];
  }

  required<T>(name: string, checked: Check<T>): T {
    return checked(this.object[name], this.pathOf(name));
  }

  optional<T>(name: string, checked: Check<T>): T | undefined {
    return this.has(name) ? this.required(name, checked) : undefined;
  }

  exactly(name: string, expected: string | number): void {
    const value = this.object[name];
    if (value !== expected) fail(this.pathOf(name), found(expected), found(value));
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}

export function expectFields(value: unknown, path: string, known: readonly string[]): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(path, 'an object', found(value));
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const close = nearest(name, known);
    const hint = close.length > 0 ? `perhaps ${listed(close, ' or ')} is meant` : `known are ${listed(known)}`;
    throw new ProblemFormatError(path === '' ? name : `${path}.${name}`, `expected no such field: ${hint}`);
  }
  return new Fields(value as Record<string, unknown>, path);
}

export const check = {
  that(holds: boolean, path: string, expected: string, was: string): void {
    if (!holds) fail(path, expected, was);
  },

  boolean(value: unknown, path: string): boolean {
    if (typeof value !== 'boolean') fail(path, 'true or false', found(value));
    return value;
  },

  string(value: unknown, path: string): string {
    if (typeof value !== 'string') fail(path, 'a string', found(value));
    return value;
  },

  finite(value: unknown, path: string): number {
    if (typeof value !== 'number' || !Number.isFinite(value)) fail(path, 'a finite number', found(value));
    return value;
  },

  positive(value: unknown, path: string): number {
    const number = check.finite(value, path);
    if (!(number > 0)) fail(path, 'a positive number', found(value));
    return number;
  },

  notNegative(value: unknown, path: string): number {
    const number = check.finite(value, path);
    if (!(number >= 0)) fail(path, 'a number >= 0', found(value));
    return number;
  },

  /** An integer from 0 to count - 1; without a count any integer >= 0. */
  index(count: number | undefined): Check<number> {
    const expected = count === undefined ? 'an integer >= 0' : `an index from 0 to ${count - 1}`;
    return (value, path) => {
      const valid = typeof value === 'number' && Number.isInteger(value) && value >= 0;
      if (!valid || (count !== undefined && value >= count)) fail(path, expected, found(value));
      return value;
    };
  },

  oneOf<T extends string>(names: readonly T[]): Check<T> {
    return (value, path) => {
      if (!(names as readonly unknown[]).includes(value)) fail(path, names.join(' or '), found(value));
      return value as T;
    };
  },

  /** An array of `length` elements (any number if undefined, at most `most`), each checked. */
  list<T>(length: number | undefined, element: Check<T>, most = Infinity): Check<T[]> {
    return (value, path) => {
      if (!Array.isArray(value)) fail(path, 'an array', found(value));
      if (length !== undefined && value.length !== length)
        fail(path, `an array of ${length}`, `one of ${value.length}`);
      if (value.length > most) fail(path, `at most ${most} elements`, String(value.length));
      return value.map((v, k) => element(v, `${path}[${k}]`));
    };
  },

  /** An array of finite numbers; `length` of them if given. */
  numbers(length?: number): Check<Float64Array> {
    const list = check.list(length, check.finite);
    return (value, path) => Float64Array.from(list(value, path));
  },

  /** An array of finite numbers in which null stands for `unbounded`. */
  bounds(length: number, unbounded: number): Check<Float64Array> {
    const list = check.list(length, (v, path) => {
      if (v === null) return unbounded;
      if (typeof v !== 'number' || !Number.isFinite(v)) fail(path, 'a finite number, or null for unbounded', found(v));
      return v;
    });
    return (value, path) => Float64Array.from(list(value, path));
  },
};
