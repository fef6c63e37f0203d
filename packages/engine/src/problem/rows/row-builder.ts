/**
 * Collects the rows of one MLCP and makes a `Problem` of them, in whose arrays they are written.   docs/theory/complementarity.md (C4)
 *
 *   b_i = (J v*)_i + g_i
 *
 * Joints and contacts write rows without knowing which bodies can move: a block on a body without a slot (static,
 * kinematic) adds its velocity to b and nothing to J. Arrays grow to the largest step seen, then allocate no more: a problem that
 * `build` has returned is valid until the caller lets it go, then its memory is used again.
 */
import { FRAME, TOUCH, TOUCHED } from '../../kernels/layouts.ts';
import { makeProblem, type Problem, type RowKind, type RowUnit } from '../problem.ts';
import type { Structure } from '../structured.ts';
import { ContactLists, type FrictionLaw, rowsOf } from './contact-lists.ts';
import { grown, ProblemMemory } from './problem-memory.ts';
import { RowPatterns } from './row-patterns.ts';
import { SheetMemories, type SheetSize } from './sheet.ts';
import { SheetOperator } from './sheet-operator.ts';

export { FRAME };

/** A problem that was built from rows. */
export type BuiltProblem = Problem & { readonly A: SheetOperator; readonly structure: Structure };

export class RowBuilder {
  /** Rows so far. */
  n = 0;
  /** Allocated size. */
  private size: SheetSize = { rows: 64, blocks: 128, bodies: 16, contacts: 16 };
  /** Where the present problem is written, from the first `clear` on; one of `memories`. */
  memory!: ProblemMemory;
  private readonly memories: ProblemMemory[] = [];
  private readonly sheets = new SheetMemories();
  kind: RowKind[] = [];
  unit: RowUnit[] = [];
  /** Constraint function that a held row keeps at zero, and its factor; phi is NaN on other rows. */
  phi: Float64Array = new Float64Array(64).fill(Number.NaN);
  D: Float64Array = new Float64Array(64);
  /**
   * Rows with a spring have w = D place + bias + C (x - push) so far; place in m or rad, bias in m/s or rad/s, push in N s or N m s.
   * bias is NaN on rows without one.
   */
  place: Float64Array = new Float64Array(64).fill(Number.NaN);
  bias: Float64Array = new Float64Array(64).fill(Number.NaN);
  push: Float64Array = new Float64Array(64);
  /** b and C of each row so far; steppers may change them before `build`. */
  b!: Float64Array;
  C!: Float64Array;
  /** (J v*)_i of the bodies with a slot: b without g and without what bodies that impulses do not move add. */
  drift!: Float64Array;
  /** Room for a block, for those who call `block`. */
  readonly six = new Float64Array(6);
  /** Where callers of `touch` write g and C. */
  numbers!: Float64Array;
  /** True: of the rows that joints write only their places are wanted, not their blocks. */
  placesAlone = false;
  /** Rows from this one on never had a spring: the five arrays above hold nothing there. */
  private sprungRows = 0;
  private blocks = 0;
  /** `rowStart` and `body` of a `Structure`, with spare length. */
  rowStart: Int32Array = new Int32Array(65);
  body: Int32Array = new Int32Array(128);
  private readonly patterns = new RowPatterns();
  J!: Float64Array;
  private lo!: Float64Array;
  private hi!: Float64Array;
  /** Contacts so far whose rows are not written yet. */
  private touches = 0;
  private readonly lists = new ContactLists();
  private slot: Int32Array = new Int32Array(0);
  private velocity: Float64Array = new Float64Array(0);

  /**
   * Begins another problem.
   * @param slot per body: its number among those that the impulses move, or -1
   * @param velocity v*, six numbers per body: m/s, rad/s
   */
  clear(slot: Int32Array, velocity: Float64Array): void {
    this.n = 0;
    this.blocks = 0;
    this.lists.clear();
    this.slot = slot;
    this.velocity = velocity;
    if (this.memories.length === 0 || this.memory.held) this.change();
    if (slot.length > this.size.bodies) this.grow({ bodies: 2 * slot.length });
  }

  /** A new row without blocks: w = g + C x so far, free of bounds. Its number. */
  row(kind: RowKind, unit: RowUnit, g: number, C: number): number {
    const i = this.n++;
    if (i >= this.size.rows) this.grow({ rows: 2 * this.size.rows });
    if (this.kind[i] !== kind) this.kind[i] = kind;
    if (this.unit[i] !== unit) this.unit[i] = unit;
    this.b[i] = g;
    this.C[i] = C;
    this.drift[i] = 0;
    this.unspring(i);
    if (i >= this.sprungRows) this.sprungRows = i + 1;
    this.lo[i] = -Infinity;
    this.hi[i] = Infinity;
    this.rowStart[i] = this.blocks;
    this.rowStart[i + 1] = this.blocks;
    return i;
  }

  /**
   * A new bilateral row that keeps phi (m, rad) at zero: w = D phi + C x so far. Its number.
   * Steppers that solve for the pose at the end of the step need phi and D themselves, not their product.
   */
  hold(unit: RowUnit, phi: number, D: number, C: number): number {
    const i = this.row('bilateral', unit, D * phi, C);
    this.phi[i] = phi;
    this.place[i] = phi;
    this.bias[i] = 0;
    this.D[i] = D;
    return i;
  }

