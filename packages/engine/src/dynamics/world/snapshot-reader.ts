/** Access to the fields of a snapshot: each is checked when it is read, and what does not fit is refused with one sentence. */
import { ContractError } from '../../checks/errors.ts';
import { found } from '../../checks/wording.ts';
import { fromBase64 } from '../../linalg/base64.ts';
import { pairOfKey } from '../step/contact-events.ts';

export function refuse(path: string, expected: string, was: string): never {
  throw new ContractError(`restore: ${path === '' ? '' : `${path}: `}expected ${expected}, found ${was}`);
}

/** Checked access to the fields of one object. */
export class Reader {
  private readonly fields: Readonly<Record<string, unknown>>;
  private readonly path: string;

  constructor(value: unknown, path: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      refuse(path, path === '' ? 'a snapshot of a world' : 'an object', found(value));
    this.fields = value as Record<string, unknown>;
    this.path = path;
  }

  value(key: string): unknown {
    return Object.hasOwn(this.fields, key) ? this.fields[key] : undefined;
  }

  inner(key: string): Reader {
    return new Reader(this.value(key), this.at(key));
  }

  exactly(key: string, expected: string | number): void {
    if (this.value(key) !== expected) refuse(this.at(key), found(expected), found(this.value(key)));
  }

  boolean(key: string): boolean {
    const value = this.value(key);
    return typeof value === 'boolean' ? value : refuse(this.at(key), 'true or false', found(value));
  }

  integer(key: string): number {
    const value = this.value(key);
    return Number.isSafeInteger(value) ? (value as number) : refuse(this.at(key), 'an integer', found(value));
  }

  count(key: string): number {
    const value = this.integer(key);
    return value >= 0 ? value : refuse(this.at(key), 'an integer >= 0', found(value));
  }

  energy(key: string): number {
    const value = this.value(key);
    const fits = typeof value === 'number' && value >= 0 && value < Infinity;
    return fits ? value : refuse(this.at(key), 'an energy >= 0 in J', found(value));
  }

  list(key: string): readonly unknown[] {
    const value = this.value(key);
    return Array.isArray(value) ? value : refuse(this.at(key), 'an array', found(value));
  }

  /** Names, each once; "" may come back. */
  names(key: string): readonly string[] {
    const seen = new Set<unknown>();
    return Array.from(this.list(key), (name, k) => {
      if (typeof name !== 'string') return refuse(`${this.at(key)}[${k}]`, 'a name', found(name));
      if (name !== '' && seen.has(name)) refuse(`${this.at(key)}[${k}]`, 'a name of its own', `${found(name)} again`);
      seen.add(name);
      return name;
    });
  }

  /** Integers, which have to be `wanted` in some order. @param what "colliders" */
  orderOf(key: string, wanted: readonly number[], what: string): readonly number[] {
    const given = this.ints(key, wanted.length);
    const sorted = given.slice().sort();
    if (wanted.some((k, at) => sorted[at] !== k)) refuse(this.at(key), `the numbers of ${what}`, 'others');
    return [...given];
  }

  /** Pairs of bodies as keys that ascend. @param bodies by number, undefined for a number without one */
  pairKeys(key: string, bodies: readonly unknown[]): readonly number[] {
    const given = this.list(key);
    // not forEach, which passes over holes
    return Array.from(given, (value, k) => {
      const path = `${this.at(key)}[${k}]`;
      if (!Number.isSafeInteger(value) || (value as number) <= ((given[k - 1] as number) ?? -1))
        return refuse(path, 'integers that ascend', found(value));
      const [a, b] = pairOfKey(value as number);
      if (a >= b || !bodies[a] || !bodies[b]) refuse(path, 'a key of two bodies', found(value));
      return value as number;
    });
  }

  /** @param length any number of them if undefined @param kind `any`: infinities and NaN are allowed */
  doubles(key: string, length?: number, kind: 'finite' | 'any' = 'finite'): Float64Array<ArrayBuffer> {
    return this.unpackDoubles(this.value(key), this.at(key), length, kind);
  }

  allOrNone(key: string, length: number, kind?: 'any'): Float64Array<ArrayBuffer> {
    return this.doubles(key, this.value(key) === '' ? 0 : length, kind);
  }

  ints(key: string, length?: number): Int32Array<ArrayBuffer> {
    return new Int32Array(unpack(this.value(key), this.at(key), 4, length).buffer);
  }

  bytes(key: string, length: number): Uint8Array {
    return unpack(this.value(key), this.at(key), 1, length);
  }

  /** One state for each owner that has one, of the same length. */
  states(key: string, owners: readonly { readonly state?: Float64Array | undefined }[]): (Float64Array | undefined)[] {
    const given = this.list(key);
    if (given.length !== owners.length) refuse(this.at(key), `${owners.length} states`, String(given.length));
    return owners.map(({ state }, k) => {
      const path = `${this.at(key)}[${k}]`;
      if (state) return this.unpackDoubles(given[k], path, state.length, 'any');
      if (given[k] !== null) refuse(path, 'null: it has no state in this world', found(given[k]));
      return undefined;
    });
  }

  private unpackDoubles(value: unknown, path: string, length: number | undefined, kind: 'finite' | 'any') {
    const numbers = new Float64Array(unpack(value, path, 8, length).buffer);
    if (kind === 'finite' && !numbers.every(Number.isFinite)) refuse(path, 'finite numbers', 'some that are not');
    return numbers;
  }

  private at(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }
}

function unpack(value: unknown, path: string, size: number, length: number | undefined): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
  const what = size === 8 ? 'doubles' : size === 4 ? 'integers' : 'bytes';
  if (bytes === undefined || bytes.length % size !== 0) return refuse(path, `${what} in base64`, found(value));
  if (length !== undefined && bytes.length !== size * length)
    refuse(path, `${length} ${what}`, String(bytes.length / size));
  return bytes;
}
