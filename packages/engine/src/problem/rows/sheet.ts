/**
 * The memory in which the rows of one MLCP are written and multiplied, seen by kernels and by plain code: J, J L, b, C, and the
 * contacts whose rows a kernel writes.   docs/decisions/053-rows-in-kernel-memory.md
 */
import { type Kernels, twinKernels } from '../../kernels/kernels.ts';
import { CONTACT_ROWS, FRAME, JACOBIAN, TOUCH, TOUCHED } from '../../kernels/layouts.ts';
import { instantiate } from '../../kernels/load.ts';
import { type Table, writeTable } from '../../kernels/tables.ts';
import type { RowPattern } from './row-patterns.ts';

const PAGE = 65536;
/** Sheets of the size asked for that a new memory has room for: those of this step and of the last, and more while states are kept. */
const SHEETS = 2.5;

/** Memory that holds the sheets of one world. */
interface Shared {
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly kernels: Kernels;
}

/** The memories of one world's sheets, each larger than the one before: a page of a browser has room for some hundred memories in all. */
export class SheetMemories {
  private shared: Shared | undefined;
  private used = 0;
  private bytes = 0;

  /** Room for a sheet; the byte at which it begins. */
  take(bytes: number): Shared & { readonly from: number } {
    if (!this.shared || this.used + bytes > this.bytes) {
      const pages = Math.ceil(Math.max(SHEETS * bytes, 2 * this.bytes) / PAGE);
      const made = instantiate(pages);
      const buffer = made?.memory.buffer ?? new ArrayBuffer(pages * PAGE);
      const kernels = made ? (made.exports as Kernels) : twinKernels(buffer);
      this.shared = { F: new Float64Array(buffer), I: new Int32Array(buffer), kernels };
      this.used = 0;
      this.bytes = buffer.byteLength;
    }
    const from = this.used;
    this.used += bytes;
    return { ...this.shared, from };
  }
}

/** Room for so many of each. */
export interface SheetSize {
  readonly rows: number;
  readonly blocks: number;
  readonly bodies: number;
  /** Points at which contacts push. */
  readonly contacts: number;
}

export class Sheet {
  readonly size: SheetSize;
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly kernels: Kernels;
  /** Rows as they are written: all that there is room for. */
  readonly J: Float64Array;
  readonly b: Float64Array;
  readonly C: Float64Array;
  readonly drift: Float64Array;
  /** Places in F and I. */
  readonly at: Readonly<Record<keyof ReturnType<typeof layOut>['at'], number>>;
  readonly jacobian: Table<typeof JACOBIAN>;
  readonly contactRows: Table<typeof CONTACT_ROWS>;
  /** Whose numbers `rowStart`, `body` and `runs` hold. */
  private pattern: RowPattern | undefined;

  /** @param before a smaller sheet whose rows are copied in */
  constructor(size: SheetSize, memories: SheetMemories, before?: Sheet) {
    this.size = size;
    const { F, I, kernels, from } = memories.take(layOut(size, 0).end);
    const { at } = layOut(size, from);
    this.kernels = kernels;
    this.F = F;
    this.I = I;
    this.at = at;
    this.J = this.f64('J', 6 * size.blocks);
    this.b = this.f64('b', size.rows);
    this.C = this.f64('C', size.rows);
    this.drift = this.f64('drift', size.rows);
    this.jacobian = at.jacobian as Table<typeof JACOBIAN>;
    this.contactRows = at.contactRows as Table<typeof CONTACT_ROWS>;
    writeTable(this.I, this.jacobian, JACOBIAN, { ...at, n: 0, bodies: 0 });
    writeTable(this.I, this.contactRows, CONTACT_ROWS, { ...at, count: 0 });
    if (before) this.takeOver(before);
  }

  /** Numbers from a place on. */
  f64(name: keyof Sheet['at'], length: number): Float64Array {
    return this.F.subarray(this.at[name], this.at[name] + length);
  }

  /** J, b, C and drift of contacts from their touches. @param frames FRAMEs by point @param velocity six numbers per body */
  writeContacts(count: number, frames: Float64Array, velocity: Float64Array): void {
    this.F.set(frames, this.at.frames);
    this.F.set(velocity, this.at.velocity);
    this.I[this.contactRows + CONTACT_ROWS.count] = count;
    this.kernels.writeContacts(this.contactRows);
  }

  /** J L and the diagonal, of rows with this pattern; L is there. */
  scale(pattern: RowPattern, bodies: number): void {
    const { I, at, jacobian } = this;
    if (this.pattern !== pattern) {
      I.set(pattern.rowStart, at.rowStart);
      I.set(pattern.body, at.body);
      I.set(pattern.runs, at.runs);
      this.pattern = pattern;
    }
    I[jacobian + JACOBIAN.n] = pattern.runs.length;
    I[jacobian + JACOBIAN.bodies] = bodies;
    this.kernels.scaleRows(jacobian);
  }

  /** The rows that are being written. */
  private takeOver(before: Sheet): void {
    this.J.set(before.J);
    this.b.set(before.b);
    this.C.set(before.C);
    this.drift.set(before.drift);
    const { contacts } = before.size;
    this.F.set(before.f64('touches', TOUCH.size * contacts), this.at.touches);
    const { touched } = before.at;
    this.I.set(before.I.subarray(touched, touched + TOUCHED.size * contacts), this.at.touched);
  }
}

/** Places of everything in a memory from the byte `from` on, and where it ends. */
function layOut({ rows, blocks, bodies, contacts }: SheetSize, from: number) {
  let bytes = from;
  const take = (size: number): number => {
    const at = bytes;
    bytes += Math.ceil(size / 16) * 16;
    return at;
  };
  const f64 = (length: number) => take(8 * length) / 8;
  const i32 = (length: number) => take(4 * length) / 4;
  const at = {
    jacobian: i32(JACOBIAN.size),
    contactRows: i32(CONTACT_ROWS.size),
    rowStart: i32(rows + 1),
    body: i32(blocks),
    runs: i32(rows),
    touched: i32(TOUCHED.size * contacts),
    touches: f64(TOUCH.size * contacts),
    frames: f64(FRAME.size * contacts),
    velocity: f64(6 * bodies),
    y: f64(6 * bodies),
    L: f64(36 * bodies),
    J: f64(6 * blocks),
    Jt: f64(6 * blocks),
    b: f64(rows),
    C: f64(rows),
    drift: f64(rows),
    diagonal: f64(rows),
    x: f64(rows),
    product: f64(rows),
  };
  return { at, end: bytes };
}
