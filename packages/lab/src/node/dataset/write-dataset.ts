/**
 * A dataset as an HDF5 file, written problem by problem: patterns once, numbers one after the other in long arrays, so that
 * any program finds problem k by the index.   docs/guide/datasets.md
 */
import { createHash } from 'node:crypto';
import type { Problem } from '@signorini/engine/problem';
import { DATASET_FORMAT, DATASET_VERSION, type DatasetEntry, type StartName } from '../../dataset/dataset.ts';
import { NUMBER_ARRAYS, type NumberArray, type Numbers } from '../../dataset/numbers.ts';
import { CONTACT_FIELDS, KINDS, type Pattern, QUANTITIES, SETS, UNITS } from '../../dataset/pattern.ts';
import { type GrowingArray, Hdf5Writer } from '../../hdf5/hdf5-writer.ts';
import { writePathWhole } from '../files/whole-files.ts';
import { fileTarget } from '../hdf5/hdf5-target.ts';
import { type ProblemPlace, partsOf } from './parts.ts';

/** A dataset's description of itself. */
export interface DatasetHead {
  readonly title: string;
  /** Version of the engine that made the problems. */
  readonly engine: string;
  /** UTC, as the caller has it; left out, the same problems are the same bytes whenever they are written. */
  readonly created?: string | undefined;
  /** JSON: scene, parameters, solver, command, hash of the last state, whatever there is. */
  readonly provenance: unknown;
}

/** Columns of the arrays that are tables. */
const COLUMNS: Partial<Record<NumberArray, number>> = { J: 6, Minv: 36 };
const NUMBER_UNITS: Record<NumberArray, string> = {
  b: 'm/s or rad/s',
  lo: 'N s or N m s',
  hi: 'N s or N m s',
  C: '1/kg or 1/(kg m^2)',
  x: 'N s or N m s',
  warm: 'N s or N m s',
  J: '1 or m',
  A: '1/kg or 1/(kg m^2)',
  Minv: '1/kg, 1/(kg m), 1/(kg m^2)',
  mu: '1',
  muRolling: 'm',
  muSpinning: 'm',
};

export class DatasetWriter {
  private readonly file: Hdf5Writer;
  private readonly numbers: Record<NumberArray, GrowingArray>;
  private readonly patterns: Record<string, GrowingArray>;
  private readonly entries: DatasetEntry[] = [];
  private readonly starts: Record<StartName, number[]> = {
    rowStart: [0],
    blockStart: [0],
    entryStart: [0],
    bodyStart: [0],
    contactStart: [0],
  };
  private readonly patternStarts = { rowStart: [0], entryStart: [0], contactStart: [0] };
  private readonly names = new Map<string, number>();

  /** @throws the system's error if the file cannot be written */
  constructor(path: string) {
    this.file = new Hdf5Writer(fileTarget(path));
    this.file.group('/problems');
    this.file.group('/patterns');
    this.numbers = Object.fromEntries(
      NUMBER_ARRAYS.map((name) => [
        name,
        this.file.array(`/problems/${name}`, 'f64', COLUMNS[name] ?? 1, { unit: NUMBER_UNITS[name] }),
      ]),
    ) as Record<NumberArray, GrowingArray>;
    const column = (name: string, columns = 1, attributes = {}) =>
      this.file.array(`/patterns/${name}`, 'i32', columns, attributes);
    this.patterns = {
      structured: column('structured'),
      symmetric: column('symmetric'),
      quantity: column('quantity', 1, { values: QUANTITIES }),
      bodies: column('bodies'),
      entries: column('entries'),
      column: column('column'),
      kind: column('kind', 1, { values: KINDS }),
      unit: column('unit', 1, { values: UNITS }),
      ungiven: column('ungiven'),
      name: column('name'),
      contacts: column('contacts', CONTACT_FIELDS.length, { columns: CONTACT_FIELDS, sets: SETS }),
    };
  }

  /** The next pattern; they are numbered from 0. */
  async addPattern(pattern: Pattern): Promise<void> {
    const { structured, symmetric, quantity, bodies, entries, names } = pattern;
    const put = (name: string, values: Int32Array) => this.file.append(this.patterns[name]!, values);
    await put('structured', Int32Array.of(structured ? 1 : 0));
    await put('symmetric', Int32Array.of(symmetric ? 1 : 0));
    await put('quantity', Int32Array.of(QUANTITIES.indexOf(quantity)));
    await put('bodies', Int32Array.of(bodies));
    for (const name of ['entries', 'column', 'kind', 'unit', 'ungiven', 'contacts'] as const)
      await put(name, pattern[name]);
    await put(
      'name',
      Int32Array.from(entries, (_, row) => this.numberOf(names?.[row])),
    );
    extend(this.patternStarts.rowStart, entries.length);
    extend(this.patternStarts.entryStart, pattern.column.length);
    extend(this.patternStarts.contactStart, pattern.contacts.length / CONTACT_FIELDS.length);
  }

