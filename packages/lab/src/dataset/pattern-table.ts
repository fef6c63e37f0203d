/** The patterns of a dataset's file, each read once and checked: nothing that it names lies outside. */
import type { Quantity, RowKind, RowUnit, SetKind } from '@signorini/engine/problem';
import { FileError } from '../file-error.ts';
import type { Hdf5File } from '../hdf5/hdf5-file.ts';
import { CONTACT_FIELDS, KINDS, type Pattern, QUANTITIES, SETS, startsOf, UNITS } from './pattern.ts';

const ROW_ARRAYS = ['entries', 'kind', 'unit', 'ungiven', 'name'] as const;

export class PatternTable {
  readonly length: number;
  private readonly path: string;
  private readonly file: Hdf5File;
  private readonly read = new Map<number, Pattern>();
  private readonly starts: Readonly<Record<'rowStart' | 'entryStart' | 'contactStart', Float64Array>>;
  private readonly scalars: Readonly<Record<'structured' | 'symmetric' | 'quantity' | 'bodies', Int32Array>>;
  private readonly names: readonly string[];
  private readonly meanings: {
    readonly kind: readonly RowKind[];
    readonly unit: readonly RowUnit[];
    readonly quantity: readonly Quantity[];
    readonly set: readonly SetKind[];
  };

  /** @throws FileError */
  constructor(path: string, file: Hdf5File) {
    this.path = path;
    this.file = file;
    const all = (name: string) => {
      const array = file.array(`/patterns/${name}`);
      return array.integers(0, array.dims[0] ?? 0);
    };
    this.scalars = {
      structured: all('structured'),
      symmetric: all('symmetric'),
      quantity: all('quantity'),
      bodies: all('bodies'),
    };
    this.length = this.scalars.structured.length;
    for (const [name, values] of Object.entries(this.scalars))
      if (values.length !== this.length)
        this.fail(name, `expected ${this.length} values as of structured`, values.length);
    this.starts = {
      rowStart: this.placesIn('rowStart', ROW_ARRAYS),
      entryStart: this.placesIn('entryStart', ['column']),
      contactStart: this.placesIn('contactStart', ['contacts']),
    };
    const names = file.array('/patterns/names');
    this.names = names.texts(0, names.dims[0] ?? 0);
    this.meanings = {
      kind: this.valuesOf('kind', 'values', KINDS),
      unit: this.valuesOf('unit', 'values', UNITS),
      quantity: this.valuesOf('quantity', 'values', QUANTITIES),
      set: this.valuesOf('contacts', 'sets', SETS),
    };
  }

  isStructured(k: number): boolean {
    return this.scalars.structured[k] === 1;
  }

  /** @throws FileError if it names what is not there */
  pattern(k: number): Pattern {
    const known = this.read.get(k) ?? this.readPattern(k);
    this.read.set(k, known);
    return known;
  }

  private readPattern(k: number): Pattern {
    const rows = (name: (typeof ROW_ARRAYS)[number]) =>
      this.file.array(`/patterns/${name}`).integers(this.starts.rowStart[k]!, this.starts.rowStart[k + 1]!);
    const structured = this.isStructured(k);
    const bodies = this.scalars.bodies[k]!;
    const entries = rows('entries');
    const n = entries.length;
    const column = this.file
      .array('/patterns/column')
      .integers(this.starts.entryStart[k]!, this.starts.entryStart[k + 1]!);
    this.expectAll('entries', entries, (v) => v >= 0, 'a count');
    if (startsOf(entries)[n] !== column.length)
      this.fail('entries', `expected ${column.length} entries in all rows of pattern ${k}`, startsOf(entries)[n]!);
    this.expectAll('column', column, (v) => v >= 0 && v < (structured ? bodies : n), 'a body or column that is there');
    const quantity = this.meanings.quantity[this.scalars.quantity[k]!];
    if (!quantity) this.fail('quantity', 'expected impulse or force', this.scalars.quantity[k]!);
    const name = rows('name');
    this.expectAll('name', name, (v) => v >= -1 && v < this.names.length, 'a place in names, or -1');
    return {
      structured,
      symmetric: this.scalars.symmetric[k] === 1,
      quantity,
      bodies,
      entries,
      column,
      kind: this.coded('kind', rows('kind'), KINDS),
      unit: this.coded('unit', rows('unit'), UNITS),
      ungiven: rows('ungiven'),
      contacts: this.contacts(k, n),
      names: name[0] === -1 ? undefined : Array.from(name, (at) => this.names[at] ?? ''),
    };
  }