  /**
   * The last row, which has no blocks yet, is a spring that is not held: steppers of second order take it at the middle of the step.
   * @param push impulse of its force besides the spring's, N s or N m s
   */
  sprung(place: number, D: number, push = 0): void {
    const i = this.n - 1;
    this.place[i] = place;
    this.D[i] = D;
    this.push[i] = push;
    this.bias[i] = this.b[i] - D * place + this.C[i] * push;
  }

  /** The last row measures a place, but nothing is stretched there (a limit that is open). */
  located(place: number): void {
    this.place[this.n - 1] = place;
  }

  /** Bounds of the last row, N s or N m s. */
  bounds(lo: number, hi: number): void {
    this.lo[this.n - 1] = lo;
    this.hi[this.n - 1] = hi;
  }

  /** Takes the last row back. */
  drop(): void {
    this.n--;
    this.blocks = this.rowStart[this.n];
  }

  /** True: the impulse x of row i is at neither of its bounds. */
  isInside(i: number, x: number): boolean {
    return x > this.lo[i] && x < this.hi[i];
  }

  /** Row i takes any impulse. */
  free(i: number): void {
    this.lo[i] = -Infinity;
    this.hi[i] = Infinity;
  }

  /** Row i takes no impulse. */
  silence(i: number): void {
    this.lo[i] = 0;
    this.hi[i] = 0;
  }

  /**
   * Adds the six numbers of `block` from `at`, linear then angular, for `body` to the last row; a body appears once per row.
   * `body` -1 is the world at rest.
   */
  block(body: number, block: ArrayLike<number>, at = 0): void {
    if (body < 0 || this.placesAlone) return;
    const i = this.n - 1;
    const v = 6 * body;
    const { velocity } = this;
    const lx = block[at];
    const ly = block[at + 1];
    const lz = block[at + 2];
    const ax = block[at + 3];
    const ay = block[at + 4];
    const az = block[at + 5];
    const along =
      lx * velocity[v] +
      ly * velocity[v + 1] +
      lz * velocity[v + 2] +
      ax * velocity[v + 3] +
      ay * velocity[v + 4] +
      az * velocity[v + 5];
    this.b[i] += along;
    if (this.slot[body] < 0) return;
    this.drift[i] += along;
    const k = this.blocks++;
    if (k >= this.size.blocks) this.grow({ blocks: 2 * this.size.blocks });
    this.body[k] = this.slot[body];
    const { J } = this;
    J[6 * k] = lx;
    J[6 * k + 1] = ly;
    J[6 * k + 2] = lz;
    J[6 * k + 3] = ax;
    J[6 * k + 4] = ay;
    J[6 * k + 5] = az;
    this.rowStart[i + 1] = this.blocks;
  }

  /**
   * The rows of a contact that push body b along the directions of a point and body a against them: the normal and, if it slides,
   * two tangents, whose friction bounds follow the normal. `finish` writes their numbers.
   * @returns where in `numbers` the caller writes g of the normal and of both tangents, m/s, then C of the normal and of the tangents
   */
  touch(a: number, b: number, point: number, slides: boolean): number {
    const first = this.n;
    const rows = slides ? 3 : 1;
    this.reserve(rows);
    this.n += rows;
    const { rowStart, body } = this;
    const { I, at } = this.memory.sheet;
    const slotA = this.slot[a];
    const slotB = this.slot[b];
    const c = this.touches++;
    const q = at.touched + TOUCHED.size * c;
    I[q + TOUCHED.point] = point;
    I[q + TOUCHED.a] = a;
    I[q + TOUCHED.b] = b;
    I[q + TOUCHED.slotA] = slotA;
    I[q + TOUCHED.slotB] = slotB;
    I[q + TOUCHED.row] = first;
    I[q + TOUCHED.rows] = rows;
    I[q + TOUCHED.block] = this.blocks;
    let k = this.blocks;
    for (let row = first; row < this.n; row++) {
      if (slotA >= 0) body[k++] = slotA;
      if (slotB >= 0) body[k++] = slotB;
      rowStart[row + 1] = k;
    }
    this.blocks = k;
    this.describe(first);
    return at.touches + TOUCH.size * c;
  }

  /** The rows of all contacts that were touched have their numbers. @param frames FRAMEs by point */
  finish(frames: Float64Array): void {
    if (this.touches === 0) return;
    const points = frames.length / FRAME.size;
    if (points > this.size.contacts) this.grow({ contacts: 2 * points });
    this.memory.sheet.writeContacts(this.touches, frames, this.velocity);
    this.touches = 0;
  }

  /** Room for so many more contacts, at once. */
  expect(contacts: number): void {
    const { size, n, blocks } = this;
    if (n + 3 * contacts <= size.rows && blocks + 6 * contacts <= size.blocks && contacts <= size.contacts) return;
    this.grow({
      rows: larger(size.rows, n + 3 * contacts),
      blocks: larger(size.blocks, blocks + 6 * contacts),
      contacts: larger(size.contacts, contacts),
    });
  }

