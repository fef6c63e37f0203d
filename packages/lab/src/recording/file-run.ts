/** A recorded run read from its HDF5 file.   docs/guide/record.md */
import type { ContactTable, Snapshot } from '@signorini/engine';
import { FileError } from '../file-error.ts';
import type { Hdf5Array, Hdf5File } from '../hdf5/hdf5-file.ts';
import { expectBodies, expectProvenance } from './check-run.ts';
import { type RecordedBody, type RecordedRun, RUN_FORMAT, RUN_VERSIONS, type RunProvenance } from './recorded-run.ts';
import {
  CONTACT_ARRAYS,
  CONTACT_NAMES,
  type ContactArray,
  type RecordedStep,
  STEP_COLUMNS,
  STEP_TEXTS,
} from './recorded-step.ts';

/** The file is closed with the run. @throws FileError if it is no recorded run */
export function runIn(path: string, file: Hdf5File): RecordedRun {
  try {
    const { format, version } = file.attributes('/');
    if (format !== RUN_FORMAT) throw new FileError(path, 'expected a recorded run, found another HDF5 file');
    if (!(RUN_VERSIONS as readonly unknown[]).includes(version))
      throw new FileError(
        path,
        `expected a recorded run of version ${RUN_VERSIONS.join(' or ')}, found ${String(version)}`,
      );
    return new FileRun(path, file);
  } catch (error) {
    file.close();
    throw error;
  }
}

const WINDOW = 4e6; // bytes of motion and contacts that are read at a time

class FileRun implements RecordedRun {
  readonly path: string;
  readonly created: string | null;
  readonly provenance: RunProvenance;
  readonly bodies: readonly RecordedBody[];
  readonly length: number;
  readonly start: RecordedRun['start'];
  readonly finished = true;
  readonly leftOut = 0;
  readonly keyframes: readonly number[];
  private readonly file: Hdf5File;
  private readonly columns: readonly Float64Array[];
  private readonly text: Int32Array;
  private readonly texts: readonly string[];
  private readonly motion: { readonly pose: Hdf5Array; readonly velocity: Hdf5Array };
  private readonly contacts: Readonly<Record<ContactArray, Hdf5Array>>;
  private readonly contactStart: Float64Array;
  private readonly keyframeStart: Float64Array;

  constructor(path: string, file: Hdf5File) {
    this.path = path;
    this.file = file;
    const { created } = file.attributes('/');
    this.created = typeof created === 'string' ? created : null;
    this.provenance = expectProvenance(path, this.json('/provenance'));
    this.bodies = expectBodies(path, this.json('/bodies/json'));
    this.length = file.array('/steps/time').dims[0] ?? 0;
    const { length } = this;
    this.columns = STEP_COLUMNS.map(({ name }) => file.array(`/steps/${name}`).floats(0, length));
    this.text = this.rows('/steps/text', length, [STEP_TEXTS.length]).integers(0, length);
    const texts = file.array('/steps/texts');
    this.texts = texts.texts(0, texts.dims[0] ?? 0);
    const count = this.bodies.length;
    this.motion = {
      pose: this.rows('/motion/pose', length + 1, [count, 7]),
      velocity: this.rows('/motion/velocity', length + 1, [count, 6]),
    };
    this.start = { pose: this.motion.pose.floats(0, 1), velocity: this.motion.velocity.floats(0, 1) };
    this.contactStart = file.array('/contacts/start').places(0, length + 1);
    const contacts = this.ascending('/contacts/start', this.contactStart);
    this.contacts = Object.fromEntries(
      CONTACT_NAMES.map((name) => {
        const { columns } = CONTACT_ARRAYS[name];
        return [name, this.rows(`/contacts/${name}`, contacts, columns === 1 ? [] : [columns])];
      }),
    ) as Record<ContactArray, Hdf5Array>;
    const steps = file.array('/keyframes/step');
    this.keyframes = [...steps.integers(0, steps.dims[0] ?? 0)];
    this.keyframeStart = file.array('/keyframes/start').places(0, this.keyframes.length + 1);
    this.rows('/keyframes/json', this.ascending('/keyframes/start', this.keyframeStart), []);
  }