  /** The next problem; its pattern must be there. */
  async addProblem(entry: DatasetEntry, numbers: Numbers): Promise<void> {
    for (const name of NUMBER_ARRAYS) await this.file.append(this.numbers[name], numbers[name]);
    extend(this.starts.rowStart, numbers.b.length);
    extend(this.starts.blockStart, numbers.J.length / 6);
    extend(this.starts.entryStart, numbers.A.length);
    extend(this.starts.bodyStart, numbers.Minv.length / 36);
    extend(this.starts.contactStart, numbers.mu.length);
    this.entries.push(entry);
  }

  async close({ title, engine, created, provenance }: DatasetHead): Promise<void> {
    const { file, entries } = this;
    file.group('/', {
      format: DATASET_FORMAT,
      version: DATASET_VERSION,
      engine,
      title,
      content: contentOf(entries),
      ...(created !== undefined && { created }),
    });
    file.text('/provenance', JSON.stringify(provenance));
    for (const [name, values] of Object.entries(this.starts)) await this.integers(`/problems/${name}`, values);
    for (const [name, values] of Object.entries(this.patternStarts)) await this.integers(`/patterns/${name}`, values);
    await file.list(
      '/problems/title',
      entries.map((entry) => entry.title),
    );
    await file.list(
      '/problems/hash',
      entries.map((entry) => entry.hash),
    );
    await file.list('/patterns/names', [...this.names.keys()]);
    const put = async (name: string, type: 'i32' | 'f64', values: Int32Array | Float64Array, unit: string) =>
      file.append(file.array(`/problems/${name}`, type, 1, { unit }), values);
    await put(
      'step',
      'i32',
      Int32Array.from(entries, ({ step }) => step ?? 0),
      '1',
    );
    await put(
      'pattern',
      'i32',
      Int32Array.from(entries, ({ pattern }) => pattern),
      '1',
    );
    await put(
      'time',
      'f64',
      Float64Array.from(entries, ({ time }) => time ?? Number.NaN),
      's',
    );
    await put(
      'h',
      'f64',
      Float64Array.from(entries, ({ h }) => h ?? Number.NaN),
      's',
    );
    await file.close();
  }

  /** Closes a file that will not be whole. */
  abandon(): void {
    this.file.abandon();
  }

  private async integers(path: string, values: readonly number[]): Promise<void> {
    await this.file.append(this.file.array(path, 'i64'), BigInt64Array.from(values, BigInt));
  }

  private numberOf(name: string | undefined): number {
    if (name === undefined) return -1;
    const known = this.names.get(name) ?? this.names.size;
    this.names.set(name, known);
    return known;
  }
}

export interface PlacedProblem extends ProblemPlace {
  readonly problem: Problem;
}

/** All at once, into a file that is only used if this succeeds. @param named the path for sentences. @throws FileError, or the system's error */
export async function writeDatasetNow(
  path: string,
  problems: Iterable<PlacedProblem> | AsyncIterable<PlacedProblem>,
  head: DatasetHead,
  named = path,
): Promise<void> {
  const writer = new DatasetWriter(path);
  const patterns = new Map<string, number>();
  try {
    for await (const { problem, ...place } of problems) {
      const { added, entry, numbers } = partsOf(named, problem, patterns, place);
      if (added) await writer.addPattern(added);
      await writer.addProblem(entry, numbers);
    }
    await writer.close(head);
  } finally {
    writer.abandon();
  }
}

/** Writes like `writeDatasetNow`, beside the place and renamed. @throws FileError */
export async function writeDatasetWhole(
  path: string,
  problems: Iterable<PlacedProblem> | AsyncIterable<PlacedProblem>,
  head: DatasetHead,
): Promise<void> {
  await writePathWhole(path, (temporary) => writeDatasetNow(temporary, problems, head, path));
}

/** 32 hexadecimal digits, equal for equal problems in the same order, on every machine. */
export function contentOf(entries: readonly Pick<DatasetEntry, 'hash'>[]): string {
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(entry.hash);
  return hash.digest('hex').slice(0, 32);
}

function extend(starts: number[], count: number): void {
  starts.push(starts.at(-1)! + count);
}
