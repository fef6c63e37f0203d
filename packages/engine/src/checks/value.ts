/**
 * A kind of value: what is expected in words, how it is checked, and its JSON Schema. Scene files and programs are checked by
 * the same values; only what a reference or a function is differs between them.   docs/decisions/019-field-tables.md
 */
import { ContractError, SceneFormatError } from './errors.ts';
import { found } from './wording.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where the values come from: a scene file (references by name, no functions, no infinite numbers) or a program. */
export interface Reading {
  readonly file: boolean;
  /** Resolves a reference. @throws Misfit */
  refer(what: string, given: unknown): unknown;
}

export interface Value<T> {
  /** The expected value in words, with its unit: "a mass > 0 in kg". */
  readonly words: string;
  /** JSON Schema of the value in a scene file, draft 2020-12. */
  readonly schema: JsonSchema;
  /** The value in the form that the engine uses; a checked value passes again. @throws Misfit */
  check(given: unknown, reading: Reading): T;
}

/** A value that does not fit. The function that began the check turns it into its own error, with the whole path. */
export class Misfit extends Error {
  private readonly keys: (string | number)[] = [];

  /** The value lies in the field or element `key` of what contains it. */
  inside(key: string | number): this {
    this.keys.unshift(key);
    return this;
  }

  /** `motor.speed`, `terms[0].axis`; empty for the checked value itself. */
  get path(): string {
    return this.keys.map((key, k) => (typeof key === 'number' ? `[${key}]` : k === 0 ? key : `.${key}`)).join('');
  }
}

export function misfit(expected: string, was: string): never {
  throw new Misfit(`expected ${expected}, found ${was}`);
}

/** Checks what is in the field or element `key`. */
export function checkInside<T>(key: string | number, value: Value<T>, given: unknown, reading: Reading): T {
  try {
    return value.check(given, reading);
  } catch (error) {
    throw error instanceof Misfit ? error.inside(key) : error;
  }
}

/** A program without references. */
const PROGRAM: Reading = {
  file: false,
  refer: (what, given) => misfit(`a ${what}`, found(given)),
};

/** A check of a program's values: what does not fit becomes a ContractError that begins with `where`. */
export function forProgram<T>(where: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw new ContractError(`${where}: ${error.path === '' ? '' : `${error.path}: `}${error.message}`);
  }
}

/** A check of a part of a scene file: what does not fit becomes a SceneFormatError that begins with the path. */
export function forFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const whole = path === '' ? error : error.inside(path);
    throw new SceneFormatError(whole.path, error.message);
  }
}

/** An argument or a property of a program. @param key of the argument; "" if it is all of it. @throws ContractError */
export function checked<T>(value: Value<T>, given: unknown, where: string, key = '', reading = PROGRAM): T {
  return forProgram(where, () => (key === '' ? value.check(given, reading) : checkInside(key, value, given, reading)));
}
