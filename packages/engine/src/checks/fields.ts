/**
 * Options as tables of fields: the names, values, defaults and meanings of an object. Reader and writer of scene files, the checks of
 * programs' options, JSON Schema and the guide's tables are made from them.   docs/decisions/019-field-tables.md
 */
import { ContractError } from './errors.ts';
import { checkInside, type JsonSchema, Misfit, misfit, type Reading, type Value } from './value.ts';
import { found, lengthOf, listed, nearest, unknownName } from './wording.ts';

export interface Field<T = unknown> {
  readonly value: Value<T>;
  /** Meaning, for the guide and for editors. */
  readonly summary: string;
  readonly required?: boolean;
  /** Default as the guide prints it. */
  readonly default?: string;
  /** Left out of files, or of programs. */
  readonly only?: 'program' | 'file';
  /**
   * A point or direction in the world at the time when the options were given, which the body of that field carries from then on
   * (the world if it is left out); or a coordinate that is zero at that time.
   */
  readonly moves?: Moves;
}

export interface Moves {
  readonly as: 'point' | 'direction' | 'turn';
  readonly with: string;
}

/** The fields of options of type O; the compiler sees to it that none is missing. */
export type FieldTable<O> = { readonly [K in keyof O]-?: Field<Exclude<O[K], undefined>> };
// biome-ignore lint/suspicious/noExplicitAny: a table of options of any type
export type AnyTable = Readonly<Record<string, Field<any>>>;

/** A field that may be left out. @param byDefault as the guide prints it */
export function optional<T>(value: Value<T>, summary: string, byDefault?: string): Field<T> {
  return byDefault === undefined ? { value, summary } : { value, summary, default: byDefault };
}

export function required<T>(value: Value<T>, summary: string): Field<T> {
  return { value, summary, required: true };
}

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && lengthOf(given) === undefined;

/** The fields that a reading has. */
export function namesOf(table: AnyTable, file: boolean): string[] {
  return Object.keys(table).filter((name) => table[name].only !== (file ? 'program' : 'file'));
}

/** An object with the fields of a table; undefined counts as left out. */
export function record<O>(table: FieldTable<O>, words = 'an object'): Value<O> {
  const fields = table as unknown as AnyTable;
  return {
    words,
    get schema() {
      return tableSchema(fields);
    },
    check(given, reading) {
      if (!isObject(given)) misfit(words, found(given));
      return checkFields(given, fields, reading) as O;
    },
  };
}

/** An object that has no other fields than those of a table. @throws Misfit */
export function expectFields(given: unknown, table: AnyTable, reading: Reading, words = 'an object') {
  if (!isObject(given)) misfit(words, found(given));
  const names = namesOf(table, reading.file);
  for (const name of Object.keys(given)) if (!names.includes(name)) throw unknownField(name, names, reading);
  return given;
}

function checkFields(given: Readonly<Record<string, unknown>>, table: AnyTable, reading: Reading) {
  const names = namesOf(table, reading.file);
  expectFields(given, table, reading);
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const { value, required: needed } = table[name];
    if (needed || given[name] !== undefined) read[name] = checkInside(name, value, given[name], reading);
  }
  return read;
}

/** The message for a file has the path of the field, that for a program the name of the option. */
function unknownField(name: string, known: readonly string[], { file }: Reading): Misfit {
  if (!file) return new Misfit(unknownName('option', name, known));
  const close = nearest(name, known);
  const hint =
    close.length > 0
      ? `perhaps ${listed(close, ' or ')} is meant`
      : known.length > 0
        ? `known are ${listed(known)}`
        : 'there are none';
  return new Misfit(`expected no such field: ${hint}`).inside(name);
}