  /** Room for another contact. */
  private reserve(rows: number): void {
    const { size } = this;
    if (this.n + rows > size.rows) this.grow({ rows: 2 * size.rows });
    if (this.blocks + 2 * rows > size.blocks) this.grow({ blocks: 2 * size.blocks });
    if (this.touches >= size.contacts) this.grow({ contacts: 2 * size.contacts });
  }

  /** Kinds, units and bounds of the rows of a contact; no springs. */
  private describe(first: number): void {
    const { kind, unit, lo, hi, n } = this;
    for (let row = first; row < n; row++) {
      const name = row === first ? 'normal' : 'friction';
      if (kind[row] !== name) kind[row] = name;
      if (unit[row] !== 'linear') unit[row] = 'linear';
      lo[row] = 0;
      hi[row] = row === first ? Infinity : 0;
      if (row < this.sprungRows) this.unspring(row);
    }
  }

  private unspring(i: number): void {
    this.phi[i] = Number.NaN;
    this.place[i] = Number.NaN;
    this.bias[i] = Number.NaN;
    this.push[i] = 0;
    this.D[i] = 0;
  }

  /** The last rows are those of a contact, as many as `rowsOf` returns and in its order; friction bounds follow the normal. */
  contact(law: FrictionLaw): void {
    const normal = this.n - rowsOf(law);
    this.lists.add(normal, law);
    for (let row = normal + 1; row < this.n; row++) {
      this.lo[row] = 0;
      this.hi[row] = 0;
    }
  }

  /** (J v)_i over the bodies with a slot, v given by slot. */
  product(i: number, v: Float64Array): number {
    const { J, body } = this;
    let sum = 0;
    for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++) {
      const at = 6 * body[k];
      for (let c = 0; c < 6; c++) sum += J[6 * k + c] * v[at + c];
    }
    return sum;
  }

  /** out += J^T x, by slot. */
  addTransposed(x: Float64Array, out: Float64Array): void {
    const { J, body } = this;
    for (let i = 0; i < this.n; i++)
      for (let k = this.rowStart[i]; k < this.rowStart[i + 1]; k++)
        for (let c = 0; c < 6; c++) out[6 * body[k] + c] += J[6 * k + c] * x[i];
  }

  /** The problem of the rows so far, whose memory is held. @param Minv 36 numbers for each slot; kept, not copied */
  build(title: string, Minv: Float64Array, h: number): BuiltProblem {
    const { n, memory, kind, unit } = this;
    const bodies = Minv.length / 36;
    const views = memory.of(n, this.blocks, bodies);
    const { J, C, b, lo, hi } = views;
    const pattern = this.patterns.of(this.rowStart, this.body, n, this.blocks);
    const { rowStart, body } = pattern;
    const { contacts, ungiven } = this.lists.lists();
    kind.length = n;
    unit.length = n;
    memory.held = true;
    const structure = { bodies, rowStart, body, J, Minv, C, pattern };
    const A = new SheetOperator(structure, memory.sheet, views);
    return makeProblem({ title, A, structure, b, lo, hi, ungiven, unit, kind, contacts, h }) as BuiltProblem;
  }

  /** Lets go of all memories except those in `kept`. */
  letGoAllBut(kept: readonly { readonly memory: ProblemMemory }[]): void {
    for (const memory of this.memories) memory.held = false;
    for (const { memory } of kept) memory.held = true;
  }

  /** Goes on in a memory that is not held. */
  private change(): void {
    let free = this.memories.find(({ held }) => !held);
    if (!free) {
      free = new ProblemMemory(this.size, this.sheets);
      this.memories.push(free);
    }
    this.memory = free;
    if (free.sheet.size !== this.size) free.grow(this.size);
    this.point();
  }

  /** The arrays of the present memory. */
  private point(): void {
    const { kind, unit, lo, hi, sheet } = this.memory;
    this.kind = kind;
    this.unit = unit;
    this.lo = lo;
    this.hi = hi;
    this.b = sheet.b;
    this.C = sheet.C;
    this.drift = sheet.drift;
    this.J = sheet.J;
    this.numbers = sheet.F;
  }

  /** Room for more of something; what is written stays. */
  private grow(more: Partial<SheetSize>): void {
    this.size = { ...this.size, ...more };
    const { rows, blocks } = this.size;
    this.memory.grow(this.size);
    this.point();
    this.rowStart = grownInt(this.rowStart, rows + 1);
    this.body = grownInt(this.body, blocks);
    this.phi = grown(this.phi, rows, Number.NaN);
    this.D = grown(this.D, rows);
    this.place = grown(this.place, rows, Number.NaN);
    this.bias = grown(this.bias, rows, Number.NaN);
    this.push = grown(this.push, rows);
  }
}

function grownInt(values: Int32Array, size: number): Int32Array {
  const larger = new Int32Array(size);
  larger.set(values);
  return larger;
}

/** Room for what is wanted, and half as much again. */
function larger(size: number, wanted: number): number {
  return wanted <= size ? size : Math.max(2 * size, Math.ceil(1.5 * wanted));
}