  /** Codes of the file as codes of this program; -1 in every row if none are given. */
  private coded<T extends RowKind | RowUnit>(name: 'kind' | 'unit', values: Int32Array, own: readonly T[]): Int32Array {
    const meaning = this.meanings[name] as readonly T[];
    const isGiven = values[0] !== -1;
    const fits = (v: number) => (isGiven ? v >= 0 && v < meaning.length : v === -1);
    this.expectAll(name, values, fits, 'a code of its list, or -1 in every row');
    return isGiven ? values.map((code) => own.indexOf(meaning[code]!)) : values;
  }

  private contacts(k: number, n: number): Int32Array {
    const { contactStart } = this.starts;
    const contacts = this.file.array('/patterns/contacts').integers(contactStart[k]!, contactStart[k + 1]!);
    const columns = CONTACT_FIELDS.length;
    const owned = new Uint8Array(n);
    contacts.forEach((value, at) => {
      const field = at % columns;
      if (field >= 6) return;
      if (!(value < n && value >= (field === 0 ? 0 : -1)))
        this.fail('contacts', 'expected a row that is there, or -1', value);
      if (value < 0) return;
      if (owned[value] === 1) this.fail('contacts', 'expected every row in one place of one contact', value);
      owned[value] = 1;
    });
    for (let at = 6; at < contacts.length; at += columns) {
      const set = this.meanings.set[contacts[at]!];
      if (set === undefined) this.fail('contacts', 'expected a set of its list', contacts[at]!);
      contacts[at] = SETS.indexOf(set);
      const facets = contacts[at + 1]!;
      if (!(facets >= 4 && facets % 2 === 0)) this.fail('contacts', 'expected an even number of facets from 4', facets);
    }
    return contacts;
  }

  /** The texts of codes, as the file has them; each must be one that this version knows. */
  private valuesOf<T extends string>(array: string, attribute: string, known: readonly T[]): readonly T[] {
    const values = this.file.attributes(`/patterns/${array}`)[attribute];
    const list = Array.isArray(values) ? values : [];
    const unknown = list.find((value) => !known.includes(value));
    if (list.length === 0 || unknown !== undefined)
      this.fail(array, `expected the attribute ${attribute} with texts of ${known.join(', ')}`, unknown ?? 'nothing');
    return list;
  }

  private placesIn(name: string, arrays: readonly string[]): Float64Array {
    const starts = this.file.array(`/patterns/${name}`).places(0, this.length + 1);
    for (const array of arrays) {
      const rows = this.file.array(`/patterns/${array}`).dims[0] ?? 0;
      const bad = starts.findIndex((v, k) => !(v >= (k === 0 ? 0 : starts[k - 1]!) && v <= rows));
      if (bad >= 0)
        this.fail(
          `${name}[${bad}]`,
          `expected a place in ${array}, up to ${rows} and after the one before`,
          starts[bad]!,
        );
    }
    return starts;
  }

  private expectAll(name: string, values: Int32Array, fits: (v: number) => boolean, what: string): void {
    const bad = values.findIndex((v) => !fits(v));
    if (bad >= 0) this.fail(name, `expected ${what} at place ${bad} of a pattern`, values[bad]!);
  }

  private fail(name: string, expected: string, found: unknown): never {
    throw new FileError(this.path, `/patterns/${name}: ${expected}, found ${String(found)}`);
  }
}
