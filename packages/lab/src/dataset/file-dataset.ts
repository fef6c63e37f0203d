/**
 * A dataset read from its HDF5 file: the index at once, the numbers of a problem when it is asked for. What another program
 * wrote is checked like a problem in JSON; what we wrote has checksums.   docs/guide/datasets.md
 */
import { type Problem, ProblemFormatError, problemDocument, problemFromDocument } from '@signorini/engine/problem';
import { FileError } from '../file-error.ts';
import type { Hdf5Array, Hdf5File } from '../hdf5/hdf5-file.ts';
import { RUN_FORMAT } from '../recording/recorded-run.ts';
import {
  DATASET_FORMAT,
  DATASET_VERSION,
  type Dataset,
  type DatasetSummary,
  STARTS,
  type StartName,
} from './dataset.ts';
import { NUMBER_ARRAYS, type NumberArray, type Numbers, problemOf } from './numbers.ts';
import { CONTACT_FIELDS, type Pattern } from './pattern.ts';
import { PatternTable } from './pattern-table.ts';

/** The file is closed with the dataset. Undefined, and closed, if it has not the mark of a dataset. @throws FileError */
export function datasetIn(path: string, file: Hdf5File): Dataset | undefined {
  try {
    const attributes = file.attributes('/');
    if (attributes.format === RUN_FORMAT) throw new FileError(path, 'expected problems, found a recorded run');
    if (attributes.format !== DATASET_FORMAT) {
      file.close();
      return undefined;
    }
    if (attributes.version !== DATASET_VERSION)
      throw new FileError(
        path,
        `expected a dataset of version ${DATASET_VERSION}, found ${String(attributes.version)}`,
      );
    return new FileDataset(path, file, attributes);
  } catch (error) {
    file.close();
    throw error;
  }
}

const READ_AHEAD = 1 << 20; // numbers; in order, arrays are read in pieces of this size

class FileDataset implements Dataset {
  readonly path: string;
  readonly title: string;
  readonly engine: string | null;
  readonly created: string | null;
  readonly provenance: unknown;
  readonly content: string;
  readonly finished = true;
  readonly leftOut = 0;
  readonly entries: readonly DatasetSummary[];
  private readonly file: Hdf5File;
  private readonly table: PatternTable;
  private readonly starts: Readonly<Record<StartName, Float64Array>>;
  private readonly arrays: Readonly<Record<NumberArray, Hdf5Array>>;

  constructor(path: string, file: Hdf5File, attributes: Readonly<Record<string, unknown>>) {
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    this.path = path;
    this.file = file;
    this.title = text(attributes.title) ?? 'untitled';
    this.engine = text(attributes.engine);
    this.created = text(attributes.created);
    this.content = text(attributes.content) ?? '';
    this.provenance = this.parse(file.has('/provenance') ? file.text('/provenance') : 'null');
    this.table = new PatternTable(path, file);
    this.arrays = Object.fromEntries(
      NUMBER_ARRAYS.map((name) => [name, file.array(`/problems/${name}`)]),
    ) as unknown as typeof this.arrays;
    const pattern = file.array('/problems/pattern');
    const count = pattern.dims[0] ?? 0;
    this.starts = this.readStarts(count);
    this.entries = this.index(pattern.integers(0, count));
  }

  get patterns(): number {
    return this.table.length;
  }

  problem(k: number): Problem {
    return this.build(k, (name, from, to) => this.arrays[name].floats(from, to));
  }

  *problems(): Generator<Problem> {
    const windows = new Map<NumberArray, { from: number; to: number; values: Float64Array }>();
    const read = (name: NumberArray, from: number, to: number): Float64Array => {
      const array = this.arrays[name];
      const columns = array.dims[1] ?? 1;
      let window = windows.get(name);
      if (!window || from < window.from || to > window.to) {
        const end = Math.min(array.dims[0]!, Math.max(to, from + Math.ceil(READ_AHEAD / columns)));
        window = { from, to: end, values: array.floats(from, end) };
        windows.set(name, window);
      }
      return window.values.slice((from - window.from) * columns, (to - window.from) * columns);
    };
    for (let k = 0; k < this.entries.length; k++) yield this.build(k, read);
  }