  snapshot(step: number): Snapshot {
    const k = this.keyframes.indexOf(step);
    if (k < 0) throw new FileError(this.path, `expected a complete state after step ${step}, found none`);
    const bytes = this.file.array('/keyframes/json').bytes(this.keyframeStart[k]!, this.keyframeStart[k + 1]!);
    return this.parse('/keyframes/json', new TextDecoder().decode(bytes)) as Snapshot;
  }

  step(step: number): RecordedStep {
    if (!(Number.isInteger(step) && step >= 1 && step <= this.length))
      throw new FileError(this.path, `expected a step from 1 to ${this.length}, found ${step}`);
    return this.window(step, step + 1).next().value!;
  }

  *steps(first = 1): Generator<RecordedStep> {
    const perStep = 104 * this.bodies.length + (168 * this.contactStart[this.length]!) / Math.max(1, this.length);
    const ahead = Math.max(1, Math.floor(WINDOW / Math.max(1, perStep)));
    for (let from = first; from <= this.length; from += ahead)
      yield* this.window(from, Math.min(this.length + 1, from + ahead));
  }

  close(): void {
    this.file.close();
  }

  /** Steps `from` to `to` - 1. */
  private *window(from: number, to: number): Generator<RecordedStep, undefined> {
    const count = this.bodies.length;
    const pose = this.motion.pose.floats(from, to);
    const velocity = this.motion.velocity.floats(from, to);
    const first = this.contactStart[from - 1]!;
    const read = Object.fromEntries(
      CONTACT_NAMES.map((name) => {
        const array = this.contacts[name];
        const end = this.contactStart[to - 1]!;
        return [name, CONTACT_ARRAYS[name].type === 'i32' ? array.integers(first, end) : array.floats(first, end)];
      }),
    );
    for (let step = from; step < to; step++) {
      const [a, b] = [this.contactStart[step - 1]! - first, this.contactStart[step]! - first];
      const part = (name: ContactArray) => {
        const { columns } = CONTACT_ARRAYS[name];
        return read[name]!.slice(columns * a, columns * b);
      };
      const table = Object.fromEntries(CONTACT_NAMES.map((name) => [name, part(name)]));
      const k = step - from;
      yield {
        step,
        values: Float64Array.from(this.columns, (column) => column[step - 1]!),
        texts: this.textsOf(step),
        pose: pose.slice(7 * count * k, 7 * count * (k + 1)),
        velocity: velocity.slice(6 * count * k, 6 * count * (k + 1)),
        contacts: { count: b - a, ...table } as unknown as ContactTable,
      };
    }
    return undefined;
  }

  private textsOf(step: number): string[] {
    const width = STEP_TEXTS.length;
    return Array.from(this.text.subarray(width * (step - 1), width * step), (place) => {
      const text = this.texts[place];
      if (text === undefined)
        throw new FileError(this.path, `/steps/text: expected places in /steps/texts, found ${place}`);
      return text;
    });
  }

  private rows(path: string, rows: number, shape: readonly number[]): Hdf5Array {
    const array = this.file.array(path);
    const expected = [rows, ...shape];
    if (array.dims.length === expected.length && expected.every((d, k) => d === array.dims[k])) return array;
    throw new FileError(
      this.path,
      `${path}: expected ${expected.join(' x ')} numbers, found ${array.dims.join(' x ') || 'one value'}`,
    );
  }

  /** @returns the last */
  private ascending(path: string, starts: Float64Array): number {
    const bad = starts.findIndex((v, k) => !(Number.isSafeInteger(v) && (k === 0 ? v === 0 : v >= starts[k - 1]!)));
    if (bad >= 0)
      throw new FileError(this.path, `${path}[${bad}]: expected places that ascend from 0, found ${starts[bad]}`);
    return starts[starts.length - 1]!;
  }

  private json(path: string): unknown {
    return this.parse(path, this.file.text(path));
  }

  private parse(path: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new FileError(this.path, `${path}: expected JSON, found something else`);
    }
  }
}
