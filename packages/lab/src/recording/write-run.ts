/** A recorded run as an HDF5 file, written step by step.   docs/guide/record.md */
import type { Snapshot } from '@signorini/engine';
import { type GrowingArray, type Hdf5Target, Hdf5Writer } from '../hdf5/hdf5-writer.ts';
import { type RecordedBody, RUN_FORMAT, type RunProvenance, runVersion } from './recorded-run.ts';
import {
  CONTACT_ARRAYS,
  CONTACT_NAMES,
  type ContactArray,
  type RecordedStep,
  STEP_COLUMNS,
  STEP_TEXTS,
} from './recorded-step.ts';

const TOGETHER = 1000; // steps whose figures go to their columns at once

export class RunWriter {
  private readonly file: Hdf5Writer;
  private readonly columns: readonly GrowingArray[];
  /** Figures of steps that no column has yet. */
  private waiting: Float64Array[] = [];
  private readonly text: GrowingArray;
  private readonly contacts: Record<ContactArray, GrowingArray>;
  private readonly keyframes: GrowingArray;
  private motion: { readonly pose: GrowingArray; readonly velocity: GrowingArray } | undefined;
  private bodies: readonly RecordedBody[] = [];
  private readonly texts = new Map<string, number>();
  private readonly contactStart = [0];
  private readonly keyframeStart = [0];
  private readonly keyframeStep: number[] = [];

  constructor(target: Hdf5Target) {
    const file = new Hdf5Writer(target);
    this.file = file;
    for (const group of ['/bodies', '/steps', '/motion', '/contacts', '/keyframes']) file.group(group);
    this.columns = STEP_COLUMNS.map(({ name, unit }) => file.array(`/steps/${name}`, 'f64', 1, { unit }));
    this.text = file.array('/steps/text', 'i32', [STEP_TEXTS.length], { columns: STEP_TEXTS.map(({ name }) => name) });
    this.contacts = Object.fromEntries(
      Object.entries(CONTACT_ARRAYS).map(([name, { type, columns, unit }]) => [
        name,
        file.array(`/contacts/${name}`, type, columns, { unit }),
      ]),
    ) as Record<ContactArray, GrowingArray>;
    this.keyframes = file.array('/keyframes/json', 'i8');
  }

  async begin(bodies: readonly RecordedBody[], motion: Pick<RecordedStep, 'pose' | 'velocity'> | undefined) {
    this.bodies = bodies;
    this.motion = {
      pose: this.file.array('/motion/pose', 'f64', [bodies.length, 7], { unit: 'm, 1' }),
      velocity: this.file.array('/motion/velocity', 'f64', [bodies.length, 6], { unit: 'm/s, rad/s' }),
    };
    if (motion) await this.move(motion);
  }

  async addStep(step: RecordedStep): Promise<void> {
    const { file } = this;
    this.waiting.push(step.values);
    if (this.waiting.length === TOGETHER) await this.flushColumns();
    await file.append(
      this.text,
      Int32Array.from(step.texts, (text) => this.numberOf(text)),
    );
    await this.move(step);
    for (const name of CONTACT_NAMES) await file.append(this.contacts[name], step.contacts[name]);
    this.contactStart.push(this.contactStart.at(-1)! + step.contacts.count);
  }

  async addKeyframe(snapshot: Snapshot): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(snapshot));
    await this.file.append(this.keyframes, bytes);
    this.keyframeStart.push(this.keyframeStart.at(-1)! + bytes.length);
    this.keyframeStep.push(snapshot.steps);
  }

  async close(provenance: RunProvenance, created: string | null): Promise<void> {
    const { file, bodies } = this;
    await this.flushColumns();
    file.group('/', {
      format: RUN_FORMAT,
      version: runVersion(provenance),
      engine: provenance.engine,
      title: provenance.scene,
      ...(created !== null && { created }),
    });
    file.text('/provenance', JSON.stringify(provenance));
    file.text('/bodies/json', JSON.stringify(bodies));
    await file.list(
      '/bodies/name',
      bodies.map(({ name }) => name),
    );
    await file.append(
      file.array('/bodies/mass', 'f64', 1, { unit: 'kg' }),
      Float64Array.from(bodies, ({ mass }) => mass),
    );
    await file.list('/steps/texts', [...this.texts.keys()]);
    await file.append(file.array('/contacts/start', 'i64'), BigInt64Array.from(this.contactStart, BigInt));
    await file.append(file.array('/keyframes/start', 'i64'), BigInt64Array.from(this.keyframeStart, BigInt));
    await file.append(file.array('/keyframes/step', 'i32'), Int32Array.from(this.keyframeStep));
    await file.close();
  }

  private async flushColumns(): Promise<void> {
    for (const [k, column] of this.columns.entries())
      await this.file.append(
        column,
        Float64Array.from(this.waiting, (values) => values[k]!),
      );
    this.waiting = [];
  }

  /** Closes a file that will not be whole. */
  abandon(): void {
    this.file.abandon();
  }

  private async move({ pose, velocity }: Pick<RecordedStep, 'pose' | 'velocity'>): Promise<void> {
    if (!this.motion) throw new Error('a step before the start');
    await this.file.append(this.motion.pose, pose);
    await this.file.append(this.motion.velocity, velocity);
  }

  private numberOf(text: string): number {
    const known = this.texts.get(text) ?? this.texts.size;
    this.texts.set(text, known);
    return known;
  }
}