  close(): void {
    this.file.close();
  }

  private build(k: number, read: (name: NumberArray, from: number, to: number) => Float64Array): Problem {
    const entry = this.entries[k]!;
    const pattern = this.table.pattern(entry.pattern);
    const numbers = Object.fromEntries(
      NUMBER_ARRAYS.map((name) => {
        const start = this.starts[STARTS[name]];
        return [name, read(name, start[k]!, start[k + 1]!)];
      }),
    ) as unknown as Numbers;
    this.expectFit(k, pattern, numbers);
    const problem = problemOf(pattern, numbers, entry);
    return this.file.sealed ? problem : this.checked(problem, k);
  }

  /** Applies the checks of a problem in JSON. */
  private checked(problem: Problem, k: number): Problem {
    try {
      return problemFromDocument(problemDocument(problem));
    } catch (error) {
      if (!(error instanceof ProblemFormatError || error instanceof RangeError)) throw error;
      throw new FileError(`${this.path}#${k + 1}`, error.message);
    }
  }

  private expectFit(k: number, pattern: Pattern, numbers: Numbers): void {
    const { structured, bodies, entries, column, contacts } = pattern;
    const expected: [NumberArray, number][] = [
      ['b', entries.length],
      ['J', structured ? 6 * column.length : 0],
      ['A', structured ? 0 : column.length],
      ['Minv', 36 * bodies],
      ['mu', contacts.length / CONTACT_FIELDS.length],
    ];
    for (const [name, length] of expected)
      if (numbers[name].length !== length)
        throw new FileError(
          `${this.path}#${k + 1}`,
          `expected ${length} numbers of ${name} as the pattern has places, found ${numbers[name].length}`,
        );
  }

  private readStarts(count: number): Record<StartName, Float64Array> {
    const names = [...new Set(Object.values(STARTS))];
    const starts = Object.fromEntries(
      names.map((name) => [name, this.file.array(`/problems/${name}`).places(0, count + 1)]),
    ) as Record<StartName, Float64Array>;
    for (const name of NUMBER_ARRAYS) {
      const start = starts[STARTS[name]];
      const rows = this.arrays[name].dims[0] ?? 0;
      const bad = start.findIndex((v, k) => !(v >= (k === 0 ? 0 : start[k - 1]!) && v <= rows));
      if (bad >= 0)
        throw new FileError(
          this.path,
          `/problems/${STARTS[name]}[${bad}]: expected a place in ${name}, after the one before and up to ${rows}, found ${start[bad]}`,
        );
    }
    return starts;
  }

  private index(patterns: Int32Array): DatasetSummary[] {
    const { file } = this;
    const count = patterns.length;
    const titles = file.array('/problems/title').texts(0, count);
    const hashes = file.array('/problems/hash').texts(0, count);
    const step = file.array('/problems/step').integers(0, count);
    const time = file.array('/problems/time').floats(0, count);
    const h = file.array('/problems/h').floats(0, count);
    const span = (name: StartName, k: number) => this.starts[name][k + 1]! - this.starts[name][k]!;
    return titles.map((title, k) => {
      const pattern = patterns[k]!;
      if (!(pattern >= 0 && pattern < this.table.length))
        throw new FileError(this.path, `/problems/pattern[${k}]: expected a pattern, found ${pattern}`);
      return {
        title,
        pattern,
        hash: hashes[k]!,
        step: step[k]! > 0 ? step[k]! : null,
        time: Number.isFinite(time[k]) ? time[k]! : null,
        h: h[k]! > 0 ? h[k]! : null,
        rows: span('rowStart', k),
        contacts: span('contactStart', k),
        bodies: span('bodyStart', k),
        structured: this.table.isStructured(pattern),
      };
    });
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new FileError(this.path, '/provenance: expected JSON, found something else');
    }
  }
}
