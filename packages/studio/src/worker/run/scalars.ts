/** Figures of every step of a branch, in columns that grow. */
import { SCALARS, type Scalar } from '../../protocol.ts';

export class Scalars {
  /** The step before the first that is kept. */
  readonly start: number;
  private length = 0;
  private columns = columnsOf(256);

  constructor(start: number) {
    this.start = start;
  }

  /** The last step. */
  get head(): number {
    return this.start + this.length;
  }

  push(values: Readonly<Record<Scalar, number>>): void {
    if (this.length === this.columns.time.length) {
      const wider = columnsOf(2 * this.length);
      for (const name of SCALARS) wider[name].set(this.columns[name]);
      this.columns = wider;
    }
    for (const name of SCALARS) this.columns[name][this.length] = values[name];
    this.length++;
  }

  /** Forgets the steps after one. */
  cut(step: number): void {
    this.length = Math.min(this.length, Math.max(0, step - this.start));
  }

  /** NaN if the step is not kept. */
  at(name: Scalar, step: number): number {
    const place = step - this.start - 1;
    return place >= 0 && place < this.length ? this.columns[name][place]! : Number.NaN;
  }

  /** Copies of steps `from` to the last, from > start. */
  since(from: number): Record<Scalar, Float64Array> {
    const place = Math.max(0, from - this.start - 1);
    return columnsBy((name) => this.columns[name].slice(place, this.length));
  }
}

const columnsOf = (length: number): Record<Scalar, Float64Array> => columnsBy(() => new Float64Array(length));

function columnsBy(make: (name: Scalar) => Float64Array): Record<Scalar, Float64Array> {
  return Object.fromEntries(SCALARS.map((name) => [name, make(name)])) as Record<Scalar, Float64Array>;
}