function tableSchema(table: AnyTable): JsonSchema {
  const names = namesOf(table, true);
  const needed = names.filter((name) => table[name].required);
  const properties = Object.fromEntries(names.map((name) => [name, fieldSchema(table[name])]));
  return {
    type: 'object',
    properties,
    ...(needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

function fieldSchema({ value, summary, default: byDefault }: Field): JsonSchema {
  const words = `${summary}: ${value.words}${byDefault === undefined ? '' : `; default ${byDefault}`}`;
  return { ...value.schema, description: words };
}

/** One kind of an object that has a field `kind`. */
export interface Kind {
  readonly summary: string;
  readonly fields: AnyTable;
  /** Cannot be given in a file. */
  readonly only?: 'program';
}

/** An object whose `kind` determines its fields; `common` fields are those of every kind. */
export function byKind<T>(kinds: Readonly<Record<string, Kind>>, words: string, common: AnyTable = {}): Value<T> {
  const all = Object.keys(kinds);
  const inFiles = all.filter((name) => kinds[name].only === undefined);
  const tables = Object.fromEntries(
    all.map((name) => [name, { kind: required(constant(name), 'what it is'), ...common, ...kinds[name].fields }]),
  );
  return {
    words,
    get schema() {
      return { oneOf: inFiles.map((name) => tableSchema(tables[name])) };
    },
    check(given, reading) {
      if (!isObject(given)) misfit(words, found(given));
      const { kind } = given;
      const names = reading.file ? inFiles : all;
      if (typeof kind === 'string' && names.includes(kind)) return checkFields(given, tables[kind], reading) as T;
      const close = typeof kind === 'string' ? nearest(kind, names) : [];
      const hint = close.length > 0 ? `; perhaps ${listed(close, ' or ')} is meant` : '';
      throw new Misfit(`expected ${names.join(', ')}, found ${found(kind)}${hint}`).inside('kind');
    },
  };
}

export function constant<T extends string | number>(value: T): Value<T> {
  return {
    words: found(value),
    schema: { const: value },
    check: (given) => (given === value ? value : misfit(found(value), found(given))),
  };
}

/** Elements of one kind. @param words "two or more terms" */
export function list<T>(element: Value<T>, words: string, { least = 0, most = Infinity } = {}): Value<readonly T[]> {
  return {
    words,
    get schema() {
      return {
        type: 'array',
        items: element.schema,
        ...(least > 0 && { minItems: least }),
        ...(most < Infinity && { maxItems: most }),
      };
    },
    check(given, reading) {
      if (!Array.isArray(given) || given.length < least || given.length > most) misfit(words, found(given));
      return Array.from(given, (one, k) => checkInside(k, element, one, reading));
    },
  };
}

/** Values by names of the user's own. */
export function dictionary<T>(element: Value<T>, words: string): Value<Readonly<Record<string, T>>> {
  return {
    words,
    get schema() {
      return { type: 'object', additionalProperties: element.schema };
    },
    check(given, reading) {
      if (!isObject(given)) misfit(words, found(given));
      return Object.fromEntries(
        Object.entries(given).map(([name, one]) => [name, checkInside(name, element, one, reading)]),
      );
    },
  };
}

/** The first of several values whose form it has. */
export function either<T>(
  words: string,
  ways: readonly { readonly when: (given: unknown) => boolean; readonly value: Value<T> }[],
): Value<T> {
  return {
    words,
    get schema() {
      return { anyOf: ways.map(({ value }) => value.schema) };
    },
    check(given, reading) {
      const way = ways.find(({ when }) => when(given));
      return way ? way.value.check(given, reading) : misfit(words, found(given));
    },
  };
}

export const isText = (given: unknown): boolean => typeof given === 'string';
export const isBoolean = (given: unknown): boolean => typeof given === 'boolean';
export const isRecord = (given: unknown): boolean => isObject(given);

/** A checked value made into what the engine uses. */
export function made<T, U>(value: Value<T>, make: (read: T) => U, already: (given: unknown) => given is U): Value<U> {
  return {
    words: value.words,
    get schema() {
      return value.schema;
    },
    check(given, reading) {
      if (already(given)) return given;
      const read = value.check(given, reading);
      try {
        return make(read);
      } catch (error) {
        throw error instanceof ContractError ? new Misfit(error.message) : error; // errors of `make` get their path too
      }
    },
  };
}
