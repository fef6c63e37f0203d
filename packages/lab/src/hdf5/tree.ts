/**
 * An HDF5 file as plain values, so that reading its content needs no HDF5: groups are objects, data sets are
 * arrays (any shape, flat) or text. What is missing or of another type is reported with its path.
 */
import { ProblemFormatError } from '@signorini/engine/problem';

export interface Tree {
  readonly [name: string]: Tree | Leaf;
}
export type Leaf = Float64Array | Int32Array | string | Unread;

/** A data set of a type that nothing here needs, or that cannot be read. */
export class Unread {
  /** "a compound data set", for sentences. */
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

/** A group and the path to it. */
export class Place {
  readonly path: string;
  private readonly tree: Tree;

  constructor(tree: Tree, path = '') {
    this.tree = tree;
    this.path = path;
  }

  has(name: string): boolean {
    return this.tree[name] !== undefined;
  }

  pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}/${name}`;
  }

  group(name: string): Place {
    const value = this.tree[name];
    if (!isTree(value)) this.fail(name, 'a group', kindOf(value));
    return new Place(value, this.pathOf(name));
  }

  text(name: string): string | undefined {
    const value = this.tree[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** One integer, as a scalar or an array of one. */
  integer(name: string): number {
    const values = this.integers(name);
    if (values.length !== 1) this.fail(name, 'one integer', `${values.length} of them`);
    return values[0]!;
  }

  integers(name: string): Int32Array {
    const value = this.tree[name];
    if (!(value instanceof Int32Array)) this.fail(name, 'integers', kindOf(value));
    return value;
  }

  /** Finite numbers; `length` of them if given. @param meaning of the length, for the sentence */
  numbers(name: string, length?: number, meaning = ''): Float64Array {
    const value = this.tree[name];
    if (!(value instanceof Float64Array)) this.fail(name, 'floating-point numbers', kindOf(value));
    if (length !== undefined && value.length !== length)
      this.fail(name, `${length} numbers${meaning}`, `${value.length}`);
    const bad = value.findIndex((v) => !Number.isFinite(v));
    if (bad >= 0) this.fail(`${name}[${bad}]`, 'a finite number', String(value[bad]));
    return value;
  }

  fail(name: string, expected: string, found: string): never {
    throw new ProblemFormatError(this.pathOf(name), `expected ${expected}, found ${found}`);
  }
}

export function isTree(value: Tree | Leaf | undefined): value is Tree {
  return typeof value === 'object' && !ArrayBuffer.isView(value) && !(value instanceof Unread);
}

function kindOf(value: Tree | Leaf | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return 'text';
  if (value instanceof Int32Array) return 'integers';
  if (value instanceof Float64Array) return 'floating-point numbers';
  return value instanceof Unread ? value.what : 'a group';
}
